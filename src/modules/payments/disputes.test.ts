// Disputes: work stops, a lost one is booked as a claim, and money is never given back twice, whatever the
// order of the reports.
import { randomUUID } from 'node:crypto';
import { tellShop } from '../../../tests/support/bank.ts';
import { tags } from '../../../tests/support/cart-lines.ts';
import { operating } from '../../../tests/support/desk.ts';
import { type Buyer, becomes, buyer, deposit, getBalance, listOrders, order, pay, placed, test } from '../../../tests/support/money.ts';
import { accountId } from '../../../tests/support/rows/accounts.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { bankRefundCount, customerRefunds, findPayment, loseDisputeAtBank } from '../../../tests/support/rows/payments.ts';
import { bookWholeDispute, claims } from '../../../tests/support/rows/wallet.ts';
import { describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { auditBooks } from '../../audit/audit.ts';

const PRICE = 9_900;

const getOrder = async (shop: Shop, who: Buyer) => (await listOrders(shop, who))[0];
const listClaims = async (shop: Shop, who: Buyer) => claims(shop, await accountId(shop, who.email));
const listRefunds = async (shop: Shop, who: Buyer) => (await customerRefunds(shop, who.email)).map(({ amount, state }) => [amount, state]);

async function paid(shop: Shop) {
  const ada = await buyer(shop);
  const { paymentLink, purchaseId, orderIds } = await placed(shop, ada, { startNow: true });
  await pay(paymentLink);
  await becomes(shop, ada, [2]);
  const { id: paymentId } = await findPayment(shop, purchaseId);
  const reference = `dp_${randomUUID()}`;
  const tell = (kind: 'disputed' | 'disputeLost' | 'disputeWon', amount = PRICE) =>
    tellShop(shop, { kind, paymentId, reference, amount, currency: 0 });
  const cancel = async () => (await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '' }, { token: ada.token })).status;
  return { ada, paymentId, purchaseId, orderId: orderIds[0] ?? '', tell, cancel };
}

describe('bank’s outcomes', () => {
  test('dispute: paid, work on hold, status unchanged', async ({ shop }) => {
    const ada = await buyer(shop);
    await pay((await placed(shop, ada)).paymentLink, 'dispute');
    await expect.poll(() => getOrder(shop, ada)).toMatchObject({ status: 2, dispute: 'open', expectedAt: null, expectedBecause: 'paused' });
    expect(await listClaims(shop, ada)).toBe(0);
  });

  test('dispute-lost: paid, taken back and claimed, without a credit note', async ({ shop }) => {
    const ada = await buyer(shop);
    await pay((await placed(shop, ada)).paymentLink, 'dispute-lost');
    await expect.poll(() => getOrder(shop, ada)).toMatchObject({ status: 2, dispute: 'lost' });
    expect(await listClaims(shop, ada)).toBe(PRICE);
    await letRun(shop, 'invoicing.issue');
    const { body } = await shop.call('GET /api/papers', { limit: 10 }, { token: ada.token });
    expect(body.papers.map(({ kind }) => kind)).toEqual(['invoice']);
  });

  test('a dispute whose webhooks were lost is found by the comparison of the books', async ({ shop }) => {
    const { ada, paymentId } = await paid(shop);
    await loseDisputeAtBank(shop, paymentId);
    await letRun(shop, 'payments.reconcile');
    expect(await getOrder(shop, ada)).toMatchObject({ dispute: 'lost' });
    expect(await listClaims(shop, ada)).toBe(PRICE);
  });
});

test('won: work goes on with a date', async ({ shop }) => {
  const { ada, tell } = await paid(shop);
  expect(await tell('disputed')).toBe(204);
  expect(await getOrder(shop, ada)).toMatchObject({ dispute: 'open', expectedAt: null });
  expect(await tell('disputeWon')).toBe(204);
  expect(await getOrder(shop, ada)).toMatchObject({ dispute: null, expectedAt: expect.any(String) });
});

const permutations = <T>(list: readonly T[]): T[][] =>
  list.length < 2 ? [[...list]] : list.flatMap((each, at) => permutations(list.toSpliced(at, 1)).map((rest) => [each, ...rest]));

describe('in any order, each twice', () => {
  test.for(permutations(['paid', 'disputed', 'disputeLost']))('%j: claimed once', async (kinds, { shop }) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada);
    const { id: paymentId } = await findPayment(shop, purchaseId);
    for (const kind of kinds)
      for (const _ of [1, 2])
        expect(
          await tellShop(shop, { kind, paymentId, reference: `${kind === 'paid' ? 'ch' : 'dp'}_${paymentId}`, amount: PRICE, currency: 0 }),
        ).toBe(204);
    expect(await getOrder(shop, ada)).toMatchObject({ status: 2, dispute: 'lost' });
    expect(await listClaims(shop, ada)).toBe(PRICE);
  });

  test.for(permutations(['paid', 'disputed', 'disputeLost', 'disputeWon']))('%j: nothing claimed', async (kinds, { shop }) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada);
    const { id: paymentId } = await findPayment(shop, purchaseId);
    for (const kind of [...kinds, ...kinds])
      expect(
        await tellShop(shop, { kind, paymentId, reference: `${kind === 'paid' ? 'ch' : 'dp'}_${paymentId}`, amount: PRICE, currency: 0 }),
      ).toBe(204);
    expect(await getOrder(shop, ada)).toMatchObject({ status: 2, dispute: null });
    expect(await listClaims(shop, ada)).toBe(0);
  });

  test('lost, reported 20 times at once: claimed once', async ({ shop }) => {
    const { ada, tell } = await paid(shop);
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => tell('disputeLost'))))).toEqual(new Set([204]));
    expect(await listClaims(shop, ada)).toBe(PRICE);
  });
});

describe('refunds and disputes', () => {
  test('refunded in part, then lost: only the rest is claimed', async ({ shop }) => {
    const { ada, orderId, tell } = await paid(shop);
    const owner = await operating(shop, 'owner');
    const refund = { act: randomUUID(), id: orderId, amount: 4_000, given: 0, to: 'source' as const, why: 'Late.' };
    expect((await owner.call('POST /api/order/refund', refund)).status).toBe(204);
    await expect.poll(() => listRefunds(shop, ada)).toEqual([[4_000, 'done']]);
    await tell('disputeLost');
    expect(await listClaims(shop, ada)).toBe(5_900);
  });

  test.for(['disputed', 'disputeLost'] as const)(
    '%s: cancelling, withdrawing and refunding are refused, and allowed once it is won',
    async (kind, { shop }) => {
      const { ada, orderId, tell, cancel } = await paid(shop);
      const owner = await operating(shop, 'owner');
      await tell(kind);
      expect(await cancel()).toBe(400);
      expect((await shop.call('POST /api/orders/withdraw', { orderId, back: PRICE }, { token: ada.token })).status).toBe(400);
      for (const to of ['source', 'balance'] as const) {
        expect((await owner.call('GET /api/order/back', { id: orderId, amount: 100, to })).status).toBe(400);
        const refund = { act: randomUUID(), id: orderId, amount: 100, given: 0, to, why: 'Late.' };
        expect((await owner.call('POST /api/order/refund', refund)).status).toBe(400);
      }
      expect([await listRefunds(shop, ada), await getBalance(shop, ada)]).toEqual([[], 0]);
      await tell('disputeWon');
      expect(await cancel()).toBe(204);
      await expect.poll(() => listRefunds(shop, ada)).toEqual([[PRICE, 'done']]);
    },
  );

  test('cancelled and lost at once, 20 times: given back once each', async ({ shop }) => {
    for (let round = 0; round < 20; round++) {
      const { ada, tell, cancel, orderId } = await paid(shop);
      const [status] = await Promise.all([cancel(), tell('disputeLost')]);
      const claim = await listClaims(shop, ada);
      const back = (await listRefunds(shop, ada)).reduce((sum, [amount]) => sum + Number(amount), 0);
      expect([status, claim + back, await getBalance(shop, ada)]).toEqual([status, PRICE, 0]);
      expect(back).toBe(status === 204 ? PRICE : 0);
      expect(await bankRefundCount(shop, orderId)).toBeLessThanOrEqual(status === 204 ? 1 : 0);
    }
  });

  test('naive booking of the whole dispute after a refund: found by the audit', async () => {
    await using own = await openShop({ environment: { RATE_LIMITS: 'off' } });
    const { ada, paymentId, cancel } = await paid(own);
    expect(await cancel()).toBe(204);
    await expect.poll(() => listRefunds(own, ada)).toEqual([[PRICE, 'done']]);
    await bookWholeDispute(own, paymentId);
    expect((await auditBooks(own.ctx.db.pool)).map(({ rule }) => rule)).toEqual([
      'what a lost dispute took back is booked, and never more than was charged and not refunded',
    ]);
  });

  test('a refund that was asked for before the dispute rests: lost, the bank has done it; won, it is carried out', async () => {
    // Without jobs, the refund is requested but not sent.
    await using own = await openShop({ environment: { RATE_LIMITS: 'off' }, jobs: false });
    for (const [kind, state] of [
      ['disputeLost', 'done'],
      ['disputeWon', 'asked'],
    ] as const) {
      const { ada, tell, cancel } = await paid(own);
      expect(await cancel()).toBe(204);
      await tell('disputed');
      expect(await listRefunds(own, ada)).toEqual([[PRICE, 'asked']]);
      await tell(kind);
      expect([await listRefunds(own, ada), await listClaims(own, ada), await getBalance(own, ada)]).toEqual([[[PRICE, state]], 0, 0]);
    }
    expect(await auditBooks(own.ctx.db.pool)).toEqual([]);
  });
});

describe('deposit', () => {
  test('lost: what is left of it on the balance pays the claim, and it cannot be refunded; won after all: it is there again', async ({
    shop,
  }) => {
    const ada = await buyer(shop);
    const { body } = await deposit(shop, ada);
    await pay(body.paymentLink ?? '');
    await expect.poll(() => getBalance(shop, ada)).toBe(10_000);
    const { id: paymentId } = await findPayment(shop, body.depositId);
    expect((await order(shop, ada, { lines: [tags()], payFromBalance: true })).status).toBe(200);
    const left = await getBalance(shop, ada);
    const tell = (kind: string) => tellShop(shop, { kind, paymentId, reference: `dp_${paymentId}`, amount: 10_000, currency: 0 });
    await tell('disputeLost');
    await tell('disputeLost');
    expect([left > 0 && left < 10_000, await getBalance(shop, ada), await listClaims(shop, ada)]).toEqual([true, 0, 10_000]);
    const owner = await operating(shop, 'owner');
    expect((await owner.call('GET /api/payment/deposit-back', { id: paymentId, amount: 100 })).status).toBe(400);
    expect((await owner.call('GET /api/payment', { id: paymentId })).body.disputes).toMatchObject([
      { amount: 10_000, decision: 'lost', returned: 10_000 },
    ]);
    const { body: statement } = await shop.call('GET /api/balance/statement', { currency: 0 }, { token: ada.token });
    expect(statement.lines[0]).toMatchObject({ kind: 'fundsTaken', amount: -left, balanceAfter: 0 });
    await tell('disputeWon');
    expect([await getBalance(shop, ada), await listClaims(shop, ada)]).toEqual([left, 0]);
  });

  test('spent and taken back at once, 10 times: never below zero, and never more than was paid', async ({ shop }) => {
    for (let round = 0; round < 10; round++) {
      const ada = await buyer(shop);
      const { body } = await deposit(shop, ada);
      await pay(body.paymentLink ?? '');
      await expect.poll(() => getBalance(shop, ada)).toBe(10_000);
      const { id: paymentId } = await findPayment(shop, body.depositId);
      const [bought] = await Promise.all([
        order(shop, ada, { payFromBalance: true }),
        tellShop(shop, { kind: 'disputeLost', paymentId, reference: `dp_${paymentId}`, amount: 10_000, currency: 0 }),
      ]);
      expect([200, 400]).toContain(bought.status);
      expect([bought.status, await getBalance(shop, ada)]).toEqual([bought.status, 0]);
    }
  });
});
