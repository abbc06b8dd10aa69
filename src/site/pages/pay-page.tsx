// The payment page of an order that the shop created: what it costs, the terms, the start of work. It leads
// on to the provider's page, because a posted form may not leave the shop.

import { Trans, useLingui } from '@lingui/react/macro';
import { showMoney } from '#lib/money/money.ts';
import { Button, ButtonLink } from '#ui/display/button.tsx';
import field from '#ui/forms/field.module.css';
import { usePage } from '#ui/page/context.ts';
import type { ScreenProps } from '#ui/page/data.ts';
import eyebrow from '#ui/styles/eyebrow.module.css';
import split from '#ui/styles/split.module.css';
import { href } from '../../pages.ts';
import { AccountPage, Onward } from './account/account-layout.tsx';
import contact from './contact-page.module.css';
import declaration from './declaration-page.module.css';
import { AddressFields } from './forms/address-fields.tsx';
import { type Bound, bindFields, Checkbox } from './forms/fields.tsx';
import { Form } from './forms/form.tsx';
import { SaleLines } from './sale-lines.tsx';

type Data = ScreenProps<'pay'>['data'];
/** With what its link opens. */
type Opened = Data & { readonly order: NonNullable<Data['order']> };

const PayPage = ({ data }: ScreenProps<'pay'>) =>
  data.order ? (
    <Order data={{ ...data, order: data.order }} />
  ) : (
    <AccountPage alone scriptless title={<Trans>Your order</Trans>} lead={<Trans>Open the link in our email.</Trans>}>
      <Onward to={href('orderHistory')}>
        <Trans>See your orders</Trans>
      </Onward>
    </AccountPage>
  );

const Order = ({ data }: { readonly data: Opened }) => (
  <div className={`page ${split.split}`}>
    <div>
      <p className={eyebrow.eyebrow}>
        <Trans>Your order</Trans>
      </p>
      <Title data={data} />
      {data.order.note ? <p className={declaration.note}>{data.order.note}</p> : null}
      <SaleLines {...data.order} total={data.order.price} />
      <Step data={data} />
    </div>
  </div>
);

const Title = ({ data: { order } }: { readonly data: Opened }) => (
  <h1>
    {order.state === 'paid' ? (
      <Trans>Thank you. Your order is paid.</Trans>
    ) : order.state === 'cancelled' ? (
      <Trans>This order is cancelled.</Trans>
    ) : (
      <Trans>Review and pay</Trans>
    )}
  </h1>
);

function Step({ data }: { readonly data: Opened }) {
  const { order, sent, back, posted } = data;
  if (order.state !== 'open')
    return (
      <p className={contact.acts}>
        <ButtonLink text={<Trans>See your orders</Trans>} href={href('orderHistory')} />
      </p>
    );
  if (order.isConfirming) return <Confirming />;
  if ((sent || back) && !posted) return <ToPayment link={order.paymentLink} />;
  return <Review data={data} />;
}

export const Confirming = () => (
  <p className={split.lead} role="status">
    <Trans>Your bank is confirming a payment. Please don’t pay again; we’ll email you if it fails.</Trans>
  </p>
);

export const ToPayment = ({ link }: { readonly link: string | null }) =>
  link ? (
    <p className={contact.acts}>
      <ButtonLink text={<Trans>Continue to payment</Trans>} look="main" href={link} />
    </p>
  ) : (
    <p className={split.lead} role="status">
      <Trans>The payment page is being prepared. Reload this page in a moment.</Trans>
    </p>
  );

function Review({ data: { code = '', order, posted } }: { readonly data: Opened }) {
  const { t } = useLingui();
  const { locale } = usePage();
  const bind = bindFields('pay', posted, order.known);
  const amount = showMoney({ amount: order.price, currency: order.currency }, locale);
  return (
    <Form name="pay" to={href('pay')} posted={posted} className={contact.form}>
      <input type="hidden" name="code" value={code} />
      {order.asksAddress ? <AddressFields bind={bind} /> : null}
      {order.hasRight ? <Start {...bind('startNow')} /> : null}
      <Checkbox
        {...bind('agree')}
        checks={{ required: t`Agree to the terms and the privacy policy to continue.` }}
        label={
          <Trans>
            I agree to the <a href={href('termsAndConditions')}>terms</a> and the <a href={href('privacyPolicy')}>privacy policy</a>.
          </Trans>
        }
      />
      <p>
        <Button text={t`Order and pay ${amount}`} look="main" type="submit" />
      </p>
    </Form>
  );
}

const Start = ({ field: { id, name, error }, value }: Bound) => {
  const { t } = useLingui();
  return (
    <fieldset className={declaration.ground} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{t`When work starts`}</legend>
      <div className={field.tick}>
        <input type="radio" id={id} name={name} value="now" required defaultChecked={value === 'now' || value === 'on'} />
        <label htmlFor={id}>
          <Trans>
            <b>Start now.</b> I agree that work begins before my 14 days to withdraw are over. If I withdraw, I pay for what’s delivered by
            then; once everything is delivered, I can no longer withdraw.
          </Trans>
        </label>
      </div>
      <div className={field.tick}>
        <input type="radio" id={`${id}-wait`} name={name} value="wait" required defaultChecked={value === 'wait'} />
        <label htmlFor={`${id}-wait`}>
          <Trans>
            <b>Wait</b> until my 14 days are over.
          </Trans>
        </label>
      </div>
      {error ? (
        <p className={field.error} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
};

export { PayPage as Screen };
