// One order of the history: what it is, its progress, the next step and its actions.
import { Trans, useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { showMoney } from '../../../../lib/money/money.ts';
import type { OrderView } from '../../../../modules/orders/shapes.ts';
import { Meter } from '../../../../ui/feedback/meter.tsx';
import badge from '../../../../ui/styles/badge.module.css';
import card from '../../../../ui/styles/card.module.css';
import { usePage } from '../../../router/page/context.ts';
import { DayOf, MomentOf } from '../../../shared/date-time.tsx';
import { type OrderProps, type OrderStep, orderNames, statusDisplay, stepsOf } from '../order-list.ts';
import { OrderActions } from './actions.tsx';
import { CollapsibleDetails } from './details.tsx';
import { Next } from './next-step.tsx';
import css from './order-card.module.css';

const loadWork = () => import('./deliveries.tsx').then(({ WorkOf }) => WorkOf);
const loadBrief = () => import('./brief.tsx').then(({ WholeBrief }) => WholeBrief);
const loadPapers = () => import('../../billing/invoices.tsx').then(({ Papers }) => Papers);

export function HistoryOrder({ order, names, take }: OrderProps) {
  const { locale } = usePage();
  const heading = useRef<HTMLHeadingElement>(null);
  const { number, createdAt, price, currency, status, answers, subscriptionId } = order;
  const id = `order-${order.id}`;
  const { title, platform } = orderNames(order, names);
  const { brandName } = answers;
  return (
    <li>
      <article className={`${card.card} ${css.order}`} aria-labelledby={id}>
        <div>
          <p className={css.meta}>
            <span className={css.number}>{number}</span> · <DayOf iso={createdAt} />
            {subscriptionId ? (
              <>
                {' · '}
                <Trans>every month</Trans>
              </>
            ) : null}
          </p>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p className={css.meta}>
            {typeof brandName === 'string' ? <bdi>{brandName}</bdi> : null}
            {typeof brandName === 'string' && platform ? ' · ' : null}
            {platform}
          </p>
        </div>
        <div className={css.end}>
          <p className={css.price}>{showMoney({ amount: price, currency }, locale)}</p>
          {order.inRevision ? (
            <span className={badge.work}>
              <Trans>In revision</Trans>
            </span>
          ) : (
            <span className={badge[statusDisplay[status].badge]}>
              <StatusOf status={status} />
            </span>
          )}
        </div>
        {status === -1 ? null : <Timeline order={order} />}
        <Next order={order} />
        <OrderActions {...{ order, names, take, heading }} />
        {order.startedAt ? (
          <CollapsibleDetails title={<Trans>Deliveries and messages</Trans>} load={loadWork} partProps={{ order, names }} number={number} />
        ) : null}
        <CollapsibleDetails title={<Trans>What you asked for</Trans>} load={loadBrief} partProps={{ order, names }} number={number} />
        {order.paidAt ? (
          <CollapsibleDetails
            title={<Trans>Invoice and credit notes</Trans>}
            load={loadPapers}
            partProps={{ request: `subject ${order.purchaseId}` as const }}
            number={number}
          />
        ) : null}
      </article>
    </li>
  );
}

export function StatusOf({ status }: Pick<OrderView, 'status'>) {
  const { t } = useLingui();
  const words: Readonly<Record<OrderView['status'], string>> = {
    0: t`Ordered`,
    1: t`Awaiting payment`,
    2: t`Paid`,
    3: t`In progress`,
    4: t({ message: 'Delivered', context: 'one order' }),
    5: t`Awaiting renewal`,
    [-1]: t({ message: 'Cancelled', context: 'one order' }),
  };
  return words[status];
}

function Timeline({ order }: { order: OrderView }) {
  const { t } = useLingui();
  const words: Readonly<Record<OrderStep, string>> = {
    ordered: t`Ordered`,
    paid: t`Paid`,
    begun: t({ message: 'In work', context: 'one order' }),
    delivered: t({ message: 'Delivered', context: 'one order' }),
  };
  const taken = stepsOf(order);
  // An automatic order is delivered without a start by an editor.
  const last = taken.findLastIndex(({ at }) => at !== null);
  return (
    <div className={css.timeline}>
      <Meter label={t`Progress`} done={(last + 1) / taken.length} />
      <ol>
        {taken.map(({ step, at }, index) => (
          <li key={step} data-taken={index <= last ? '' : undefined} aria-current={index === last ? 'step' : undefined}>
            <b>{words[step]}</b>
            {at ? (
              <small>
                <MomentOf iso={at} />
              </small>
            ) : null}
          </li>
        ))}
      </ol>
    </div>
  );
}
