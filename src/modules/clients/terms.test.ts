// The terms of a client, over HTTP: a discount that counts wherever something is sold, and a block.
import { monthly, story } from '../../../tests/support/cart-lines.ts';
import { type Operating, operating } from '../../../tests/support/desk.ts';
import { again, type Buyer, buyer, deposit, expectAudited, funded, order, pay, placed, statuses } from '../../../tests/support/money.ts';
import { accept, sendQuote } from '../../../tests/support/quotes.ts';
import { accountId } from '../../../tests/support/rows/accounts.ts';
import { listAudit } from '../../../tests/support/rows/desk.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { addCoupon, couponUses } from '../../../tests/support/rows/wallet.ts';
import { createSale, freeLine, newClient, WHY } from '../../../tests/support/sales.ts';
import { issue, readContent } from '../../../tests/support/sample-shop.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { auditBooks } from '../../audit/audit.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));
const PRICE = 9_900;

async function confirmed(shop: Shop): Promise<Operating> {
  const manager = await operating(shop, 'manager');
  await manager.call('POST /api/confirm', { currentPassword: manager.password });
  return manager;
}

async function discounted(shop: Shop, percent: number) {
  const [ada, manager] = [await buyer(shop), await confirmed(shop)];
  const id = await accountId(shop, ada.email);
  const set = (value: unknown) => manager.call('POST /api/customer/discount', { id, percent: value, why: WHY } as never);
  expect((await set(percent)).status).toBe(204);
  return { ada, manager, id, set };
}

const quote = (shop: Shop, { token }: Buyer, couponCode: string | null = null, orderFormData = [story()]) =>
  shop.call('POST /api/orders/quote', { currency: 0, couponCode, orderFormData }, { token });

const readPurchase = async (shop: Shop, id: string) => {
  const [row] = await shop.sql<{ price: number; discount: number; orders: number; asked: number | null }>(
    `select price, discount, (select sum(price)::int from shop_order where purchase_id = purchase.id) as orders,
       (select amount from payment where subject_id = purchase.id order by created_at desc limit 1) as asked from purchase where id = $1`,
    [id],
  );
  return row;
};

describe('discount of a client', () => {
  test('of 7.25 %: prices, cart, purchase, payment and invoice have it; a stranger and another client do not', async ({ shop }) => {
    const { ada, manager, id } = await discounted(shop, 7.25);
    const prices = async (token?: string) => (await shop.call('POST /api/prices', { currency: 0 }, token ? { token } : {})).body;
    expect([await prices(ada.token), await prices(), await prices('a.b.c'), await prices((await buyer(shop)).token)]).toMatchObject([
      { discountPercent: 7.25, offers: expect.any(Array) },
      ...Array.from({ length: 3 }, () => expect.not.objectContaining({ discountPercent: expect.anything() })),
    ]);
    expect((await quote(shop, ada)).body).toEqual({
      lines: [{ total: PRICE, discount: 717, why: null, review: false }],
      ...{ subtotal: PRICE, discount: 717, price: 9_183 },
    });
    expect((await order(shop, ada, { price: PRICE })).body, 'the price without it').toHaveProperty('errors.price');
    const { purchaseId, paymentLink } = await placed(shop, ada);
    expect(await readPurchase(shop, purchaseId)).toEqual({ price: 9_183, discount: 717, orders: 9_183, asked: 9_183 });
    await pay(paymentLink);
    await expect.poll(() => statuses(shop, ada)).toEqual([2]);
    await issue(shop);
    const { body } = await shop.call('GET /api/papers', {}, { token: ada.token });
    expect(await readContent(shop, body.papers[0]?.id ?? '')).toMatchObject({ gross: 9_183, discount: 717 });
    expect((await manager.call('GET /api/customer', { id })).body).toMatchObject({ discountPercent: 7.25, blockedAt: null });
    expect(await listAudit(shop, id)).toMatchObject([{ act: 'customer.discount', after: { percent: 7.25 }, why: WHY }]);
  });

  test('needs a manager, and a percentage with at most two decimals', async ({ shop }) => {
    const { id, set } = await discounted(shop, 5);
    for (const percent of [-1, 100.01, 7.255, '5', null]) expect((await set(percent)).body).toHaveProperty('errors.percent');
    const request = { id, percent: 1, why: WHY };
    expect((await (await operating(shop, 'support')).call('POST /api/customer/discount', request)).status).toBe(403);
  });

  test('and a coupon: the larger one counts, and a code that takes off less is not used up', async ({ shop }) => {
    const { ada, set } = await discounted(shop, 10);
    const [larger, equal] = [await addCoupon(shop, { percent: 20, totalLimit: 1 }), await addCoupon(shop, { percent: 10, totalLimit: 1 })];
    expect((await quote(shop, ada, equal)).body).toHaveProperty('errors.couponCode');
    expect((await order(shop, ada, { couponCode: equal, price: 8_910 })).body).toHaveProperty('errors.couponCode');
    expect((await couponUses(shop, equal)).counted).toBe(0);
    const { purchaseId } = await placed(shop, ada, { couponCode: larger });
    expect(await readPurchase(shop, purchaseId)).toMatchObject({ price: 7_920, asked: 7_920 });
    // Its link expires, and another customer uses the code: what is left is the client's own discount.
    shop.clock.turn({ minutes: 32 });
    await letRun(shop, 'payments.poll');
    const later = await again(shop, ada);
    await placed(shop, await buyer(shop), { couponCode: larger });
    const retry = (more: object = {}) => shop.call('POST /api/orders/pay', { purchaseId, ...more }, { token: later.token });
    expect((await retry()).body).toMatchObject({ errors: { couponCode: [expect.stringContaining('€89.10')] } });
    expect(await readPurchase(shop, purchaseId), 'nothing is changed yet').toMatchObject({ price: 7_920 });
    expect((await retry({ withoutCoupon: true })).status).toBe(200);
    expect(await readPurchase(shop, purchaseId)).toMatchObject({ price: 8_910, discount: 990, orders: 8_910, asked: 8_910 });
    await set(100);
    expect((await quote(shop, later)).body, 'all of it').toMatchObject({ price: 0 });
  });

  test('on what renews: the next months cost what the first one does', async ({ shop }) => {
    const { ada } = await discounted(shop, 12.5);
    await funded(shop, ada);
    const { price, subtotal } = (await quote(shop, ada, null, [monthly()])).body;
    expect(price).toBe(subtotal - Math.floor(subtotal / 8));
    await placed(shop, ada, { lines: [monthly()], payFromBalance: true });
    expect((await shop.call('GET /api/orders/subscriptions', undefined, { token: ada.token })).body).toMatchObject([{ price }]);
  });

  test('by hand: the larger one of the typed and the client’s own; quotes keep theirs', async ({ shop }) => {
    const { ada, manager } = await discounted(shop, 10);
    const client = newClient({ email: ada.email });
    const sold = async (discountPercent: number) => {
      const { body } = await createSale(manager, { client, discountPercent, lines: [freeLine({ unitPrice: 10_000, quantity: 1 })] });
      return (await readPurchase(shop, body.purchaseId))?.price;
    };
    expect([await sold(0), await sold(9.99), await sold(25)]).toEqual([9_000, 9_000, 7_500]);
    const sent = await sendQuote(shop, manager, { client, discountPercent: 5, lines: [freeLine({ unitPrice: 10_000, quantity: 1 })] });
    expect(await (await fetch(sent.link)).text()).toContain('95.00');
  });

  test('changed while twenty orders are placed: each has one price everywhere, that of its request', async ({ shop }) => {
    const { ada, set } = await discounted(shop, 10);
    const place = (turn: number) => order(shop, ada, { price: turn % 2 ? PRICE : 8_910 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, turn) => {
        if (turn % 5 === 0) await set(turn % 2 ? 10 : 0);
        return { sent: turn % 2 ? PRICE : 8_910, ...(await place(turn)) };
      }),
    );
    for (const { sent, status, body } of answers)
      if (status === 200) expect(await readPurchase(shop, body.purchaseId)).toMatchObject({ price: sent, orders: sent, asked: sent });
      else expect(body).toHaveProperty('errors.price');
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  });
});

test('naive version: orders that are priced by a later read of the discount than their purchase, which the audit reports', async () => {
  await using shop = await openShop({ environment: { RATE_LIMITS: 'off' }, jobs: false });
  const { ada, set } = await discounted(shop, 0);
  const { purchaseId } = await placed(shop, ada);
  await set(10);
  await shop.sql(
    `update shop_order as o set discount = o.total * terms.discount / 10000, price = o.total - o.total * terms.discount / 10000
     from account_terms as terms where terms.account_id = o.account_id and o.purchase_id = $1`,
    [purchaseId],
  );
  expect((await auditBooks(shop.ctx.db.pool)).length).toBeGreaterThan(0);
});

describe('a blocked client', () => {
  test('places and pays in nothing new, but logs in and pays what is open; after the block all is as before', async ({ shop }) => {
    const [ada, support, manager] = [await buyer(shop), await operating(shop, 'support'), await confirmed(shop)];
    const id = await accountId(shop, ada.email);
    const open = await placed(shop, ada);
    const sent = await sendQuote(shop, manager, { client: newClient({ email: ada.email }) });
    expect((await support.call('POST /api/customer/block', { id, why: WHY })).status).toBe(204);
    expect((await manager.call('GET /api/customer', { id })).body).toMatchObject({ blockedAt: expect.any(String), blockReason: WHY });
    const later = await again(shop, ada);
    for (const { status, body } of [await quote(shop, later), await order(shop, later, { price: PRICE }), await deposit(shop, later)])
      expect([status, body]).toMatchObject([400, { errors: { '': [expect.stringContaining('new orders')] } }]);
    expect((await createSale(manager, { client: newClient({ email: ada.email }) })).body).toHaveProperty('errors.client');
    expect((await accept(shop, sent.link)).status).toBe(400);
    await pay(open.paymentLink);
    await expect.poll(() => statuses(shop, later)).toEqual([2]);
    expect((await support.call('POST /api/customer/unblock', { id, why: 'paid up' })).status).toBe(204);
    await placed(shop, later);
    expect((await accept(shop, sent.link, { startNow: 'on' })).status).toBe(303);
    expect((await listAudit(shop, id)).map(({ act, why }) => [act, why])).toEqual([
      ['customer.block', WHY],
      ['customer.unblock', 'paid up'],
    ]);
  });

  test('five times at once is blocked once, and unblocked once; without a reason it is refused', async ({ shop }) => {
    const [ada, support] = [await buyer(shop), await operating(shop, 'support')];
    const id = await accountId(shop, ada.email);
    const five = async (act: 'block' | 'unblock') =>
      (await Promise.all(Array.from({ length: 5 }, () => support.call(`POST /api/customer/${act}`, { id, why: WHY }))))
        .map(({ status }) => status)
        .toSorted();
    expect([await five('block'), await five('unblock')]).toEqual([
      [204, 400, 400, 400, 400],
      [204, 400, 400, 400, 400],
    ]);
    expect((await support.call('POST /api/customer/block', { id, why: '' })).body).toHaveProperty('errors.why');
  });
});
