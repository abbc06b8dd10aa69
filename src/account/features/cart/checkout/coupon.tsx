// Coupon of the cart: checks a code and shows its discount, or why there is none. Stored for this tab as long
// as the cart exists.

import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import type { Coupon } from '#modules/coupons/shapes.ts';
import { ApiError } from '#ui/api/api-error.ts';
import { call } from '#ui/api/client.ts';
import { getDraftKey, getItem, getSessionStore, setItem } from '#ui/browser/storage.ts';
import { showPercent } from '#ui/catalogue/platform-label.ts';
import { Button } from '#ui/display/button.tsx';
import { UserText } from '#ui/display/user-text.tsx';
import { ErrorSummary, useErrorTitle } from '#ui/forms/error-summary.tsx';
import { TextField } from '#ui/forms/field.tsx';
import { usePage } from '#ui/page/context.ts';
import { useAccountForm } from '../../../shared/use-account-form.ts';
import type { CouponProblem } from '../lines/check-lines.ts';
import css from './coupon.module.css';

const COUPON_KEY = getDraftKey('coupon-given');
const words = { 'coupon.required': msg`Enter a coupon code.` };
const loadShape = () => import('#modules/coupons/shapes-code.ts').then(({ typedCodeShape }) => typedCodeShape);

export type CouponState = {
  readonly applied: Coupon | undefined;
  /** Used in the quote request. */
  readonly code: string | null;
  /** A code that was valid before and is not any more. */
  readonly lost: { readonly code: string; readonly why: string } | undefined;
  readonly take: (coupon: Coupon) => void;
  readonly drop: () => void;
};

/** A coupon is checked for one currency, and checked again in another. */
export function useCoupon(currency: CurrencyNumber): CouponState {
  const { i18n } = useLingui();
  const [known, setKnown] = useState<Pick<CouponState, 'applied' | 'lost'>>({ applied: undefined, lost: undefined });
  const take = useCallback((coupon: Coupon) => {
    setItem(COUPON_KEY, coupon.code, getSessionStore);
    setKnown({ applied: coupon, lost: undefined });
  }, []);
  const drop = useCallback(() => {
    setItem(COUPON_KEY, null, getSessionStore);
    setKnown({ applied: undefined, lost: undefined });
  }, []);
  const refuse = useEffectEvent((code: string, error: ApiError) => {
    // A failed check is repeated with the next quote.
    if (error.status === 400) setItem(COUPON_KEY, null, getSessionStore);
    const why = error.errors.code?.[0] ?? (typeof error.general === 'string' ? error.general : i18n._(error.general));
    setKnown({ applied: undefined, lost: { code, why } });
  });
  useEffect(() => {
    const code = getItem(COUPON_KEY, getSessionStore);
    if (code === undefined) return undefined;
    const controller = new AbortController();
    call('GET /api/orders/coupon', { code, currency }, { signal: controller.signal }).then(take, (cause: unknown) => {
      if (!controller.signal.aborted && cause instanceof ApiError) refuse(code, cause);
    });
    return () => controller.abort();
  }, [currency, take]);
  const applied = known.applied?.currency === currency ? known.applied : undefined;
  return { applied, code: applied?.code ?? null, lost: known.lost, take, drop };
}

type Props = {
  readonly hand: CouponState;
  readonly unfit: CouponProblem | undefined /** The server's message, which is more specific. */;
  readonly why: string | undefined;
};

export function CouponPart({ hand, unfit, why }: Props) {
  const { applied: coupon, drop } = hand;
  const { t } = useLingui();
  if (!coupon) return <CodeForm hand={hand} />;
  const remove = () => {
    drop();
    document.getElementById('cart-lines')?.focus();
  };
  return (
    <div className={css.coupon} id="coupon">
      <div className={css.given}>
        <p>
          <b>
            <UserText text={coupon.code} />
          </b>{' '}
          <Worth coupon={coupon} />
        </p>
        <Button text={t`Remove`} look="link" aria-label={t`Remove coupon`} onClick={remove} />
      </div>
      {coupon.limited ? <p className={css.why}>{t`Limited code: pay within 5 minutes of ordering to be sure of it.`}</p> : null}
      <div role="status">{why || unfit ? <p className={css.why}>{why ?? (unfit && <WhyUnfit problem={unfit} />)}</p> : null}</div>
    </div>
  );
}

function Worth({ coupon: { percent, amount, currency } }: { coupon: Coupon }) {
  const { locale } = usePage();
  const worth = percent === null ? showMoney({ amount: amount ?? 0, currency }, locale) : showPercent(percent, locale);
  return <Trans>{worth} off</Trans>;
}

function WhyUnfit({ problem }: { problem: CouponProblem }) {
  const { locale } = usePage();
  if (problem.what === 'depositsOnly') return <Trans>This code is for adding funds, not for orders.</Trans>;
  if (problem.what === 'smaller') return <Trans>Your own discount takes off more than this code, and only one of them counts.</Trans>;
  return <Trans>Spend at least {showMoney(problem.minimum, locale)} to use this code.</Trans>;
}

function CodeForm({ hand: { take, lost } }: { hand: CouponState }) {
  const { t } = useLingui();
  const { currency } = usePage();
  const form = useAccountForm({
    name: 'coupon',
    empty: { code: '' },
    shape: loadShape,
    words,
    send: ({ code }, options) => call('GET /api/orders/coupon', { code, currency }, options),
    onDone: take,
  });
  const field = form.field('code');
  const hasError = field.error !== undefined;
  useErrorTitle(form.summary !== undefined);
  useEffect(() => {
    if (hasError) document.getElementById(field.id)?.focus();
  }, [hasError, field.id]);
  return (
    <form className={css.coupon} id="coupon" {...form.props}>
      {form.summary && form.summary.lines.length === 0 ? <ErrorSummary summary={form.summary} id="coupon-told" /> : null}
      <div className={css.code}>
        <TextField field={field} label={t`Coupon code`} autoComplete="off" optional exact />
        <Button text={t`Apply`} type="submit" busy={form.busy} />
      </div>
      <div role="status">
        {lost ? (
          <p className={css.why}>
            <Trans>
              <UserText text={lost.code} /> no longer applies: <UserText text={lost.why} />
            </Trans>
          </p>
        ) : null}
      </div>
    </form>
  );
}
