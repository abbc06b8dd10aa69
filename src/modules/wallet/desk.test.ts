// Tests refunds of deposits at the desk over HTTP: limits, coupon bonus, repeated and concurrent requests. A
// naive version and planted violations show that the audit notices errors.

import { randomUUID } from 'node:crypto';
import { type Operating, operating } from '../../../tests/support/desk.ts';
import { buyer, deposit, expectAudited, funded, getBalance, order, paidByLink, pay } from '../../../tests/support/money.ts';
import { lockTables, openTransaction } from '../../../tests/support/rows/database.ts';
import { closeCard, depositPayments, disputePayment, refundStates } from '../../../tests/support/rows/payments.ts';
import { addCoupon, book, giveBonus, prepareNaiveBonusBack } from '../../../tests/support/rows/wallet.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { auditBooks } from '../../audit/audit.ts';

const environment = { RATE_LIMITS: 'off', DATABASE_POOL: '10' };
const test = base.extend('shopOptions', { scope: 'file' }, { environment });
const PRICE = 9_900;
const rule = 'what goes back of a deposit is booked once, with its part of a coupon’s gift, and nothing leaves a balance otherwise';

type Back = { readonly amount: number; readonly given?: number; readonly credit?: number; readonly act?: string; readonly why?: string };
const back = (who: Operating, id: string, { amount, given = 0, credit = 0, act = randomUUID(), why = 'asked for by phone' }: Back) =>
  who.call('POST /api/payment/deposit-back', { act, id, amount, given, credit, why });

const preview = (who: Operating, id: string, amount: number) => who.call('GET /api/payment/deposit-back', { id, amount });

async function withDeposit(shop: Shop, amount: number) {
  const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
  await funded(shop, ada, amount);
  const [id = ''] = await depositPayments(shop, ada.email);
  return { ada, manager, id };
}

/** What a coupon has given, by the reports and by the list of coupons. */
async function givenBy(who: Operating, code: string): Promise<number[]> {
  const { coupons: reported } = (await who.call('GET /api/reports', { currency: 0 })).body;
  const { coupons: listed } = (await who.call('GET /api/coupons')).body;
  return [
    reported.find((each) => each.code === code)?.given ?? 0,
    listed.find((each) => each.code === code)?.given.find(({ currency }) => currency === 0)?.amount ?? 0,
  ];
}

const makeCoupon = (shop: Shop, code: string) => addCoupon(shop, { code, percent: 20, appliesTo: 'deposits' });

describe('deposit refund', () => {
  test.afterEach(({ shop }) => expectAudited(shop));

  test('previews of refunds take no lock and do not wait for one', async ({ shop }) => {
    const { ada, manager, id } = await withDeposit(shop, 10_000);
    const orderId = await paidByLink(shop, ada);
    await using holding = await openTransaction(shop);
    await lockTables(holding, ['wallet', 'payment_charge', 'payment', 'deposit', 'purchase', 'shop_order', 'order_piece']);
    expect(await preview(manager, id, 4_000)).toMatchObject({ status: 200, body: { most: 10_000 } });
    for (const to of ['source', 'balance'])
      for (const amount of [{}, { amount: 1_000 }])
        expect((await manager.call('GET /api/order/back', { id: orderId, to, ...amount })).status).toBe(200);
    expect((await shop.call('GET /api/orders/withdrawal', { orderId }, { token: ada.token })).status).toBe(200);
  });

  test('a deposit is refunded to its source, with an email and an audit entry', async ({ shop }) => {
    const { ada, manager, id } = await withDeposit(shop, 10_000);
    expect((await preview(manager, id, 4_000)).body).toEqual({
      currency: 0,
      price: 10_000,
      given: 0,
      cash: 10_000,
      most: 10_000,
      credit: 0,
    });
    expect((await back(manager, id, { amount: 4_000 })).status).toBe(204);
    expect(await getBalance(shop, ada)).toBe(6_000);
    await expect.poll(() => refundStates(shop, id)).toEqual(['done']);
    expect((await shop.mail(ada.email, /your deposit is on its way back/)).text).toContain('€40.00');
    expect((await manager.call('GET /api/payment', { id })).body).toMatchObject({ deposit: { gift: 0, given: 4_000, left: 6_000 } });
    const [line] = (await (await operating(shop, 'owner')).call('GET /api/audit', { kind: 'payment', about: id })).body;
    expect(line).toMatchObject({
      act: 'deposit.refund',
      operatorId: manager.id,
      before: { given: 0, cash: 10_000 },
      after: { given: 4_000 },
    });
    const { body } = await shop.call('GET /api/balance/statement', { currency: 0 }, { token: ada.token });
    expect(body.lines[0]).toMatchObject({ kind: 'depositBack', amount: -4_000, balanceAfter: 6_000 });
  });

  test('a refund above the balance or the deposit, of a disputed or open payment, or without a reason is refused', async ({ shop }) => {
    const { ada, manager, id } = await withDeposit(shop, 15_000);
    expect((await order(shop, ada, { payFromBalance: true })).status).toBe(200);
    expect((await preview(manager, id, 1)).body).toMatchObject({ cash: 5_100, most: 5_100 });
    expect((await preview(manager, id, 5_101)).body).toHaveProperty('errors.amount');
    expect((await back(manager, id, { amount: 5_101 })).body).toHaveProperty('errors.amount');
    for (const amount of [0, -1, 0.5]) expect((await back(manager, id, { amount })).status).toBe(400);
    expect((await back(manager, id, { amount: 1, why: ' ' })).body).toHaveProperty('errors.why');
    expect((await back(await operating(shop, 'support'), id, { amount: 1 })).status).toBe(403);
    shop.clock.turn({ seconds: 1 });
    await funded(shop, ada, 15_000);
    expect((await back(manager, id, { amount: 15_000 })).status).toBe(204);
    expect((await back(manager, id, { amount: 1, given: 15_000 })).body).toHaveProperty('errors.amount');
    expect(await getBalance(shop, ada)).toBe(5_100);
    const [, disputed = ''] = await depositPayments(shop, ada.email);
    await disputePayment(shop, disputed);
    expect((await back(manager, disputed, { amount: 100 })).status).toBe(400);
    shop.clock.turn({ seconds: 1 });
    const { paymentLink } = (await deposit(shop, ada)).body;
    const open = (await depositPayments(shop, ada.email)).at(-1) ?? '';
    expect([paymentLink === null, (await back(manager, open, { amount: 100 })).status]).toEqual([false, 400]);
    expect((await back(manager, randomUUID(), { amount: 100 })).status).toBe(404);
  });

  test('a repeated request refunds once; of concurrent refunds by two operators one succeeds', async ({ shop }) => {
    const { ada, manager, id } = await withDeposit(shop, 20_000);
    const act = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => back(manager, id, { amount: 1_000, act })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
    expect((await back(manager, id, { amount: 2_000, given: 1_000, act })).status).toBe(400);
    const owner = await operating(shop, 'owner');
    const both = await Promise.all([manager, owner, manager, owner].map((who) => back(who, id, { amount: 5_000, given: 1_000 })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 400, 400, 400]);
    expect(await getBalance(shop, ada)).toBe(14_000);
  });

  test('the unspent share of the coupon bonus is taken back with the refund, to the cent', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    await makeCoupon(shop, 'FIFTH');
    const { body } = await deposit(shop, ada, { depositAmount: 10_001, price: 8_001, couponCode: 'FIFTH' });
    await pay(body.paymentLink ?? '');
    await expect.poll(() => getBalance(shop, ada)).toBe(10_001);
    expect(await givenBy(manager, 'FIFTH')).toEqual([2_000, 2_000]);
    const [id = ''] = await depositPayments(shop, ada.email);
    expect((await preview(manager, id, 3_000)).body).toMatchObject({ price: 8_001, most: 8_001, credit: 749 });
    expect((await back(manager, id, { amount: 3_000, credit: 0 })).status).toBe(400);
    expect((await back(manager, id, { amount: 3_000, credit: 749 })).status).toBe(204);
    expect(await givenBy(manager, 'FIFTH')).toEqual([1_251, 1_251]);
    expect((await back(manager, id, { amount: 5_001, given: 3_000, credit: 1_251 })).status).toBe(204);
    expect(await givenBy(manager, 'FIFTH')).toEqual([0, 0]);
    expect(await getBalance(shop, ada)).toBe(0);
    // A bonus that was spent cannot be taken back.
    await makeCoupon(shop, 'FIFTH-2');
    shop.clock.turn({ seconds: 1 });
    const again = await deposit(shop, ada, { depositAmount: 10_000, price: 8_000, couponCode: 'FIFTH-2' });
    await pay(again.body.paymentLink ?? '');
    await expect.poll(() => getBalance(shop, ada)).toBe(10_000);
    expect((await order(shop, ada, { payFromBalance: true })).status).toBe(200);
    shop.clock.turn({ seconds: 1 });
    await funded(shop, ada, 8_000);
    const [, second = ''] = await depositPayments(shop, ada.email);
    expect((await preview(manager, second, 8_000)).body).toMatchObject({ most: 8_000, credit: 100 });
    expect((await back(manager, second, { amount: 8_000, credit: 100 })).status).toBe(204);
    expect(await getBalance(shop, ada)).toBe(0);
  });

  test('a refund that the bank rejects returns to the balance with the bonus, and can be retried', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    await makeCoupon(shop, 'FIFTH-3');
    const { body } = await deposit(shop, ada, { depositAmount: 10_000, price: 8_000, couponCode: 'FIFTH-3' });
    await pay(body.paymentLink ?? '');
    await expect.poll(() => getBalance(shop, ada)).toBe(10_000);
    const [id = ''] = await depositPayments(shop, ada.email);
    // The provider rejects an unknown charge, as for a closed card.
    await closeCard(shop, id);
    expect((await back(manager, id, { amount: 8_000, credit: 2_000 })).status).toBe(204);
    await expect.poll(() => getBalance(shop, ada)).toBe(10_000);
    const funds = (await shop.call('GET /api/balance/funds', undefined, { token: ada.token })).body.currencies[0];
    expect(funds).toMatchObject({ balance: 10_000, promo: 2_000 });
    expect(await givenBy(manager, 'FIFTH-3')).toEqual([2_000, 2_000]);
    expect((await preview(manager, id, 8_000)).body).toMatchObject({ given: 0, most: 8_000, credit: 2_000 });
  });

  test('25 refunds race with 25 orders for the same money: 25 succeed and the balance is zero', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const ada = await buyer(shop);
    for (let turn = 0; turn < 25; turn++) {
      const { body } = await deposit(shop, ada, { depositAmount: PRICE, price: PRICE });
      await pay(body.paymentLink ?? '');
    }
    await expect.poll(() => getBalance(shop, ada)).toBe(25 * PRICE);
    const deposits = await depositPayments(shop, ada.email);
    const answers = await Promise.all([
      ...deposits.map((id) => back(manager, id, { amount: PRICE })),
      ...deposits.map(() => order(shop, ada, { payFromBalance: true })),
    ]);
    const done = answers.filter(({ status }) => status === 204 || status === 200).length;
    expect([done, answers.filter(({ status }) => status >= 500).length, await getBalance(shop, ada)]).toEqual([25, 0, 0]);
  });
});

describe('audit of deposit refunds', () => {
  test('naive version that reads before it writes refunds spent money, and the audit reports it', async () => {
    await using shop = await openShop({ environment, jobs: false });
    const ada = await buyer(shop);
    await giveBonus(shop, PRICE);
    const takeBack = await prepareNaiveBonusBack(shop, 5_000);
    expect((await order(shop, ada, { payFromBalance: true })).status).toBe(200);
    await takeBack();
    const found = (await auditBooks(shop.ctx.db.pool)).map((each) => each.rule);
    expect(found).toEqual(expect.arrayContaining(['a balance is the sum of its transfers', rule]));
  });

  test.for(['refund of a deposit that nobody made', 'transfer of a deposit back to the provider', 'bonus given a second time'] as const)(
    'planted violation is reported: %s',
    async (booking) => {
      await using shop = await openShop({ environment, jobs: false });
      await buyer(shop);
      await book(shop, booking);
      expect((await auditBooks(shop.ctx.db.pool)).map((each) => each.rule)).toContain(rule);
    },
  );
});
