// A declaration without log-in at the same time as another confirmation of it, as the button in the account,
// and as a delivery. A naive version shows that the race is real.

import { suite } from '../../../../tests/support/cart-lines.ts';
import {
  again,
  begin,
  buyer,
  computeWorth,
  deliverPieces,
  expectAudited,
  funded,
  getBalance,
  listOrders,
  placed,
  statuses,
  withdraw,
} from '../../../../tests/support/money.ts';
import { act, PRICE, running, subscribed } from '../../../../tests/support/pieces.ts';
import { confirmDeclarationAt, confirmNaively, enqueueDeclaration, ticketsFrom } from '../../../../tests/support/rows/support.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../../tests/support/shop.ts';
import { openTestSupport, somebody } from '../../../../tests/support/tickets.ts';

const environment = { RATE_LIMITS: 'off' };
const test = base.extend('shopOptions', { scope: 'file' }, { environment });
const visitor = { address: '2001:db8::1', locale: 'en' } as const;
const TURNS = 6;

async function fill(shop: Shop, kind: 'withdrawal' | 'cancel', email: string, number: string) {
  const { declarations } = await openTestSupport(shop);
  const id = await declarations.begin(kind, { name: 'Ada Sample', email, number }, visitor);
  return { id, confirm: () => declarations.confirm(id, visitor) };
}

const receipts = async (shop: Shop, email: string) => (await shop.mails(email)).filter(({ subject }) => /^We have your /.test(subject));

/** Places an order and pays it from the balance. */
async function paid(shop: Shop, who: Awaited<ReturnType<typeof buyer>>, request: Parameters<typeof placed>[2] = {}) {
  const { orderIds } = await placed(shop, who, { ...request, payFromBalance: true });
  const order = (await listOrders(shop, who)).find(({ id }) => id === orderIds[0]);
  return { orderId: order?.id ?? '', number: order?.number ?? '' };
}

describe('declaration at the same time as', () => {
  test.afterEach(({ shop }) => expectAudited(shop));

  test('19 other confirmations: one receipt and one ticket', async ({ shop }) => {
    const email = somebody();
    const { confirm } = await fill(shop, 'withdrawal', email, 'F-00000000');
    await Promise.all(Array.from({ length: 20 }, confirm));
    await expect.poll(async () => (await ticketsFrom(shop, email)).length).toBe(1);
    await expect.poll(async () => (await receipts(shop, email)).length).toBe(1);
  });

  test('the button in the account: one withdrawal and one refund', async ({ shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 9_900);
    for (let turn = 0; turn < TURNS; turn++) {
      const { orderId, number } = await paid(shop, ada);
      const { confirm } = await fill(shop, 'withdrawal', ada.email, number);
      const [{ status }] = await Promise.all([withdraw(shop, ada, { orderId, back: 9_900 }), confirm()]);
      expect(status).toBe(200);
      await expect.poll(() => getBalance(shop, ada)).toBe(9_900);
    }
    expect(await ticketsFrom(shop, ada.email)).toEqual([]);
  });

  test('a delivery: the piece is delivered and charged, or cancelled and refunded', async ({ shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 500_000);
    for (let turn = 0; turn < TURNS; turn++) {
      const before = await getBalance(shop, ada);
      const { orderId, number } = await paid(shop, ada, { lines: [suite()], startNow: true });
      await begin(shop, orderId);
      const { confirm } = await fill(shop, 'withdrawal', ada.email, number);
      const [, delivered] = await Promise.all([confirm(), deliverPieces(shop, orderId, 1)]);
      const charged = delivered ? await computeWorth(shop, orderId, 1) : 0;
      await expect.poll(() => getBalance(shop, ada)).toBe(before - charged);
    }
  });

  test('the end by the button in the account: the bundle ends once, without a ticket', async ({ shop }) => {
    const ada = await subscribed(shop, PRICE);
    const [{ number = '' } = {}] = await listOrders(shop, ada);
    const [{ id: subscriptionId = '' } = {}] = await running(shop, ada);
    const { confirm } = await fill(shop, 'cancel', ada.email, number);
    const [{ status }] = await Promise.all([act(shop, ada, { subscriptionId, do: 'end' }), confirm()]);
    expect(status).toBe(200);
    await expect.poll(async () => (await receipts(shop, ada.email)).length).toBe(1);
    expect((await running(shop, ada)).map(({ state }) => state)).toEqual(['ending']);
    expect(await ticketsFrom(shop, ada.email)).toEqual([]);
  });
});

test('declared in the period and carried out after it: in time', async ({ shop }) => {
  const ada = await buyer(shop);
  await funded(shop, ada, 9_900);
  const { number } = await paid(shop, ada);
  const { id } = await fill(shop, 'withdrawal', ada.email, number);
  await confirmDeclarationAt(shop, id, shop.clock.now());
  shop.clock.turn({ days: 30 });
  await enqueueDeclaration(shop, id);
  const later = await again(shop, ada);
  await expect.poll(() => statuses(shop, later)).toEqual([-1]);
  expect(await getBalance(shop, later)).toBe(9_900);
});

test('naive version: reading before writing confirms twice', async () => {
  await using shop = await openShop({ environment, jobs: false });
  const { id } = await fill(shop, 'withdrawal', somebody(), 'F-00000000');
  const [one, two] = await Promise.all([confirmNaively(shop, id), confirmNaively(shop, id)]);
  expect([await one(), await two()]).toEqual([true, true]);
});
