// The total of the cart, which sticks to the bottom of the window until its place is reached. Calculated in
// the browser immediately, and confirmed by the server.

import { Trans, useLingui } from '@lingui/react/macro';
import type { Quote } from '#modules/orders/shapes.ts';
import type { ApiError } from '#ui/api/api-error.ts';
import { showPercent } from '#ui/catalogue/platform-label.ts';
import { Button } from '#ui/display/button.tsx';
import { useMoney, usePage } from '#ui/page/context.ts';
import type { Quoted } from '../use-quote.ts';
import type { CouponState } from './coupon.tsx';
import css from './order-total.module.css';

type Props = {
  readonly coupon: CouponState;
  /** The client's own discount, if it counts. */
  readonly ownPercent: number;
  readonly quote: Pick<Quote, 'discount' | 'price'>;
  readonly quoted: Quoted & { readonly again: () => void };
};

export function OrderTotal({ coupon, ownPercent, quote: { discount, price }, quoted: { refused, again } }: Props) {
  const { t } = useLingui();
  const money = useMoney();
  return (
    <aside className={css.total} aria-labelledby="cart-sum">
      <dl>
        {discount > 0 ? (
          <div className={css.discount}>
            <dt>
              {ownPercent > 0 ? <OwnDiscount percent={ownPercent} /> : <Trans>Discount</Trans>}{' '}
              <bdi>{ownPercent > 0 ? null : coupon.applied?.code}</bdi>
            </dt>
            <dd>−{money(discount)}</dd>
          </div>
        ) : null}
        <div>
          <dt id="cart-sum" tabIndex={-1}>
            {t`Total`}
          </dt>
          <dd>{money(price)}</dd>
        </div>
      </dl>
      <p role="status" className="unseen">
        {t`Total: ${money(price)}`}
      </p>
      <Unconfirmed refused={refused} again={again} />
    </aside>
  );
}

export function OwnDiscount({ percent }: { readonly percent: number }) {
  const { locale } = usePage();
  const shown = showPercent(percent, locale);
  return <Trans>Your discount ({shown})</Trans>;
}

/** Errors of lines and coupon are shown there; this one says that the total is not confirmed. */
function Unconfirmed({ refused, again }: { refused: ApiError | undefined; again: () => void }) {
  const { t, i18n } = useLingui();
  const placed = Object.keys(refused?.errors ?? {}).some((name) => name === 'couponCode' || name.startsWith('orderFormData['));
  return (
    <div role="status">
      {refused && !placed ? (
        <div className={css.unconfirmed}>
          <p>
            <Trans>We couldn’t confirm this total.</Trans> {typeof refused.general === 'string' ? refused.general : i18n._(refused.general)}
          </p>
          <Button text={t`Try again`} look="link" onClick={again} />
        </div>
      ) : null}
    </div>
  );
}
