// Deposit form: amount, coupon, billing details; then redirects to the payment page.

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { getDecimals, showMoney } from '#lib/money/money.ts';
import { getUsualCountry } from '#lib/people/postal-address.ts';
import type { Profile } from '#modules/accounts/shapes.ts';
import type { Funds } from '#modules/wallet/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { throwNetworkError } from '#ui/api/client.ts';
import type { AttemptAnswer } from '#ui/api/pending-requests.ts';
import { createLazyPart } from '#ui/display/lazy.tsx';
import { ErrorSummary } from '#ui/forms/error-summary.tsx';
import { Checkbox, type FormField, TextField } from '#ui/forms/field.tsx';
import { SubmitButton } from '#ui/forms/submit-button.tsx';
import { useMoney, usePage } from '#ui/page/context.ts';
import card from '#ui/styles/card.module.css';
import { href } from '../../../../pages.ts';
import { useAccountForm } from '../../../shared/use-account-form.ts';
import { beginPayment } from '../../orders/payment/pay-link.ts';
import { readAmount, writeAmount } from './amount-input.ts';
import { CouponField, useDepositCoupon } from './coupon.tsx';
import css from './deposit-form.module.css';
import { computeCharge, createDepositRequest } from './deposit-request.ts';

const DepositBilling = createLazyPart(() => import('./billing.tsx').then(({ DepositBilling }) => DepositBilling));

const words = {
  'deposit.amount': msg({ message: 'Enter an amount, such as {example}.' }),
  'deposit.limits': msg({ message: 'Deposit between {least} and {most}.' }),
  'name.link': msg`Enter a name without a web address.`,
  'billing.country': msg`Choose a country.`,
  'billing.state': msg`Choose a state or province.`,
  'billing.prefecture': msg`Choose a prefecture.`,
  'billing.agreed': msg`Agree to the terms and the privacy policy to continue.`,
};
const notApplied = msg`Apply the code or remove it to see what you’ll pay.`;

/** Suggested amounts, as multiples of the least one. */
const SUGGESTED_TIMES = [4, 10, 20, 50];
const emptyChoices: Readonly<Record<'agreedToPP_TOS', boolean>> = { agreedToPP_TOS: false };

type Props = {
  readonly limit: Funds['currencies'][number];
  readonly profile: Profile;
  /** The amount that is missing for an order. */
  readonly wanted: number | undefined;
};

export function DepositForm({ limit, profile, wanted }: Props) {
  const { t, i18n } = useLingui();
  const { locale } = usePage();
  const { navigate } = useRouter();
  const { currency, least, most } = limit;
  const { firstName, lastName, country, state, city, address, zipCode } = profile;
  const billing = { firstName, lastName, country: country || getUsualCountry(locale), state, city, address, zipCode };
  const coupon = useDepositCoupon(currency);
  const shape = useMemo(
    () => () =>
      import('./form-schema.ts').then(({ createDepositFormShape: depositFormShape }) =>
        depositFormShape(locale, { currency, least, most }),
      ),
    [locale, currency, least, most],
  );
  const form = useAccountForm({
    name: 'deposit',
    empty: {
      depositAmount: wanted === undefined ? '' : writeAmount(Math.min(Math.max(wanted, least), most), locale, currency),
      couponCode: '',
      ...billing,
      ...emptyChoices,
    },
    shape,
    words,
    // The amount that is missing comes before that of a draft.
    unkept: wanted === undefined ? ['agreedToPP_TOS'] : ['agreedToPP_TOS', 'depositAmount'],
    send: async ({ depositAmount, couponCode, ...billed }, options): Promise<AttemptAnswer<'deposit'>> => {
      // Never charge an amount that was not shown.
      if (couponCode.trim() !== '' && !coupon.applied) throw new ApiError(400, i18n._(notApplied), { couponCode: [i18n._(notApplied)] });
      const input = createDepositRequest(billed, {
        amount: readAmount(depositAmount, locale, currency) ?? 0,
        currency,
        coupon: coupon.applied,
      });
      const { sendOnce } = await import('#ui/api/pending-requests.ts').catch(throwNetworkError);
      return sendOnce({ kind: 'deposit', sent: input }, options);
    },
    onDone: ({ answer: { paymentLink, depositId }, settle }) => {
      settle();
      if (paymentLink === null || new URL(paymentLink).origin === location.origin)
        return void navigate({ href: `${href('funds')}?deposit=${depositId}` });
      beginPayment(depositId);
      location.assign(paymentLink);
    },
  });
  const amountField = form.field('depositAmount');
  const amount = readAmount(amountField.value, locale, currency);
  const charged = amount === undefined ? undefined : computeCharge(amount, coupon.applied);
  return (
    <section className={`${card.card} ${css.deposit}`} aria-labelledby="deposit">
      <h2 id="deposit">{t`Add funds`}</h2>
      <form className={css.form} {...form.props}>
        <ErrorSummary summary={form.summary} unanswered={<MayBeStarted />} />
        <Amount field={amountField} amount={amount} limit={limit} />
        <CouponField field={form.field('couponCode')} coupon={coupon} amount={amount} />
        {amount === undefined || charged === undefined ? null : <Outcome amount={amount} charged={charged} />}
        <div className={css.place}>
          <DepositBilling field={form.field} profile={profile} />
        </div>
        <Checkbox field={form.field('agreedToPP_TOS')} label={<Terms />} />
        <div>
          <SubmitButton
            text={
              charged === undefined
                ? t({ message: 'Deposit', context: 'to pay in' })
                : t({ message: `Deposit ${showMoney({ amount: charged, currency }, locale)}`, context: 'to pay in' })
            }
            busy={form.busy}
            meanwhile={t`Preparing the payment…`}
          />
          <p className={css.note}>{t`You’ll pay on the next page. Nothing is charged yet.`}</p>
        </div>
      </form>
    </section>
  );
}

const MayBeStarted = () => (
  <Trans>
    It may have been started: this page shows it as soon as it arrives. Sending the same deposit again doesn’t start a second one.
  </Trans>
);

type DepositAmountProps = { readonly field: FormField<string>; readonly amount: number | undefined; readonly limit: Props['limit'] };

function Amount({ field, amount, limit }: DepositAmountProps) {
  const { t } = useLingui();
  const { locale } = usePage();
  const money = useMoney();
  const limits = [money(limit.least, 'ifAny'), money(limit.most, 'ifAny')] as const;
  return (
    <div className={css.amount}>
      <Sums limit={limit} chosen={amount} choose={(sum) => field.change(writeAmount(sum, locale, limit.currency))} />
      <TextField
        field={field}
        label={t`Amount`}
        hint={t`From ${limits[0]} to ${limits[1]}`}
        inputMode={getDecimals(limit.currency) > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        exact
      />
    </div>
  );
}

type SumsProps = { readonly limit: Props['limit']; readonly chosen: number | undefined; readonly choose: (sum: number) => void };

function Sums({ limit: { least, most }, chosen, choose }: SumsProps) {
  const { t } = useLingui();
  const money = useMoney();
  const sums = SUGGESTED_TIMES.map((times) => times * least).filter((sum) => sum <= most);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend.
    <div className={css.sums} role="group" aria-label={t`Suggested amounts`}>
      {sums.map((sum) => (
        <button key={sum} type="button" aria-pressed={sum === chosen} onClick={() => choose(sum)}>
          {money(sum, 'ifAny')}
        </button>
      ))}
    </div>
  );
}

/** The amount charged and the amount credited: they differ with a coupon. */
function Outcome({ amount, charged }: { readonly amount: number; readonly charged: number }) {
  const { t } = useLingui();
  const money = useMoney();
  return (
    <dl className={css.outcome}>
      <div>
        <dt>{t`You pay`}</dt>
        <dd>{money(charged)}</dd>
      </div>
      <div>
        <dt>{t`Added to your balance`}</dt>
        <dd>{money(amount)}</dd>
      </div>
      {charged < amount ? (
        <div>
          <dt>{t`Including promotional credit`}</dt>
          <dd>{money(amount - charged)}</dd>
        </div>
      ) : null}
    </dl>
  );
}

const Terms = () => (
  <Trans>
    I agree to the <a href={href('termsAndConditions')}>terms and conditions</a> and have read the{' '}
    <a href={href('privacyPolicy')}>privacy policy</a>.
  </Trans>
);
