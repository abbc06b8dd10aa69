// Tests what operators find, see and do over HTTP, except for moving money: search, order list, emails,
// payment links, customers, coupons.

import { suite } from '../../../../tests/support/cart-lines.ts';
import { operating } from '../../../../tests/support/desk.ts';
import { buyer, expectAudited, getBalance, order, paidByLink, paidFromBalance, placed } from '../../../../tests/support/money.ts';
import { markErased, renameAccount } from '../../../../tests/support/rows/accounts.ts';
import { letRun } from '../../../../tests/support/rows/jobs.ts';
import { findPayment, setLinkExpiry } from '../../../../tests/support/rows/payments.ts';
import { outboxMails } from '../../../../tests/support/rows/support.ts';
import { addCoupon } from '../../../../tests/support/rows/wallet.ts';
import { issue } from '../../../../tests/support/sample-shop.ts';
import { test as base, describe, expect } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
const PRICE = 9_900;

describe('search', () => {
  test('orders, payments, coupons, papers and customers are found by number or email, limited by role', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const id = await paidByLink(shop, ada);
    await issue(shop);
    const { body: details } = await manager.call('GET /api/order', { id });
    const [payment] = details.payments;
    const { body: paymentDetails } = await manager.call('GET /api/payment', { id: payment?.id });
    await addCoupon(shop, { code: 'Spring-5', percent: 5 });
    const { number, purchaseId, accountId } = details.order;
    const kinds = async (q: string, who = manager) =>
      (await who.call('GET /api/find', { q })).body.map(({ kind, path }) => `${kind} ${path}`);
    const piece = `piece /queue/${details.order.pieces[0]?.id}`;
    expect(await kinds(number)).toEqual([`order /orders/${id}`, piece]);
    expect(await kinds(` ${number.slice(2).toLowerCase()} `)).toEqual([`order /orders/${id}`, piece]);
    expect(await kinds(purchaseId)).toEqual([`order /orders/${id}`]);
    expect(await kinds(payment?.id ?? '')).toEqual([`payment /payments/${payment?.id}`]);
    expect(await kinds(paymentDetails.charges[0]?.reference ?? '')).toEqual([`payment /payments/${payment?.id}`]);
    expect(await kinds('spring-5')).toEqual(['coupon /coupons?code=Spring-5']);
    const pdf = await manager.call('GET /api/paper', { id: details.papers[0]?.id, customer: accountId });
    expect([pdf.status, String(pdf.body).slice(0, 5)]).toEqual([200, '%PDF-']);
    expect((await manager.call('GET /api/paper', { id: details.papers[0]?.id, customer: id })).status).toBe(404);
    expect(await kinds((details.papers[0]?.number ?? '').toLowerCase())).toEqual([`paper /orders/${id}`]);
    expect(await kinds(ada.email.slice(0, -3).toUpperCase())).toEqual([`order /orders/${id}`, `customer /customers/${accountId}`]);
    for (const nothing of ['', 'x', '%', '__', 'F-', "' or 1=1 --"]) expect(await kinds(nothing)).toEqual([]);
    expect(await kinds('spring-5', await operating(shop, 'support'))).toEqual([]);
    expect(await kinds(number, await operating(shop, 'maker'))).toEqual([piece]);
  });

  test('customers are found by any part of name or email, and listed newest first; erased customers are not', async ({ shop }) => {
    const [ada, support] = [await buyer(shop), await operating(shop, 'support')];
    await renameAccount(shop, ada.email, 'Grace Brewster', 'Hopper');
    const namesFor = async (q: string) => (await support.call('GET /api/customers', { q })).body.customers.map(({ name }) => name);
    for (const q of ['grace b', 'GRACE', 'hopp', 'Grace Brewster Hopper']) expect(await namesFor(q)).toEqual(['Grace Brewster Hopper']);
    for (const q of ['race', 'BREW', ada.email.slice(3)]) expect(await namesFor(q)).toContain('Grace Brewster Hopper');
    expect(await namesFor('%')).toEqual([]);
    const newest = (await support.call('GET /api/customers', {})).body.customers;
    expect(newest.map(({ createdAt }) => createdAt)).toEqual(
      newest
        .map(({ createdAt }) => createdAt)
        .toSorted()
        .reverse(),
    );
    expect(newest.map(({ email }) => email)).toContain(ada.email);
    await markErased(shop, ada.email);
    for (const q of ['hopp', 'race']) expect(await namesFor(q)).toEqual([]);
    expect((await support.call('GET /api/customers', {})).body.customers.map(({ email }) => email)).not.toContain(ada.email);
  });
});

describe('order list', () => {
  test('the list can be filtered and paged, newest first, without gaps or repeats', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    for (let turn = 0; turn < 5; turn++) {
      await placed(shop, ada);
      shop.clock.turn({ minutes: 1 });
    }
    const { body: account } = await manager.call('GET /api/customers', { q: ada.email });
    const customer = account.customers[0]?.id;
    const pages: string[] = [];
    let before: string | undefined;
    for (;;) {
      const { body } = await manager.call('GET /api/orders', { customer, limit: 2, ...(before ? { before } : {}) });
      pages.push(...body.orders.map(({ id }) => id));
      before = body.orders.at(-1)?.id;
      if (!body.more) break;
    }
    expect([pages.length, new Set(pages).size]).toEqual([5, 5]);
    expect(pages).toEqual([...pages].sort().reverse());
    const count = async (filter: object) => (await manager.call('GET /api/orders', { customer, ...filter })).body.orders.length;
    expect([await count({ status: 1 }), await count({ status: 2 }), await count({ service: 1 }), await count({ service: 2 })]).toEqual([
      5, 0, 5, 0,
    ]);
    const day = shop.clock.now().toISOString().slice(0, 10);
    expect([await count({ currency: 1 }), await count({ from: day, until: day }), await count({ from: '2036-01-01' })]).toEqual([0, 5, 0]);
    for (const invalid of [{ status: 9 }, { from: 'yesterday' }, { before: 'x' }, { limit: 1_000 }])
      expect((await manager.call('GET /api/orders', invalid)).status).toBe(400);
  });
});

describe('email of an order', () => {
  test('an email is sent again unchanged, with an audit entry', async ({ shop }) => {
    const [ada, support] = [await buyer(shop), await operating(shop, 'support')];
    const id = await paidFromBalance(shop, ada, 200_000, { lines: [suite()] });
    const { body: details } = await support.call('GET /api/order', { id });
    await letRun(shop, 'orders.sendConfirmations');
    await shop.mail(ada.email, /^Your order is confirmed: /);
    const listMails = async () => (await support.call('GET /api/order', { id })).body.mails;
    await expect.poll(async () => (await listMails())[0]?.sentAt).toEqual(expect.any(String));
    const [mail] = await listMails();
    const request = { id, mailId: mail?.id, why: 'it had landed in the spam' };
    expect((await support.call('POST /api/order/mail-again', request)).status).toBe(204);
    await expect.poll(async () => (await shop.mails(ada.email)).filter(({ text }) => text.includes(details.order.number)).length).toBe(2);
    const [first, second] = (await shop.mails(ada.email)).filter(({ text }) => text.includes(details.order.number));
    expect(first?.text).toBe(second?.text);
    expect((await support.call('GET /api/order', { id })).body.audit[0]).toMatchObject({ act: 'mail.again', why: request.why });
    // The email belongs to another order.
    const elsewhere = await paidFromBalance(shop, await buyer(shop), PRICE);
    expect((await support.call('POST /api/order/mail-again', { ...request, id: elsewhere })).status).toBe(404);
  });

  test('the values of a sent email with a code are deleted', async ({ shop }) => {
    await buyer(shop);
    const withValues = (await outboxMails(shop)).filter(({ sentAt, values }) => sentAt !== null && Object.keys(values).length > 0);
    expect(withValues.map(({ mail }) => mail)).not.toContain('welcome');
    expect(withValues.map(({ mail }) => mail)).not.toContain('verify-email');
  });
});

describe('payment link', () => {
  test('the open link is reused, an expired one replaced, and a paid order gets none', async ({ shop }) => {
    const [ada, support] = [await buyer(shop), await operating(shop, 'support')];
    const { paymentLink, orderIds, purchaseId } = await placed(shop, ada);
    const id = orderIds[0] ?? '';
    const link = () => support.call('POST /api/order/link', { id, why: 'the customer lost it' });
    expect((await link()).body).toEqual({ paymentLink });
    await setLinkExpiry(shop, (await findPayment(shop, purchaseId)).id, new Date(shop.clock.now().getTime() - 1));
    const { body } = await link();
    expect(body.paymentLink).not.toBe(paymentLink);
    expect((await support.call('GET /api/order', { id })).body.payments.map(({ state }) => state).sort()).toEqual(['cancelled', 'open']);
    const paid = await paidFromBalance(shop, ada, PRICE);
    expect((await support.call('POST /api/order/link', { id: paid, why: 'why not' })).status).toBe(400);
    await expectAudited(shop);
  });
});

describe('payment', () => {
  test('a payment can be listed, viewed and polled at its provider', async ({ shop }) => {
    const [ada, support] = [await buyer(shop), await operating(shop, 'support')];
    await placed(shop, ada);
    const day = shop.clock.now().toISOString().slice(0, 10);
    const { body } = await support.call('GET /api/payments', { state: 'open', provider: 'sandbox', day });
    const open = body.payments.find(({ customer }) => customer?.email === ada.email);
    expect(open).toMatchObject({ state: 'open', amount: PRICE });
    expect((await support.call('POST /api/payment/ask', { id: open?.id })).status).toBe(204);
    expect((await support.call('GET /api/payment', { id: open?.id })).body).toMatchObject({ state: 'open', charges: [] });
    expect((await support.call('GET /api/payments', { state: 'paid', day: '2020-01-01' })).body).toEqual({ payments: [], more: false });
  });
});

describe('customer', () => {
  test('the customer view shows what the customer sees without payment links, with an audit entry', async ({ shop }) => {
    const [ada, support, owner] = [await buyer(shop), await operating(shop, 'support'), await operating(shop, 'owner')];
    await placed(shop, ada);
    const id = (await support.call('GET /api/customers', { q: ada.email })).body.customers[0]?.id;
    const { body } = await support.call('POST /api/customer/look', { id, why: 'they cannot find the order' });
    const own = (await shop.call('GET /api/orders', undefined, { token: ada.token })).body;
    expect(own[0]?.paymentLink).toEqual(expect.any(String));
    expect(body.orders).toEqual(own.map((each) => ({ ...each, paymentLink: null })));
    expect(body.funds).toEqual((await shop.call('GET /api/balance/funds', undefined, { token: ada.token })).body);
    expect((await owner.call('GET /api/audit', { kind: 'customer', about: id })).body).toMatchObject([
      { act: 'customer.look', operatorId: support.id, why: 'they cannot find the order' },
    ]);
    expect((await support.call('POST /api/customer/look', { id, why: '' })).status).toBe(400);
  });

  test('support can end all sessions of a customer with a reason in the audit log', async ({ shop }) => {
    const [ada, bo, support, maker] = [
      await buyer(shop),
      await buyer(shop),
      await operating(shop, 'support'),
      await operating(shop, 'maker'),
    ];
    const owner = await operating(shop, 'owner');
    const { body: customers } = await support.call('GET /api/customers', { q: ada.email });
    const id = customers.customers[0]?.id ?? '';
    const profile = async (token: string) => (await shop.call('GET /api/Accounts/profile', undefined, { token })).status;
    expect((await maker.call('POST /api/customer/end-sessions', { id, why: 'because I can' })).status).toBe(403);
    expect((await support.call('POST /api/customer/end-sessions', { id, why: '' })).status).toBe(400);
    expect((await support.call('POST /api/customer/end-sessions', { id: crypto.randomUUID(), why: 'nobody' })).status).toBe(404);
    expect(await profile(ada.token)).toBe(200);
    expect((await support.call('POST /api/customer/end-sessions', { id, why: 'their phone was stolen' })).status).toBe(204);
    expect([await profile(ada.token), await profile(bo.token)]).toEqual([401, 200]);
    expect((await support.call('GET /api/customer', { id })).body.sessions).toBe(0);
    expect((await owner.call('GET /api/audit', { kind: 'customer', about: id })).body).toMatchObject([
      {
        act: 'customer.endSessions',
        operatorId: support.id,
        before: { sessions: 1 },
        after: { sessions: 0 },
        why: 'their phone was stolen',
      },
    ]);
  });

  test('the customer page contains no secret', async ({ shop }) => {
    const [ada, support] = [await buyer(shop), await operating(shop, 'support')];
    const id = (await support.call('GET /api/customers', { q: ada.email })).body.customers[0]?.id;
    const { body } = await support.call('GET /api/customer', { id });
    expect(body).toMatchObject({ email: ada.email, sessions: 1, orderCount: 0, hasSecondFactor: false });
    expect(JSON.stringify(body)).not.toMatch(/hash|secret|argon/i);
  });
});

describe('coupon', () => {
  const plain = { kind: 'percent', percent: 20, amounts: [], appliesTo: 'orders', services: null, firstPurchaseOnly: false } as const;
  const limits = { totalLimit: 2, customerLimit: null, startsAt: null, expiresAt: null };

  test('a coupon is created, counted and ended, with audit entries', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const request = { code: 'autumn-20', ...plain, ...limits, why: 'the autumn letter' };
    expect((await manager.call('POST /api/coupon/make', request)).status).toBe(204);
    expect((await manager.call('POST /api/coupon/make', { ...request, code: ' Autumn-20' })).body).toHaveProperty('errors.code');
    const counters = async () => (await manager.call('GET /api/coupons')).body.coupons.find(({ code }) => code === 'AUTUMN-20');
    await placed(shop, ada, { couponCode: 'AUTUMN-20' });
    expect(await counters()).toMatchObject({ state: 'active', uses: 1, reserved: 1, given: [] });
    await paidByLink(shop, await buyer(shop), { couponCode: 'AUTUMN-20' });
    const coupon = await counters();
    expect(coupon).toMatchObject({ state: 'usedUp', uses: 2, reserved: 1, given: [{ currency: 0, amount: 1_980 }] });
    for (let turn = 0; turn < 2; turn++)
      expect((await manager.call('POST /api/coupon/end', { id: coupon?.id, why: 'it went round' })).status).toBe(204);
    expect(await counters()).toMatchObject({ state: 'ended' });
    expect((await order(shop, await buyer(shop), { couponCode: 'AUTUMN-20', price: 7_920 })).status).toBe(400);
    const { body } = await manager.call('GET /api/audit', { kind: 'coupon', about: coupon?.id ?? '' });
    expect(body.map(({ act, why }) => [act, why])).toEqual([
      ['coupon.end', 'it went round'],
      ['coupon.make', 'the autumn letter'],
    ]);
    await expectAudited(shop);
  });

  test('an amount coupon reduces an order above its minimum', async ({ shop }) => {
    const [ada, manager] = [await buyer(shop), await operating(shop, 'manager')];
    const amounts = [{ currency: 0, amount: 1_000, minimum: 5_000 }];
    const made = await manager.call('POST /api/coupon/make', {
      code: 'TENNER',
      ...plain,
      kind: 'amount',
      percent: null,
      amounts,
      ...limits,
      why: 'a trial',
    });
    expect(made.status).toBe(204);
    const id = await paidFromBalance(shop, ada, PRICE, { couponCode: 'TENNER' });
    expect((await manager.call('GET /api/order', { id })).body.order).toMatchObject({ price: 8_900, discount: 1_000 });
    expect(await getBalance(shop, ada)).toBe(1_000);
  });

  test.for([
    ['without an amount', { kind: 'amount', percent: null }, 'amounts'],
    ['without a percentage', { percent: null }, 'percent'],
    ['of more than 100 percent', { percent: 101 }, 'percent'],
    ['with a limit of 0', { totalLimit: 0 }, 'totalLimit'],
    ['that expires before it starts', { startsAt: '2036-02-01T00:00:00Z', expiresAt: '2036-01-01T00:00:00Z' }, 'expiresAt'],
    ['that has already expired', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['with a code of two letters', { code: 'AB' }, 'code'],
    ['with a code of other letters', { code: 'ЖЖЖЖ' }, 'code'],
    ['for a service that is not sold here', { services: [1, 4_711] }, 'services'],
    ['without a reason', { why: '' }, 'why'],
  ] as const)('a coupon %s is refused at its field', async ([, more, field], { shop }) => {
    const manager = await operating(shop, 'manager');
    const { status, body } = await manager.call('POST /api/coupon/make', { code: 'REFUSED', ...plain, ...limits, why: 'a trial', ...more });
    expect([status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([400, [field]]);
  });
});

describe('catalogue and policies', () => {
  test('offers are listed with prices in every currency, policies with their languages', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { services } = (await manager.call('GET /api/catalogue')).body;
    expect(services.length).toBeGreaterThan(5);
    for (const { offers } of services) for (const { prices } of offers) expect(prices).toHaveLength(4);
    const { body: policies } = await manager.call('GET /api/policies');
    expect(policies.map(({ name, texts }) => [name, texts.map(({ locale }) => locale)])).toContainEqual(['terms', ['en', 'es', 'jp']]);
  });
});
