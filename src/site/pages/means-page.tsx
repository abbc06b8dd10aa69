// A subscription whose charge failed: pays its month, from another means too. It leads on to the provider's
// page, because a posted form may not leave the shop.

import { Trans, useLingui } from '@lingui/react/macro';
import { showMoney } from '#lib/money/money.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import { usePage } from '#ui/page/context.ts';
import type { ScreenProps } from '#ui/page/data.ts';
import eyebrow from '#ui/styles/eyebrow.module.css';
import split from '#ui/styles/split.module.css';
import { href } from '../../pages.ts';
import { AccountPage, Onward } from './account/account-layout.tsx';
import contact from './contact-page.module.css';
import declaration from './declaration-page.module.css';
import { bindFields, Checkbox } from './forms/fields.tsx';
import { Form } from './forms/form.tsx';
import { Confirming, ToPayment } from './pay-page.tsx';

type Data = ScreenProps<'means'>['data'];
/** With what its link opens. */
type Opened = Data & { readonly means: NonNullable<Data['means']> };

const MeansPage = ({ data }: ScreenProps<'means'>) =>
  data.means ? (
    <Subscription data={{ ...data, means: data.means }} />
  ) : (
    <AccountPage alone scriptless title={<Trans>Your payment method</Trans>} lead={<Trans>Open the link in our email.</Trans>}>
      <Onward to={href('orderHistory')}>
        <Trans>See your orders</Trans>
      </Onward>
    </AccountPage>
  );

function Subscription({ data }: { readonly data: Opened }) {
  const { locale } = usePage();
  const { name, saved, why, unpaid, ...money } = data.means;
  const price = showMoney({ amount: money.price, currency: money.currency }, locale);
  return (
    <div className={`page ${split.split}`}>
      <div>
        <p className={eyebrow.eyebrow}>{name}</p>
        <h1>
          {unpaid ? (
            <Trans>Pay for your next month</Trans>
          ) : data.means.question ? (
            <Trans>A new price</Trans>
          ) : (
            <Trans>Your month is paid</Trans>
          )}
        </h1>
        {unpaid && why ? (
          <p className={declaration.note}>
            {why} <Trans>Nothing was charged.</Trans>
          </p>
        ) : null}
        <dl className={declaration.facts}>
          <div>
            <dt>
              <Trans>Price a month</Trans>
            </dt>
            <dd>{price}</dd>
          </div>
          <div>
            <dt>
              <Trans>Saved payment method</Trans>
            </dt>
            <dd>{saved ? <Saved {...saved} /> : <Trans>None. You get a payment link each month.</Trans>}</dd>
          </div>
        </dl>
        {data.means.question ? <Question data={data} question={data.means.question} /> : null}
        <Step data={data} price={price} />
      </div>
    </div>
  );
}

type QuestionProps = { readonly data: Opened; readonly question: NonNullable<Opened['means']['question']> };

/** The price before and after, from when, and what happens without the click. */
function Question({ data: { code = '', from = '', means, posted }, question }: QuestionProps) {
  const { t } = useLingui();
  const { locale } = usePage();
  const show = (amount: number) => showMoney({ amount, currency: means.currency }, locale);
  const [before, after] = [show(question.before), show(question.after)];
  if (question.isAgreed)
    return (
      <p className={split.lead} role="status">
        <Trans>
          You’ve agreed to {after} a month from {from}. Thank you.
        </Trans>
      </p>
    );
  return (
    <Form name="price" to={href('means')} posted={posted} className={contact.form}>
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="price" value={question.id} />
      <p className={split.lead}>
        <Trans>
          From {from}, it would cost {after} a month instead of {before}, if you agree.
        </Trans>{' '}
        {question.without}
      </p>
      <p>
        <Button text={t`Agree to ${after} a month`} look="main" type="submit" />
      </p>
    </Form>
  );
}

/** Visa •••• 4242, 08/2029. */
const Saved = ({ brand, last4, expires }: { readonly brand: string; readonly last4: string; readonly expires: string | null }) => (
  <>
    {brand} •••• {last4}
    {expires ? `, ${expires.slice('yyyy-'.length)}/${expires.slice(0, 'yyyy'.length)}` : null}
  </>
);

function Step({ data: { code = '', means, sent, posted }, price }: { readonly data: Opened; readonly price: string }) {
  const { t } = useLingui();
  const bind = bindFields('means', posted, {});
  if (!means.unpaid)
    return means.question && !means.question.isAgreed ? null : (
      <p className={contact.acts}>
        <ButtonLink text={<Trans>See your orders</Trans>} href={href('orderHistory')} />
      </p>
    );
  if (means.unpaid.isConfirming) return <Confirming />;
  if (sent && !posted) return <ToPayment link={means.unpaid.paymentLink} />;
  return (
    <Form name="means" to={href('means')} posted={posted} className={contact.form}>
      <input type="hidden" name="code" value={code} />
      <Checkbox
        {...bind('save')}
        optional
        label={
          <Trans>
            Save the card or account that I pay with now, and charge it {price} for each next month until I end the bundle. I can remove it
            at any time.
          </Trans>
        }
      />
      <p>
        <Button text={t`Pay ${price}`} look="main" type="submit" />
      </p>
    </Form>
  );
}

export { MeansPage as Screen };
