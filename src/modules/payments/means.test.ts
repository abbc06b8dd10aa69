// Saved means of payment over HTTP: kept only if the customer has agreed, listed and removed; and payments
// that a bank confirms days later.
import { monthly } from '../../../tests/support/cart-lines.ts';
import { again, type Buyer, becomes, buyer, getErrors, listOrders, order, pay, placed, test } from '../../../tests/support/money.ts';
import { subscribedByMeans } from '../../../tests/support/pieces.ts';
import { accountId } from '../../../tests/support/rows/accounts.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { addCoupon, claims } from '../../../tests/support/rows/wallet.ts';
import { describe, expect, type Shop } from '../../../tests/support/shop.ts';

const list = async (shop: Shop, { token }: Buyer) => (await shop.call('GET /api/payment-means', undefined, { token })).body;
const remove = (shop: Shop, { token }: Buyer, id: string) => shop.call('POST /api/payment-means/remove', { id }, { token });

describe('saving', () => {
  test.for([
    ['agreed, and saved at the bank', true, { save: 'on' }, 1],
    ['agreed, but not saved at the bank', true, {}, 0],
    ['saved at the bank, but not agreed', false, { save: 'on' }, 0],
  ] as const)('%s', async ([, saveMeans, more, count], { shop }) => {
    const ada = await buyer(shop);
    await pay((await placed(shop, ada, { saveMeans })).paymentLink, 'success', more);
    await becomes(shop, ada, [2]);
    expect(await list(shop, ada)).toHaveLength(count);
  });

  test('a card shows its last digits and its date, and no more', async ({ shop }) => {
    const ada = await subscribedByMeans(shop);
    expect(await list(shop, ada)).toEqual([
      {
        ...{ id: expect.any(String), kind: 'card', brand: 'Visa', last4: '4242' },
        ...{ expires: expect.stringMatching(/^\d{4}-\d\d$/), createdAt: expect.any(String) },
      },
    ]);
  });

  test('the answer of the bank is lost: saved once it is asked', async ({ shop }) => {
    const ada = await buyer(shop);
    await pay((await placed(shop, ada, { saveMeans: true })).paymentLink, 'lost', { save: 'on' });
    shop.clock.turn({ minutes: 6 });
    await letRun(shop, 'payments.poll');
    const now = await again(shop, ada);
    await becomes(shop, now, [2]);
    expect(await list(shop, now)).toHaveLength(1);
  });

  test('a fresh link of the same order still saves; a payment from the balance saves nothing', async ({ shop }) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada, { saveMeans: true, lines: [monthly()] });
    shop.clock.turn({ minutes: 4 });
    await letRun(shop, 'payments.poll');
    const { body } = await shop.call('POST /api/orders/pay', { purchaseId }, { token: ada.token });
    await pay(body.paymentLink ?? '', 'success', { save: 'on' });
    await becomes(shop, ada, [2]);
    expect(await list(shop, ada)).toHaveLength(1);
  });

  test('a wrong type is refused on its field', async ({ shop }) => {
    const ada = await buyer(shop);
    expect(getErrors(await order(shop, ada, { saveMeans: 'yes' as unknown as boolean }))).toEqual([
      400,
      { saveMeans: [expect.any(String)] },
    ]);
  });
});

describe('removing', () => {
  test('is done once, by its owner alone, and the bank forgets it', async ({ shop }) => {
    const [ada, eve] = [await subscribedByMeans(shop), await buyer(shop)];
    const [{ id = '' } = {}] = await list(shop, ada);
    expect((await remove(shop, eve, id)).status).toBe(404);
    expect((await remove(shop, ada, id)).status).toBe(204);
    expect([await list(shop, ada), (await remove(shop, ada, id)).status]).toEqual([[], 404]);
    const left = 'select from sandbox.bank_means m join payment_means p on p.reference = m.reference where p.id = $1';
    await expect.poll(() => shop.sql(left, [id])).toEqual([]);
  });
});

describe('a debit', () => {
  const cancel = (shop: Shop, { token }: Buyer, orderId: string) => shop.call('POST /api/orders/cancel', { orderId }, { token });

  test('in process is being confirmed: neither paid again nor cancelled, and its coupon is held', async ({ shop }) => {
    const couponCode = await addCoupon(shop, { percent: 20, totalLimit: 1 });
    const [ada, eve] = [await buyer(shop), await buyer(shop)];
    const { paymentLink, purchaseId, orderIds } = await placed(shop, ada, { couponCode, price: 7_920 });
    await pay(paymentLink, 'debit');
    await expect.poll(async () => (await listOrders(shop, ada))[0]).toMatchObject({ status: 1, paymentLink: null });
    expect((await shop.call('POST /api/orders/pay', { purchaseId }, { token: ada.token })).status).toBe(400);
    expect((await cancel(shop, ada, orderIds[0] ?? '')).status).toBe(400);
    expect((await order(shop, eve, { couponCode, price: 7_920 })).status).toBe(400);
    shop.clock.turn({ seconds: 61 });
    await becomes(shop, ada, [2]);
  });

  test('that takes longer than an unpaid order may wait: not cancelled', async ({ shop }) => {
    const ada = await buyer(shop);
    const { purchaseId } = await placed(shop, ada);
    await shop.sql(`update payment set outcome_at = $2 where subject_id = $1`, [purchaseId, shop.clock.now()]);
    shop.clock.turn({ days: 8 });
    await letRun(shop, 'orders.voidUnpaid');
    expect(await shop.sql('select state from purchase where id = $1', [purchaseId])).toEqual([{ state: 'open' }]);
  });

  test('that is returned reopens the claim, freezes the work and draws no credit note', async ({ shop }) => {
    const ada = await buyer(shop);
    await pay((await placed(shop, ada)).paymentLink, 'debit-returned');
    shop.clock.turn({ seconds: 61 });
    await becomes(shop, ada, [2]);
    expect(await claims(shop, await accountId(shop, ada.email))).toBe(0);
    shop.clock.turn({ seconds: 60 });
    await expect.poll(async () => (await listOrders(shop, ada))[0]).toMatchObject({ status: 2, dispute: 'lost', expectedAt: null });
    expect(await claims(shop, await accountId(shop, ada.email))).toBe(9_900);
    await letRun(shop, 'invoicing.issue');
    const { body } = await shop.call('GET /api/papers', { limit: 10 }, { token: ada.token });
    expect(body.papers.map(({ kind }) => kind)).toEqual(['invoice']);
  });

  test.for(['expired', 'insufficient'] as const)('%s, without saving: declined, and another card pays', async (outcome, { shop }) => {
    const ada = await buyer(shop);
    const { paymentLink } = await placed(shop, ada);
    await pay(paymentLink, outcome);
    await expect.poll(async () => (await listOrders(shop, ada))[0]?.paymentOutcome?.kind).toBe('declined');
    await pay(paymentLink, 'authenticate');
    await becomes(shop, ada, [2]);
  });
});
