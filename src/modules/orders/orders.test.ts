import { press } from '../../../tests/support/bank.ts';
import { kits, story, suite, tags } from '../../../tests/support/cart-lines.ts';
import {
  becomes,
  billing,
  buyer,
  deposit,
  funded,
  getBalance,
  getErrors,
  listOrders,
  order,
  pay,
  placed,
  statuses,
  test,
} from '../../../tests/support/money.ts';
import { customerRefunds, listPayments } from '../../../tests/support/rows/payments.ts';
import { addCoupon } from '../../../tests/support/rows/wallet.ts';
import { describe, expect } from '../../../tests/support/shop.ts';

describe('purchase', () => {
  test('payment by link: the orders are paid and due in 48 hours', async ({ shop }) => {
    const ada = await buyer(shop);
    const { paymentLink, orderIds, purchaseId } = await placed(shop, ada, { lines: [story(), tags({ quantity: 2 })], startNow: true });
    expect(paymentLink.startsWith(`${shop.urls.sandbox}/pay/`)).toBe(true);
    const listed = await listOrders(shop, ada);
    expect(listed.map(({ id }) => id)).toEqual(orderIds);
    expect(listed).toMatchObject([
      { status: 1, price: 9_900, offerId: 'brand-stories-600', purchaseId, paymentLink, dueAt: null, deliveries: [] },
      { status: 1, price: 1_800, quantity: 2, platform: 2 },
    ]);
    for (const { number } of listed) expect(number).toMatch(/^F-[0-9A-Z]{8}$/);
    expect(await (await fetch(paymentLink)).text()).toContain('Brand Stories, 600 words + 1 more');
    expect((await pay(paymentLink))?.status).toBe(303);
    await becomes(shop, ada, [2, 2]);
    const paid = await listOrders(shop, ada);
    const now = shop.clock.now();
    const due = new Date(now.getTime() + 48 * 3_600_000).toISOString();
    expect(paid).toMatchObject([
      { paidAt: now.toISOString(), dueAt: due, estimatedDeliveryAt: due, expectedAt: due, expectedBecause: 'paid', paymentLink: null },
      { dueAt: due },
    ]);
  });

  test('list of orders that has not changed: 304 without a body, until an order is paid', async ({ shop }) => {
    const ada = await buyer(shop);
    const { paymentLink } = await placed(shop, ada);
    const list = (headers = {}) => shop.call('GET /api/orders', { limit: 10 }, { token: ada.token, headers });
    const tag = (await list()).headers.get('etag') ?? '';
    const unchanged = await list({ 'if-none-match': tag });
    expect([unchanged.status, unchanged.body, unchanged.headers.get('cache-control')]).toEqual([304, '', 'no-store']);
    await pay(paymentLink);
    await becomes(shop, ada, [2]);
    const changed = await list({ 'if-none-match': tag });
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
  });

  test('declined card: the order stays unpaid, and the same link works later', async ({ shop }) => {
    const ada = await buyer(shop);
    const { paymentLink, purchaseId } = await placed(shop, ada);
    await pay(paymentLink, 'decline');
    expect(await statuses(shop, ada)).toEqual([1]);
    const again = await shop.call('POST /api/orders/pay', { purchaseId }, { token: ada.token });
    expect(again.body).toEqual({ paymentLink });
    await pay(paymentLink);
    await becomes(shop, ada, [2]);
  });

  test('payment from the balance: paid immediately, cash before promotional credit', async ({ shop }) => {
    await shop.makeDemo();
    const ada = await buyer(shop);
    await funded(shop, ada, 5_000);
    // A coupon lowers the charge, not the deposited amount; the difference is promotional credit.
    const { body } = await deposit(shop, ada, { depositAmount: 6_000, price: 5_700, couponCode: 'TOPUP5' });
    await pay(body.paymentLink ?? '');
    await expect.poll(() => getBalance(shop, ada)).toBe(11_000);
    const { status, body: answer } = await order(shop, ada, { payFromBalance: true });
    expect([status, answer]).toMatchObject([200, { paymentLink: `${shop.urls.storefront}/cabinet/order-history` }]);
    expect(await statuses(shop, ada)).toEqual([2]);
    const { body: statement } = await shop.call('GET /api/balance/statement', { currency: 0 }, { token: ada.token });
    expect(statement).toMatchObject({ balance: 1_100, promo: 300 });
    expect(statement.lines.map(({ kind, amount, balanceAfter }) => [kind, amount, balanceAfter])).toEqual([
      ['spend', -9_900, 1_100],
      ['bonus', 300, 11_000],
      ['deposit', 5_700, 10_700],
      ['deposit', 5_000, 5_000],
    ]);
  });

  test('balance too low: refused, and no order is created', async ({ shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 5_000);
    expect(getErrors(await order(shop, ada, { payFromBalance: true }))).toEqual([
      400,
      { payFromBalance: ['Your balance is too low for this order.'] },
    ]);
    expect([await listOrders(shop, ada), await getBalance(shop, ada)]).toEqual([[], 5_000]);
  });

  test('wrong price: refused with the right total', async ({ shop }) => {
    const ada = await buyer(shop);
    for (const price of [0, 9_899, 9_901, 990_000]) expect((await order(shop, ada, { price })).status).toBe(400);
    expect(getErrors(await order(shop, ada, { price: 9_899 }))).toEqual([400, { price: ['The total is now €99.00. Review your cart.'] }]);
    expect(await listOrders(shop, ada)).toEqual([]);
  });

  test('total of zero: paid immediately', async ({ shop }) => {
    const ada = await buyer(shop);
    const couponCode = await addCoupon(shop, { percent: 100 });
    const { paymentLink } = await placed(shop, ada, { couponCode, price: 0 });
    expect(paymentLink).toBe(`${shop.urls.storefront}/cabinet/order-history`);
    expect(await statuses(shop, ada)).toEqual([2]);
  });

  test('bundle: one piece for each part, waiting for its brief; a monthly bundle has a renewal date', async ({ shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 100_000);
    const { orderIds } = await placed(shop, ada, { lines: [suite()], payFromBalance: true });
    const { body } = await shop.call('GET /api/orders/order', { id: orderIds[0] ?? '' }, { token: ada.token });
    expect(body.pieces.map(({ offerId, state }) => [offerId, state])).toEqual([
      ['brand-stories-600', 'waiting'],
      ['catchy-phrases-10', 'waiting'],
      ['quick-reads-500', 'waiting'],
      ['quick-reads-500', 'waiting'],
      ['hashtag-magic-3', 'waiting'],
    ]);
    expect((await listOrders(shop, ada))[0]).toMatchObject({ subscriptionId: null, dueAt: null });
    shop.clock.turn({ seconds: 1 });
    const monthly = { ...suite(), offerId: 'growth-accelerator-bundle' };
    await placed(shop, ada, { lines: [monthly], payFromBalance: true });
    const renewsAt = (await listOrders(shop, ada))[0]?.renewsAt;
    expect(renewsAt).toBe('2026-06-12T09:30:01.000Z');
  });

  test('filter by purchase: its orders with the total and the payment source, in pages', async ({ shop }) => {
    const [ada, eve] = [await buyer(shop), await buyer(shop)];
    await funded(shop, ada, 50_000);
    const { purchaseId, orderIds } = await placed(shop, ada, { lines: [story(), tags({ quantity: 2 })] });
    await placed(shop, ada);
    const ordersOfPurchase = async ({ token }: typeof ada, more: object = {}) =>
      shop.call('GET /api/orders', { purchase: purchaseId, ...more }, { token });
    const open = await ordersOfPurchase(ada);
    expect(open.body.map(({ id }) => id)).toEqual(orderIds);
    expect(open.body).toMatchObject(orderIds.map(() => ({ purchasePrice: 11_700, paidFrom: null })));
    const first = await ordersOfPurchase(ada, { limit: '1' });
    expect(first.headers.get('link')).toBe(`</api/orders?limit=1&before=${orderIds[0]}&purchase=${purchaseId}>; rel="next"`);
    expect((await ordersOfPurchase(eve)).body).toEqual([]);
    await shop.call('POST /api/orders/cancel', { orderId: orderIds[1] ?? '' }, { token: ada.token });
    await shop.call('POST /api/orders/pay', { purchaseId, payFromBalance: true }, { token: ada.token });
    expect((await ordersOfPurchase(ada)).body).toMatchObject([{ status: 2, purchasePrice: 9_900, paidFrom: 'balance' }, { status: -1 }]);
  });

  test('unpaid purchase, paid from the balance: its link is closed', async ({ shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 10_000);
    const { paymentLink, purchaseId } = await placed(shop, ada);
    const { status } = await shop.call('POST /api/orders/pay', { purchaseId, payFromBalance: true }, { token: ada.token });
    expect([status, await statuses(shop, ada), await getBalance(shop, ada)]).toEqual([200, [2], 100]);
    expect(await listPayments(shop, purchaseId)).toMatchObject([{ state: 'cancelled' }]);
    await expect.poll(async () => (await press(paymentLink, 'success')).status).toBe(410);
  });

  test('another account gets 404 and cannot cancel or pay', async ({ shop }) => {
    const [ada, eve] = [await buyer(shop), await buyer(shop)];
    const { orderIds, purchaseId } = await placed(shop, ada);
    const id = orderIds[0] ?? '';
    const token = eve.token;
    expect((await shop.call('GET /api/orders/order', { id }, { token })).status).toBe(404);
    expect((await shop.call('POST /api/orders/cancel', { orderId: id }, { token })).status).toBe(404);
    expect((await shop.call('POST /api/orders/pay', { purchaseId }, { token })).status).toBe(404);
    expect(await listOrders(shop, eve)).toEqual([]);
    expect(await statuses(shop, ada)).toEqual([1]);
  });
});

describe('cancellation', () => {
  test('one order of an unpaid purchase: the rest gets a new link and can be paid', async ({ shop }) => {
    const ada = await buyer(shop);
    const { paymentLink, orderIds } = await placed(shop, ada, { lines: [story(), kits()] });
    const { status } = await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '' }, { token: ada.token });
    expect(status).toBe(204);
    const [cancelled, left] = await listOrders(shop, ada);
    expect([cancelled?.status, cancelled?.paymentLink, left?.status]).toEqual([-1, paymentLink === left?.paymentLink ? 'same' : null, 1]);
    await pay(left?.paymentLink ?? '');
    await becomes(shop, ada, [-1, 2]);
  });

  test('all orders of a purchase: its coupon can be used again', async ({ shop }) => {
    const couponCode = await addCoupon(shop, { percent: 20, totalLimit: 1 });
    const ada = await buyer(shop);
    const { orderIds } = await placed(shop, ada, { couponCode, price: 7_920 });
    expect((await order(shop, await buyer(shop), { couponCode, price: 7_920 })).status).toBe(400);
    await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '' }, { token: ada.token });
    await placed(shop, await buyer(shop), { couponCode, price: 7_920 });
  });

  test.for([['source'], ['balance'], ['source', 'without a choice']] as const)(
    'paid order: refund to the %s',
    async ([refundTo, without], { shop }) => {
      const ada = await buyer(shop);
      const { paymentLink, orderIds } = await placed(shop, ada, { lines: [story(), kits()] });
      await pay(paymentLink);
      await becomes(shop, ada, [2, 2]);
      const choice = without ? {} : { refundTo };
      await shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '', ...choice }, { token: ada.token });
      expect(await statuses(shop, ada)).toEqual([-1, 2]);
      expect(await getBalance(shop, ada)).toBe(refundTo === 'balance' ? 9_900 : 0);
      await shop.mail(ada.email, /^Your order is cancelled: .*\(F-/);
      if (refundTo === 'source')
        await expect.poll(() => customerRefunds(shop, ada.email)).toMatchObject([{ amount: 9_900, state: 'done' }]);
    },
  );

  test('100 requests at once: one refund', async ({ shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 20_000);
    const { orderIds } = await placed(shop, ada, { payFromBalance: true });
    const request = () => shop.call('POST /api/orders/cancel', { orderId: orderIds[0] ?? '' }, { token: ada.token });
    const answers = await Promise.all(Array.from({ length: 100 }, request));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await getBalance(shop, ada)).toBe(20_000);
  });
});

describe('order request', () => {
  test('address of the last purchase: offered to its customer only, and none before the first one', async ({ shop }) => {
    const [ada, grace] = [await buyer(shop), await buyer(shop)];
    const last = async (who: typeof ada) => (await shop.call('GET /api/orders/last-address', undefined, { token: who.token })).body;
    expect(await last(ada)).toBeNull();
    await placed(shop, ada);
    const { agreedToPP_TOS: _, ...address } = billing;
    expect([await last(ada), await last(grace)]).toEqual([address, null]);
  });

  test.for([
    ['agreedToPP_TOS', { agreedToPP_TOS: false }],
    ['country', { country: 'Norway' }],
    ['country', { country: 'XX' }],
    ['firstName', { firstName: ' ' }],
    ['price', { price: 99.5 }],
    ['price', { price: '9900' }],
    ['currency', { currency: 2 }],
    ['orderFormData', { orderFormData: [] }],
    ['orderFormData', { orderFormData: Array.from({ length: 51 }, () => story()) }],
    ['orderFormData[0].offerId', { orderFormData: [story({ offerId: 'nothing' })] }],
    ['payFromBalance', { payFromBalance: 'yes' }],
    ['startNow', { startNow: 1 }],
    ['couponCode', { couponCode: 'NOSUCHCODE' }],
  ] as const)('invalid field is refused by name: %s (%#)', async ([field, spoiled], { shop }) => {
    const ada = await buyer(shop);
    const sent = { ...billing, currency: 0, couponCode: null, orderFormData: [story()], price: 9_900, ...spoiled };
    const { status, body } = await shop.call('POST /api/orders', sent, { token: ada.token });
    expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([400, [field]]);
    expect(await listOrders(shop, ada)).toEqual([]);
  });
});
