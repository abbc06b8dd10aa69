// What the pages show of an order, computed from the API. The customer's browser is in Berlin.
import { showMoney } from '#lib/money/money.ts';
import { inZone } from '../orders.ts';
import type { Order } from './world.ts';

export const isUnpaid = ({ status }: Order): boolean => [0, 1, 5].includes(status);

export const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
export const shownIn = (iso: string, timeZone: string): string => plain(inZone(iso, timeZone));

/** The customer's browser is in Berlin. */
const ZONE = 'Europe/Berlin';

/** As the rows show it: without the year if it is this year, and without the date if it is today. */
function shortIn(iso: string, now: Date, withTime = false): string {
  const format = (options: Intl.DateTimeFormatOptions, of = new Date(iso)) =>
    plain(new Intl.DateTimeFormat('en-US', { timeZone: ZONE, ...options }).format(of));
  const day = { month: 'short', day: 'numeric', year: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit' } as const;
  if (withTime && format(day) === format(day, now)) return format(time);
  const isThisYear = format({ year: 'numeric' }) === format({ year: 'numeric' }, now);
  return format({ ...day, year: isThisYear ? undefined : 'numeric', ...(withTime ? time : {}) });
}

const longDay = (iso: string): string =>
  plain(new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: ZONE }).format(new Date(iso)));

/** It is still expected on the day that was estimated when it was ordered. */
export const isAsEstimated = ({ expectedAt, expectedBecause, estimatedDeliveryAt }: Order): boolean =>
  expectedAt !== null && expectedBecause !== 'late' && longDay(expectedAt) === longDay(estimatedDeliveryAt);

const shownPrice = ({ price, currency }: Order): string => plain(showMoney({ amount: price, currency }, 'en'));

/** What the list says about an order: its sum, and the date that matters next. */
export function shownInRow(order: Order, now: Date): string[] {
  const { createdAt, status, linkExpiresAt, paymentLink, paymentOutcome, piecesWaiting, mayBeginAt, expectedAt, expectedBecause } = order;
  const always = [
    shownPrice(order),
    plain(new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: ZONE }).format(new Date(createdAt))),
  ];
  if (order.dispute === 'lost') return [...always, 'Payment taken back'];
  if (isUnpaid(order))
    return paymentLink && linkExpiresAt && status !== 0 && paymentOutcome?.kind !== 'declined'
      ? [...always, `Link open until ${shortIn(linkExpiresAt, now, true)}`]
      : always;
  if (piecesWaiting > 0) return mayBeginAt ? [...always, `Work starts ${shortIn(mayBeginAt, now)}`] : always;
  if (!expectedAt || order.acceptAt || expectedBecause === 'instant' || (expectedBecause === 'paused' && order.dueAt === null))
    return always;
  if (expectedBecause === 'late') return [...always, 'Delayed, sorry'];
  return [...always, `Expected ${shortIn(expectedAt, now, expectedBecause !== 'mayBeginLater')}`];
}

/**
 * What the page of an order says about it: its sum, and one date, which is called the estimate as long as it
 * is on that day.
 */
export function shownOnPage(order: Order): string[] {
  const { expectedAt, expectedBecause, inRevision, deliveries, estimatedDeliveryAt } = order;
  if (order.dispute === 'lost') return [shownPrice(order), 'Payment taken back.'];
  const date = expectedAt && shownIn(expectedAt, ZONE);
  const label = inRevision ? 'Next version expected by ' : isAsEstimated(order) ? 'Estimated delivery: ' : 'xpected by ';
  return [
    shownPrice(order),
    ...(date && expectedBecause !== 'instant' ? [`${label}${date}`] : []),
    // Beside a delivery the timeline is not opened.
    ...(isAsEstimated(order) || deliveries.length > 0 ? [] : [`Estimated delivery when ordered: ${longDay(estimatedDeliveryAt)}`]),
  ];
}
