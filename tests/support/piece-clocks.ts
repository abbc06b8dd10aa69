// An order and its pieces as the rules of the expected date read them.
import type { OrderClock, PieceClock } from '#modules/orders/expected/rules.ts';
import { OrderStatus } from '#modules/orders/statuses.ts';
import { withdrawUntil } from '#modules/orders/withdrawal-period/rules.ts';

export const HOUR = 3_600_000;
export const ordered = new Date('2026-05-12T08:00:00Z');
export const paidAt = new Date('2026-05-12T09:30:00Z');
export const at = (hours: number, from = paidAt): Date => new Date(from.getTime() + hours * HOUR);
export const minutes = (count: number, from = paidAt): Date => at(count / 60, from);
export const later = withdrawUntil(paidAt);

export const order = (more: Partial<OrderClock> = {}): OrderClock => ({
  status: OrderStatus.Paid,
  createdAt: ordered,
  paidAt,
  start: { startNow: true, hasRight: true },
  isFrozen: false,
  ...more,
});
export const piece = (more: Partial<PieceClock> = {}): PieceClock => ({
  isInstant: false,
  state: 'ready',
  mayBeginAt: paidAt,
  dueAt: at(48),
  waitsSince: null,
  leftSeconds: null,
  heldSince: null,
  hasMakerError: false,
  ...more,
});
