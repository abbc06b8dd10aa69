// When an order or a piece is expected and why. Calculated on the server.
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OrderView } from '#modules/orders/shapes.ts';
import { TurnaroundText } from '#ui/catalogue/turnaround-text.tsx';
import { Space } from '#ui/i18n/space.tsx';
import { href } from '../../../../pages.ts';
import { DayText, MomentText } from '../../../shared/date-time.tsx';
import { isAsEstimated, isWaitingRequest } from '../order-list.ts';
import css from './order.module.css';

type ExpectedOrder = Pick<OrderView, 'expectedAt' | 'expectedBecause' | 'mayBeginAt' | 'dueAt' | 'turnaround'> & {
  readonly isPaid: boolean;
  /** The next delivery is, or may be, a revision. */
  readonly isRevision: boolean;
  /** The clock is paused until the customer answers. */
  readonly asks: boolean;
  /** It is expected on the day that was estimated when it was ordered. */
  readonly isEstimate?: boolean;
  /** Its pieces are briefed after payment. */
  readonly isBundle?: boolean;
  /** Why the shop has changed the date. */
  readonly dueReason?: string | null;
};

export function ExpectedDate({ order, isBundle }: { readonly order: OrderView; readonly isBundle: boolean }) {
  const { expectedBecause, paidAt, dueAt, piecesWaiting, deliveredAt, inRevision } = order;
  // Nothing is expected of an order whose payment was taken back.
  if (expectedBecause === null || order.dispute === 'lost') return null;
  if (isWaitingRequest(order))
    return (
      <p>
        <Trans>It begins when it is its turn in your plan.</Trans>
        <Space />
        <a href={href('plans')}>
          <Trans>See your plan</Trans>
        </a>
      </p>
    );
  return (
    <>
      <p>
        <ExpectedText
          {...order}
          isPaid={paidAt !== null}
          isRevision={inRevision}
          asks={dueAt === null && piecesWaiting === 0}
          isEstimate={isAsEstimated(order)}
          isBundle={isBundle}
        />
      </p>
      {inRevision && deliveredAt ? (
        <p className={css.estimated}>
          <Trans>
            First version delivered on <MomentText iso={deliveredAt} />.
          </Trans>
        </p>
      ) : null}
    </>
  );
}

/** The date and its reason; null if nothing is expected. */
export function ExpectedText(expected: ExpectedOrder) {
  const { expectedAt, expectedBecause } = expected;
  if (expectedBecause === null) return null;
  if (expectedAt === null) return <Trans>On hold because of a dispute about your payment.</Trans>;
  return (
    <>
      {expectedBecause === 'instant' ? null : <ExpectedBy {...expected} expectedAt={expectedAt} />}
      {expectedBecause === 'instant' ? null : <Space />}
      {reasons[expectedBecause](expected)}
    </>
  );
}

function ExpectedBy({ expectedAt, expectedBecause, isRevision, isEstimate }: ExpectedOrder & { readonly expectedAt: string }) {
  const date = <MomentText iso={expectedAt} />;
  if (expectedBecause === 'late') return <Trans>This was expected by {date}.</Trans>;
  if (isRevision) return <Trans>Next version expected by {date}.</Trans>;
  return isEstimate ? <Trans>Estimated delivery: {date}.</Trans> : <Trans>Expected by {date}.</Trans>;
}

const reasons: Readonly<Record<NonNullable<OrderView['expectedBecause']>, (expected: ExpectedOrder) => ReactNode>> = {
  ordered: ({ isBundle }) => (isBundle ? <Trans>That’s if you pay and send the briefs now.</Trans> : <Trans>That’s if you pay now.</Trans>),
  paid: ({ turnaround }) => (
    <Trans>
      That’s <TurnaroundText turnaround={turnaround} /> from your payment.
    </Trans>
  ),
  briefSent: ({ turnaround }) => (
    <Trans>
      That’s <TurnaroundText turnaround={turnaround} /> from your brief.
    </Trans>
  ),
  mayBeginLater: ({ mayBeginAt }) =>
    mayBeginAt ? (
      <Trans>
        Work starts on <DayText iso={mayBeginAt} />, when your 14-day withdrawal period ends.
      </Trans>
    ) : (
      <Trans>Work starts when your 14-day withdrawal period ends.</Trans>
    ),
  review: () => <Trans>We review your brief before work starts; that’s if it’s approved now.</Trans>,
  paused: ({ asks, dueAt }) =>
    dueAt !== null ? (
      <Trans>The clock was paused while we waited for your answer.</Trans>
    ) : asks ? (
      <Trans>We have a question for you; that’s if you answer now.</Trans>
    ) : (
      <Trans>That’s if you send the brief now.</Trans>
    ),
  late: () => <Trans>Sorry, it’s taking longer than planned.</Trans>,
  instant: ({ isPaid }) => (isPaid ? <Trans>Ready within a minute.</Trans> : <Trans>Ready within a minute of payment.</Trans>),
  byHand: ({ isRevision, dueReason }) =>
    isRevision ? null : dueReason ? <Trans>We changed the date: {dueReason}</Trans> : <Trans>One of us has set this date for you.</Trans>,
};
