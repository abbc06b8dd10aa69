// The steps of an order with their dates, and what remains to be said about its progress.
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { OrderView } from '#modules/orders/shapes.ts';
import { Meter } from '#ui/feedback/meter.tsx';
import { apiQuery } from '../../../api/queries.ts';
import { useNews } from '../../../live/use-live-updates.ts';
import { DayText, LastDay, MomentText } from '../../../shared/date-time.tsx';
import { findSharedStage, isAsEstimated, listSteps, type OrderStep } from '../order-list.ts';
import css from './order.module.css';
import { TeamActions } from './team-actions.tsx';

const news = ['orders'] as const;

export function Timeline({ order }: { readonly order: OrderView }) {
  const { t } = useLingui();
  const words: Readonly<Record<OrderStep, string>> = {
    ordered: t`Ordered`,
    paid: t`Paid`,
    begun: t`In progress`,
    delivered: t({ message: 'Delivered', context: 'one order' }),
  };
  const steps = listSteps(order);
  const stage = findSharedStage(order);
  // An automatic order is delivered without a start by an editor.
  const last = steps.findLastIndex(({ at }) => at !== null);
  return (
    <div className={css.timeline}>
      {order.status === -1 ? null : <Meter label={t`Progress`} done={(last + 1) / steps.length} />}
      <ol>
        {steps.map(({ step, at }, index) => (
          <li key={step} data-taken={index <= last ? '' : undefined} aria-current={index === last ? 'step' : undefined}>
            <b>
              {words[step]}
              {stage && index === last ? ` · ${stage}` : null}
            </b>
            {at ? (
              <small>
                <MomentText iso={at} />
              </small>
            ) : null}
          </li>
        ))}
      </ol>
      <Acted id={order.id} />
      {order.status === -1 || isAsEstimated(order) ? null : (
        <p>
          <Trans>
            Estimated delivery when ordered: <DayText iso={order.estimatedDeliveryAt} />.
          </Trans>
        </p>
      )}
      {order.renewsAt && order.status !== -1 ? (
        <p>
          <Trans>
            Renews on <DayText iso={order.renewsAt} />.
          </Trans>
        </p>
      ) : null}
      {order.withdrawUntil && !order.dispute ? (
        <p>
          <Trans>
            You can withdraw from the contract until <LastDay iso={order.withdrawUntil} />.
          </Trans>
        </p>
      ) : null}
    </div>
  );
}

function Acted({ id }: { readonly id: string }) {
  const details = useQuery(apiQuery('GET /api/orders/order', { id }));
  useNews(news, () => void details.refetch());
  const by = details.data?.orderedBy;
  if (!details.data) return null;
  return (
    <>
      {by === undefined ? null : <p>{by === null ? <Trans>Ordered by a former colleague.</Trans> : <Trans>Ordered by {by}.</Trans>}</p>}
      <TeamActions order={details.data} />
    </>
  );
}
