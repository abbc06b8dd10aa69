// Shared orders: what a link shows and hides, what its guests may do, and when it ends.

import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../../../../tests/support/accounts.ts';
import { operating } from '../../../../tests/support/desk.ts';
import { buyer, getErrors } from '../../../../tests/support/money.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { delivered, mira, type Ordered, orderedPiece, say } from '../../../../tests/support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

type Terms = { readonly approve?: boolean; readonly comment?: boolean; readonly expiresAt?: string | null };

const share = (shop: Shop, { who, orderId }: Ordered, terms: Terms = {}) =>
  shop.call('POST /api/orders/share', { orderId, approve: false, comment: false, ...terms }, { token: who.token });
const current = async (shop: Shop, { who, orderId }: Ordered) =>
  (await shop.call('GET /api/orders/share', { orderId }, { token: who.token })).body.share;

async function shared(shop: Shop, terms: Terms = {}) {
  const ordered = await orderedPiece(shop);
  const deliveryId = await delivered(shop, mira, ordered.pieceId);
  const { link } = (await share(shop, ordered, terms)).body;
  return { ...ordered, deliveryId, link };
}

const post = (link: string, shop: Shop, values: Record<string, string>) =>
  fetch(`${shop.urls.storefront}/share`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: shop.urls.storefront },
    body: new URLSearchParams({ code: new URL(link).searchParams.get('code') ?? '', ...values }),
  });
const piece = async (shop: Shop, { who, pieceId }: Ordered) =>
  (await shop.call('GET /api/orders/piece', { pieceId }, { token: who.token })).body;

describe('share', () => {
  test('shows title, brief, state, delivery and messages; never price, documents, address or email', async ({ shop }) => {
    const order = await shared(shop);
    await say(shop, mira, order.pieceId, 'Is the opening hour right?');
    const answer = await fetch(order.link);
    expect([answer.status, answer.headers.get('referrer-policy'), answer.headers.get('cache-control')]).toEqual([
      200,
      'no-referrer',
      'private, no-store',
    ]);
    const page = await answer.text();
    expect(page).toContain('noindex');
    for (const shown of ['Brand Stor', 'by nine the shelves are empty', 'Delivered', 'Is the opening hour right?'])
      expect(page).toContain(shown);
    const main = page.slice(page.indexOf('<main'), page.indexOf('</main>'));
    for (const hidden of ['€', order.who.email, 'Invoice', order.purchaseId, 'name="message"', 'name="deliveryId"'])
      expect(main).not.toContain(hidden);
  });

  test('the owner sees what it allows and how often it was opened; sharing again replaces the link', async ({ shop }) => {
    const order = await shared(shop, { comment: true });
    await fetch(order.link);
    await fetch(order.link);
    expect(await current(shop, order)).toMatchObject({ link: order.link, comment: true, approve: false, uses: 2 });
    const { link } = (await share(shop, order)).body;
    expect([(await fetch(order.link)).status, (await fetch(link)).status]).toEqual([404, 200]);
  });

  test('ended, expired, forged and of another purpose: 404', async ({ shop }) => {
    const order = await shared(shop);
    const forged = order.link.slice(0, -2) + (order.link.endsWith('AA') ? 'BB' : 'AA');
    expect((await fetch(forged)).status).toBe(404);
    expect((await fetch(order.link.replace('/share', '/invoice'))).status).toBe(404);
    const { status } = await shop.call('POST /api/orders/unshare', { orderId: order.orderId }, { token: order.who.token });
    expect([status, (await fetch(order.link)).status, await current(shop, order)]).toEqual([204, 404, null]);
    const expiresAt = new Date(shop.clock.now().getTime() + 3_600_000).toISOString();
    const { link } = (await share(shop, order, { expiresAt })).body;
    expect((await fetch(link)).status).toBe(200);
    shop.clock.turn({ hours: 1 });
    expect((await fetch(link)).status).toBe(404);
  });

  test('another account cannot share it, see the link or end it; a date must be within a year', async ({ shop }) => {
    const order = await shared(shop);
    const other = { ...order, who: await buyer(shop) };
    expect((await share(shop, other)).status).toBe(404);
    expect((await shop.call('GET /api/orders/share', { orderId: order.orderId }, { token: other.who.token })).status).toBe(404);
    expect((await shop.call('POST /api/orders/unshare', { orderId: order.orderId }, { token: other.who.token })).status).toBe(404);
    expect((await share(shop, { ...order, orderId: randomUUID() })).status).toBe(404);
    for (const expiresAt of [shop.clock.now().toISOString(), '2099-01-01T00:00:00.000Z'])
      expect(getErrors(await share(shop, order, { expiresAt }))).toEqual([400, { expiresAt: ['Choose a date within the next year.'] }]);
    expect(getErrors(await share(shop, order, { expiresAt: 'soon' }))).toMatchObject([400, { expiresAt: [/./] }]);
  });
});

describe('guest', () => {
  test('a comment reaches client and desk with its name', async ({ shop }) => {
    const order = await shared(shop, { comment: true });
    const missing = await post(order.link, shop, { pieceId: order.pieceId, name: '', message: 'Lovely' });
    expect([missing.status, await missing.text()]).toEqual([400, expect.stringContaining('Enter your name.')]);
    const sent = await post(order.link, shop, { pieceId: order.pieceId, name: 'Bo', message: 'Lovely' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, expect.stringContaining('sent=comment')]);
    expect((await piece(shop, order)).messages.at(-1)).toMatchObject({ mine: false, name: 'Bo', text: 'Lovely' });
    const manager = await operating(shop, 'manager');
    const { body } = await manager.call('GET /api/piece', { pieceId: order.pieceId });
    expect(body.messages.at(-1)).toMatchObject({ by: null, guest: 'Bo', text: 'Lovely' });
    expect(await (await fetch(order.link)).text()).toContain('Lovely');
  });

  test('without the client’s tick: no comment and no acceptance', async ({ shop }) => {
    const order = await shared(shop);
    expect((await post(order.link, shop, { pieceId: order.pieceId, name: 'Bo', message: 'Hi' })).status).toBe(404);
    expect((await post(order.link, shop, { deliveryId: order.deliveryId, name: 'Bo' })).status).toBe(404);
    expect((await piece(shop, order)).state).toBe('delivered');
  });

  test('two guests accept at once: accepted once, by name, and the delivery says how', async ({ shop }) => {
    const order = await shared(shop, { approve: true });
    const accept = () => post(order.link, shop, { deliveryId: order.deliveryId, name: 'Bo' });
    expect((await Promise.all([accept(), accept()])).map(({ status }) => status)).toEqual([303, 303]);
    const { state, messages } = await piece(shop, order);
    expect([state, messages.map(({ name, text }) => [name, text])]).toEqual(['accepted', [['Bo', 'I accept this delivery.']]]);
    const read = await shop.call('GET /api/orders/delivery', { id: order.deliveryId }, { token: order.who.token });
    expect(read.body.acceptedBy).toBe('link');
  });

  test('pieces, deliveries and files of another order: 404', async ({ shop }) => {
    const [order, other] = [await shared(shop, { approve: true, comment: true }), await shared(shop)];
    expect((await post(order.link, shop, { pieceId: other.pieceId, name: 'Bo', message: 'Hi' })).status).toBe(404);
    expect((await post(order.link, shop, { deliveryId: other.deliveryId, name: 'Bo' })).status).toBe(404);
    const code = new URL(order.link).searchParams.get('code');
    expect((await fetch(`${shop.urls.storefront}/share/file?code=${code}&id=${randomUUID()}`)).status).toBe(404);
    expect((await fetch(`${shop.urls.storefront}/share/file?code=${code}&id=x`)).status).toBe(404);
  });

  test('after a change of the password: a link that decides for the account ends, one that shows goes on', async ({ shop }) => {
    const deciding = await shared(shop, { approve: true });
    const showing = await orderedPiece(shop, deciding.who);
    const { link } = (await share(shop, showing, { comment: true })).body;
    const password = 'nine green herons';
    const change = { currentPassword: PASSWORD, password, repeatedPassword: password };
    expect((await shop.call('POST /api/Accounts/change-password', change, { token: deciding.who.token })).status).toBe(204);
    expect([(await fetch(deciding.link)).status, (await fetch(link)).status]).toEqual([404, 200]);
  });
});
