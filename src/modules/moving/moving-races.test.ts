// Moves and their undo at the same time as other moves and as spending. Naive versions fail.
import { buyer, expectAudited, funded, getBalance, order } from '../../../tests/support/money.ts';
import { agency, bringIn } from '../../../tests/support/moves.ts';
import { accountId } from '../../../tests/support/rows/accounts.ts';
import { beginSpending, countBroughtOver, countWaiting, hasSpent, naiveBringOver, naiveUndo } from '../../../tests/support/rows/moves.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { undoMove } from './undo.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '12' } });

const ROUNDS = process.env.FULL ? 60 : 12;
const AMOUNT = 20_000;

/** A client who has nothing but what was brought over. */
async function brought(shop: Shop) {
  const who = await buyer(shop);
  const { id } = await bringIn(shop, { 'balances.csv': `email,currency,cash,credit\n${who.email},EUR,200.00,\n` });
  return { who, move: id ?? '' };
}

describe('undo while the balance is spent', () => {
  test('one of them holds: what was spent is not taken back, and what was taken back is not spent', async ({ shop }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const { who, move } = await brought(shop);
      const [undone, spending] = await Promise.all([
        undoMove(shop.ctx, move, { dryRun: false }),
        order(shop, who, { payFromBalance: true }),
      ]);
      const end = [undone.errors.length === 0, spending.status === 200];
      expect(end.filter(Boolean), JSON.stringify([undone, spending.body])).toHaveLength(1);
      expect((await getBalance(shop, who)) < AMOUNT).toBe(true);
    }
    await expectAudited(shop);
  });

  test('that begins before a purchase commits waits for it, and is refused', async () => {
    await using shop = await openShop({ environment: { RATE_LIMITS: 'off' } });
    const { who, move } = await brought(shop);
    await funded(shop, who, 2 * AMOUNT);
    const commit = await beginSpending(shop, await accountId(shop, who.email), 100);
    const undoing = undoMove(shop.ctx, move, { dryRun: false });
    await expect.poll(() => countWaiting(shop)).toBe(1);
    await commit();
    expect((await undoing).errors).toMatchObject([{ file: 'balances.csv' }]);
  });

  test('the naive version takes back what was spent', async () => {
    await using shop = await openShop({ environment: { RATE_LIMITS: 'off' } });
    const { who } = await brought(shop);
    await funded(shop, who, 2 * AMOUNT);
    const account = await accountId(shop, who.email);
    const undo = await naiveUndo(shop, account, AMOUNT);
    expect((await order(shop, who, { payFromBalance: true })).status).toBe(200);
    expect([await undo(), await hasSpent(shop, account)]).toEqual([true, true]);
  });
});

describe('two moves of the same files at once', () => {
  test('one brings them, the other is refused, and every balance is booked once', async ({ shop }) => {
    for (let round = 0; round < ROUNDS / 3; round++) {
      const files = agency(5, { orders: 10, invoices: 5, domain: `twice${round}.example` });
      const moves = await Promise.all([bringIn(shop, files), bringIn(shop, files), bringIn(shop, files)]);
      expect(moves.filter(({ id }) => id !== null)).toHaveLength(1);
      expect(moves.filter(({ errors }) => errors.length > 0)).toHaveLength(2);
      for (let index = 0; index < 5; index++)
        expect(await countBroughtOver(shop, await accountId(shop, `client${index}@twice${round}.example`))).toBe(1);
    }
    await expectAudited(shop);
  });

  test('the naive version books a balance twice', async () => {
    await using shop = await openShop({ environment: { RATE_LIMITS: 'off' } });
    const account = await accountId(shop, (await buyer(shop)).email);
    const moves = [await naiveBringOver(shop, account, AMOUNT), await naiveBringOver(shop, account, AMOUNT)];
    for (const bring of moves) await bring();
    expect(await countBroughtOver(shop, account)).toBe(2);
  });
});
