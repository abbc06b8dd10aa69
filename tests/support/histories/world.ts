// Customers and an operator who use a real shop over HTTP, one step after the other.
import type { Page } from '@playwright/test';
import { expect } from 'vitest';
import type { Output } from '../../../src/api.ts';
import type { JobName } from '../../../src/jobs.ts';
import { logIn } from '../accounts.ts';
import { type Operating, operating } from '../desk.ts';
import { type Buyer, buyer } from '../money.ts';
import { retryFailed } from '../scheduled.ts';
import type { Shop } from '../shop.ts';

export type Order = Output<'GET /api/orders'>[number];
export type Customer = { readonly email: string; session: { readonly token: string; readonly at: number } };

export type World = {
  readonly shop: Shop;
  readonly customers: readonly Customer[];
  /** Logs in again after the clock was turned. */
  as(who: Customer): Promise<Buyer>;
  operator(): Promise<Operating>;
  orders(who: Customer): Promise<readonly Order[]>;
  /** A browser's page; without one the pages are not compared. */
  readonly page?: Page;
};

/** Log in again before an access token (five minutes) or an idle session of the desk (two hours) expires. */
const TOKEN_MS = 4 * 60_000;
const DESK_MS = 60 * 60_000;

export async function makeWorld(shop: Shop, customers: number): Promise<World> {
  const now = () => shop.clock.now().getTime();
  let desk: { readonly who: Operating; readonly at: number } | undefined;
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
    async operator() {
      if (!desk || now() - desk.at > DESK_MS) desk = { who: await operating(shop, 'owner'), at: now() };
      return desk.who;
    },
    async orders(who) {
      const { status, body } = await shop.call('GET /api/orders', { limit: 200 }, { token: (await as(who)).token });
      expect(status).toBe(200);
      return body;
    },
  };
}

/**
 * Scheduled jobs, run one after the other, because each skips rows that another has locked. Changes first,
 * mails and documents last.
 */
const scheduled: readonly JobName[] = [
  'payments.poll',
  'subscriptions.renew',
  'orders.voidUnpaid',
  'fulfilment.acceptDue',
  'orders.sendConfirmations',
  'invoicing.issue',
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
