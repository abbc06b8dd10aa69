// One order of the list: what it is, its state, its price, the next action and a menu of the others.
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { showMoney } from '../../../../lib/money/money.ts';
import { usePage } from '../../../router/page/context.ts';
import { SentenceShortDay, ShortDay } from '../../../shared/date-time.tsx';
import { OrderActions } from '../actions/order-actions.tsx';
import { type OrderProps, orderAddress, orderNames } from '../order-list.ts';
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
          <p className={css.meta}>
            <OrderMeta order={order} names={names} />
          </p>
        </div>
        <div className={css.state}>
          <OrderBadge order={order} />
          <p className={css.line}>
            <OrderStateLine order={order} />
          </p>
          <OrderTime order={order} />
        </div>
        <p className={css.price}>{showMoney({ amount: price, currency }, locale)}</p>
        <OrderActions {...{ order, names, take, heading }} />
      </article>
    </li>
  );
}

/** Brand, platform, number and date; for a subscription its renewal. */
export function OrderMeta({ order, names }: Pick<OrderProps, 'order' | 'names'>) {
  const { number, createdAt, answers, subscriptionId } = order;
  const { platform } = orderNames(order, names);
  const { brandName } = answers;
  return (
    <>
      {typeof brandName === 'string' ? (
        <>
          <bdi className={css.brand}>{brandName}</bdi> ·{' '}
        </>
      ) : null}
      {platform ? `${platform} · ` : null}
      <span className={css.number}>{number}</span> · <ShortDay iso={createdAt} />
      {subscriptionId ? (
        <>
          {' · '}
          <Renewal order={order} />
        </>
      ) : null}
    </>
  );
}

const Renewal = ({ order: { renewsAt } }: Pick<OrderProps, 'order'>) =>
  renewsAt ? (
    <Trans>
      renews <SentenceShortDay iso={renewsAt} />
    </Trans>
  ) : (
    <Trans>monthly</Trans>
  );
