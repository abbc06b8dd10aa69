// Tests refunds, cancellations and credit at the desk over HTTP, also repeated and concurrent. A naive
// version and planted violations show that the audit notices errors.

import { randomUUID } from 'node:crypto';
import { story, suite, tags } from '../../../../tests/support/cart-lines.ts';
import { operating } from '../../../../tests/support/desk.ts';
import {
  begin,
  buyer,
  cancel,
  computeWorth,
  deliverPieces,
  expectAudited,
  funded,
  getBalance,
  listRefunds,
  paidByLink,
  paidFromBalance,
  placed,
  preview,
  refund,
  statuses,
  withdraw,
} from '../../../../tests/support/money.ts';
import { orderRow } from '../../../../tests/support/rows/orders.ts';
import { book, giveBonus, prepareNaiveRefund } from '../../../../tests/support/rows/wallet.ts';
import { issue, listInvoices, readContent } from '../../../../tests/support/sample-shop.ts';
import { test as base, describe, expect, shop as openShop } from '../../../../tests/support/shop.ts';
import { auditBooks } from '../../../audit/audit.ts';

const environment = { RATE_LIMITS: 'off' };
const test = base.extend('shopOptions', { scope: 'file' }, { environment });
const PRICE = 9_900;

describe('partial refund', () => {
  test.afterEach(({ shop }) => expectAudited(shop));

  test('an order paid from the balance is refunded to it, continues, and the audit log has operator and reason', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const id = await paidFromBalance(shop, ada, PRICE);
    const planned = await manager.call('GET /api/order/back', { id, amount: 2_000, to: 'source' });
    expect(planned.body).toMatchObject({ given: 0, back: 2_000, toSource: 0, toCash: 2_000, toPromo: 0 });
    expect((await refund(manager, id, { amount: 2_000, to: 'source' })).status).toBe(204);
    expect([await getBalance(shop, ada), await statuses(shop, ada)]).toEqual([2_000, [2]]);
    const { body } = await manager.call('GET /api/order', { id });
    expect(body.order).toMatchObject({ given: 2_000, left: 7_900, back: [{ toCash: 2_000, ends: false, operatorId: manager.id }] });
    expect(body.audit[0]).toMatchObject({
      act: 'order.refund',
      operatorId: manager.id,
      why: 'the second text came late',
      before: { given: 0 },
      after: { given: 2_000, toCash: 2_000 },
    });
    expect((await shop.mail(ada.email, /^Refund of €20\.00: /)).text).toContain('€20.00');
  });

  test('its credit note and the statement at the desk name the order', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    await funded(shop, ada);
    const { orderIds } = await placed(shop, ada, { lines: [story(), tags()], payFromBalance: true });
    await issue(shop);
    shop.clock.turn({ minutes: 1 });
    const id = orderIds[1] ?? '';
    expect((await refund(manager, id, { amount: 300 })).status).toBe(204);
    await issue(shop);
    const { number, accountId } = (await manager.call('GET /api/order', { id })).body.order;
    const [credit] = await listInvoices(shop, ada);
    expect((await readContent(shop, credit?.id)).lines).toMatchObject([{ name: 'Hashtag Magic', number, gross: 300 }]);
    const { body } = await manager.call('GET /api/customer/statement', { id: accountId, currency: 0 });
    expect(body.lines.slice(0, 2).map(({ subjectId }) => body.orders[subjectId]?.length)).toEqual([1, 2]);
    expect(body.orders[body.lines[0]?.subjectId ?? '']).toEqual([{ id, number }]);
  });

  test('an order paid by link is refunded to its source with a credit note', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const id = await paidByLink(shop, ada);
    expect((await refund(manager, id, { amount: 2_500, to: 'source' })).status).toBe(204);
    await expect.poll(() => listRefunds(shop, id)).toEqual([{ amount: 2_500, state: 'done' }]);
    await issue(shop);
    await expect
      .poll(async () => (await manager.call('GET /api/order', { id })).body.papers.map(({ kind, gross }) => [kind, gross]).sort())
      .toEqual([
        ['credit', 2_500],
        ['invoice', PRICE],
      ]);
    expect((await manager.call('GET /api/order', { id })).body.refunds).toMatchObject([{ amount: 2_500, state: 'done', about: id }]);
  });

  test('a refund above the remaining amount or without a reason is refused', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const id = await paidFromBalance(shop, ada, PRICE);
    expect((await refund(manager, id, { amount: PRICE + 1 })).body).toHaveProperty('errors.amount');
    expect((await refund(manager, id, { amount: PRICE })).status).toBe(204);
    expect((await refund(manager, id, { amount: 1, given: PRICE })).body).toHaveProperty('errors.amount');
    for (const amount of [0, -1, 0.5, 2 ** 31]) expect((await refund(manager, id, { amount, given: PRICE })).status).toBe(400);
    const silent = await manager.call('POST /api/order/refund', {
      act: randomUUID(),
      id,
      amount: 1,
      given: PRICE,
      to: 'balance',
      why: ' ',
    });
    expect(silent.body).toHaveProperty('errors.why');
    expect(await getBalance(shop, ada)).toBe(PRICE);
  });

  test('a repeated request refunds once; its key is refused for another order', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const [first, second] = [await paidFromBalance(shop, ada, PRICE), await paidFromBalance(shop, ada, PRICE)];
    const act = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => refund(manager, first, { amount: 1_000, act })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect((await refund(manager, second, { amount: 1_000, act })).status).toBe(400);
    expect(await getBalance(shop, ada)).toBe(1_000);
    const { body } = await manager.call('GET /api/audit', undefined).then(() => manager.call('GET /api/order', { id: first }));
    expect(body.audit.filter(({ act }) => act === 'order.refund')).toHaveLength(1);
  });

  test('concurrent refunds of the same money by two operators: one succeeds', async ({ shop }) => {
    const [ada, manager, owner] = [await buyer(shop), await operating(shop, 'manager'), await operating(shop, 'owner')];
    for (let turn = 1; turn <= 5; turn++) {
      const id = await paidFromBalance(shop, ada, PRICE);
      const answers = await Promise.all([manager, owner, manager, owner].map((who) => refund(who, id, { amount: 3_000 })));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400]);
    }
    expect(await getBalance(shop, ada)).toBe(5 * 3_000);
  });

  test('a partial refund reduces what a later cancellation or withdrawal returns', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const id = await paidFromBalance(shop, ada, PRICE);
    await refund(manager, id, { amount: 4_000 });
    expect((await shop.call('POST /api/orders/cancel', { orderId: id }, { token: ada.token })).status).toBe(204);
    expect(await getBalance(shop, ada)).toBe(PRICE);
    const second = await paidFromBalance(shop, ada, PRICE);
    await refund(manager, second, { amount: 4_000 });
    expect((await preview(shop, ada, second)).body).toMatchObject({ back: 5_900, charged: 0 });
    expect((await withdraw(shop, ada, { orderId: second, back: 5_900 })).status).toBe(200);
    expect(await getBalance(shop, ada)).toBe(2 * PRICE);
  });

  test('cash is refunded first and promotional credit last, as credit', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const { id: customer = '' } = (await manager.call('GET /api/customers', { q: ada.email })).body.customers[0] ?? {};
    await funded(shop, ada, 6_000);
    const why = 'for the wait';
    await manager.call('POST /api/customer/credit', { act: randomUUID(), id: customer, currency: 0, amount: 3_900, why });
    const { orderIds } = await placed(shop, ada, { payFromBalance: true });
    const id = orderIds[0] ?? '';
    const ways = async (amount: number) => (await manager.call('GET /api/order/back', { id, amount, to: 'source' })).body;
    expect(await ways(7_000)).toMatchObject({ toSource: 0, toCash: 6_000, toPromo: 1_000 });
    await refund(manager, id, { amount: 5_000 });
    expect(await ways(4_900)).toMatchObject({ toCash: 1_000, toPromo: 3_900 });
    await refund(manager, id, { amount: 2_000, given: 5_000 });
    expect(await ways(2_900)).toMatchObject({ toCash: 0, toPromo: 2_900 });
    await refund(manager, id, { amount: 2_900, given: 7_000 });
    const funds = (await shop.call('GET /api/balance/funds', undefined, { token: ada.token })).body.currencies[0];
    expect(funds).toMatchObject({ balance: 9_900, promo: 3_900 });
  });

  test('an order that was cancelled before the payment has no share of the credit', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const { id: customer = '' } = (await manager.call('GET /api/customers', { q: ada.email })).body.customers[0] ?? {};
    await funded(shop, ada, 6_000);
    const credit = { act: randomUUID(), id: customer, currency: 0 as const, amount: 3_900, why: 'for the wait' };
    expect((await manager.call('POST /api/customer/credit', credit)).status).toBe(204);
    // Repeated with less: it is not taken for the same credit.
    expect((await manager.call('POST /api/customer/credit', { ...credit, amount: 100 })).status).toBe(400);
    const { purchaseId, orderIds } = await placed(shop, ada, { lines: [story(), tags()] });
    const [id = '', other = ''] = orderIds;
    await shop.call('POST /api/orders/cancel', { orderId: other }, { token: ada.token });
    expect((await shop.call('POST /api/orders/pay', { purchaseId, payFromBalance: true }, { token: ada.token })).status).toBe(200);
    const { body } = await manager.call('GET /api/order/back', { id, amount: PRICE, to: 'balance' });
    expect(body).toMatchObject({ toSource: 0, toCash: 6_000, toPromo: 3_900 });
  });
});

describe('cancellation at the desk', () => {
  test.afterEach(({ shop }) => expectAudited(shop));

  test('a paid order is refunded in full', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const id = await paidByLink(shop, ada);
    expect((await manager.call('GET /api/order/back', { id, to: 'source' })).body).toMatchObject({ kept: 0, back: PRICE, toSource: PRICE });
    expect((await cancel(manager, id, { back: PRICE, to: 'source' })).status).toBe(204);
    expect(await statuses(shop, ada)).toEqual([-1]);
    await expect.poll(() => listRefunds(shop, id)).toEqual([{ amount: PRICE, state: 'done' }]);
  });

  test('a started order is refunded without the delivered pieces and earlier refunds', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const id = await paidFromBalance(shop, ada, 200_000, { lines: [suite()], startNow: false });
    const { price } = await orderRow(shop, id);
    await begin(shop, id);
    await deliverPieces(shop, id, 1);
    const kept = await computeWorth(shop, id, 1);
    await refund(manager, id, { amount: 1_000 });
    const { body } = await manager.call('GET /api/order/back', { id, to: 'balance' });
    expect(body).toMatchObject({ given: 1_000, kept, back: price - kept - 1_000 });
    // The next delivery changes the amount, so the old one is refused.
    await deliverPieces(shop, id, 1);
    expect((await cancel(manager, id, { back: body.back })).status).toBe(400);
    const twice = await computeWorth(shop, id, 2);
    expect((await cancel(manager, id, { back: price - twice - 1_000 })).status).toBe(204);
    expect(await getBalance(shop, ada)).toBe(200_000 - twice);
    expect((await manager.call('GET /api/order', { id })).body.audit[0]).toMatchObject({ act: 'order.cancel', after: { kept: twice } });
  });

  test('concurrent cancellations by operators and customer refund the price once', async ({ shop }) => {
    const [ada, manager, owner] = [await buyer(shop), await operating(shop, 'manager'), await operating(shop, 'owner')];
    const id = await paidFromBalance(shop, ada, PRICE);
    const answers = await Promise.all([
      cancel(manager, id, { back: PRICE }),
      cancel(owner, id, { back: PRICE }),
      shop.call('POST /api/orders/cancel', { orderId: id }, { token: ada.token }),
      refund(manager, id, { amount: PRICE }),
    ]);
    expect(answers.every(({ status }) => status === 204 || status === 400)).toBe(true);
    expect(await getBalance(shop, ada)).toBe(PRICE);
  });

  test('a delivered order cannot be cancelled, but can be refunded in part', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const id = await paidFromBalance(shop, ada, PRICE);
    await begin(shop, id);
    await deliverPieces(shop, id, 1);
    expect((await cancel(manager, id, { back: 0 })).status).toBe(400);
    expect((await refund(manager, id, { amount: 100 })).status).toBe(204);
  });
});

describe('credit from an operator', () => {
  test('a repeated request gives promotional credit once, with an audit entry', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const { id = '' } = (await manager.call('GET /api/customers', { q: ada.email })).body.customers[0] ?? {};
    const sent = { act: randomUUID(), id, currency: 0, amount: 1_500, why: 'sorry for the wait' };
    const answers = await Promise.all(Array.from({ length: 8 }, () => manager.call('POST /api/customer/credit', sent)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect((await manager.call('POST /api/customer/credit', { ...sent, amount: 1_600 })).status).toBe(400);
    const { body } = await manager.call('GET /api/customer', { id });
    expect(body.balances[0]).toEqual({ currency: 0, balance: 1_500, promo: 1_500 });
    const lines = (await (await operating(shop, 'owner')).call('GET /api/audit', { kind: 'customer', about: id })).body;
    expect(lines).toMatchObject([{ act: 'customer.credit', after: { credit: 1_500 }, why: 'sorry for the wait' }]);
    await shop.mail(ada.email, /€15\.00 of credit is yours/);
    await expectAudited(shop);
  });
});

describe('audit of refunds and credit', () => {
  test('naive version that reads before it refunds gives back more than was paid, and the audit reports it', async () => {
    await using shop = await openShop({ environment, jobs: false });
    const ada = await buyer(shop);
    await giveBonus(shop, 9_900);
    const id = (await placed(shop, ada, { payFromBalance: true })).orderIds[0] ?? '';
    const [first, second] = await Promise.all([prepareNaiveRefund(shop, id, 6_000), prepareNaiveRefund(shop, id, 6_000)]);
    await Promise.all([first(), second()]);
    expect(await getBalance(shop, ada)).toBe(12_000);
    expect((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule)).toContain(
      'what an operator gives back is booked, each part where it says, and never more than was paid',
    );
  });

  test.for([
    [
      'refund of an order without a transfer',
      'what an operator gives back is booked, each part where it says, and never more than was paid',
    ],
    ['transfer of a partial refund without the refund', 'what goes back in part belongs to what an operator gave back'],
    ['transfer of a gift that nobody gave', 'what an operator gives is booked once, as credit, and nothing is given that nobody gave'],
    ['gift without a transfer', 'what an operator gives is booked once, as credit, and nothing is given that nobody gave'],
  ] as const)('planted violation is reported: %s', async ([booking, rule]) => {
    await using shop = await openShop({ environment, jobs: false });
    await placed(shop, await buyer(shop));
    await book(shop, booking);
    expect((await auditBooks(shop.ctx.db.pool)).map((each) => each.rule)).toContain(rule);
  });
});
