// Jobs over many rows: a failing row does not block others, is shown at the desk and is retried with growing delays.
import type { JobName } from '../src/jobs.ts';
import { type Operating, operating } from './support/desk.ts';
import { type Buyer, buyer, expectAudited, funded, placed } from './support/money.ts';
import { letRun } from './support/scheduled.ts';
import { test as base, describe, expect, type Shop } from './support/shop.ts';
import { subscribed } from './support/subscriptions.ts';
import { delivered, mira, orderedPiece } from './support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(async ({ shop }) => {
  await unplant(shop);
  await expectAudited(shop);
});

type Case = {
  readonly task: JobName;
  /** Creates a customer with a row for the job. */
  readonly prepare: (shop: Shop) => Promise<Buyer>;
  /** The table whose writes fail, and its column that names the account. */
  readonly fails: { readonly table: string; readonly column: string };
  /** Makes the rows due, after the fault is planted. */
  readonly due?: (shop: Shop) => unknown;
  /** Selects the handled rows of the account. */
  readonly handled: string;
};

const paid = async (shop: Shop): Promise<Buyer> => {
  const who = await buyer(shop);
  await funded(shop, who, 20_000);
  return who;
};
const place = (shop: Shop, who: Buyer) => placed(shop, who, { payFromBalance: true });
const mail = { table: 'mail_outbox', column: '"to"' };
const account = 'account_id = (select id from account where email_key = $1)';

const cases: Readonly<Record<string, Case & { readonly after?: (shop: Shop, who: Buyer) => unknown }>> = {
  'payment confirmation': {
    task: 'orders.sendConfirmations',
    prepare: paid,
    fails: mail,
    after: place,
    handled: `select from purchase where confirmation_sent_at is not null and ${account}`,
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
    handled: `select from purchase where state = 'cancelled' and ${account}`,
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
    handled: `select from billing_document where kind = 'invoice' and ${account}`,
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
    handled: `select from delivery where reminded_at is not null and ${account}`,
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
    handled: `select from delivery where accepted_at is not null and ${account}`,
  },
  'renewal reminder': {
    task: 'subscriptions.renew',
    prepare: (shop) => subscribed(shop),
    fails: mail,
    due: ({ clock }) => clock.turn({ days: 29 }),
    handled: `select from subscription where reminded and ${account}`,
  },
};

/** Every write to the table for this account fails. */
async function plant(shop: Shop, { table, column }: Case['fails'], { email }: Buyer): Promise<void> {
  const [{ id = '' } = {}] = await shop.sql<{ id: string }>('select id from account where email_key = $1', [email]);
  await shop.sql(`create function fault() returns trigger language plpgsql as $$
    begin
      if new.${column}::text in ('${email}', '${id}') then raise exception 'a planted fault'; end if;
      return new;
    end $$`);
  await shop.sql(`create trigger fault before insert or update on ${table} for each row execute function fault()`);
}

const unplant = (shop: Shop) => shop.sql('drop function if exists fault() cascade');

const failing = async (owner: Operating, task: JobName) => {
  const { body } = await owner.call('GET /api/troubles');
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
      const count = async () => [(await shop.sql(handled, [bad.email])).length, (await shop.sql(handled, [good.email])).length];
      const fault = expect.stringContaining('a planted fault');
      await letRun(shop, task);
      expect(await count()).toEqual([0, 1]);
      expect(await failing(owner, task)).toEqual([[1, fault]]);
      // The second delay is longer than the first.
      await letRun(shop, task);
      expect(await failing(owner, task)).toEqual([[1, fault]]);
      shop.clock.turn({ seconds: 6 });
      await letRun(shop, task);
      expect(await failing(owner, task)).toEqual([[2, fault]]);
      shop.clock.turn({ seconds: 6 });
      await letRun(shop, task);
      expect(await failing(owner, task)).toEqual([[2, fault]]);
      await unplant(shop);
      expect((await owner.call('POST /api/troubles/retry', { kind: 'row', task })).body).toEqual({ count: 1 });
      await expect.poll(count, { timeout: 10_000 }).toEqual([1, 1]);
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
    await shop.sql('update purchase set confirmation_sent_at = now() where id = $1', [purchaseId]);
    shop.clock.turn({ minutes: 1 });
    await letRun(shop, 'orders.sendConfirmations');
    expect(await failing(owner, 'orders.sendConfirmations')).toEqual([]);
  });
});
