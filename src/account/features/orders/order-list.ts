// Filters and searches orders and derives the progress of each. Pure.
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { toSeconds } from '#lib/time/turnaround.ts';
import type { OrderView } from '#modules/orders/shapes.ts';
import type { HistoryData } from '#ui/page/data.ts';
import { createMatcher } from '#ui/search/text-search.ts';
import { href, pages, parseQuery } from '../../../pages.ts';
import { getSearchText } from './order-names.ts';

export const shows = ['all', ...pages.orderHistory.query.show] as const;
export type Show = (typeof shows)[number];

/** `more`: there are older ones. */
export type ListedOrders = { readonly orders: readonly OrderView[]; readonly more: boolean };

/** Props of components that show an order. */
export type OrderProps = {
  readonly order: OrderView;
  readonly names: HistoryData;
  /** Applies the new state of the order and of its purchase. */
  readonly take: (fresh: readonly OrderView[]) => void;
};

/** Filter and actions of an order state. */
type StatusDisplay = {
  readonly show: Exclude<Show, 'all'>;
  readonly badge: 'wait' | 'work' | 'done' | 'off';
  /**
   * The dialog for a cancellation: of an unpaid order, or of a paid one with a refund; absent if the customer
   * can no longer cancel.
   */
  readonly cancel?: 'unpaid' | 'paid';
};

export const statusDisplay: Readonly<Record<OrderView['status'], StatusDisplay>> = {
  // New: its payment link is being created.
  0: { show: 'unpaid', badge: 'wait', cancel: 'unpaid' },
  // Awaiting payment.
  1: { show: 'unpaid', badge: 'wait', cancel: 'unpaid' },
  // Paid.
  2: { show: 'work', badge: 'work', cancel: 'paid' },
  // In progress.
  3: { show: 'work', badge: 'work' },
  // Delivered.
  4: { show: 'delivered', badge: 'done' },
  // Awaiting the payment of another month.
  5: { show: 'unpaid', badge: 'wait', cancel: 'unpaid' },
  // Cancelled.
  [-1]: { show: 'cancelled', badge: 'off' },
};

export const statusWords: Readonly<Record<OrderView['status'], MessageDescriptor>> = {
  0: msg`Ordered`,
  1: msg`Awaiting payment`,
  2: msg`Paid`,
  3: msg`In progress`,
  4: msg({ message: 'Delivered', context: 'one order' }),
  5: msg`Awaiting renewal`,
  [-1]: msg({ message: 'Cancelled', context: 'one order' }),
};

/** The parts of an order's page, by their name in its address. */
export const orderParts = ['delivery', 'brief', 'messages', 'invoice', 'timeline'] as const;
export type OrderPart = (typeof orderParts)[number];

export const orderAddress = (number: string, part?: OrderPart): string =>
  `${href('orderHistory')}/${number}${part === undefined ? '' : `?part=${part}`}`;

/** The clock is paused until the customer answers. */
export const hasQuestion = ({ expectedBecause, expectedAt, dueAt, piecesWaiting }: OrderView): boolean =>
  expectedBecause === 'paused' && expectedAt !== null && dueAt === null && piecesWaiting === 0;

/** A request of a plan that has not begun: it has no expected date yet. */
export const isWaitingRequest = ({ planSubscriptionId, status, expectedAt, expectedBecause, dispute }: OrderView): boolean =>
  planSubscriptionId !== undefined && status === 2 && expectedAt === null && expectedBecause === 'paused' && dispute === null;

/** It is still expected on the day that was estimated when it was ordered, in the reader's time zone. */
export const isAsEstimated = ({
  expectedAt,
  expectedBecause,
  estimatedDeliveryAt,
}: Pick<OrderView, 'expectedAt' | 'expectedBecause' | 'estimatedDeliveryAt'>): boolean =>
  expectedAt !== null && expectedBecause !== 'late' && new Date(expectedAt).toDateString() === new Date(estimatedDeliveryAt).toDateString();

export const isInWork = ({ status, inRevision }: OrderView): boolean => status === 2 || status === 3 || inRevision;

/** What the customer does next; 'open': nothing, the shop is at work. */
export type NextStep = 'pay' | 'brief' | 'answer' | 'read' | 'open' | 'again';

export function getNextStep(order: OrderView): NextStep {
  if (isUnpaid(order)) return isConfirmationPending(order) ? 'open' : 'pay';
  if (order.piecesWaiting > 0) return 'brief';
  if (hasQuestion(order)) return 'answer';
  if (order.acceptAt) return 'read';
  return isInWork(order) ? 'open' : 'again';
}

/** A day of the turnaround counts as 24 hours in the bar. */
const toMs = (turnaround: OrderView['turnaround']): number => toSeconds(turnaround) * 1_000;

/** The share of the turnaround that has passed, from 0 to 1; undefined if no clock runs. */
export function computeTimeUsed(order: OrderView, now: number): number | undefined {
  if (order.dueAt === null || !isInWork(order) || order.mayBeginAt !== null || order.dispute !== null) return undefined;
  return Math.min(1, Math.max(0, 1 - (Date.parse(order.dueAt) - now) / toMs(order.turnaround)));
}

export const isUnpaid = ({ status }: Pick<OrderView, 'status'>): boolean => statusDisplay[status].show === 'unpaid';

/** The end of the last attempt to pay is unknown: nothing may be paid again. */
export const isConfirmationPending = ({ paymentOutcome }: Pick<OrderView, 'paymentOutcome'>): boolean =>
  paymentOutcome?.kind === 'confirming' || paymentOutcome?.kind === 'unreachable';

/**
 * Query parameters; `purchase`: the purchase whose payment page the user returns from; `brief`: the order
 * whose pieces are briefed.
 */
export type Choice = {
  readonly show: Show;
  readonly wanted: string;
  readonly purchase: string | undefined;
  readonly brief: string | undefined;
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
export const MAX_SEARCH_CHARS = 80;

export function parseChoice(address: string): Choice {
  const { show, q, purchase, brief } = parseQuery(address);
  return {
    show: shows.find((each) => each === show) ?? 'all',
    wanted: typeof q === 'string' ? q.slice(0, MAX_SEARCH_CHARS) : '',
    purchase: parseId(purchase),
    brief: parseId(brief),
  };
}

const parseId = (value: unknown): string | undefined => (typeof value === 'string' && UUID.test(value) ? value : undefined);

/** A new search drops the purchase that was just paid. */
export function getHistoryAddress({ show = 'all', wanted = '', purchase, brief }: Partial<Choice>): string {
  const pairs = { show: show === 'all' ? '' : show, q: wanted.trim(), purchase: purchase ?? '', brief: brief ?? '' };
  const query = new URLSearchParams(Object.entries(pairs).filter(([, value]) => value !== ''));
  return href('orderHistory') + (query.size > 0 ? `?${query}` : '');
}

export const countIn = (orders: readonly OrderView[], show: Show): number => orders.filter((order) => isIn(order, show)).length;

const isIn = ({ status }: OrderView, show: Show): boolean => show === 'all' || statusDisplay[status].show === show;

/** Every search word must be in its number, names or brief. */
export function filterOrders(
  orders: readonly OrderView[],
  { show, wanted }: Pick<Choice, 'show' | 'wanted'>,
  data: HistoryData,
): readonly OrderView[] {
  const fits = createMatcher(wanted);
  return orders.filter((order) => isIn(order, show) && (!fits || fits(getSearchText(order, data))));
}

export const orderSteps = ['ordered', 'paid', 'begun', 'delivered'] as const;
export type OrderStep = (typeof orderSteps)[number];

/** When the newest version was delivered. */
export const findNewestDelivery = ({ deliveries, deliveredAt }: OrderView): string | null =>
  deliveries.reduce((newest, each) => (each.deliveredAt > newest ? each.deliveredAt : newest), deliveredAt ?? '') || null;

/** When each step was reached; null if it was not. */
export const listSteps = (order: OrderView): readonly { step: OrderStep; at: string | null }[] => {
  const { createdAt, paidAt, startedAt } = order;
  const at = { ordered: createdAt, paid: paidAt, begun: startedAt, delivered: findNewestDelivery(order) };
  return orderSteps.map((step) => ({ step, at: at[step] }));
};

/** Merges newer orders into the list, newest first by id. */
export function mergeOrders(orders: readonly OrderView[], fresh: readonly OrderView[]): readonly OrderView[] {
  const known = new Map([...orders, ...fresh].map((order) => [order.id, order]));
  return [...known.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}

/** State of a whole purchase while waiting for its payment. */
export type PurchaseOutcome = 'unknown' | 'making' | 'waiting' | 'paid' | 'cancelled';

export function getOutcome(orders: readonly OrderView[]): PurchaseOutcome {
  if (orders.length === 0) return 'unknown';
  if (orders.some(({ paidFrom }) => paidFrom !== null)) return orders.every(({ status }) => status === -1) ? 'cancelled' : 'paid';
  const open = orders.filter(isUnpaid);
  if (open.length === 0) return 'cancelled';
  return open.some(({ status }) => status === 0) ? 'making' : 'waiting';
}

/** The stage of its open pieces, if work has begun and they share one. */
export function findSharedStage({ pieces, startedAt }: Pick<OrderView, 'pieces' | 'startedAt'>): string | null {
  if (startedAt === null) return null;
  const [first = null, ...others] = new Set(pieces.flatMap(({ stage }) => stage ?? []));
  return others.length === 0 ? first : null;
}
