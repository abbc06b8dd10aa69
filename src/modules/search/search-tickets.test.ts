// Tests tickets and orders in the search, tickets on the customer page over HTTP, and that the queries use
// indexes.

import { listDeskTickets } from '#modules/support/actions.ts';
import { searchTickets } from '#modules/support/desk/queries-search.ts';
import type { Db } from '#platform/database/database.ts';
import { fillLarge } from '../../../scripts/large-shop/fill.ts';
import { operating } from '../../../tests/support/desk.ts';
import { buyer, placed } from '../../../tests/support/money.ts';
import { renameAccount } from '../../../tests/support/rows/accounts.ts';
import { giveTickets, indexWords, linkTicketToOrder, someOwnTicket } from '../../../tests/support/rows/support.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { planNodes } from '../../../tests/support/test-context.ts';
import { asked, sendTicket, somebody } from '../../../tests/support/tickets.ts';

const environment = { RATE_LIMITS: 'off' };
const test = base.extend('shopOptions', { scope: 'file' }, { environment });

const write = async (shop: Shop, more: object = {}) => (await sendTicket(shop, asked(more))).ticketNumber;

test('orders are found by the name and the address of their customer, newest first, for roles that see orders', async ({ shop }) => {
  const [support, maker, ada] = [await operating(shop, 'support'), await operating(shop, 'maker'), await buyer(shop)];
  await renameAccount(shop, ada.email, 'Zenobia', 'Quist');
  const first = (await placed(shop, ada)).orderIds[0];
  shop.clock.turn({ minutes: 1 });
  const second = (await placed(shop, ada)).orderIds[0];
  const found = async (q: string, who = support) =>
    (await who.call('GET /api/find', { q })).body.filter(({ kind }) => kind === 'order').map(({ path }) => path);
  for (const q of ['zenobia', 'Quist', 'zenobia quist', ada.email])
    expect(await found(q), q).toEqual([`/orders/${second}`, `/orders/${first}`]);
  expect(await found('zenobia', maker)).toEqual([]);
});

describe('ticket search', () => {
  test('tickets are found by number, start of the address, whole words and order number', async ({ shop }) => {
    const support = await operating(shop, 'support');
    const email = somebody();
    const [first, second] = [
      await write(shop, { email, message: 'The zeppelin is too red' }),
      await write(shop, { email, message: 'Which zeppelin was it?' }),
    ];
    const paths = async (q: string, who = support) =>
      (await who.call('GET /api/find', { q })).body.filter(({ kind }) => kind === 'ticket').map(({ path }) => path);
    expect(await paths(first.toLowerCase())).toEqual([`/tickets/${first}`]);
    expect((await paths(email.slice(0, -2).toUpperCase())).toSorted()).toEqual([`/tickets/${first}`, `/tickets/${second}`].toSorted());
    expect(await paths('zeppelin')).toHaveLength(2);
    expect(await paths('RED zeppelin')).toEqual([`/tickets/${first}`]);
    // Parts of words are found by the ticket list only.
    expect(await paths('zeppel')).toEqual([]);
    for (const nothing of ["zeppelin':* | 'a", '@', '%@', '_@']) expect(await paths(nothing)).toEqual([]);
    expect(await paths('zeppelin', await operating(shop, 'maker'))).toEqual([]);
    const ada = await buyer(shop);
    const { orderIds } = await placed(shop, ada);
    const { body } = await support.call('GET /api/order', { id: orderIds[0] });
    await linkTicketToOrder(shop, second, body.order);
    expect(await paths(body.order.number)).toEqual([`/tickets/${second}`]);
  });

  test('more than eight matches end with a link to the ticket list', async ({ shop }) => {
    const support = await operating(shop, 'support');
    const email = somebody();
    for (let count = 0; count < 9; count++) await write(shop, { email, message: 'A quagga, please' });
    const found = (await support.call('GET /api/find', { q: 'quagga' })).body;
    expect(found).toHaveLength(9);
    expect(found.at(-1)).toMatchObject({ path: '/tickets?search=quagga' });
    expect((await support.call('GET /api/find', { q: email })).body.at(-1)?.path).toBe(`/tickets?search=${encodeURIComponent(email)}`);
  });
});

describe('customer page', () => {
  test('the page lists the customer’s own tickets, newest first, in pages', async ({ shop }) => {
    const [ada, stranger, support] = [await buyer(shop), await buyer(shop), await operating(shop, 'support')];
    const findId = async ({ email }: { email: string }) =>
      (await support.call('GET /api/customers', { q: email })).body.customers[0]?.id ?? '';
    const [id, strangerId] = [await findId(ada), await findId(stranger)];
    const numbers: string[] = [];
    for (let turn = 0; turn < 12; turn++) {
      numbers.unshift(await write(shop, { email: somebody(), message: `Question ${turn}` }));
      shop.clock.turn({ minutes: 1 });
    }
    await giveTickets(shop, numbers, id);
    const first = (await support.call('GET /api/customer/tickets', { id })).body;
    const second = (await support.call('GET /api/customer/tickets', { id, before: first.tickets.at(-1)?.number })).body;
    expect([...first.tickets, ...second.tickets].map(({ number }) => number)).toEqual(numbers);
    expect([first.tickets.length, first.more, second.more]).toEqual([10, true, false]);
    expect((await support.call('GET /api/customer/tickets', { id: strangerId })).body).toEqual({ tickets: [], more: false });
    expect((await support.call('GET /api/customer/tickets', { id: strangerId, before: numbers[0] })).body.tickets).toEqual([]);
  });
});

describe('search among many tickets', () => {
  test('every query uses an index and reads a limited number of rows', async () => {
    await using large = await openShop({ environment, jobs: false });
    await fillLarge(large.connection, { accounts: 200, orders: 1_000, tickets: 6_000 }, () => undefined);
    const { db } = large.ctx;
    await indexWords(large);
    const { number, emailKey: email, accountId: account } = await someOwnTicket(large);
    const ways: [string, (db: Db) => Promise<unknown>][] = [
      ...[number, email, `${email[0]}@`, 'every', 'hundred7', 'own77', 'every own77'].map(
        (text): [string, (db: Db) => Promise<unknown>] => [text, (each) => searchTickets(each, text, 8)],
      ),
      ['tickets of an account', (each) => listDeskTickets(each.orm, account, { limit: 10 })],
    ];
    for (const [name, way] of ways) {
      const nodes = await planNodes(db, way);
      expect(nodes.length, name).toBeGreaterThan(0);
      expect(
        nodes.filter((node) => node['Node Type'] === 'Seq Scan'),
        name,
      ).toEqual([]);
      expect(Math.max(...nodes.map((node) => node['Actual Rows'])), name).toBeLessThan(2_500);
    }
  });
});
