// Which answers the cache of ops/nginx/nginx.conf stores, to whom it gives them, and for how long.
import { expect } from 'vitest';
import { BROWSER, get, got, nextMinute, nginxTest, openStandIn, page, says, server } from './support/nginx.ts';

openStandIn();

nginxTest('an open page is repeated: browsers get their own Cache-Control and an id of nginx each', async () => {
  const answers = [await get('/faq', BROWSER), await get('/faq', BROWSER)];
  expect(got).toHaveLength(1);
  for (const { status, headers } of answers) {
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'Cookie, Accept-Language, Accept-Encoding',
      etag: '"0"',
    });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expect(headers).not.toHaveProperty('x-accel-expires');
  }
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(2);
});

nginxTest('64 requests at once for a page that is not stored reach the shop once', async () => {
  const answers = await Promise.all(Array.from({ length: 64 }, () => get('/', BROWSER)));
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['page']));
  expect(got).toHaveLength(1);
});

const others: readonly (readonly [string, number, Record<string, string | string[]>])[] = [
  ['an answer that sets a cookie', 200, { 'set-cookie': 'locale=es' }],
  ['an answer that sets two cookies', 200, { 'set-cookie': ['a=1', 'b=2'] }],
  ['an answer without X-Accel-Expires', 200, { 'x-accel-expires': [] }],
  ['an answer that may be stored by all but is not marked', 200, { 'x-accel-expires': [], 'cache-control': 'public, max-age=60' }],
  ['a mark of no time', 200, { 'x-accel-expires': '0' }],
  ...[201, 204, 206, 301, 302, 303, 307, 308, 400, 401, 403, 404, 410, 421, 429, 500, 502, 503, 504].map(
    (status) => [`an answer with ${status}`, status, { location: 'https://evil.example' }] as const,
  ),
];
nginxTest.for(others)('%s is not stored', async ([, status, headers]) => {
  server.answer = (_request, response) => {
    const all = Object.entries(page(headers)).filter(([, value]) => value.length > 0);
    response.writeHead(status, Object.fromEntries(all)).end(status === 204 ? undefined : 'first');
  };
  const first = await get('/faq');
  expect(first.status).toBe(status);
  // The id under which the shop logged its error.
  if (status >= 400) expect(first.headers['x-request-id']).toBe('shop-1');
  server.answer = says('second');
  expect((await get('/faq')).body).toBe('second');
});

nginxTest('early hints are not stored', async () => {
  server.answer = (_request, response) => {
    response.on('finish', () => response.destroy());
    response.writeEarlyHints({ link: '</a.css>; rel=preload', 'x-accel-expires': '60' });
    response.writeHead(404, page()).end('first');
  };
  // This nginx takes the hints for the answer.
  await get('/faq').catch(() => undefined);
  server.answer = says('second');
  expect((await get('/faq')).body).toBe('second');
});

nginxTest('an answer that breaks off is not stored', async () => {
  server.answer = (_request, response) => {
    response.writeHead(200, page({ 'content-length': '100' })).write('half');
    setImmediate(() => response.destroy());
  };
  await get('/faq').catch(() => undefined);
  server.answer = says('whole');
  expect((await get('/faq')).body).toBe('whole');
});

nginxTest('each choice has its own answer: path, query, both cookies, language and encoding', async () => {
  server.answer = ({ url, headers }, response) => {
    const parts = [url, headers.cookie, headers['accept-language'], headers['accept-encoding']];
    response.writeHead(200, page()).end(parts.join('\n'));
  };
  const paths = ['/', '/services', '/services?kind=posts', '/services?kind=texts'];
  const cookies = ['', 'locale=es', 'locale=en', 'currency=1', 'locale=es; currency=1'];
  const languages = ['', 'es', 'locale=es', 'en', ' es'];
  const encodings = ['', 'gzip', 'br'];
  const requests = paths.flatMap((path) =>
    cookies.flatMap((cookie) =>
      languages.flatMap((language) =>
        encodings.map((encoding) => ({
          path,
          expected: [path, cookie, language.trim(), encoding].join('\n'),
          headers: {
            ...(cookie && { cookie }),
            ...(language && { 'accept-language': language }),
            ...(encoding && { 'accept-encoding': encoding }),
          },
        })),
      ),
    ),
  );
  for (const { path, headers, expected } of [...requests, ...requests]) expect((await get(path, headers)).body).toBe(expected);
  // A space before a value is none of it.
  expect(got).toHaveLength((requests.length * 4) / 5);
});

nginxTest('a condition gets a 304 for itself alone, and a range the whole page', async () => {
  const tagged = { ...BROWSER, 'if-none-match': '"0"' };
  const [first, plain, second, ranged] = [
    await get('/faq', tagged),
    await get('/faq', BROWSER),
    await get('/faq', tagged),
    await get('/faq', { ...BROWSER, range: 'bytes=0-1' }),
  ];
  expect([first, plain, second, ranged].map((each) => [each?.status, each?.body])).toEqual([
    [304, ''],
    [200, 'page'],
    [304, ''],
    [200, 'page'],
  ]);
  expect(second?.headers).toMatchObject({ etag: '"0"', 'cache-control': 'private, no-cache' });
  expect(second?.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  expect(got).toHaveLength(1);
  const other = await get('/faq', { ...BROWSER, 'if-none-match': '"other"' });
  expect([other.status, other.body]).toEqual([200, 'page']);
});

nginxTest('a page that is over its time: the request that asks the shop gets what the shop says, never what was stored', async () => {
  server.answer = says('page', { 'x-accel-expires': '1' });
  await get('/faq');
  server.answer = says('new page', { 'x-accel-expires': '1' });
  const answers: string[] = [];
  await expect
    .poll(async () => {
      const before = got.length;
      const received = (await get('/faq')).body;
      answers.push(`${received}${got.length > before ? ', asked' : ''}`);
      return answers.at(-1);
    })
    .toBe('new page, asked');
  for (const earlier of answers.slice(0, -1)) expect(earlier).toBe('page');
});

nginxTest('the shop is away: a stored page is answered within its minute, and not beyond; an error of the shop passes', async () => {
  server.answer = says('page', { 'x-accel-expires': '1' });
  await get('/faq');
  const away: readonly (readonly [number, string])[] = [
    [502, 'page'],
    [503, 'page'],
    [504, 'page'],
    [0, 'page'],
    [500, 'error'],
    [404, 'error'],
    [429, 'error'],
  ];
  for (const [status, expected] of away) {
    server.answer = (_request, response) => (status === 0 ? response.destroy() : response.writeHead(status, page()).end('error'));
    let asked = 0;
    await expect
      .poll(async () => {
        const before = got.length;
        const received = await get('/faq');
        asked = got.length - before;
        return asked > 0 && received.body;
      })
      .toBe(expected);
  }
  server.answer = (_request, response) => response.destroy();
  nextMinute();
  expect((await get('/faq')).status).toBe(502);
});
