// Coupon field of the deposit form: checks a code and shows its discount, or why there is none.

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useState } from 'react';
import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import type { Coupon } from '#modules/coupons/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { Button } from '#ui/display/button.tsx';
import { type FormField, TextField } from '#ui/forms/field.tsx';
import { Space } from '#ui/i18n/space.tsx';
import { usePage } from '#ui/page/context.ts';
import css from './deposit-form.module.css';
import { computeCharge } from './deposit-request.ts';

const empty = msg`Enter the code.`;

type DepositCouponState = {
  readonly applied: Coupon | undefined;
  readonly code: string;
  readonly error: string | undefined;
  readonly busy: boolean;
};
export type DepositCoupon = ReturnType<typeof useDepositCoupon>;

export function useDepositCoupon(currency: CurrencyNumber) {
  const { i18n } = useLingui();
  const [state, setState] = useState<DepositCouponState>({ applied: undefined, code: '', error: undefined, busy: false });
  const drop = () => setState({ applied: undefined, code: '', error: undefined, busy: false });
  const apply = async (code: string): Promise<void> => {
    const say = (error: string) => setState({ applied: undefined, code, error, busy: false });
    // An empty code is not sent.
    if (code.trim() === '') return say(i18n._(empty));
    setState((now) => ({ ...now, busy: true }));
    try {
      const coupon = await call('GET /api/orders/coupon', { code, currency });
      setState({ applied: coupon, code, error: undefined, busy: false });
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      say(cause.errors.code?.[0] ?? (typeof cause.general === 'string' ? cause.general : i18n._(cause.general)));
    }
  };
  return { ...state, apply, drop };
}

type Props = { readonly field: FormField<string>; readonly coupon: DepositCoupon; readonly amount: number | undefined };

export function CouponField({ field, coupon, amount }: Props) {
  const { t } = useLingui();
  const error = field.error ?? (coupon.code === field.value ? coupon.error : undefined);
  const change = (text: string) => {
    // Editing the code makes it another coupon.
    coupon.drop();
    field.change(text);
  };
  const apply = async () => {
    await coupon.apply(field.value);
    document.getElementById(field.id)?.focus();
  };
  const remove = () => {
    change('');
    // The button is removed together with the coupon.
    document.getElementById(field.id)?.focus();
  };
  // Enter applies the code as long as it is not applied, and never submits the payment.
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || coupon.applied || field.value.trim() === '') return;
    event.preventDefault();
    void apply();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to key events of its field.
    <div className={css.coupon} onKeyDown={enter}>
      <div className={css.code}>
        <TextField field={{ ...field, error, change }} label={t`Coupon code`} autoComplete="off" optional exact />
        {coupon.applied ? (
          <Button text={t`Remove`} aria-label={t`Remove coupon`} onClick={remove} />
        ) : (
          <Button text={t`Apply`} busy={coupon.busy} onClick={() => void apply()} />
        )}
      </div>
      <div role="status">
        {coupon.applied ? (
          <p className={css.worth}>
            <Worth coupon={coupon.applied} amount={amount} />
            {coupon.applied.limited ? (
              <>
                <Space />
                <Trans>Limited code: pay within 5 minutes to be sure of it.</Trans>
              </>
            ) : null}
          </p>
        ) : null}
      </div>
    </div>
  );
}

function Worth({ coupon, amount }: { coupon: Coupon; amount: number | undefined }) {
  const { amount: off, currency, appliesTo, minimum } = coupon;
  const { locale } = usePage();
  const formatAmount = (money: number) => showMoney({ amount: money, currency }, locale);
  if (appliesTo === 'orders') return <Trans>This code is for orders, not for deposits.</Trans>;
  if (amount === undefined || amount < minimum) {
    if (minimum > 0) return <Trans>Deposit at least {formatAmount(minimum)} to use this code.</Trans>;
  }
  const percent = coupon.percent && Math.min(coupon.percent, coupon.depositShare);
  if (percent !== null) return <Trans>You pay {percent}% less, and your balance gets the full amount.</Trans>;
  return (
    <Trans>
      You pay {formatAmount(amount === undefined ? (off ?? 0) : amount - computeCharge(amount, coupon))} less, and your balance gets the
      full amount.
    </Trans>
  );
}
