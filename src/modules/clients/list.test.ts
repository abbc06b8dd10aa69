// The list of customers at the desk: its sorts, filters and pages.
import { operating } from '../../../tests/support/desk.ts';
import { type Buyer, buyer, expectAudited, paidFromBalance, placed, refund } from '../../../tests/support/money.ts';
import { accountId, addOldAccounts, markErased, renameAccount, renameOldest } from '../../../tests/support/rows/accounts.ts';
import { copyFirstOrder } from '../../../tests/support/rows/orders.ts';
import { issue } from '../../../tests/support/sample-shop.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import type { CustomerSort } from './rules.ts';

const environment = { RATE_LIMITS: 'off' };
const test = base.extend('shopOptions', { scope: 'file' }, { environment });

type Filter = {
  readonly q?: string;
  readonly tag?: string;
  readonly sort?: CustomerSort;
  readonly currency?: number;
  readonly before?: string;
};

/** The emails of a list, all pages of it. */
async function listEmails(shop: Shop, filter: Filter): Promise<string[]> {
  const support = await operating(shop, 'support');
  const emails: string[] = [];
  for (let before: string | undefined; ; ) {
    const { status, body } = await support.call('GET /api/customers', { ...filter, ...(before === undefined ? {} : { before }) });
    expect(status).toBe(200);
    emails.push(...body.customers.map(({ email }) => email));
    if (body.next === null) return emails;
    before = body.next;
  }
}

const named = async (shop: Shop, firstName: string, lastName: string): Promise<Buyer> => {
  const who = await buyer(shop);
  await renameAccount(shop, who.email, firstName, lastName);
  return who;
};

describe('sorts', () => {
  test('by name: in the order of what the list shows, without regard to case, and by address for those without a name', async () => {
    await using shop = await openShop({ environment });
    const [bo, ada, none] = [await named(shop, 'bo', 'Berg'), await named(shop, 'Ada', 'Zuse'), await named(shop, '', '')];
    expect(await listEmails(shop, { sort: 'name' })).toEqual(
      [[bo, 'bo berg'] as const, [ada, 'ada zuse'] as const, [none, none.email] as const]
        .toSorted(([, a], [, b]) => (a < b ? -1 : 1))
        .map(([{ email }]) => email),
    );
  });

  test('by spend: only customers with spend in that currency, the most first, less what was refunded', async ({ shop }) => {
    const [much, little, back, manager] = [await buyer(shop), await buyer(shop), await buyer(shop), await operating(shop, 'manager')];
    const id = await paidFromBalance(shop, much, 9_900);
    await paidFromBalance(shop, much, 9_900);
    await paidFromBalance(shop, little, 9_900);
    await issue(shop);
    expect(await listEmails(shop, { sort: 'spend', currency: 0 })).toEqual([much.email, little.email]);
    expect(await listEmails(shop, { sort: 'spend', currency: 1 })).toEqual([]);
    await refund(manager, id, { amount: 9_900 });
    expect((await refund(manager, await paidFromBalance(shop, back, 9_900), { amount: 9_900 })).status).toBe(204);
    shop.clock.turn({ minutes: 1 });
    await issue(shop);
    const { customers } = (await manager.call('GET /api/customers', { sort: 'spend' })).body;
    expect(new Map(customers.map(({ email, spent }) => [email, spent]))).toEqual(
      new Map([much, little].map(({ email }) => [email, [{ currency: 0, amount: 9_900 }]])),
    );
    const { spent } = (await manager.call('GET /api/customer', { id: await accountId(shop, much.email) })).body;
    expect(spent).toEqual([{ currency: 0, amount: 9_900 }]);
    await expectAudited(shop);
  });

  test('sort by last order: each customer is listed once, by their newest order; customers without orders are not listed', async ({
    shop,
  }) => {
    const [early, late, never] = [await buyer(shop), await buyer(shop), await buyer(shop)];
    for (const who of [late, early, late]) {
      await placed(shop, who);
      shop.clock.turn({ minutes: 1 });
    }
    const emails = await listEmails(shop, { sort: 'lastOrder' });
    expect(emails.slice(0, 2)).toEqual([late.email, early.email]);
    expect(new Set(emails).size).toBe(emails.length);
    expect(emails).not.toContain(never.email);
    const support = await operating(shop, 'support');
    const [first] = (await support.call('GET /api/customers', { sort: 'lastOrder' })).body.customers;
    expect(first?.lastOrderAt).toBe(new Date(shop.clock.now().getTime() - 60_000).toISOString());
  });
});

describe('pages', () => {
  test.for(['newest', 'name'] as const)('by %s: more than two pages without a gap or a repeat', async (sort) => {
    await using shop = await openShop({ environment });
    await addOldAccounts(shop, 130);
    const emails = await listEmails(shop, { sort });
    expect(emails).toHaveLength(130);
    expect(new Set(emails).size).toBe(130);
  });

  test('sort by last order, a new order between two pages: the second page repeats no other customer', async () => {
    await using shop = await openShop({ environment });
    const ada = await buyer(shop);
    await placed(shop, ada);
    await addOldAccounts(shop, 60);
    await copyFirstOrder(shop);
    const support = await operating(shop, 'support');
    const first = (await support.call('GET /api/customers', { sort: 'lastOrder' })).body;
    expect(first.customers).toHaveLength(50);
    await copyFirstOrder(shop, [first.customers.at(-1)?.id ?? '']);
    const second = (await support.call('GET /api/customers', { sort: 'lastOrder', before: first.next })).body;
    const both = [...first.customers, ...second.customers].map(({ email }) => email);
    expect([new Set(both).size, both.length]).toEqual([61, 61]);
  });

  test.for([
    ['newest', 'x'],
    ['newest', `0197c5a0-0000-7000-8000-000000000000_0197c5a0-0000-7000-8000-000000000000`],
    ['spend', `-5_0197c5a0-0000-7000-8000-000000000000`],
    ['lastOrder', `5_0197c5a0-0000-7000-8000-000000000000`],
    ['name', `'; drop table account --_0197c5a0-0000-7000-8000-000000000000`],
  ] as const)('a cursor that this list did not give is refused: by %s, %s', async ([sort, before], { shop }) => {
    const support = await operating(shop, 'support');
    const { status, body } = await support.call('GET /api/customers', { sort, before });
    expect([status, body]).toMatchObject([400, { errors: { before: ['This page of the list no longer exists. Load the list again.'] } }]);
  });
});

describe('filters', () => {
  test('a text finds any part of a name or an address, however old the customer is', async () => {
    await using shop = await openShop({ environment });
    await addOldAccounts(shop, 20_050);
    await renameOldest(shop, 'Grace Brewster', 'Hopper', 'kaffe@fjord.example');
    for (const q of ['rews', 'OPPE', 'fjord', 'e@fj', 'r hop']) expect(await listEmails(shop, { q }), q).toEqual(['kaffe@fjord.example']);
    // The end of the name and the beginning of the address are not beside each other.
    for (const q of ['rkaff', 'hopper kaffe', 'fj%rd', 'fj_rd']) expect(await listEmails(shop, { q }), q).toEqual([]);
    const support = await operating(shop, 'support');
    const { customers, isCut } = (await support.call('GET /api/customers', { q: 'old.example' })).body;
    expect([customers.length, isCut]).toEqual([50, true]);
    await markErased(shop, 'kaffe@fjord.example');
    expect(await listEmails(shop, { q: 'fjord' })).toEqual([]);
  });

  test('a tag, also with a text and each sort, lists those who have both', async ({ shop }) => {
    const [ada, ben, cleo] = [await named(shop, 'Ada', 'Tagged'), await named(shop, 'Ben', 'Tagged'), await named(shop, 'Cleo', 'Tagged')];
    const support = await operating(shop, 'support');
    for (const who of [ada, ben])
      await support.call('POST /api/customer/add-tag', { id: await accountId(shop, who.email), tag: 'Key account' });
    await placed(shop, ada);
    expect(await listEmails(shop, { tag: 'key ACCOUNT', sort: 'name' })).toEqual([ada.email, ben.email]);
    expect(await listEmails(shop, { tag: 'Key account', q: 'ben tag' })).toEqual([ben.email]);
    expect(await listEmails(shop, { tag: 'Key account', sort: 'lastOrder' })).toEqual([ada.email]);
    expect(await listEmails(shop, { tag: 'Key account', sort: 'spend' })).toEqual([]);
    expect(await listEmails(shop, { q: 'tagged', sort: 'name' })).toEqual([ada.email, ben.email, cleo.email]);
    expect(await listEmails(shop, { tag: 'Key' })).toEqual([]);
    const { customers } = (await support.call('GET /api/customers', { tag: 'Key account' })).body;
    expect(customers.map(({ tags }) => tags)).toEqual([['Key account'], ['Key account']]);
  });
});

describe('file', () => {
  /** Without the byte order mark and the last line end. */
  const splitLines = (body: unknown): string[] =>
    String(body)
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n');

  test('the file has the customers of the filter in the order of the list, with spend in each currency', async ({ shop }) => {
    const [ada, ben] = [await named(shop, 'Ada', 'Filed'), await named(shop, '=cmd|calc', 'Filed')];
    const support = await operating(shop, 'support');
    for (const tag of ['@home', 'VIP']) await support.call('POST /api/customer/add-tag', { id: await accountId(shop, ben.email), tag });
    await paidFromBalance(shop, ada, 9_900);
    await issue(shop);
    const all = splitLines((await support.call('GET /api/customers/table', {})).body);
    expect(all[0]).toBe('Name,Email,Language,Customer since (UTC),Last order (UTC),Tags,Spent EUR,Spent USD,Spent AUD,Spent NOK');
    expect(all.filter((line) => line.includes(ada.email))).toHaveLength(1);
    const rows = splitLines((await support.call('GET /api/customers/table', { q: 'filed', sort: 'name' })).body).slice(1);
    expect(rows).toEqual([
      expect.stringMatching(/^'=cmd\|calc Filed,.+@shop\.example,en,2026-.+,,"'@home, VIP",0\.00,0\.00,0\.00,0\.00$/),
      expect.stringMatching(/^Ada Filed,.+@shop\.example,en,2026-.+,2026-.+,,99\.00,0\.00,0\.00,0\.00$/),
    ]);
  });

  test('more customers than one read: each once', async () => {
    await using shop = await openShop({ environment });
    await addOldAccounts(shop, 1_203);
    const support = await operating(shop, 'support');
    const rows = splitLines((await support.call('GET /api/customers/table', {})).body);
    expect([rows.length, new Set(rows).size]).toEqual([1_204, 1_204]);
  });

  test('a maker gets no file', async ({ shop }) => {
    const maker = await operating(shop, 'maker');
    expect((await maker.call('GET /api/customers/table', {})).status).toBe(403);
    expect((await maker.call('GET /api/customers', {})).status).toBe(403);
  });
});
