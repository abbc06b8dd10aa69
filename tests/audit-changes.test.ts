// The audit of what has changed since a watermark finds in new rows what the whole audit finds. FULL=1 spoils
// many more rows.
import fc from 'fast-check';
import type pg from 'pg';
import { auditAll, auditChanges, type Breach } from '../src/audit/audit.ts';
import { checkBooks, readWatermark } from '../src/audit/checks.ts';
import type { Watermark } from '../src/audit/scope.ts';
import { history } from './support/histories/kinds.ts';
import { carryOut } from './support/histories/steps.ts';
import { makeCoupons, makeWorld, runJobs, type World } from './support/histories/world.ts';
import { buyer, deposit, funded, pay } from './support/money.ts';
import { patience } from './support/patience.ts';
import { accountId } from './support/rows/accounts.ts';
import { pollNow } from './support/rows/payments.ts';
import { type KnownRows, knownRows, type Spoiling, spoil, undone } from './support/rows/planted-errors.ts';
import { spoilTransfers } from './support/rows/wallet.ts';
import { expect, type Shop, test } from './support/shop.ts';

const STEPS = process.env.FULL ? 60 : 8;
const SPOILED = process.env.FULL ? 600 : 15;
const seed = Number(process.env.HISTORY_SEED ?? process.env.CASES_SEED ?? Date.now() % 2_147_483_647);

/** Breaks a rule in every history. */
const amountOfATransfer: Spoiling = { table: 0, row: 0, column: 1, how: 'other' };

const listRules = (breaches: readonly Breach[]): string[] => [...new Set(breaches.map(({ rule }) => rule))].toSorted();

/** Some days of a shop: random steps, and every job that is due. */
async function live(world: World, steps: number, of: number): Promise<void> {
  const { shop } = world;
  for (const who of world.customers) {
    const { body } = await deposit(shop, await world.as(who), { depositAmount: 100_000, price: 100_000 });
    await pay(body.paymentLink ?? '');
  }
  const [list = []] = fc.sample(history(steps), { numRuns: 1, seed: of });
  for (const step of list) await carryOut(world, step);
  shop.clock.turn({ minutes: 20 });
  await pollNow(shop, shop.clock.now());
  await runJobs(shop);
}

const check = async ({ ctx }: Shop) => {
  const { whole, breaches } = await checkBooks(ctx, { whole: false });
  expect(breaches).toEqual([]);
  return whole;
};

type Ground = { readonly client: pg.ClientBase; readonly watermark: Watermark; readonly known: KnownRows };

/** What both audits find after one row was spoiled; undefined if it could not be. The row is repaired. */
async function compare({ client, watermark, known }: Ground, spoiling: Spoiling) {
  return undone(client, async () => {
    const statement = await spoil(client, known, spoiling);
    if (!statement) return undefined;
    const whole = listRules(await auditAll(client));
    const { breaches } = await auditChanges(client, watermark);
    return { statement, whole, changes: listRules(breaches) };
  });
}

test(`audit of changes: finds in new rows what the whole audit finds (seed ${seed})`, { timeout: patience(900_000) }, async ({ shop }) => {
  await makeCoupons({ shop });
  const world = await makeWorld(shop, 3);
  // Buys nothing later, so that its transfer stays old.
  const quiet = await buyer(shop);
  await funded(shop, quiet);
  await live(world, STEPS, seed);
  expect(await check(shop)).toBe(true);
  await live(world, 5, seed + 1);
  // The watermark is the last good check but one, so the first two read everything.
  expect(await check(shop)).toBe(true);
  await live(world, 5, seed + 2);
  expect(await check(shop)).toBe(false);
  const known = await knownRows(shop);
  await live(world, STEPS, seed + 3);
  const watermark = await readWatermark(shop.ctx.db.pool);
  if (!watermark) throw new Error('there is no watermark');
  const client = await shop.ctx.db.pool.connect();
  let found = 0;
  try {
    const nat = fc.nat(10_000);
    const spoiling = fc.record({
      table: nat,
      row: nat,
      column: nat,
      how: fc.constantFrom<Spoiling['how']>('other', 'other', 'other', 'null', 'delete'),
    });
    await fc.assert(
      fc.asyncProperty(spoiling, async (each) => {
        const result = await compare({ client, watermark, known }, each);
        if (!result) return;
        if (result.whole.length > 0) found++;
        expect([result.statement, result.changes]).toEqual([result.statement, result.whole]);
      }),
      { numRuns: SPOILED, seed, endOnFailure: true, examples: [[amountOfATransfer]] },
    );
  } finally {
    client.release();
  }
  expect(found).toBeGreaterThan(0);
  // An old row is left to the whole audit.
  await spoilTransfers(shop, await accountId(shop, quiet.email));
  expect(await check(shop)).toBe(false);
  const before = await readWatermark(shop.ctx.db.pool);
  shop.clock.turn({ minutes: 20 });
  expect((await checkBooks(shop.ctx, { whole: true })).breaches).not.toEqual([]);
  // A check that finds something moves no watermark.
  expect(await readWatermark(shop.ctx.db.pool)).toEqual(before);
});
