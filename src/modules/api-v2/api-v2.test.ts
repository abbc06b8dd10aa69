// API v2 over HTTP, as programs of resellers send and read it.
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { createApiKey } from '../../../tests/support/keys.ts';
import { begin, buyer, deliverPieces, expectAudited, funded, getBalance, listOrders } from '../../../tests/support/money.ts';
import { type Answer, FormClient, JsonClient } from '../../../tests/support/resellers.ts';
import { naiveClaims } from '../../../tests/support/rows/planted-errors.ts';
import { samplesFolder } from '../../../tests/support/sample-shop.ts';
import { describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';

const LINK = 'https://files.example/raw';
let folder = '';
let shop: Shop;

/** One service asks for a link alone: an offer of many units, and one of one. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fanfare-resellers-'));
  await cp(join(samplesFolder, 'podcasts'), folder, { recursive: true });
  const file = join(folder, 'catalogue/podcast-edit.yaml');
  const [head = '', offers = ''] = (await readFile(file, 'utf8')).split(/^offers:\n/m);
  const [offer = '', addOns = ''] = offers.split(/^addOns:\n/m);
  const many = offer.replace('eachUnitIsPiece: true', 'eachUnitIsPiece: false').replace('minQuantity: 1', 'minQuantity: 2');
  const one = many.replace('id: podcast-edit', 'id: podcast-trailer').replace('minQuantity: 2', 'minQuantity: 1');
  const sold = `${many}${one.replace('maxQuantity: 100', 'maxQuantity: 1').replace('EUR: 8900', 'EUR: 1250')}`;
  await writeFile(
    file,
    `${head.replace(/ {2}- name: episodeTitle[\s\S]*?(?= {2}- name: rawTracks)/, '')}offers:\n${sold}addOns:\n${addOns}`,
  );
  shop = await openShop({ folder, environment: { RATE_LIMITS: 'off' } });
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

type Sent = Record<string, unknown>;

async function post(sent: BodyInit, headers: Record<string, string> = {}, query = ''): Promise<[number, Answer]> {
  const answer = await fetch(`${shop.urls.storefront}/api/v2${query}`, { method: 'POST', body: sent, headers });
  return [answer.status, (await answer.json()) as Answer];
}

/** A reseller with money and a key. */
async function openReseller(amount = 100_000) {
  const who = await buyer(shop);
  await funded(shop, who, amount);
  const { key, id } = await createApiKey(shop, who);
  const send = async (sent: Sent) => {
    const [status, answer] = await post(JSON.stringify({ key, ...sent }), { 'content-type': 'application/json' });
    expect(status).toBe(200);
    return answer;
  };
  const [many = 0, one = 0] = ((await send({ action: 'services' })) as unknown as { service: number }[]).map(({ service }) => service);
  return { who, key, id, send, many, one };
}

describe('services', () => {
  test('what a link is enough for is listed, with numbers that stay', async () => {
    const { key, send, many, one } = await openReseller(500);
    const services = (await send({ action: 'services' })) as unknown as Sent[];
    expect(services).toEqual([
      {
        ...{ service: many, name: 'Podcast edit, 1 episode', type: 'Default', category: 'Podcast edit', rate: '89000.00' },
        ...{ min: '2', max: '100', dripfeed: false, refill: false, cancel: true, desc: expect.any(String) },
      },
      expect.objectContaining({ service: one, type: 'Package', rate: '12.50', min: '1', max: '1' }),
    ]);
    expect([Number.isInteger(many), Number.isInteger(one), many === one]).toEqual([true, true, false]);
    expect(await send({ action: 'services', currency: 'EUR' })).toEqual(services);
    expect(await send({ action: 'services', currency: 'XYZ' })).toEqual({ error: 'Incorrect currency' });
    const { key: ofShop } = await createApiKey(shop);
    expect((await post(new URLSearchParams({ key: ofShop, action: 'services' })))[1]).toEqual(services);
    expect((await post(new URLSearchParams({ key: ofShop, action: 'balance' })))[1]).toEqual({
      error: expect.stringContaining('key of an account'),
    });
    expect(key).toMatch(/^fk_test_/);
  });
});

describe('add', () => {
  test('an order is paid from the balance, listed in the account, completed and counted', async () => {
    const { who, send, many } = await openReseller();
    const { order } = await send({ action: 'add', service: many, link: LINK, quantity: 3 });
    expect(order).toEqual(expect.any(Number));
    const [placed] = await listOrders(shop, who);
    expect(placed).toMatchObject({ status: 2, quantity: 3, price: 26_700, answers: { rawTracks: LINK }, mayBeginAt: null });
    expect(await send({ action: 'balance' })).toEqual({ balance: '733.00', currency: 'EUR' });
    const view = { charge: '267.00', start_count: '0', status: 'Pending', remains: '3', currency: 'EUR' };
    expect(await send({ action: 'status', order })).toEqual(view);
    await begin(shop, placed?.id ?? '');
    expect(await send({ action: 'status', order: String(order) })).toEqual({ ...view, status: 'In progress' });
    await deliverPieces(shop, placed?.id ?? '', 1);
    expect(await send({ action: 'status', order: ` ${order} ` })).toEqual({ ...view, status: 'Completed', remains: '0' });
    expect(await send({ action: 'cancel', orders: order })).toEqual([{ order, cancel: { error: 'The order can no longer be canceled' } }]);
    await expectAudited(shop);
  });

  test('bad requests name what is wrong, and buy nothing', async () => {
    const { who, send, many, one } = await openReseller(30_000);
    const add = { action: 'add', service: many, link: LINK, quantity: 2 };
    const wrong: readonly [Sent, string][] = [
      [{ service: 999 }, 'error.incorrect_service_id'],
      [{ service: 'x' }, 'error.incorrect_service_id'],
      [{ service: null }, 'error.incorrect_service_id'],
      [{ link: undefined }, 'neworder.error.link'],
      [{ link: 'no address' }, 'neworder.error.link'],
      [{ link: { a: 1 } }, 'neworder.error.link'],
      [{ quantity: 'many' }, 'Incorrect quantity'],
      [{ quantity: 2.5 }, 'Incorrect quantity'],
      [{ quantity: -3 }, 'Incorrect quantity'],
      [{ quantity: undefined }, 'Incorrect quantity'],
      [{ quantity: 1 }, 'neworder.error.min_quantity'],
      [{ quantity: 101 }, 'neworder.error.max_quantity'],
      [{ quantity: 99 }, 'neworder.error.not_enough_funds'],
      [{ runs: 5, interval: 10 }, 'Drip-feed is not available'],
      [{ runs: '5', intevals: '10' }, 'Drip-feed is not available'],
    ];
    for (const [more, error] of wrong) expect([more, await send({ ...add, ...more })]).toEqual([more, { error }]);
    expect(await listOrders(shop, who)).toEqual([]);
    // What could not be paid may be ordered again at once.
    await funded(shop, who, 900_000);
    expect(await send({ ...add, quantity: 99 })).toEqual({ order: expect.any(Number) });
    expect(await send({ action: 'add', service: one, link: LINK, quantity: 7 })).toEqual({ order: expect.any(Number) });
    expect((await listOrders(shop, who)).map(({ quantity }) => quantity).toSorted()).toEqual([1, 99]);
  });

  test('the same again within ten minutes is a duplicate; another link, quantity or key is not', async () => {
    const { who, send, one, many } = await openReseller(900_000);
    const add = { action: 'add', service: one, link: LINK };
    await send(add);
    expect(await send({ ...add, link: ` ${LINK}` })).toEqual({ error: 'neworder.error.link_duplicate' });
    expect(await send({ ...add, link: `${LINK}2` })).toEqual({ order: expect.any(Number) });
    expect(await send({ ...add, service: many, quantity: 2 })).toEqual({ order: expect.any(Number) });
    const { key } = await createApiKey(shop, who);
    expect((await post(new URLSearchParams({ ...add, key, service: String(one) })))[1]).toEqual({ order: expect.any(Number) });
    shop.clock.turn({ minutes: 9 });
    expect(await send(add)).toEqual({ error: 'neworder.error.link_duplicate' });
    shop.clock.turn({ minutes: 1 });
    expect(await send(add)).toEqual({ order: expect.any(Number) });
  });

  test('ten retries at once buy once', async () => {
    const { who, send, one } = await openReseller();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ action: 'add', service: one, link: LINK })));
    expect(answers.filter(({ order }) => order !== undefined)).toHaveLength(1);
    expect(answers.filter(({ error }) => error === 'neworder.error.link_duplicate')).toHaveLength(9);
    expect(await getBalance(shop, who)).toBe(100_000 - 1_250);
    await expectAudited(shop);
  });

  test('naive version that looks before it writes lets more than one through', async () => {
    expect(await naiveClaims(shop, 10)).toBeGreaterThan(1);
  });
});

describe('lists', () => {
  test('status and cancel of several orders, each with its answer', async () => {
    const { who, send, one } = await openReseller();
    const other = await openReseller(5_000);
    const { order: first } = await send({ action: 'add', service: one, link: `${LINK}/1` });
    const { order: second } = await send({ action: 'add', service: one, link: `${LINK}/2` });
    const { order: foreign } = await other.send({ action: 'add', service: one, link: LINK });
    expect(await send({ action: 'cancel', orders: `${foreign},${first}` })).toEqual([
      { order: foreign, cancel: { error: 'Incorrect order ID' } },
      { order: first, cancel: 1 },
    ]);
    expect(await send({ action: 'cancel', order: second })).toEqual({ order: second, cancel: 1 });
    expect(await send({ action: 'cancel', order: foreign })).toEqual({ error: 'Incorrect order ID' });
    expect(await getBalance(shop, who)).toBe(100_000);
    const canceled = { charge: '0.00', start_count: '0', status: 'Canceled', remains: '1', currency: 'EUR' };
    expect(await send({ action: 'status', orders: `${first}, ${second},${foreign},x,999999999999` })).toEqual({
      [String(first)]: canceled,
      [String(second)]: canceled,
      [String(foreign)]: { error: 'Incorrect order ID' },
      x: { error: 'Incorrect order ID' },
      '999999999999': { error: 'Incorrect order ID' },
    });
    expect(await send({ action: 'status', orders: [first] })).toEqual({ [String(first)]: canceled });
    expect(await send({ action: 'status', order: foreign })).toEqual({ error: 'Incorrect order ID' });
    expect(await send({ action: 'status' })).toEqual({ error: 'Incorrect order ID' });
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);
    expect(Object.keys(await send({ action: 'status', orders: hundred.join(',') }))).toHaveLength(100);
    expect(await send({ action: 'status', orders: [...hundred, 101].join(',') })).toEqual({ error: 'At most 100 orders' });
    await expectAudited(shop);
  });

  test('what was refunded in part is partial', async () => {
    const { who, send, many } = await openReseller();
    const { order } = await send({ action: 'add', service: many, link: LINK, quantity: 4 });
    const [placed] = await listOrders(shop, who);
    await shop.sql('update shop_order set status = -1 where id = $1', [placed?.id]);
    await shop.sql(
      `insert into order_refund (id, order_id, account_id, at, cancels_order, retained, to_source, to_cash, to_promo)
       select gen_random_uuid(), id, account_id, now(), true, price / 4, 0, price / 4 * 3, 0 from shop_order where id = $1`,
      [placed?.id],
    );
    const view = { charge: '89.00', start_count: '0', status: 'Partial', remains: '3', currency: 'EUR' };
    expect(await send({ action: 'status', order })).toEqual(view);
  });
});

describe('quirks of programs', () => {
  test('refills are refused, with or without an action, alone and in lists', async () => {
    const { key, send } = await openReseller(500);
    const error = 'Refills are not available';
    for (const sent of [{ action: 'refill', order: 1 }, { action: 'refill_status', refill: 1 }, { refill: 1 }])
      expect(await send(sent)).toEqual({ error });
    expect(await send({ action: 'refill', orders: '1,3' })).toEqual([
      { order: 1, refill: { error } },
      { order: 3, refill: { error } },
    ]);
    for (const sent of [{ action: 'refill_status', refills: '1' }, { refills: '1' }])
      expect(await send(sent)).toEqual([{ refill: 1, status: { error } }]);
    expect(
      (
        await post(`key=${key}&refill=7`, {
          'content-type': 'application/x-www-form-urlencoded',
          'user-agent': 'Mozilla/4.0 (compatible; MSIE 5.01; Windows NT 5.0)',
        })
      )[1],
    ).toEqual({ error });
  });

  test('forms, JSON, several parts and any type are read; a slash at the end and the letter case do not matter', async () => {
    const { key, one } = await openReseller();
    const sent = { key, action: 'balance' };
    const parts = new FormData();
    for (const [name, value] of Object.entries(sent)) parts.append(name, value);
    const balance = { balance: '1000.00', currency: 'EUR' };
    for (const body of [new URLSearchParams(sent), JSON.stringify(sent), parts, `key=${key}&action=Balance`])
      for (const path of ['', '/']) expect(await post(body, {}, path)).toEqual([200, balance]);
    expect(await post(JSON.stringify(sent), { 'content-type': 'application/x-www-form-urlencoded' }, '?currency=eur')).toEqual([
      200,
      balance,
    ]);
    const add = { key, action: 'add', service: String(one), link: LINK, quantity: '1', runs: 'undefined', interval: 'undefined' };
    expect(await post(new URLSearchParams(add))).toEqual([200, { order: expect.any(Number) }]);
  });

  test('what cannot be read, a wrong key and a missing scope are errors with status 200', async () => {
    const { who, key } = await openReseller(500);
    for (const body of ['', '{broken', '[]', 'null', '7', '{"key":{}}', 'key=fk_test_nothing&action=balance', `${key}`, `?key=${key}`])
      expect([body, await post(body)]).toEqual([body, [200, { error: expect.stringMatching(/^(Invalid API key|Incorrect request)$/) }]]);
    // The key of an address would stand in logs.
    expect(await post('action=balance', {}, `?key=${key}`)).toEqual([200, { error: 'Invalid API key' }]);
    const got = await fetch(`${shop.urls.storefront}/api/v2?key=${key}&action=balance`);
    expect([got.status, await got.json()]).toEqual([200, { error: expect.stringContaining('POST') }]);
    for (const action of ['', 'toString', '__proto__', 'buy'])
      expect(await post(JSON.stringify({ key, action }))).toEqual([200, { error: 'Incorrect request' }]);
    const reader = await createApiKey(shop, who, { scopes: ['catalogue:read'] });
    for (const [action, scope] of [
      ['add', 'orders:write'],
      ['cancel', 'orders:write'],
      ['status', 'orders:read'],
      ['balance', 'money:read'],
    ])
      expect(await post(JSON.stringify({ key: reader.key, action }))).toEqual([200, { error: `The key lacks the scope ${scope}.` }]);
    expect((await post('x'.repeat(300_000)))[1]).toEqual({ error: expect.any(String) });
  });

  test('a client that sends JSON reads its answers', async () => {
    const { key, many } = await openReseller();
    const client = new JsonClient(`${shop.urls.storefront}/api/v2`, key);
    expect(await client.balance()).toEqual({ balance: '1000.00', currency: 'EUR' });
    const { order } = await client.order({ service: many, link: LINK, quantity: 2 });
    expect(await client.status(order)).toMatchObject({ status: 'Pending', charge: '178.00' });
    expect(await client.status(order, 0)).toMatchObject({ [order]: { status: 'Pending' }, 0: { error: 'Incorrect order ID' } });
    expect(await client.refill(order)).toEqual({ error: 'Refills are not available' });
    expect(await client.cancel(order)).toEqual([{ order, cancel: 1 }]);
    expect(await new JsonClient(`${shop.urls.storefront}/api/v2`, 'x').balance()).toEqual({ error: 'Invalid API key' });
  });

  test('a client that sends forms to the address with a slash reads its answers', async () => {
    const { key, many } = await openReseller();
    const client = new FormClient({ key, baseURL: `${shop.urls.storefront}/api/v2` });
    expect(await client.balance()).toEqual({ balance: '1000.00', currency: 'EUR' });
    expect(await client.services()).toHaveLength(2);
    const { order } = (await client.order_create(String(many), LINK, 2)) as { order: number };
    expect(await client.order(String(order))).toMatchObject({ status: 'Pending' });
    await expect(client.order_create(String(many), LINK, 2)).rejects.toThrow('neworder.error.link_duplicate');
    await expect(client.refill(String(order))).rejects.toThrow('Refills are not available');
  });
});
