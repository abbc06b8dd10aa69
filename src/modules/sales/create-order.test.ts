// Orders by hand and their payment page, over HTTP.

import { randomUUID } from 'node:crypto';
import { register } from '../../../tests/support/accounts.ts';
import { story } from '../../../tests/support/cart-lines.ts';
import { operating } from '../../../tests/support/desk.ts';
import { buyer, expectAudited, funded, getBalance, getErrors, pay, statuses } from '../../../tests/support/money.ts';
import { createOnce, createSale, findAccountId, findClaim, freeLine, newClient, PRICE, sale, WHY } from '../../../tests/support/sales.ts';
import { readContent } from '../../../tests/support/sample-shop.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));

describe('order by hand', () => {
  test('paid by invoice: work may begin, the client owes it, and the invoice is issued at once', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { status, body } = await createSale(manager, {
      client: newClient({ vatId: 'DE123456788', company: 'Loaf & Queue' }),
      termsDays: 30,
    });
    expect([status, body.paymentLink]).toEqual([200, null]);
    const due = new Date(shop.clock.now().getTime() + 30 * 86_400_000).toISOString().slice(0, 10);
    const claim = await findClaim(manager, body.purchaseId);
    expect(claim).toMatchObject({ amount: PRICE, open: PRICE, dueOn: due, isOverdue: false, invoiceId: body.invoiceId, settlements: [] });
    const content = await readContent(shop, body.invoiceId ?? '');
    expect(content).toMatchObject({
      ...{ gross: PRICE, parts: [{ by: 'invoice', amount: PRICE }], terms: { dueOn: due, reference: claim?.reference } },
      lines: [{ name: 'A day of editing', quantity: 1 }],
      buyer: { company: 'Loaf & Queue', country: 'DE' },
    });
    const [order] = await shop.sql('select status, offer_id, service_type, title from shop_order where id = $1', [body.orderIds[0]]);
    expect(order).toEqual({ status: 2, offer_id: 'custom', service_type: 99, title: 'A day of editing' });
    const { body: queue } = await manager.call('GET /api/queue');
    expect(JSON.stringify(queue)).toContain('A day of editing');
    const { body: audit } = await manager.call('GET /api/audit', { kind: 'order' });
    expect(audit[0]).toMatchObject({ act: 'order.create', operatorId: manager.id, after: { pay: 'invoice', price: PRICE } });
  });

  test('of a service of the catalogue without answers: the client is asked afterwards', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const ada = await buyer(shop);
    const line = { offerId: 'brand-stories-600', quantity: 1, platform: null, answers: {} };
    const { status, body } = await createSale(manager, { client: { email: ada.email }, lines: [line, freeLine()], pay: 'invoice' });
    expect(status).toBe(200);
    expect(await statuses(shop, ada)).toEqual([2, 2]);
    const orderId = body.orderIds[0] ?? '';
    const [piece] = await shop.sql<{ id: string; state: string }>('select id, state from order_piece where order_id = $1', [orderId]);
    expect(piece?.state).toBe('waiting');
    const briefs = [{ id: piece?.id ?? '', platform: null, answers: story().answers }];
    const sent = await shop.call('POST /api/orders/brief', { orderId, pieces: briefs }, { token: ada.token });
    expect([sent.status, sent.body]).toMatchObject([200, { pieces: [{ state: 'ready' }] }]);
  });

  test('a discount has two decimals, is rounded down and shared over the lines', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { body } = await createSale(manager, {
      lines: [freeLine({ unitPrice: 333 }), freeLine({ unitPrice: 667 })],
      discountPercent: 12.35,
    });
    const rows = await shop.sql('select total, discount, price from shop_order where purchase_id = $1 order by id desc', [body.purchaseId]);
    expect(rows).toEqual([
      { total: 333, discount: 41, price: 292 },
      { total: 667, discount: 82, price: 585 },
    ]);
    expect((await createSale(manager, { discountPercent: 1.234 })).body).toHaveProperty('errors.discountPercent');
    expect((await createSale(manager, { discountPercent: 101 })).body).toHaveProperty('errors.discountPercent');
  });

  test('not charged: needs a reason and a confirmed session, and costs nothing', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const unconfirmed = await createOnce(shop, manager, randomUUID(), sale({ pay: 'none', reason: WHY }));
    expect([unconfirmed.status, unconfirmed.body.errors]).toMatchObject([400, { stepUp: expect.anything() }]);
    expect((await createSale(manager, { pay: 'none' })).body).toHaveProperty('errors.reason');
    const { status, body } = await createSale(manager, { pay: 'none', reason: WHY });
    expect([status, body.invoiceId]).toEqual([200, null]);
    const [row] = await shop.sql('select price, discount, paid_from from purchase where id = $1', [body.purchaseId]);
    expect(row).toEqual({ price: 0, discount: PRICE, paid_from: 'nothing' });
  });

  test('from the balance: only with the client’s recorded agreement, and never more than is there', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const ada = await buyer(shop);
    await funded(shop, ada, PRICE);
    const customerId = await findAccountId(shop, ada.email);
    const request = { client: { customerId }, pay: 'balance' };
    expect((await createSale(manager, request)).body).toHaveProperty('errors.agreementId');
    const { body: agreement } = await manager.call('POST /api/agreements/create', { customerId, text: WHY });
    const other = await register(shop);
    const { body: listed } = await manager.call('GET /api/agreements', { customerId });
    expect(listed.agreements).toMatchObject([{ id: agreement.id, text: WHY }]);
    const wrong = { ...request, client: { email: other }, agreementId: agreement.id };
    expect((await createSale(manager, wrong)).body).toHaveProperty('errors.agreementId');
    expect((await createSale(manager, { ...request, agreementId: agreement.id })).status).toBe(200);
    expect([await getBalance(shop, ada), await statuses(shop, ada)]).toEqual([0, [2]]);
    expect((await createSale(manager, { ...request, agreementId: agreement.id })).body).toHaveProperty('errors.pay');
  });

  test('with a date for the work: a clock that runs ends then, and one that starts later gets the time until then', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const dueAt = new Date(shop.clock.now().getTime() + 5 * 86_400_000).toISOString();
    const findPiece = async (orderId = '') =>
      (await shop.sql('select due_at, turnaround, due_by_hand is not null as by_hand from order_piece where order_id = $1', [orderId]))[0];
    const business = newClient({ vatId: 'DE123456788' });
    const { body: invoiced } = await createSale(manager, { client: business, dueAt });
    expect(await findPiece(invoiced.orderIds[0])).toMatchObject({ due_at: new Date(dueAt), by_hand: true });
    const { body: toPay } = await createSale(manager, { pay: 'link', dueAt });
    expect(await findPiece(toPay.orderIds[0])).toMatchObject({ due_at: null, turnaround: { amount: 5 * 24, unit: 'hours' } });
    expect((await createSale(manager, { dueAt: shop.clock.now().toISOString() })).body).toHaveProperty('errors.dueAt');
  });

  test('wrong input: every error names its field, and nothing is created', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const [{ count }] = (await shop.sql<{ count: string }>('select count(*) from purchase')) as [{ count: string }];
    const cases: readonly (readonly [object, string])[] = [
      [{ lines: [] }, 'lines'],
      [{ lines: Array.from({ length: 51 }, () => freeLine()) }, 'lines'],
      [{ lines: [freeLine(), freeLine({ quantity: 0 })] }, 'lines[1].quantity'],
      [{ lines: [freeLine({ taxCategory: 'luxury' })] }, 'lines[0].taxCategory'],
      [{ lines: [freeLine({ title: ' ' })] }, 'lines[0].title'],
      [{ lines: [freeLine({ title: undefined })] }, 'lines[0].title'],
      [{ lines: Array.from({ length: 3 }, () => freeLine({ unitPrice: 1_000_000_000 })) }, 'lines'],
      [{ lines: [{ offerId: 'nothing-like-it', quantity: 1, platform: null, answers: {} }] }, 'lines[0].offerId'],
      [{ client: newClient({ country: undefined }) }, 'client.country'],
      [{ client: newClient({ country: 'ZZ' }) }, 'client.country'],
      [{ client: {} }, 'client.email'],
      [{ currency: 99 }, 'currency'],
      [{ pay: 'later' }, 'pay'],
      [{ termsDays: 91 }, 'termsDays'],
      [{ discountPercent: 100 }, 'pay'],
    ];
    for (const [more, field] of cases) {
      const [status, errors] = getErrors(await createSale(manager, more));
      expect([status, Object.keys(errors ?? {})], field).toEqual([400, [field]]);
    }
    expect((await createSale(manager, { client: { customerId: randomUUID() } })).status).toBe(404);
    expect((await createSale(await operating(shop, 'maker'))).status).toBe(403);
    expect((await shop.sql('select count(*) from purchase'))[0]).toEqual({ count });
  });

  test('the same key twice, even at once: one order, one answer; with another body it is refused', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const sent = sale();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => createOnce(shop, manager, key, sent)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(Object.entries(body as object).sort()))).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const other = await createOnce(shop, manager, key, { ...sent, note: 'another one' });
    expect(other.status).toBe(400);
    const [{ count }] = (await shop.sql<{ count: string }>('select count(*) from purchase where by_hand is not null and id = $1', [
      answers[0]?.body.purchaseId,
    ])) as [{ count: string }];
    expect(count).toBe('1');
  });

  test('a new client gets an account with the link to a first password', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const client = newClient();
    expect((await createSale(manager, { client })).status).toBe(200);
    const mail = await shop.mail(client.email, /password/i);
    expect(mail.text).toContain('/account/reset?');
    const known = await createSale(manager, { client: { ...client, firstName: 'Other' } });
    expect(known.status).toBe(200);
    expect(await shop.sql('select first_name from account where email = $1', [client.email])).toEqual([{ first_name: 'Ada' }]);
  });
});

describe('payment page', () => {
  const post = (link: string, shop: Shop, fields: Record<string, string>) =>
    fetch(link, { method: 'POST', headers: { origin: shop.urls.storefront }, body: new URLSearchParams(fields), redirect: 'manual' });

  test('the client reviews, agrees, and is led on to the provider; the right of withdrawal counts from the payment', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const client = newClient();
    const { body } = await createSale(manager, { client, pay: 'link', note: 'As discussed.' });
    const link = body.paymentLink ?? '';
    const page = await fetch(link);
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
    const html = await page.text();
    for (const text of ['A day of editing', '€500.00', 'As discussed.', 'Order and pay €500.00', 'noindex']) expect(html).toContain(text);
    expect((await post(link, shop, { startNow: 'now' })).status).toBe(400);
    expect((await post(link, shop, { agree: 'on' })).status, 'a consumer chooses when work starts').toBe(400);
    const sent = await post(link, shop, { agree: 'on', startNow: 'wait' });
    expect(sent.status).toBe(303);
    const again = await post(link, shop, { agree: 'on', startNow: 'wait' });
    expect([again.status, again.headers.get('location')]).toEqual([303, sent.headers.get('location')]);
    const next = await (await fetch(new URL(sent.headers.get('location') ?? '', shop.urls.storefront))).text();
    const provider = /href="([^"]+)"[^>]*>[^<]*(?:<[^>]+>)*Continue to payment/.exec(next)?.[1]?.replaceAll('&amp;', '&') ?? '';
    await pay(provider);
    await expect.poll(async () => shop.sql('select state from purchase where id = $1', [body.purchaseId])).toEqual([{ state: 'paid' }]);
    const [consents] = await shop.sql<{ consents: { startNow: boolean; terms: number } }>('select consents from purchase where id = $1', [
      body.purchaseId,
    ]);
    expect(consents?.consents).toMatchObject({ startNow: false, terms: expect.any(Number) });
    expect(await (await fetch(link)).text()).toContain('Your order is paid');
  });

  test.for([
    ['DE', 'wait', true],
    ['DE', undefined, true],
    ['US', undefined, false],
  ] as const)(
    'a known client without an address, in %s, start %s: the right of withdrawal is that of the country',
    async (given, { shop }) => {
      const [country, startNow, hasRight] = given;
      const manager = await operating(shop, 'manager');
      const ada = await buyer(shop);
      const { body } = await createSale(manager, { client: { email: ada.email }, pay: 'link' });
      const link = body.paymentLink ?? '';
      expect(await (await fetch(link)).text()).toContain('When work starts');
      const address = {
        country,
        city: 'Springfield',
        address: 'Street 1',
        zipCode: '10115',
        ...(country === 'US' ? { state: 'Oregon' } : {}),
      };
      const sent = await post(link, shop, { agree: 'on', ...address, ...(startNow ? { startNow } : {}) });
      const isRefused = hasRight && startNow === undefined;
      expect(sent.status).toBe(isRefused ? 400 : 303);
      if (isRefused) return;
      const [row] = await shop.sql<{ consents: object }>('select consents from purchase where id = $1', [body.purchaseId]);
      expect(row?.consents).toMatchObject({ hasRight });
    },
  );

  test('in the account: nothing is paid from the balance before the client has agreed', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const ada = await buyer(shop);
    await funded(shop, ada, PRICE);
    const { body } = await createSale(manager, { client: { email: ada.email }, pay: 'link' });
    const payFromBalance = () =>
      shop.call('POST /api/orders/pay', { purchaseId: body.purchaseId, payFromBalance: true }, { token: ada.token });
    expect((await payFromBalance()).body).toEqual({ paymentLink: body.paymentLink });
    expect([await getBalance(shop, ada), await statuses(shop, ada)]).toEqual([PRICE, [0]]);
    const address = { country: 'DE', city: 'Berlin', address: 'Street 1', zipCode: '10115' };
    expect((await post(body.paymentLink ?? '', shop, { agree: 'on', startNow: 'wait', ...address })).status).toBe(303);
    expect((await payFromBalance()).body).toEqual({ paymentLink: null });
    expect([await getBalance(shop, ada), await statuses(shop, ada)]).toEqual([0, [2]]);
  });

  test('a revoked or changed link opens nothing', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { body } = await createSale(manager, { pay: 'link' });
    const link = body.paymentLink ?? '';
    const changed = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A');
    expect((await fetch(changed)).status).toBe(404);
    expect((await fetch(link)).status).toBe(200);
    expect((await manager.call('POST /api/links/revoke', { purpose: 'pay', subjectId: body.purchaseId })).status).toBe(204);
    expect((await fetch(link)).status).toBe(404);
    expect((await post(link, shop, { agree: 'on', startNow: 'now' })).status).toBe(404);
  });
});
