// Review before the order: everything in one place, with links to change it.
import { Trans, useLingui } from '@lingui/react/macro';
import type { MouseEvent, ReactNode } from 'react';
import { countryName } from '../../../../lib/locale.ts';
import { statesOfCountry } from '../../../../lib/states.ts';
import type { Quote } from '../../../../modules/orders/shapes.ts';
import { href } from '../../../../pages.ts';
import { useMoney, usePage } from '../../../router/page/context.ts';
import type { NamedLine } from '../lines/line-item.tsx';
import css from './checkout-form.module.css';
import type { CouponState } from './coupon.tsx';
import { HeldNote } from './order-summary.tsx';
import { type Starting, StartReview } from './start-of-work.tsx';

type Name = 'firstName' | 'lastName' | 'country' | 'state' | 'city' | 'address' | 'zipCode';
export type Reviewed = {
  readonly named: readonly NamedLine[];
  readonly coupon: CouponState;
  readonly shown: Pick<Quote, 'discount' | 'price'>;
};
type Props = Reviewed & { readonly starting: Starting; readonly value: (name: Name) => string; readonly payFromBalance: boolean };

export function OrderReview({ named, coupon, shown, starting, value, payFromBalance }: Props) {
  const { t } = useLingui();
  const { locale } = usePage();
  const money = useMoney();
  const country = value('country');
  const state = statesOfCountry(country).find(({ code }) => code === value('state'))?.name;
  const place = [value('address'), value('city'), state, value('zipCode'), country && countryName(country, locale)];
  return (
    <section className={css.review} aria-labelledby="review">
      <h2 id="review">
        <Trans>Your order at a glance</Trans>
      </h2>
      <dl>
        <ReviewRow name={<Trans>Orders</Trans>} to="cart-lines" change={t`Change the orders`}>
          {named.map(({ each, service, needsReview }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts without state.
            <p key={index} data-gone={each.offer ? undefined : ''}>
              {each.offer ? `${each.line.quantity} × ` : null}
              {service?.name ?? each.stored.offerId}
              {each.offer ? `, ${each.offer.unit}` : null}
              {needsReview ? (
                <>
                  {' '}
                  <HeldNote />
                </>
              ) : null}
            </p>
          ))}
        </ReviewRow>
        <ReviewRow name={<Trans>Billing details</Trans>} to="billing" change={t`Change the billing details`}>
          <p>
            <bdi>{`${value('firstName')} ${value('lastName')}`.trim()}</bdi>
          </p>
          <p>
            <bdi>{place.filter(Boolean).join(', ')}</bdi>
          </p>
        </ReviewRow>
        <ReviewRow name={<Trans>Coupon</Trans>} to="cart-sum" change={t`Change the coupon`}>
          {coupon.applied ? (
            <p>
              <bdi>{coupon.applied.code}</bdi>
              {shown.discount > 0 ? ` −${money(shown.discount)}` : null}
            </p>
          ) : (
            <p>
              <Trans>none</Trans>
            </p>
          )}
        </ReviewRow>
        <ReviewRow name={<Trans>Total</Trans>}>
          <b className={css.price}>{money(shown.price)}</b>
        </ReviewRow>
        {shown.price > 0 ? (
          <ReviewRow name={<Trans>Payment</Trans>} to="checkout-payFromLink" change={t`Change how you pay`}>
            <p>
              {payFromBalance ? (
                <Trans>From your balance, at once</Trans>
              ) : (
                <Trans>By card or bank on the next page; unpaid orders are cancelled after 7 days</Trans>
              )}
            </p>
          </ReviewRow>
        ) : null}
        <ReviewRow
          name={<Trans>Delivery</Trans>}
          {...(starting.right ? { to: 'checkout-startNow', change: t`Change when work starts` } : {})}
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
          <Trans>
            A monthly bundle renews each month as a new order at the same price. You may end it at any time, with effect from the end of the
            period that is paid for.
          </Trans>
        </p>
      </ReviewRow>
    ) : null}
    <ReviewRow name={<Trans>Cancelling</Trans>}>
      <p>
        <Trans>
          Free of charge until work begins; after that, what is done is charged. More in our{' '}
          <a href={href('refundPolicy')}>refund policy</a>.
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
        <a href={`#${to}`} aria-label={change} onClick={(event) => lead(event, to)}>
          <Trans>Change</Trans>
        </a>
      ) : null}
    </dd>
  </div>
);

/** Scrolls to the section without adding a history entry. */
function lead(event: MouseEvent, id: string): void {
  event.preventDefault();
  document.getElementById(id)?.focus();
}
