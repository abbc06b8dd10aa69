// One order of the list: what it is, its state, its price, the next action and a menu of the others.
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { showMoney } from '#lib/money/money.ts';
import { usePage } from '#ui/page/context.ts';
import { href } from '../../../../pages.ts';
import { NearDay, ShortDay } from '../../../shared/date-time.tsx';
import { OrderActions } from '../actions/order-actions.tsx';
import { type OrderProps, orderAddress } from '../order-list.ts';
import { addOnTitles, orderNames } from '../order-names.ts';
import css from './order-row.module.css';
import { OrderBadge, OrderStateLine, OrderTime } from './order-state.tsx';

export function OrderListRow({ order, names, take }: OrderProps) {
  const { locale } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  const { number, price, currency } = order;
  const id = `order-${order.id}`;
  return (
    <li>
      <article className={css.order} aria-labelledby={id}>
        <div className={css.what}>
          <h2 id={id} ref={heading} tabIndex={-1}>
            <a href={orderAddress(number)}>{orderNames(order, names).title}</a>
          </h2>
          <OrderMeta order={order} names={names} />
        </div>
        <div className={css.state}>
          <OrderBadge order={order} />
          <p className={css.line}>
            <OrderStateLine order={order} />
          </p>
          <OrderTime order={order} />
        </div>
        <p className={css.price}>
          {order.planSubscriptionId ? (
            <a href={href('plans')}>
              <Trans>In your plan</Trans>
            </a>
          ) : (
            showMoney({ amount: price, currency }, locale)
          )}
        </p>
        <OrderActions {...{ order, names, take, heading }} />
      </article>
    </li>
  );
}

/**
 * Brand, platform, number and date, for a subscription its renewal, and add-ons; a line that wraps has no dot
 * at its ends.
 */
export function OrderMeta({ order, names, more }: Pick<OrderProps, 'order' | 'names'> & { readonly more?: string }) {
  const { number, createdAt, answers, subscriptionId, renewsAt } = order;
  return (
    <div className={css.meta}>
      <p>
        <span>
          <bdi>{answers.brandName}</bdi>
        </span>
        <span>{orderNames(order, names).platform}</span>
        <span>{number}</span>
        <ShortDay iso={createdAt} />
        <span>
          {subscriptionId &&
            (renewsAt ? (
              <Trans>
                renews <NearDay iso={renewsAt} />
              </Trans>
            ) : (
              <Trans>monthly</Trans>
            ))}
        </span>
        <span>{addOnTitles(order).join(' ')}</span>
        <span>{more}</span>
      </p>
    </div>
  );
}
