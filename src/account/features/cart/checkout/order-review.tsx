// Review before the order: everything in one place, with links to change it.
import { Trans, useLingui } from '@lingui/react/macro';
import type { MouseEvent, ReactNode } from 'react';
import { formatNameWithQuantity } from '#modules/catalogue/add-ons/rules.ts';
import type { Quote } from '#modules/orders/shapes.ts';
import { useMoney, usePage } from '#ui/page/context.ts';
import { href } from '../../../../pages.ts';
import { type BillingName, formatBilling } from '../../billing/billing-values.ts';
import type { NamedLine } from '../lines/line-item.tsx';
import css from './checkout-form.module.css';
import type { CouponState } from './coupon.tsx';
import { OwnDiscount } from './order-total.tsx';
import { type Starting, StartReview } from './start-of-work.tsx';

export type Reviewed = {
  readonly named: readonly NamedLine[];
  readonly coupon: CouponState;
  /** The client's own discount, if it counts. */
  readonly ownPercent: number;
  readonly quote: Pick<Quote, 'discount' | 'price'>;
};
type Props = Reviewed & { readonly starting: Starting; readonly value: (name: BillingName) => string; readonly payFromBalance: boolean };

export function OrderReview({ named, coupon, ownPercent, quote, starting, value, payFromBalance }: Props) {
  const { t } = useLingui();
  const { locale } = usePage();
  const money = useMoney();
  const { person, place } = formatBilling(value, locale);
  return (
    <section className={css.review} aria-labelledby="review">
      <h2 id="review">{t`Review`}</h2>
      <dl>
        <ReviewRow name={t`Items`} to="cart-lines" change={t`Change the items`}>
          {named.map(({ each, service, review }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts without state.
            <p key={index} data-gone={each.offer ? undefined : ''}>
              {each.offer ? `${each.line.quantity} × ` : null}
              {service?.name ?? each.stored.offerId}
              {each.offer ? ` · ${each.offer.unit}` : null}
              {each.addOns.map((addOn) => ` + ${formatNameWithQuantity(addOn)}`)}
              {review ? (
                <>
                  {' · '}
                  <Trans>we’ll read the brief first</Trans>
                </>
              ) : null}
            </p>
          ))}
        </ReviewRow>
        <ReviewRow name={t`Billing details`} to="billing" change={t`Change the billing details`}>
          <p>
            <bdi>{person}</bdi>
          </p>
          <p>
            <bdi>{place}</bdi>
          </p>
        </ReviewRow>
        {ownPercent > 0 ? (
          <ReviewRow name={<OwnDiscount percent={ownPercent} />}>
            <p>−{money(quote.discount)}</p>
          </ReviewRow>
        ) : coupon.applied ? (
          <ReviewRow name={t`Coupon`} to="cart-lines" change={t`Change the coupon`}>
            <p>
              <bdi>{coupon.applied.code}</bdi>
              {quote.discount > 0 ? ` −${money(quote.discount)}` : null}
            </p>
          </ReviewRow>
        ) : null}
        {quote.price > 0 ? (
          <ReviewRow name={t`Payment`} to="checkout-payFromLink" change={t`Change how you pay`}>
            <p>{payFromBalance ? t`From your balance` : t`By card or bank on the next page. Unpaid orders are cancelled after 7 days.`}</p>
          </ReviewRow>
        ) : null}
        <ReviewRow
          name={t`Delivery`}
          {...(starting.right === false ? {} : { to: 'checkout-startNow', change: t`Change when work starts` })}
        >
          <p>
            <StartReview {...starting} />
          </p>
        </ReviewRow>
        <Fixed isMonthly={named.some(({ each }) => each.offer?.interval === 'month')} />
      </dl>
    </section>
  );
}

/** Standard terms, shown before the order button and not only in the terms and conditions. */
const Fixed = ({ isMonthly }: { isMonthly: boolean }) => (
  <>
    {isMonthly ? (
      <ReviewRow name={<Trans>Every month</Trans>}>
        <p>
          <Trans>Renews every month at the same price. Cancel any time; it runs until the end of the month you’ve paid for.</Trans>
        </p>
      </ReviewRow>
    ) : null}
    <ReviewRow name={<Trans>Cancellation</Trans>}>
      <p>
        <Trans>
          Free until work begins; then you pay for what’s done. See our <a href={href('refundPolicy')}>refund policy</a>.
        </Trans>
      </p>
    </ReviewRow>
  </>
);

type ReviewRowProps = { readonly name: ReactNode; readonly to?: string; readonly change?: string; readonly children: ReactNode };

const ReviewRow = ({ name, to, change, children }: ReviewRowProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <div>{children}</div>
      {to ? (
        <a href={`#${to}`} aria-label={change} onClick={(event) => focusSection(event, to)}>
          <Trans>Change</Trans>
        </a>
      ) : null}
    </dd>
  </div>
);

/** Scrolls to the section without adding a history entry. */
function focusSection(event: MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
