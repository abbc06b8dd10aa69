// Labels and colours for the states of orders, pieces and payments.

import { pieceStateLabels } from '#modules/fulfilment/desk/shapes-states.ts';
import type { OrderRow } from '#modules/orders/desk/shapes.ts';
import { orderStatusLabels } from '#modules/orders/desk/shapes-labels.ts';
import type { OrderPayment } from '#modules/payments/desk/shapes.ts';
import { paymentStateLabels } from '#modules/payments/rules.ts';
import badge from '#ui/styles/badge.module.css';

type StatusLabel = { readonly label: string; readonly look: string | undefined };

export const orderStatuses: Readonly<Record<OrderRow['status'], StatusLabel>> = {
  0: { label: orderStatusLabels[0], look: badge.wait },
  1: { label: orderStatusLabels[1], look: badge.wait },
  2: { label: orderStatusLabels[2], look: badge.work },
  3: { label: orderStatusLabels[3], look: badge.work },
  4: { label: orderStatusLabels[4], look: badge.done },
  5: { label: orderStatusLabels[5], look: badge.wait },
  [-1]: { label: orderStatusLabels[-1], look: badge.off },
};

type StatusProps = { readonly status: OrderRow['status']; readonly inRevision?: boolean };

/** A revision does not change the order's status. */
export const OrderStatusBadge = ({ status, inRevision = false }: StatusProps) =>
  inRevision ? (
    <span className={badge.wait}>Revision</span>
  ) : (
    <span className={orderStatuses[status].look}>{orderStatuses[status].label}</span>
  );

type PieceState = keyof typeof pieceStateLabels;
const pieceBadges: Readonly<Record<PieceState, string | undefined>> = {
  waiting: badge.wait,
  ready: badge.off,
  inWork: badge.work,
  inReview: badge.wait,
  revisionAsked: badge.wait,
  delivered: badge.done,
  accepted: badge.done,
  cancelled: badge.off,
};

export const PieceStateBadge = ({ state }: { readonly state: PieceState }) => (
  <span className={pieceBadges[state]}>{pieceStateLabels[state]}</span>
);

export const paymentStates: Readonly<Record<OrderPayment['state'], StatusLabel>> = {
  open: { label: paymentStateLabels.open, look: badge.wait },
  paid: { label: paymentStateLabels.paid, look: badge.done },
  expired: { label: paymentStateLabels.expired, look: badge.off },
  cancelled: { label: paymentStateLabels.cancelled, look: badge.off },
};

type PaymentProps = { readonly state: OrderPayment['state']; readonly attempt?: OrderPayment['attempt'] };

export const PaymentStateBadge = ({ state, attempt }: PaymentProps) => (
  <span className={paymentStates[state].look}>
    {attempt === 'confirming' || attempt === 'unreachable' ? 'Being confirmed' : paymentStates[state].label}
  </span>
);

const refundStates: Readonly<Record<'asked' | 'done' | 'failed', StatusLabel>> = {
  asked: { label: 'In progress', look: badge.wait },
  done: { label: 'Sent', look: badge.done },
  failed: { label: 'Failed, back on the balance', look: badge.wrong },
};

export const RefundState = ({ state }: { readonly state: keyof typeof refundStates }) => (
  <span className={refundStates[state].look}>{refundStates[state].label}</span>
);

const disputeStates = { open: 'Payment disputed', lost: 'Payment taken back' } as const;

export const DisputeBadge = ({ dispute }: { readonly dispute: keyof typeof disputeStates | null }) =>
  dispute && <span className={badge.wrong}>{disputeStates[dispute]}</span>;
