// Price of the cart by line, with discount and total. Calculated in the browser immediately, and confirmed by the server.
import { Trans, useLingui } from '@lingui/react/macro';
import type { ApiError } from '../../../../ui/api-error.ts';
import button from '../../../../ui/styles/button.module.css';
import card from '../../../../ui/styles/card.module.css';
import { useMoney } from '../../../router/page/context.ts';
import type { LocalQuote } from '../lines/check-lines.ts';
import { priced } from '../lines/check-lines.ts';
import type { NamedLine } from '../lines/line-item.tsx';
import type { Quoted } from '../use-quote.ts';
import { CouponPart, type CouponState } from './coupon.tsx';
import css from './order-summary.module.css';

type Props = {
  readonly named: readonly NamedLine[];
  readonly coupon: CouponState;
  readonly local: LocalQuote;
  readonly quoted: Quoted & { readonly again: () => void };
};

export function OrderSummary({ named, coupon, local, quoted }: Props) {
  const { t } = useLingui();
  const money = useMoney();
  const { quote, refused, again } = quoted;
  const { subtotal, discount, price } = quote ?? local;
  const rows = priced(named.map(({ each }) => each)).map((each, index) => ({
    each,
    of: named.find((line) => line.each === each),
    total: (quote ?? local).lines[index]?.total ?? 0,
    discount: (quote ?? local).lines[index]?.discount ?? 0,
    why: quote?.lines[index]?.why,
  }));
  return (
    <>
      <aside className={`${card.card} ${css.sum}`} aria-labelledby="cart-sum">
        <h2 id="cart-sum" tabIndex={-1}>
          <Trans>Summary</Trans>
        </h2>
        <dl>
          {rows.map(({ each, of, total, discount: off, why }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of figures without state.
            <div key={index}>
              <dt>
                {each.line.quantity > 1 ? `${each.line.quantity} × ` : null}
                {of?.service?.name ?? each.stored.offerId}, {each.offer.unit}
                {off > 0 ? (
                  <small>
                    <Trans>Coupon: −{money(off)}</Trans>
                  </small>
                ) : null}
                {why ? <small>{why}</small> : null}
                {of?.needsReview ? <HeldNote /> : null}
              </dt>
              <dd>{money(total)}</dd>
            </div>
          ))}
          {discount > 0 ? (
            <>
              <div className={css.sub}>
                <dt>
                  <Trans>Subtotal</Trans>
                </dt>
                <dd>{money(subtotal)}</dd>
              </div>
              <div>
                <dt>
                  <Trans>Discount</Trans>
                </dt>
                <dd className={css.off}>−{money(discount)}</dd>
              </div>
            </>
          ) : null}
          <div className={css.total}>
            <dt>
              <Trans>Total</Trans>
            </dt>
            <dd>{money(price)}</dd>
          </div>
        </dl>
        <p role="status" className="unseen">
          {t`Total: ${money(price)}`}
        </p>
        <CouponPart hand={coupon} unfit={local.unfit} why={refused?.errors.couponCode?.[0]} />
        <Unconfirmed refused={refused} again={again} />
      </aside>
      <div className={css.bar} aria-hidden="true">
        <span>
          {discount > 0 ? (
            <small>
              <Trans>Discount</Trans> −{money(discount)}
            </small>
          ) : null}
          <Trans>Total</Trans>
        </span>
        <b>{money(price)}</b>
      </div>
    </>
  );
}

/** Errors of lines and coupon are shown there; this one says that the total is not confirmed. */
function Unconfirmed({ refused, again }: { refused: ApiError | undefined; again: () => void }) {
  const { i18n } = useLingui();
  const placed = Object.keys(refused?.errors ?? {}).some((name) => name === 'couponCode' || name.startsWith('orderFormData['));
  return (
    <div role="status">
      {refused && !placed ? (
        <div className={css.why}>
          <p>
            <Trans>The shop could not confirm this total just now; it is reckoned from the prices on this page.</Trans>{' '}
            {typeof refused.general === 'string' ? refused.general : i18n._(refused.general)}
          </p>
          <button type="button" className={button.link} onClick={again}>
            <Trans>Try again</Trans>
          </button>
        </div>
      ) : null}
    </div>
  );
}

/** The policy check was undecided, so work starts after a review. */
export const HeldNote = () => (
  <small>
    <Trans>A person reads this brief before work begins.</Trans>
  </small>
);
