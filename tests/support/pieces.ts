// Customers with a paid bundle, and a valid brief for each piece.

import { expect } from 'vitest';
import { usualCalendar } from '#lib/time/calendar.ts';
import { standardTurnaround } from '#lib/time/turnaround.ts';
import type { OrderClock, PieceClock } from '#modules/orders/expected/rules.ts';
import type { Line } from '#modules/orders/shapes.ts';
import { OrderStatus } from '#modules/orders/statuses.ts';
import { withdrawUntil } from '#modules/orders/withdrawal-period/rules.ts';
import type { Output, Sent } from '../../src/api.ts';
import { logIn } from './accounts.ts';
import { monthly, suite } from './cart-lines.ts';
import { type Buyer, becomes, buyer, funded, type Outcome, pay, placed, statuses } from './money.ts';
import { jobsOfTask, letRun } from './rows/jobs.ts';
import type { Shop, Span } from './shop.ts';

export const common = { brandName: 'Loaf & Queue', language: 'en', tone: 'warm', rightsConfirmed: true };

const own: Readonly<Record<string, object>> = {
  'brand-stories': { facts: 'A bakery in a side street, which opens at seven. '.repeat(3) },
  'catchy-phrases': { product: 'Sourdough bread, baked twice a day and sold at the door.' },
  'quick-reads': { topic: 'Why yesterday’s loaf makes better toast' },
  'hashtag-magic': { topic: 'The first loaf of the morning' },
  'social-boosts': { profileUrl: 'https://www.instagram.com/loaf', objective: 'sales' },
  'content-checker': { text: 'The bread is ready at seven and gone by nine. '.repeat(4) },
};

export type Whole = Output<'GET /api/orders/order'>;
export type Piece = Whole['pieces'][number];
export type Brief = { readonly id: string; readonly platform: number | null; readonly answers: Readonly<Record<string, unknown>> };

/** A valid brief for the piece's service. */
export function createBrief({ id, offerId }: Pick<Piece, 'id' | 'offerId'>, more: object = {}): Brief {
  const service = offerId.split('-').slice(0, 2).join('-');
  const isPlaced = service === 'hashtag-magic' || service === 'social-boosts';
  return { id, platform: isPlaced ? 2 : null, answers: { ...common, ...own[service], ...more } };
}

export async function whole(shop: Shop, { token }: Buyer, id: string): Promise<Whole> {
  const { status, body } = await shop.call('GET /api/orders/order', { id }, { token });
  expect(status).toBe(200);
  return body;
}

export type Bundled = { readonly who: Buyer; readonly orderId: string; readonly purchaseId: string; readonly pieces: Whole['pieces'] };

/** A bundle paid from the balance. */
export async function bundled(shop: Shop, line: Line = suite(), known?: Buyer, more: { startNow?: boolean } = {}): Promise<Bundled> {
  const who = known ?? (await buyer(shop));
  await funded(shop, who, 130_000);
  const { orderIds, purchaseId } = await placed(shop, who, { lines: [line], payFromBalance: true, ...more });
  const orderId = orderIds[0] ?? '';
  return { who, orderId, purchaseId, pieces: (await whole(shop, who, orderId)).pieces };
}

export const brief = (shop: Shop, { token }: Buyer, orderId: string, pieces: readonly unknown[]) =>
  shop.call('POST /api/orders/brief', { orderId, pieces }, { token });

// An order and its pieces as the rules of the expected date read them.

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
  calendar: usualCalendar,
  ...more,
});
export const piece = (more: Partial<PieceClock> = {}): PieceClock => ({
  isInstant: false,
  turnaround: standardTurnaround,
  hasOwnBrief: false,
  isDueByHand: false,
  state: 'ready',
  mayBeginAt: paidAt,
  dueAt: at(48),
  waitsSince: null,
  leftSeconds: null,
  heldSince: null,
  hasMakerError: false,
  ...more,
});

// Customers with a monthly bundle that renews.

/** Price of a month, in cents. */
export const PRICE = 9_900;

/** Logs in again: turning the clock expires the access token. */
export const again = async (shop: Shop, who: Buyer): Promise<Buyer> => ({ ...who, token: (await logIn(shop, who.email)).token });

export async function logInLater(shop: Shop, who: Buyer, span: Span): Promise<Buyer> {
  shop.clock.turn(span);
  await letRun(shop, 'subscriptions.renew');
  return again(shop, who);
}

export type Running = Output<'GET /api/orders/subscriptions'>[number];
export const running = async (shop: Shop, { token }: Buyer): Promise<Running[]> =>
  (await shop.call('GET /api/orders/subscriptions', undefined, { token })).body;
export const act = (shop: Shop, { token }: Buyer, request: Sent<'POST /api/orders/subscription'>) =>
  shop.call('POST /api/orders/subscription', request, { token });
export async function acted(shop: Shop, who: Buyer, what: Sent<'POST /api/orders/subscription'>['do']): Promise<Running> {
  const [{ id = '' } = {}] = await running(shop, who);
  const { status, body } = await act(shop, who, { subscriptionId: id, do: what });
  expect([status, body]).toMatchObject([200, { id }]);
  return body;
}

export const about = async (shop: Shop, { email }: Buyer, words: RegExp) =>
  (await shop.mails(email)).filter(({ subject }) => words.test(subject)).length;
/** The renewal date of each subscription. */
export const renewalDays = async (shop: Shop, who: Buyer) => (await running(shop, who)).map(({ renewsAt }) => renewsAt?.slice(0, 10));

/** A customer whose first month is paid from the balance; `left` remains in it. */
export async function subscribed(shop: Shop, left = 0): Promise<Buyer> {
  const who = await buyer(shop);
  await funded(shop, who, PRICE + left);
  await placed(shop, who, { lines: [monthly()], payFromBalance: true });
  return who;
}

/** A month logInLater, with an empty balance: the renewal is announced, and then waits for its payment. */
export async function unpaid(shop: Shop): Promise<Buyer> {
  const who = await subscribed(shop);
  await logInLater(shop, who, { days: 29 });
  const now = await logInLater(shop, who, { days: 3 });
  expect(await statuses(shop, now)).toEqual([5, 2]);
  return now;
}

/** A customer whose first month is paid at the bank, and who lets the shop charge the same means later. */
export async function subscribedByMeans(shop: Shop, outcome: Outcome = 'success'): Promise<Buyer> {
  let who = await buyer(shop);
  const { paymentLink } = await placed(shop, who, { lines: [monthly()], saveMeans: true });
  await pay(paymentLink, outcome, { save: 'on' });
  if (outcome.startsWith('debit')) shop.clock.turn({ seconds: 61 });
  if (outcome === 'lost') {
    shop.clock.turn({ minutes: 6 });
    await letRun(shop, 'payments.poll');
    who = await again(shop, who);
  }
  await becomes(shop, who, [2]);
  return who;
}

/** Charges run as soon as they are placed. */
export const waitForCharges = (shop: Shop) => expect.poll(() => jobsOfTask(shop, 'payments.charge')).toEqual([]);

/** The next month of a subscription is due, and its charge is carried out. */
export async function renewByMeans(shop: Shop, who: Buyer): Promise<Buyer> {
  await logInLater(shop, who, { days: 29 });
  const now = await logInLater(shop, who, { days: 3 });
  await waitForCharges(shop);
  return now;
}
