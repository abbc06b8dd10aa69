// Decisions about a quote at the same moment, and what the audit finds of naive versions.

import { operating } from '../../../tests/support/desk.ts';
import { expectAudited } from '../../../tests/support/money.ts';
import { accept, DAY_MS, postQuote, quoted, sendQuote } from '../../../tests/support/quotes.ts';
import { acceptNaively, holdQuote, prepareNaively, purchasesOfQuote } from '../../../tests/support/rows/quotes.ts';
import { freeLine } from '../../../tests/support/sales.ts';
import { test as base, describe, expect, shop as openShop } from '../../../tests/support/shop.ts';
import { auditBooks } from '../../audit/audit.ts';

const options = { environment: { RATE_LIMITS: 'off', DATABASE_POOL: '8' }, jobs: false };
const test = base.extend('shopOptions', { scope: 'file' }, options);

const ROUNDS = 8;
const ONE_PURCHASE = 'a quote that is accepted is one purchase, of what was accepted before it expired; another one is none';
const NAMED = 'a purchase of a quote is the one that the quote names';
const VERSIONS = 'a quote has all its versions, and is valid as long as the newest';

describe('at the same moment', () => {
  test.afterEach(({ shop }) => expectAudited(shop));

  test.for(['link', 'invoice'])('five clicks, paid by %s: one contract, and each is led to the same page', async (pay, { shop }) => {
    const manager = await operating(shop, 'manager');
    const { id, link } = await sendQuote(shop, manager, { pay });
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(shop, link)));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303]);
    expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect(await purchasesOfQuote(shop, id)).toHaveLength(1);
  });

  test.for(['decline', 'withdraw', 'revise'] as const)('accept and %s: one of them counts', async (other, { shop }) => {
    const manager = await operating(shop, 'manager');
    const wins = { accept: 0, other: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const { id, link } = await sendQuote(shop, manager);
      const { client: _, ...terms } = quoted(shop, { lines: [freeLine({ unitPrice: 60_000 })] });
      const decide = {
        decline: async () => (await postQuote(shop, link, { decline: 'on' })).status === 303,
        withdraw: async () => (await manager.call('POST /api/quotes/withdraw', { id, reason: 'No time.' })).status === 204,
        revise: async () => (await manager.call('POST /api/quotes/revise', { id, version: 1, ...terms })).status === 200,
      };
      const [accepted, decided] = await Promise.all([accept(shop, link), decide[other]()]);
      expect([accepted.status === 303, decided]).toContainEqual(true);
      expect(accepted.status === 303).toBe(!decided);
      expect(await purchasesOfQuote(shop, id)).toHaveLength(decided ? 0 : 1);
      wins[decided ? 'other' : 'accept'] += 1;
    }
    expect(wins.accept + wins.other).toBe(ROUNDS);
  });

  test('it expires while the click waits for its turn: not accepted', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { id, link } = await sendQuote(shop, manager, { validUntil: new Date(shop.clock.now().getTime() + DAY_MS).toISOString() });
    const release = await holdQuote(shop, id);
    const answer = accept(shop, link);
    await expect
      .poll(async () => (await shop.sql("select from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%quote%'")).length)
      .toBeGreaterThan(0);
    shop.clock.turn({ days: 1 });
    await release();
    expect((await answer).status).toBe(400);
    expect(await purchasesOfQuote(shop, id)).toEqual([]);
  });
});

describe('naive versions', () => {
  test('a decline that read the quote before it was accepted: the audit reports the purchase', async () => {
    await using shop = await openShop(options);
    const { id, link } = await sendQuote(shop, await operating(shop, 'manager'));
    const decline = await prepareNaively(shop, id, 'decline');
    expect((await accept(shop, link)).status).toBe(303);
    await decline();
    expect((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule)).toEqual([ONE_PURCHASE]);
  });

  test('a revision that read the quote before it was accepted: reported', async () => {
    await using shop = await openShop(options);
    const { id, link } = await sendQuote(shop, await operating(shop, 'manager'));
    const revise = await prepareNaively(shop, id, 'revise');
    expect((await accept(shop, link)).status).toBe(303);
    await revise();
    expect((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule)).toEqual([ONE_PURCHASE, VERSIONS]);
  });

  test('two clicks that both find it open: two contracts, of which the audit reports one', async () => {
    await using shop = await openShop(options);
    const { id, link } = await sendQuote(shop, await operating(shop, 'manager'));
    expect((await accept(shop, link)).status).toBe(303);
    await acceptNaively(shop, id, () => accept(shop, link));
    expect(await purchasesOfQuote(shop, id)).toHaveLength(2);
    expect((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule)).toEqual([NAMED]);
  });
});
