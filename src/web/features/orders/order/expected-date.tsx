// When an order or a piece is expected and why, with the original estimate. Both are calculated on the server.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OrderView } from '../../../../modules/orders/shapes.ts';
import { MomentOf, SentenceDay, SentenceMoment } from '../../../shared/date-time.tsx';
import css from './order.module.css';

const HOUR_MS = 3_600_000;

type ExpectedOrder = Pick<OrderView, 'expectedAt' | 'expectedBecause' | 'mayBeginAt'> & {
  readonly isPaid: boolean;
  /** The next delivery is, or may be, a revision. */
  readonly isRevision: boolean;
  /** The clock is paused until the customer answers. */
  readonly asks: boolean;
};

export function ExpectedDate({ order }: { readonly order: OrderView }) {
  const { expectedAt, expectedBecause, estimatedDeliveryAt, paidAt, dueAt, piecesWaiting, deliveredAt } = order;
  if (expectedBecause === null) return null;
  const differs = expectedAt === null || Math.abs(Date.parse(expectedAt) - Date.parse(estimatedDeliveryAt)) > HOUR_MS;
  const isPlain = expectedBecause === 'ordered' || expectedBecause === 'paid';
  return (
    <>
      {differs || !isPlain ? (
        <p>
          <ExpectedText {...order} isPaid={paidAt !== null} isRevision={order.inRevision} asks={dueAt === null && piecesWaiting === 0} />
        </p>
      ) : null}
      {order.inRevision && deliveredAt ? (
        <p className={css.estimated}>
          <Trans>
            Estimated delivery: <SentenceMoment iso={estimatedDeliveryAt} />. First version delivered on{' '}
            <SentenceMoment iso={deliveredAt} />.
          </Trans>
        </p>
      ) : (
        <p className={differs ? css.estimated : undefined}>
          <Trans>
            Estimated delivery: <MomentOf iso={estimatedDeliveryAt} />.
          </Trans>
        </p>
      )}
    </>
  );
}

const reasons: Readonly<Record<NonNullable<OrderView['expectedBecause']>, (shown: Dated) => ReactNode>> = {
  ordered: ({ expectedAt }) => (
    <Trans>
      Expected by <SentenceMoment iso={expectedAt} /> if you pay now.
    </Trans>
  ),
  paid: ({ expectedAt }) => (
    <Trans>
      Expected by <SentenceMoment iso={expectedAt} />, 48 hours from your payment.
    </Trans>
  ),
  briefSent: ({ expectedAt, isRevision }) =>
    isRevision ? (
      <Trans>
        Next version expected by <SentenceMoment iso={expectedAt} />.
      </Trans>
    ) : (
      <Trans>
        Expected by <SentenceMoment iso={expectedAt} />, 48 hours from your brief.
      </Trans>
    ),
  mayBeginLater: ({ expectedAt, mayBeginAt }) =>
    mayBeginAt ? (
      <Trans>
        Expected by <SentenceMoment iso={expectedAt} />. Work starts on <SentenceDay iso={mayBeginAt} />, when your 14-day withdrawal period
        ends.
      </Trans>
    ) : (
      <Trans>
        Expected by <SentenceMoment iso={expectedAt} />. Work starts when your 14-day withdrawal period ends.
      </Trans>
    ),
  review: ({ expectedAt }) => (
    <Trans>
      We review your brief before work starts. Expected by <SentenceMoment iso={expectedAt} /> if it’s approved now.
    </Trans>
  ),
  paused: ({ expectedAt, asks, isRunning }) =>
    isRunning ? (
      <Trans>
        Expected by <SentenceMoment iso={expectedAt} />. The clock was paused while we waited for your answer.
      </Trans>
    ) : asks ? (
      <Trans>
        We have a question for you; the clock is paused until you answer. Expected by <SentenceMoment iso={expectedAt} /> if you answer now.
      </Trans>
    ) : (
      <Trans>
        Expected by <SentenceMoment iso={expectedAt} /> if you send the brief now.
      </Trans>
    ),
  late: ({ expectedAt }) => (
    <Trans>
      This was expected by <SentenceMoment iso={expectedAt} />. Sorry, it’s taking longer than planned.
    </Trans>
  ),
  instant: ({ isPaid }) => (isPaid ? <Trans>Ready within a minute.</Trans> : <Trans>Ready within a minute of payment.</Trans>),
};

type Dated = Omit<ExpectedOrder, 'expectedAt'> & { readonly expectedAt: string; readonly isRunning: boolean };

/** In one sentence; null if nothing is expected. */
export function ExpectedText({ expectedAt, expectedBecause, dueAt, ...shown }: ExpectedOrder & { readonly dueAt: string | null }) {
  if (expectedBecause === null) return null;
  if (expectedAt === null) return <Trans>On hold while your payment is disputed.</Trans>;
  return reasons[expectedBecause]({ ...shown, expectedAt, expectedBecause, isRunning: dueAt !== null });
}
