// One request gets one answer, however its bytes are framed: bytes of a body must never be taken for another
// request.
// Each exchange ends with a request that closes the connection, so that every answer before it has come.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pino } from 'pino';
import { CHUNKED, exchange, framings, HIDDEN, LAST, LAST_STATUS, LENGTH, open, plain, rawRequest, tricked } from './support/http.ts';
import { test as base, expect, type Shop } from './support/shop.ts';

/** Messages of the log in order; a line of an answer is written when it is sent. */
const logged: string[] = [];
const write = (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg);
const log = pino({ level: 'debug' }, { write });
const test = base.extend('shopOptions', { scope: 'file' }, { log });

const ports = ['storefront', 'desk', 'sandbox'] as const;
const getAddress = ({ urls }: Shop, port: (typeof ports)[number]): string => urls[port] ?? '';

test.for(
  ports.flatMap((port) =>
    [
      ['Content-Length', `Content-Length: ${LENGTH}`, HIDDEN],
      ['Transfer-Encoding', 'Transfer-Encoding: chunked', CHUNKED],
    ].map((framing) => [port, ...framing] as const),
  ),
)('%s: a GET with %s whose body comes in a segment of its own gets one answer', async ([port, , header = '', body = ''], { shop }) => {
  const head = rawRequest('GET /livez HTTP/1.1', 'Host: shop', header, '', '');
  const origin = getAddress(shop, port);
  const before = await exchange(origin, plain);
  expect(before).toHaveLength(plain.length + 1);
  expect(await exchange(origin, [...plain, head, body])).toEqual([...before.slice(0, -1), expect.any(Number), before.at(-1)]);
});

test('60 framing tricks and more: each gets one answer, or one and the end of the connection', async ({ shop }) => {
  expect(framings.length).toBeGreaterThanOrEqual(60);
  expect(await tricked(shop.urls.storefront)).toEqual([]);
});

const isAnswer = (message: string): boolean => message === 'request.answered';
const page = rawRequest('GET /faq HTTP/1.1', 'Host: shop', 'Accept-Encoding: br', '', '');

test('20 requests sent ahead on one connection get 20 answers in order; more than 100 end the connection', async ({ shop }) => {
  const ahead = Array.from({ length: 20 }, (_, index) => (index % 2 ? HIDDEN : LAST.replace('close', 'keep-alive'))).join('');
  const answers = Array.from({ length: 20 }, (_, index) => (index % 2 ? 200 : LAST_STATUS));
  expect(await exchange(shop.urls.storefront, [ahead])).toEqual([...answers, LAST_STATUS]);
  expect((await exchange(shop.urls.storefront, [page.repeat(200)])).length).toBeLessThanOrEqual(101);
});

test('9,000 requests of 300 clients that read nothing: no turn of the loop answers more than 32, and others are answered', async ({
  shop,
}) => {
  const origin = shop.urls.storefront;
  await exchange(origin, [page]);
  const clients = await Promise.all(Array.from({ length: 300 }, () => open(origin)));
  for (const client of clients) client.pause();
  for (const client of clients) client.write(page.repeat(30));
  const honest = exchange(origin, []);
  let [most, sum, quietTurns] = [0, 0, 0];
  while (quietTurns < 100) {
    logged.length = 0;
    await nextTurn();
    const answered = logged.filter(isAnswer).length;
    most = Math.max(most, answered);
    sum += answered;
    quietTurns = answered === 0 ? quietTurns + 1 : 0;
  }
  expect(await honest).toEqual([LAST_STATUS]);
  expect(sum).toBeGreaterThan(clients.length);
  expect(most).toBeLessThanOrEqual(32);
  for (const client of clients) client.destroy();
});

test('clients that vanish while their log-in arrives: nothing is logged as an error', async ({ shop }) => {
  const body = JSON.stringify({ email: 'ada@shop.example', password: 'seven blue herons' });
  const logIn = ['Host: shop', 'Content-Type: application/json', `Content-Length: ${body.length}`, '', body];
  const clients = await Promise.all(Array.from({ length: 20 }, () => open(shop.urls.storefront)));
  await fetch(`${shop.urls.storefront}/livez`);
  logged.length = 0;
  for (const client of clients) {
    client.write(rawRequest('POST /api/Accounts/login HTTP/1.1', ...logIn));
    client.resetAndDestroy();
  }
  await exchange(shop.urls.storefront, plain);
  expect(logged.filter((message) => /error|fail/.test(message))).toEqual([]);
});
