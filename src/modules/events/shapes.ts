// The events of the shop: their names, which outlive a process, and the fields that each has. Pure.

/** All names, also of events that nothing announces yet. */
export const eventTypes = [
  'order.created',
  'order.paid',
  'order.started',
  'order.delivered',
  'order.accepted',
  'order.revision_requested',
  'order.cancelled',
  'order.refunded',
  'piece.delivered',
  'message.created',
  'quote.accepted',
  'quote.declined',
  'invoice.issued',
  'invoice.paid',
  'invoice.overdue',
  'payment.failed',
  'payment.returned',
  'payment.disputed',
  'subscription.started',
  'subscription.renewed',
  'subscription.renewal_failed',
  'subscription.ended',
  'ticket.created',
  'ticket.answered',
  'client.created',
  'webhook.disabled',
] as const;
export type EventType = (typeof eventTypes)[number];

export type EventFields = Readonly<Record<string, string | number | boolean | null>>;
