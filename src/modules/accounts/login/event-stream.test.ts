// Tests the event stream of an account: which changes it reports, on which nodes, and when it ends.

import { inject } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { logIn, PASSWORD, refresh } from '../../../../tests/support/accounts.ts';
import { monthly } from '../../../../tests/support/cart-lines.ts';
import { type Buyer, buyer, deposit, listOrders, pay, placed } from '../../../../tests/support/money.ts';
import { patience } from '../../../../tests/support/patience.ts';
import { act, running } from '../../../../tests/support/pieces.ts';
import { endListening } from '../../../../tests/support/rows/database.ts';
import { test as base, describe, expect, SECRET_KEYS, type Shop } from '../../../../tests/support/shop.ts';
import { type Ear, ends, hears, listenTo } from '../../../../tests/support/tickets.ts';
import { createApp, type ShopApp } from '../../../app.ts';

const environment = { RATE_LIMITS: 'off' };
const test = base
  .extend('shopOptions', { scope: 'file' }, { environment })
  .extend('otherNode', { scope: 'file' }, async ({ shop }, { onCleanup }) => {
    const node = await secondNode(shop);
    onCleanup(() => node.stop());
    return node;
  });

/** A second node over the same database. */
function secondNode({ connection, clock, ctx }: Shop): Promise<ShopApp> {
  const { config } = readConfig({ PORT: '0', DESK_PORT: '0', SECRET_KEYS, DATABASE_POOL: '4', ...environment });
  const { log } = ctx;
  return createApp({
    config: { ...config, sandboxPort: undefined },
    connection,
    clock,
    log,
    build: inject('build'),
    jobs: false,
    refuseEarly: false,
  });
}

/**
 * A server that started or lost its database in the last two seconds does not know what has changed, and says
 * `again`.
 */
async function remembersChanges(shop: Shop, who: Buyer): Promise<void> {
  const firstEvent = async () => {
    const drawn = await listenTo(shop.urls.storefront, who.token, '?sinceMs=0');
    await placed(shop, who);
    await expect.poll(() => drawn.heard.length).toBeGreaterThan(1);
    drawn.close();
    return drawn.heard[1];
  };
  await expect.poll(firstEvent, { interval: 250 }).toBe('news orders');
}

async function listening(shop: { readonly urls: ShopApp['urls'] }, token: string): Promise<Ear> {
  const listener = await listenTo(shop.urls.storefront, token);
  await hears(listener, 'hello 15');
  return listener;
}

describe('event stream: contents', () => {
  test('a payment confirmed by webhook is reported on every node', async ({ shop, otherNode }) => {
    const ada = await buyer(shop);
    const desk = await logIn(shop, ada.email);
    const ears = [await listening(shop, ada.token), await listening(otherNode, desk.token)];
    const { paymentLink } = await placed(shop, ada);
    for (const listener of ears) await hears(listener, 'news orders');
    await pay(paymentLink);
    for (const listener of ears) await hears(listener, 'news orders');
    expect((await listOrders(shop, ada)).map(({ status }) => status)).toEqual([2]);
    for (const listener of ears) listener.close();
  });

  test('each change to balance, orders and subscriptions is reported', async ({ shop }) => {
    const ada = await buyer(shop);
    const { token } = ada;
    const listener = await listening(shop, token);
    let link = '';
    const steps: readonly (readonly [string, RegExp, () => Promise<unknown>])[] = [
      [
        'a deposit is asked for',
        /^news balance$/,
        async () => {
          link = (await deposit(shop, ada, { depositAmount: 50_000 })).body.paymentLink ?? '';
        },
      ],
      ['it is paid', /^news balance$/, () => pay(link)],
      ['paid from the balance', /^news (?=.*orders)(?=.*balance)/, () => placed(shop, ada, { payFromBalance: true })],
      [
        'cancelled, the money back on the balance',
        /^news (?=.*orders)(?=.*balance)/,
        async () => {
          const [{ id = '' } = {}] = await listOrders(shop, ada);
          await shop.call('POST /api/orders/cancel', { orderId: id, refundTo: 'balance' }, { token });
        },
      ],
      ['a bundle begins', /^news (?=.*orders)(?=.*subscriptions)/, () => placed(shop, ada, { lines: [monthly()], payFromBalance: true })],
      [
        'a bundle is paused',
        /^news .*subscriptions/,
        async () => act(shop, ada, { subscriptionId: (await running(shop, ada))[0]?.id ?? '', do: 'pause' }),
      ],
    ];
    for (const [, what, step] of steps) {
      await step();
      await hears(listener, what);
    }
    listener.close();
  });

  test('a refused change reports nothing', async ({ shop }) => {
    const ada = await buyer(shop);
    const listener = await listening(shop, ada.token);
    const { status } = await shop.call(
      'POST /api/orders/subscription',
      { subscriptionId: crypto.randomUUID(), do: 'pause' },
      { token: ada.token },
    );
    expect(status).toBe(404);
    await expect(placed(shop, ada, { payFromBalance: true })).rejects.toThrow();
    await placed(shop, ada);
    await hears(listener, /^news/);
    expect(listener.heard).toEqual([]);
    listener.close();
  });

  test('changes are reported to their own account only', async ({ shop }) => {
    const [ada, bo] = [await buyer(shop), await buyer(shop)];
    const [hers, his] = [await listening(shop, ada.token), await listening(shop, bo.token)];
    const { paymentLink } = await placed(shop, ada);
    await hears(hers, 'news orders');
    await pay(paymentLink);
    await hears(hers, 'news orders');
    // A later event has arrived, so no earlier one is still on its way.
    await placed(shop, bo);
    await hears(his, 'news orders');
    expect(his.heard).toEqual([]);
    for (const listener of [hers, his]) listener.close();
  });

  test('twelve accounts at another node: each stream reports the changes of its own, and no others', async ({ shop, otherNode }) => {
    const all = await Promise.all(Array.from({ length: 12 }, () => buyer(shop)));
    const ears = await Promise.all(all.map(({ token }) => listening(otherNode, token)));
    for (const [place, who] of all.entries()) if (place % 2 === 0) await placed(shop, who);
    for (const [place, listener] of ears.entries()) if (place % 2 === 0) await hears(listener, 'news orders');
    expect(ears.flatMap(({ heard }) => heard)).toEqual([]);
    for (const listener of ears) listener.close();
  });

  test('the stream is not cached, buffered or compressed, and its events contain no private data', async ({ shop }) => {
    const ada = await buyer(shop);
    const listener = await listening(shop, ada.token);
    expect(listener.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(listener.headers.get('cache-control')).toBe('no-store');
    expect(listener.headers.get('x-accel-buffering')).toBe('no');
    expect(listener.headers.get('content-encoding')).toBeNull();
    expect(listener.headers.get('x-request-id')).toBeTruthy();
    await placed(shop, ada);
    await expect.poll(() => listener.heard).toEqual(['news orders']);
    listener.close();
  });

  test('a stream with sinceMs reports changes since the page was rendered', async ({ shop }) => {
    const ada = await buyer(shop);
    await remembersChanges(shop, ada);
    const listener = await listening(shop, ada.token);
    const renderedAt = performance.now();
    await placed(shop, ada);
    await hears(listener, 'news orders');
    const drawn = await listenTo(shop.urls.storefront, ada.token, `?sinceMs=${Math.ceil(performance.now() - renderedAt)}`);
    await hears(drawn, 'news orders');
    // Changes before the server started are unknown.
    const old = await listenTo(shop.urls.storefront, ada.token, '?sinceMs=86400000');
    await hears(old, 'again');
    expect((await listenTo(shop.urls.storefront, ada.token, '?sinceMs=-1')).status).toBe(400);
    for (const each of [drawn, old]) each.close();
  });

  test('a stream with sinceMs reports only hello if nothing has changed', async ({ shop }) => {
    await remembersChanges(shop, await buyer(shop));
    const ada = await buyer(shop);
    const drawn = await listenTo(shop.urls.storefront, ada.token, '?sinceMs=0');
    await hears(drawn, 'hello 15');
    await placed(shop, ada);
    await expect.poll(() => drawn.heard).toEqual(['news orders']);
    drawn.close();
  });

  test('a lost database connection reports that events may have been missed', async ({ shop }) => {
    const ada = await buyer(shop);
    const listener = await listening(shop, ada.token);
    await endListening(shop);
    await hears(listener, 'again');
    await placed(shop, ada);
    await hears(listener, 'news orders');
    listener.close();
  });
});

describe('event stream: access and end', () => {
  const request = async (shop: Shop, authorization: string) => {
    const answer = await fetch(`${shop.urls.storefront}/api/events`, { headers: { authorization } });
    await answer.body?.cancel();
    return answer.status;
  };

  test('a missing, forged or expired token and a token in the URL get 401', async ({ shop }) => {
    const { token } = await buyer(shop);
    expect(await request(shop, '')).toBe(401);
    expect(await request(shop, `Bearer ${token.slice(0, -4)}AAAA`)).toBe(401);
    const inUrl = await fetch(`${shop.urls.storefront}/api/events?access_token=${token}`);
    expect(inUrl.status).toBe(401);
    shop.clock.turn({ minutes: 6 });
    expect(await request(shop, `Bearer ${token}`)).toBe(401);
  });

  test('the stream ends when its token expires; a refreshed token opens a new one', async ({ shop }) => {
    const ada = await buyer(shop);
    const session = await logIn(shop, ada.email);
    const listener = await listening(shop, session.token);
    shop.clock.turn({ minutes: 6 });
    await hears(listener, 'end token');
    await ends(listener);
    const next = await listening(shop, (await refresh(shop, session.refreshToken)).body.accessToken);
    next.close();
  });

  test.for<[string, (shop: Shop, session: { token: string; refreshToken: string }, other: { token: string }) => Promise<unknown>]>([
    ['log-out', (shop, { token }) => shop.call('POST /api/Accounts/logout', {}, { token })],
    [
      'a password change in another session',
      (shop, _, { token }) =>
        shop.call(
          'POST /api/Accounts/change-password',
          { currentPassword: PASSWORD, password: 'nine green herons', repeatedPassword: 'nine green herons' },
          { token },
        ),
    ],
    [
      'reuse of a refresh token',
      async (shop, { refreshToken }) => {
        const first = await refresh(shop, refreshToken);
        await refresh(shop, first.body.refreshToken);
        await refresh(shop, refreshToken);
      },
    ],
  ])('%s ends the stream at once on every node', async ([, end], { shop, otherNode }) => {
    const ada = await buyer(shop);
    const [session, elsewhere] = [await logIn(shop, ada.email), await logIn(shop, ada.email)];
    const ears = [await listening(otherNode, session.token), await listening(shop, session.token)];
    await end(shop, session, elsewhere);
    for (const listener of ears) {
      await hears(listener, 'end session');
      await ends(listener);
    }
  });

  test('a session has one stream and an account at most eight; the oldest is replaced', async ({ shop }) => {
    const ada = await buyer(shop);
    const first = await listening(shop, ada.token);
    const second = await listening(shop, ada.token);
    await hears(first, 'end replaced');
    await ends(first);
    for (let each = 0; each < 8; each++) await listening(shop, (await logIn(shop, ada.email)).token);
    await hears(second, 'end replaced');
  });

  test('a server stop ends the stream without waiting', async ({ shop }) => {
    const node = await secondNode(shop);
    const listener = await listening(node, (await buyer(shop)).token);
    const began = performance.now();
    await node.stop();
    expect(performance.now() - began).toBeLessThan(patience(5_000));
    await hears(listener, 'end stopping');
    await ends(listener);
  });
});
