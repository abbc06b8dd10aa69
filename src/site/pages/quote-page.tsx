// A quote by its link: what it says and whether it can still be accepted, with the forms to accept and to
// decline it.

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { showMoney } from '#lib/money/money.ts';
import { computeQuoteTotal, findAdvance, parseOptions } from '#modules/quotes/rules.ts';
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
import { bindFields, Checkbox, TextArea, TextField } from './forms/fields.tsx';
import { Form, PostedErrors } from './forms/form.tsx';
import css from './quote-page.module.css';
import { SaleLines } from './sale-lines.tsx';

type Data = ScreenProps<'quote'>['data'];
type Opened = Data & { readonly quote: NonNullable<Data['quote']> };

const QuotePage = ({ data }: ScreenProps<'quote'>) =>
  data.quote ? (
    <Quote data={{ ...data, quote: data.quote }} />
  ) : (
    <AccountPage alone scriptless title={<Trans>Your quote</Trans>} lead={<Trans>Open the link in our email.</Trans>}>
      <Onward to={href('orderHistory')}>
        <Trans>See your orders</Trans>
      </Onward>
    </AccountPage>
  );

function Quote({ data }: { readonly data: Opened }) {
  const { t } = useLingui();
  const { code = '', quote, posted } = data;
  const { number, seller, buyer, until, message, state, currency, version } = quote;
  const chosen = readChosen(data);
  const total = computeQuoteTotal(quote, chosen);
  const isOpen = state === 'open';
  return (
    <div className={`page ${split.split}`}>
      <div>
        <p className={eyebrow.eyebrow}>{seller}</p>
        <h1>
          <Trans>Quote {number}</Trans>
        </h1>
        <p className={split.lead} role="status">
          <State quote={quote} />
        </p>
        {!isOpen && posted ? <PostedErrors name="quote" posted={posted} /> : null}
        <dl className={declaration.facts}>
          <Fact name={<Trans>For</Trans>}>{buyer}</Fact>
          <Fact name={<Trans>Valid until</Trans>}>{until}</Fact>
          {version > 1 ? <Fact name={<Trans>Version</Trans>}>{version}</Fact> : null}
        </dl>
        {message ? <p className={declaration.note}>{message}</p> : null}
        <SaleLines lines={total.lines} discount={total.discount} total={total.price} currency={currency} />
        <Terms quote={quote} price={total.price} />
        {quote.request ? <Request request={quote.request} currency={currency} /> : null}
        {isOpen ? <Accept data={data} chosen={chosen} price={total.price} /> : null}
        <p className={contact.acts}>
          {state === 'accepted' && quote.next ? <ButtonLink text={<Trans>Continue</Trans>} look="main" href={quote.next} /> : null}
          <ButtonLink text={t`Download the PDF`} href={`${href('quote')}/file?code=${code}`} download />
        </p>
        {isOpen ? <Decline data={data} /> : null}
      </div>
    </div>
  );
}

/** As it was accepted, or as the form was posted. */
const readChosen = ({ quote: { chosen, options }, posted }: Opened): readonly number[] =>
  (posted && parseOptions(posted.values.option ?? '', options.length)) ?? chosen;

function State({ quote: { state, accepted, decided, until } }: { readonly quote: Opened['quote'] }) {
  const name = accepted?.name ?? '';
  switch (state) {
    case 'open':
      return <Trans>You can accept it until {until}.</Trans>;
    case 'accepted':
      return (
        <Trans>
          {name} accepted this quote on {decided}. Thank you.
        </Trans>
      );
    case 'declined':
      return <Trans>You declined this quote on {decided}.</Trans>;
    case 'withdrawn':
      return <Trans>We withdrew this quote on {decided}.</Trans>;
    default:
      return <Trans>This quote expired on {until}. Ask us for a new one.</Trans>;
  }
}

const Fact = ({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** What is paid when. */
function Terms({
  quote: { advancePercent, pay, termsDays, currency },
  price,
}: {
  readonly quote: Opened['quote'];
  readonly price: number;
}) {
  const { locale } = usePage();
  const amount = findAdvance({ advancePercent }, price);
  const advance = showMoney({ amount: amount ?? 0, currency }, locale);
  if (amount !== null)
    return (
      <p className={declaration.note}>
        <Trans>
          After acceptance, {advance} ({advancePercent}%) is to be paid within {termsDays} days; the rest is invoiced later.
        </Trans>
      </p>
    );
  return pay === 'invoice' ? (
    <p className={declaration.note}>
      <Trans>You get an invoice, to be paid within {termsDays} days.</Trans>
    </p>
  ) : null;
}

type RequestProps = { readonly request: NonNullable<Opened['quote']['request']>; readonly currency: Opened['quote']['currency'] };

/** By bank transfer, before the invoice. */
function Request({ request: { amount, dueOn, reference, iban }, currency }: RequestProps) {
  const { locale } = usePage();
  return (
    <dl className={declaration.facts}>
      <Fact name={<Trans>Please transfer</Trans>}>{showMoney({ amount, currency }, locale)}</Fact>
      <Fact name={<Trans>Due on</Trans>}>{dueOn}</Fact>
      <Fact name={<Trans>Payment reference</Trans>}>{reference}</Fact>
      {iban ? <Fact name="IBAN">{iban}</Fact> : null}
    </dl>
  );
}

type AcceptProps = { readonly data: Opened; readonly chosen: readonly number[]; readonly price: number };

function Accept({ data: { code = '', quote, posted }, chosen, price }: AcceptProps) {
  const { t } = useLingui();
  const { locale } = usePage();
  const bind = bindFields('quote', posted, quote.known);
  const amount = showMoney({ amount: price, currency: quote.currency }, locale);
  return (
    <Form name="quote" to={href('quote')} posted={posted} className={contact.form}>
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="version" value={quote.version} />
      <input type="hidden" name="total" value={price} />
      {quote.options.length > 0 ? <Options quote={quote} chosen={chosen} /> : null}
      <TextField {...bind('name')} label={t`Your name`} autoComplete="name" checks={{ required: t`Enter your name.` }} />
      {quote.asksAddress ? <AddressFields bind={bind} /> : null}
      {quote.asksDetails ? (
        <>
          <TextField {...bind('company')} optional label={t`Company`} autoComplete="organization" />
          <TextField {...bind('vatId')} optional exact label={t`VAT ID`} />
        </>
      ) : null}
      {quote.hasRight ? (
        <Checkbox
          field={bind('startNow').field}
          optional
          label={
            <Trans>
              <b>Start now.</b> I agree that work begins before my 14 days to withdraw are over. If I withdraw, I pay for what’s delivered
              by then; once everything is delivered, I can no longer withdraw.
            </Trans>
          }
        />
      ) : null}
      <Checkbox
        field={bind('agree').field}
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

function Options({ quote: { options, currency }, chosen }: { readonly quote: Opened['quote']; readonly chosen: readonly number[] }) {
  const { t } = useLingui();
  const { locale } = usePage();
  return (
    <fieldset className={declaration.ground}>
      <legend>{t`Options`}</legend>
      {options.map(({ name, quantity, total }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is named by its position, and never moves
        <div key={index} className={field.tick}>
          <input type="checkbox" id={`quote-option-${index}`} name="option" value={index} defaultChecked={chosen.includes(index)} />
          <label htmlFor={`quote-option-${index}`} className={css.option}>
            <span>
              {name}
              {quantity > 1 ? ` × ${quantity}` : null}
            </span>
            <span>+{showMoney({ amount: total, currency }, locale)}</span>
          </label>
        </div>
      ))}
      <p className="soft">
        <Trans>If you add an option, we show you the new total before you confirm.</Trans>
      </p>
    </fieldset>
  );
}

function Decline({ data: { code = '', posted } }: { readonly data: Opened }) {
  const { t } = useLingui();
  const bind = bindFields('quote-decline', posted);
  return (
    <details className={css.decline}>
      <summary>
        <Trans>Decline this quote</Trans>
      </summary>
      <Form name="quote-decline" to={href('quote')} className={contact.form}>
        <input type="hidden" name="code" value={code} />
        <TextArea {...bind('reason')} optional label={t`Why?`} hint={t`It helps us to make a better one.`} rows={3} maxChars={2_000} />
        <p>
          <Button text={t`Decline`} type="submit" name="decline" value="on" />
        </p>
      </Form>
    </details>
  );
}

export { QuotePage as Screen };
