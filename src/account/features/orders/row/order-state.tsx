// The state of an order: a badge and one short sentence.
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { showMoney } from '#lib/money/money.ts';
import type { OrderView } from '#modules/orders/shapes.ts';
import { Meter } from '#ui/feedback/meter.tsx';
import { useNow } from '#ui/hooks/use-now.ts';
import { usePage } from '#ui/page/context.ts';
import badge from '#ui/styles/badge.module.css';
import { NearDay, NearMoment, ShortDay } from '../../../shared/date-time.tsx';
import {
  computeTimeUsed,
  findNewestDelivery,
  findSharedStage,
  hasQuestion,
  isInWork,
  isUnpaid,
  isWaitingRequest,
  statusDisplay,
  statusWords,
} from '../order-list.ts';

type Props = { readonly order: OrderView };

export function OrderStatusText({ status }: Pick<OrderView, 'status'>) {
  const { i18n } = useLingui();
  return i18n._(statusWords[status]);
}

export function OrderBadge({ order }: Props) {
  const { t } = useLingui();
  const { status, inRevision, piecesWaiting } = order;
  const stage = findSharedStage(order);
  if (inRevision)
    return (
      <span className={badge.work}>
        {t`In revision`}
        {stage ? ` · ${stage}` : null}
      </span>
    );
  if (piecesWaiting > 0)
    return (
      <span className={badge.wait}>
        <Plural value={piecesWaiting} one="# brief due" other="# briefs due" />
      </span>
    );
  if (hasQuestion(order)) return <span className={badge.wait}>{t`Question for you`}</span>;
  if (isWaitingRequest(order)) return <span className={badge.wait}>{t`Waiting`}</span>;
  return (
    <span className={badge[statusDisplay[status].badge]}>
      <OrderStatusText status={status} />
      {stage ? ` · ${stage}` : null}
    </span>
  );
}

export function OrderStateLine({ order }: Props): ReactNode {
  const { status, piecesWaiting, mayBeginAt, acceptAt } = order;
  if (order.dispute === 'lost') return <Trans>Payment taken back</Trans>;
  if (status === -1) return <Refunded order={order} />;
  if (isUnpaid(order)) return <ToPay order={order} />;
  if (piecesWaiting > 0)
    return mayBeginAt ? (
      <Trans>
        Work starts <NearDay iso={mayBeginAt} />
      </Trans>
    ) : (
      <Plural value={piecesWaiting} one="The clock starts when you send it" other="Each clock starts when you send it" />
    );
  if (hasQuestion(order)) return <Trans>The clock is paused until you answer</Trans>;
  if (acceptAt)
    return (
      <Trans>
        Accept by <NearDay iso={acceptAt} />
      </Trans>
    );
  if (isInWork(order)) return <Expected order={order} />;
  const delivered = findNewestDelivery(order);
  return delivered ? <ShortDay iso={delivered} /> : null;
}

function Refunded({ order: { paidFrom, price, currency, withdrawn } }: Props) {
  const { locale } = usePage();
  const amount = price - (withdrawn?.charged ?? 0);
  if (paidFrom !== 'link' && paidFrom !== 'balance') return <Trans>Nothing was charged</Trans>;
  return amount > 0 ? <Trans>Refund: {showMoney({ amount, currency }, locale)}</Trans> : null;
}

function ToPay({ order: { status, paymentLink, linkExpiresAt, paymentOutcome } }: Props) {
  if (paymentOutcome?.kind === 'confirming') return <Trans>Checking with your bank</Trans>;
  if (paymentOutcome?.kind === 'unreachable') return <Trans>Bank can’t be reached</Trans>;
  if (paymentOutcome?.kind === 'declined') return <Trans>Payment declined</Trans>;
  if (status === 0) return <Trans>Preparing the payment link</Trans>;
  return paymentLink && linkExpiresAt ? (
    <Trans>
      Link open until <NearMoment iso={linkExpiresAt} />
    </Trans>
  ) : (
    <Trans>Payment link expired</Trans>
  );
}

function Expected({ order }: Props) {
  const { expectedAt, expectedBecause } = order;
  if (expectedBecause === null) return null;
  if (isWaitingRequest(order)) return <Trans>Waiting for its turn in your plan</Trans>;
  if (expectedAt === null) return <Trans>On hold: payment disputed</Trans>;
  if (expectedBecause === 'instant') return <Trans>Ready in a minute</Trans>;
  if (expectedBecause === 'late') return <Trans>Delayed, sorry</Trans>;
  if (expectedBecause === 'mayBeginLater')
    return (
      <Trans>
        Expected <NearDay iso={expectedAt} />
      </Trans>
    );
  return (
    <Trans>
      Expected <NearMoment iso={expectedAt} />
    </Trans>
  );
}

/** How much of the time is used, while a clock runs. */
export function OrderTime({ order }: Props) {
  const { t } = useLingui();
  const done = computeTimeUsed(order, useNow());
  return done === undefined ? null : <Meter label={t`Time used`} done={done} />;
}
