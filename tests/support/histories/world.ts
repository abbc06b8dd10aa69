// Customers and an operator who use a real shop over HTTP, one step after the other.

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import { showMoney } from '#lib/money/money.ts';
import type { Line } from '#modules/orders/shapes.ts';
import type { Output } from '../../../src/api.ts';
import type { JobName } from '../../../src/jobs.ts';
import { logIn } from '../accounts.ts';
import { kits, monthly, phrases, story, suite, tags } from '../cart-lines.ts';
import { type Operating, openedSetting, operating } from '../desk.ts';
import { type Buyer, buyer } from '../money.ts';
import { inZone } from '../orders.ts';
import { sellPlans } from '../plans.ts';
import { retryFailed } from '../rows/jobs.ts';
import type { Shop } from '../shop.ts';

export type Order = Output<'GET /api/orders'>[number];
export type Customer = { readonly email: string; session: { readonly token: string; readonly at: number } };

export type World = {
  readonly shop: Shop;
  readonly customers: readonly Customer[];
  /** Logs in again after the clock was turned. */
  as(who: Customer): Promise<Buyer>;
  operator(): Promise<Operating>;
  /** Another one, who approves what the operator made. */
  colleague(): Promise<Operating>;
  orders(who: Customer): Promise<readonly Order[]>;
  /** A browser's page; without one the pages are not compared. */
  readonly page?: Page;
};

/** Log in again before an access token (five minutes) or an idle session of the desk (two hours) expires. */
const TOKEN_MS = 4 * 60_000;
const DESK_MS = 60 * 60_000;

type LoggedIn = { readonly who: Operating; readonly at: number };

export async function makeWorld(shop: Shop, customers: number): Promise<World> {
  const now = () => shop.clock.now().getTime();
  const desk = { owner: undefined as LoggedIn | undefined, manager: undefined as LoggedIn | undefined };
  const loggedIn = async (role: keyof typeof desk) => {
    const known = desk[role];
    const current = known && now() - known.at <= DESK_MS ? known : { who: await operating(shop, role), at: now() };
    desk[role] = current;
    return current.who;
  };
  const as: World['as'] = async (who) => {
    if (now() - who.session.at > TOKEN_MS) who.session = { token: (await logIn(shop, who.email)).token, at: now() };
    return { email: who.email, token: who.session.token };
  };
  return {
    shop,
    as,
    customers: await Promise.all(
      Array.from({ length: customers }, async () => {
        const { email, token } = await buyer(shop);
        return { email, session: { token, at: now() } };
      }),
    ),
    operator: () => loggedIn('owner'),
    colleague: () => loggedIn('manager'),
    async orders(who) {
      const { status, body } = await shop.call('GET /api/orders', { limit: 200 }, { token: (await as(who)).token });
      expect(status).toBe(200);
      return body;
    },
  };
}

/** The open invoices of a customer, as the desk lists them. */
export async function listClaims(world: World, { email }: Customer) {
  const { status, body } = await (await world.operator()).call('GET /api/claims', { limit: 200 });
  expect(status).toBe(200);
  return body.claims.filter(({ customer }) => customer?.email === email);
}

export type Invariant = (world: World) => Promise<readonly string[]>;

export const one = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % Math.max(1, items.length)];
/** Success or a user error; never a 5xx or a 401. */
export const taken = ({ status }: { readonly status: number }): boolean => {
  expect([200, 204, 400]).toContain(status);
  return status !== 400;
};

/**
 * Scheduled jobs, run one after the other, because each skips rows that another has locked. Changes first,
 * mails and documents last.
 */
const scheduled: readonly JobName[] = [
  'payments.poll',
  'subscriptions.renew',
  'plans.advance',
  'orders.voidUnpaid',
  'fulfilment.acceptDue',
  'orders.sendConfirmations',
  'invoicing.issue',
  'sales.sendReminders',
];

export async function runJobs(shop: Shop): Promise<void> {
  await settled(shop);
  for (const name of scheduled) {
    await shop.sql(`select graphile_worker.add_job($1, '{}'::json, max_attempts => 1)`, [name]);
    await settled(shop);
  }
}

/**
 * Waits until every due webhook of the bank has arrived and no due or failed job is left. The bank sends an
 * unanswered webhook again after ten seconds of the test clock. Turning the clock by an hour makes a call to
 * the bank in progress fail, because its signature is too old; the queue retries that job.
 */
async function settled(shop: Shop): Promise<void> {
  const open = `select task_identifier || coalesce(': ' || last_error, '') as left from graphile_worker.jobs
      where locked_at is not null or run_at <= now() or attempts between 1 and max_attempts - 1
    union all select 'webhook of ' || payment_id from sandbox.bank_webhook where arrived_at is null and due_at < $1::timestamptz + interval '20 seconds'`;
  const left = async () => {
    await retryFailed(shop);
    return shop.sql(open, [shop.clock.now()]);
  };
  await expect.poll(left, { interval: 15 }).toEqual([]);
}

// What customers of a history order: lines and coupons, with volume prices and add-ons.

/** At volume prices, with add-ons that are ticked, counted and per unit; see makeExtras. */
const stories = (): Line =>
  story({
    quantity: 5,
    addOns: [
      { id: 'copy', quantity: 3 },
      { id: 'gift', quantity: 1 },
      { id: 'rush', quantity: 1 },
    ],
  });
const monthlyExtra = (): Line => monthly({ addOns: [{ id: 'online', quantity: 1 }] });

/** Three pieces, briefed one by one after payment. */
const units = (): Line => phrases({ quantity: 3, answers: {} });

/** See sellPlans. */
const planLine = (offerId: string) => (): Line => ({ offerId, quantity: 1, platform: null, answers: {} });
const [plan, endless] = [planLine('story-plan'), planLine('endless-plan')];

export const lines = { story, stories, tags, kits, units, suite, monthly, monthlyExtra, plan, endless } as const satisfies Record<
  string,
  () => Line
>;
export type LineName = keyof typeof lines;

/**
 * 100% off hashtags, 20% off all orders, 20% off deposits, and 100% off hashtags with a limited number of
 * uses.
 */
export const coupons = {
  none: null,
  tags: `TAGS-${randomUUID()}`,
  fifth: `FIFTH-${randomUUID()}`,
  funds: `FUNDS-${randomUUID()}`,
  limited: `LIMITED-${randomUUID()}`,
} as const;

export const makeCoupons = ({ shop }: Pick<World, 'shop'>) =>
  shop.sql(
    `insert into coupon (code, code_key, kind, percent, applies_to, services, total_limit, created_at) values
      ($1, upper($1), 'percent', 100, 'orders', '[5]', null, now()), ($2, upper($2), 'percent', 20, 'orders', null, null, now()),
      ($3, upper($3), 'percent', 20, 'deposits', null, null, now()), ($4, upper($4), 'percent', 100, 'orders', '[5]', 40, now())`,
    [coupons.tags, coupons.fifth, coupons.funds, coupons.limited],
  );

const addOn = (id: string, charged: string, EUR: number, maxQuantity = 1) => ({
  ...{ id, charged, maxQuantity, description: null, offers: null, prices: { EUR } },
  name: { en: id, es: id, jp: id },
});

/** Of the service whose units are pieces. */
export const stageNames = ['draft', 'check', 'polish'] as const;

/**
 * Volume prices, add-ons, turnarounds in days, stages, approval and units that are pieces, which the sample
 * shop has none of.
 */
export async function makeExtras({ shop }: Pick<World, 'shop'>): Promise<void> {
  // Before the changes below, which the files do not have.
  await sellPlans(shop);
  expect((await (await openedSetting(shop, 'reminders')).save({ send: true })).body).toMatchObject({ saved: true });
  const set = `update catalogue_service set add_ons = $2 where type = (select service_type from catalogue_offer where id = $1)`;
  const ofStory = [addOn('copy', 'counted', 705, 5), addOn('gift', 'once', 333), addOn('rush', 'perUnit', 1_001)];
  await shop.sql(set, ['brand-stories-600', JSON.stringify(ofStory)]);
  await shop.sql(set, ['growth-accelerator-bundle', JSON.stringify([addOn('online', 'once', 1_501)])]);
  await shop.sql(`update catalogue_offer set tiers = $1 where id = 'brand-stories-600'`, [
    JSON.stringify([
      { from: 2, prices: { EUR: 8_003 } },
      { from: 4, prices: { EUR: 7_001 } },
    ]),
  ]);
  await shop.sql(`update catalogue_offer set turnaround = '{"amount": 3, "unit": "days"}' where id = 'hashtag-magic-1'`);
  const units = `update catalogue_offer set each_unit_is_piece = true, turnaround = '{"amount": 2, "unit": "businessDays"}' where id = $1`;
  await shop.sql(units, ['catchy-phrases-5']);
  const stages = stageNames.map((id) => ({ id, name: { en: id, es: id, jp: id }, colour: 'grey' }));
  await shop.sql(
    `update catalogue_service set production = production || jsonb_build_object('approval', true, 'stages', $2::jsonb)
     where type = (select service_type from catalogue_offer where id = $1)`,
    ['catchy-phrases-5', JSON.stringify(stages)],
  );
  const offer = async () => (await shop.call('POST /api/prices', { currency: 0 })).body.offers.find(({ id }) => id === 'brand-stories-600');
  await expect.poll(async () => [(await offer())?.addOns?.length, (await offer())?.tiers?.length]).toEqual([3, 2]);
}

/** Lines that an operator writes, by the tax category of each. */
export const freePrices = { standard: 12_345, reduced: 9_999, zero: 5_001, exempt: 3_333, outside: 777 } as const;
export const freeTitle = (category: keyof typeof freePrices) => `A day of ${category} work`;

// What the pages show of an order, computed from the API. The customer's browser is in Berlin.

export const perPurchase = (orders: readonly Order[]) => [...Map.groupBy(orders, ({ purchaseId }) => purchaseId)];

/** Within a plan, which is paid for: it costs nothing, has no document, and may wait for its turn. */
export const isRequest = ({ planSubscriptionId }: Order): boolean => planSubscriptionId !== undefined;
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

const shownPrice = ({ price, currency, planSubscriptionId }: Order): string =>
  planSubscriptionId ? 'In your plan' : plain(showMoney({ amount: price, currency }, 'en'));

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
