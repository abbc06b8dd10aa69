// Jobs over many rows: a failing row does not block others, is shown at the desk and is retried with growing
// delays.

import type { JobName } from '../src/jobs.ts';
import { type Operating, operating } from './support/desk.ts';
import { type Buyer, buyer, expectAudited, funded, placed } from './support/money.ts';
import { subscribed } from './support/pieces.ts';
import { accountId } from './support/rows/accounts.ts';
import { type HandledRows, handledCount, letRun } from './support/rows/jobs.ts';
import { markConfirmed } from './support/rows/orders.ts';
import { failWrites, removePlantedErrors } from './support/rows/planted-errors.ts';
import { test as base, describe, expect, type Shop } from './support/shop.ts';
import { delivered, mira, orderedPiece } from './support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(async ({ shop }) => {
  await removePlantedErrors(shop);
  await expectAudited(shop);
});

type Case = {
  readonly task: JobName;
  /** Creates a customer with a row for the job. */
  readonly prepare: (shop: Shop) => Promise<Buyer>;
  /** The table whose writes fail, and its column that names the account. */
  readonly fails: { readonly table: string; readonly column: string };
  /** Makes the rows due, after the error is planted. */
  readonly due?: (shop: Shop) => unknown;
  /** The rows of the account that the job has handled. */
  readonly handled: HandledRows;
};

const paid = async (shop: Shop): Promise<Buyer> => {
  const who = await buyer(shop);
  await funded(shop, who, 20_000);
  return who;
};
const place = (shop: Shop, who: Buyer) => placed(shop, who, { payFromBalance: true });
const mail = { table: 'mail_outbox', column: '"to"' };

const cases: Readonly<Record<string, Case & { readonly after?: (shop: Shop, who: Buyer) => unknown }>> = {
  'payment confirmation': {
    task: 'orders.sendConfirmations',
    prepare: paid,
    fails: mail,
    after: place,
    handled: 'confirmed purchases',
  },
  'cancellation of unpaid purchases': {
    task: 'orders.voidUnpaid',
    async prepare(shop) {
      const who = await buyer(shop);
      await placed(shop, who);
      return who;
    },
    fails: mail,
    due: ({ clock }) => clock.turn({ days: 8 }),
    handled: 'cancelled purchases',
  },
  invoices: {
    task: 'invoicing.issue',
    async prepare(shop) {
      const who = await paid(shop);
      // The receipt for the deposit is another row.
      await letRun(shop, 'invoicing.issue');
      return who;
    },
    fails: { table: 'billing_document', column: 'account_id' },
    after: place,
    handled: 'invoices',
  },
  'delivery reminder': {
    task: 'fulfilment.acceptDue',
    async prepare(shop) {
      const { who, pieceId } = await orderedPiece(shop);
      await delivered(shop, mira, pieceId);
      return who;
    },
    fails: mail,
    due: ({ clock }) => clock.turn({ hours: 50 }),
    handled: 'reminded deliveries',
  },
  'automatic acceptance of a delivery': {
    task: 'fulfilment.acceptDue',
    async prepare(shop) {
      const { who, pieceId } = await orderedPiece(shop);
      await delivered(shop, mira, pieceId);
      return who;
    },
    fails: { table: 'delivery', column: 'account_id' },
    due: ({ clock }) => clock.turn({ hours: 74 }),
    handled: 'accepted deliveries',
  },
  'renewal reminder': {
    task: 'subscriptions.renew',
    prepare: (shop) => subscribed(shop),
    fails: mail,
    due: ({ clock }) => clock.turn({ days: 29 }),
    handled: 'reminded subscriptions',
  },
};

/** Every write to the table for this account fails. */
const plant = async (shop: Shop, where: Case['fails'], { email }: Buyer): Promise<void> =>
  failWrites(shop, where, [email, await accountId(shop, email)]);

const failing = async (owner: Operating, task: JobName) => {
  const { body } = await owner.call('GET /api/failures');
  return body
    .filter((each) => each.kind === 'row' && each.task === task)
    .flatMap(({ items }) => items.map(({ tries, error }) => [tries, error]));
};

describe('job over many rows, one row fails', () => {
  test.for(Object.entries(cases))(
    '%s: other rows are handled; the failing row is shown, retried later each time, and succeeds',
    async ([, each], { shop }) => {
      const { task, handled } = each;
      const [bad, good] = [await each.prepare(shop), await each.prepare(shop)];
      await plant(shop, each.fails, bad);
      for (const who of [bad, good]) await each.after?.(shop, who);
      await each.due?.(shop);
      const owner = await operating(shop, 'owner');
      const count = async () => [await handledCount(shop, handled, bad.email), await handledCount(shop, handled, good.email)];
      const error = expect.stringContaining('a planted error');
      await letRun(shop, task);
      expect(await count()).toEqual([0, 1]);
      expect(await failing(owner, task)).toEqual([[1, error]]);
      // The second delay is longer than the first.
      await letRun(shop, task);
      expect(await failing(owner, task)).toEqual([[1, error]]);
      shop.clock.turn({ seconds: 6 });
      await letRun(shop, task);
      expect(await failing(owner, task)).toEqual([[2, error]]);
      shop.clock.turn({ seconds: 6 });
      await letRun(shop, task);
      expect(await failing(owner, task)).toEqual([[2, error]]);
      await removePlantedErrors(shop);
      expect((await owner.call('POST /api/failures/retry', { kind: 'row', task })).body).toEqual({ count: 1 });
      await expect.poll(count).toEqual([1, 1]);
      expect(await failing(owner, task)).toEqual([]);
    },
  );

  test('failing row that is no longer due disappears from the desk', async ({ shop }) => {
    const bad = await paid(shop);
    await plant(shop, mail, bad);
    const { purchaseId } = await place(shop, bad);
    const owner = await operating(shop, 'owner');
    await letRun(shop, 'orders.sendConfirmations');
    expect(await failing(owner, 'orders.sendConfirmations')).toHaveLength(1);
    await markConfirmed(shop, purchaseId);
    shop.clock.turn({ minutes: 1 });
    await letRun(shop, 'orders.sendConfirmations');
    expect(await failing(owner, 'orders.sendConfirmations')).toEqual([]);
  });
});
