// Which requests the cache of ops/nginx/nginx.conf answers, and what the shop gets of them.
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { expect } from 'vitest';
import { rawRequest, sendRaw } from './support/http.ts';
import { BROWSER, get, got, nextMinute, nginxTest, openStandIn, server, thisMinute } from './support/nginx.ts';

const TICKET = '/contact/ticket';

openStandIn();

/** How many of two equal requests the server got. */
async function reached(path: string, headers: Readonly<Record<string, string | readonly string[]>> = {}, method = 'GET'): Promise<number> {
  nextMinute();
  got.length = 0;
  for (let time = 0; time < 2; time++) await get(path, headers, method);
  return got.length;
}

nginxTest('the shop gets nothing of a request that is repeated but its key', async () => {
  const poison = Object.fromEntries(
    ['x-forwarded-host', 'x-forwarded-for', 'x-forwarded-proto', 'x-original-url', 'x-rewrite-url', 'x-http-method-override', 'forwarded']
      .concat(['x-host', 'x-real-ip', 'via', 'origin', 'referer', 'user-agent', 'accept', 'range', 'if-range', 'if-none-match', 'if-match'])
      .concat(['if-modified-since', 'if-unmodified-since', 'cache-control', 'pragma', 'expect', 'te', 'upgrade', 'max-forwards', 'prefer'])
      .concat(['traceparent', 'accept-charset', 'save-data', 'sec-fetch-site', 'x-request-id', 'idempotency-key', 'proxy', 'next-router'])
      .map((name) => [name, 'evil.example']),
  );
  await get('/faq', { ...poison, ...BROWSER, cookie: 'locale=es' });
  expect(got).toHaveLength(1);
  expect({ ...got[0]?.headers }).toEqual({
    host: 'shop.localhost:8443',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
    cookie: 'locale=es',
    'accept-language': BROWSER['accept-language'],
    'accept-encoding': 'br',
  });
  expect(got[0]?.url).toBe('/faq');
});

nginxTest('another request: the shop gets its headers, and the address from nginx alone', async () => {
  const spoofed = { 'x-forwarded-for': '8.8.8.8', 'x-forwarded-host': 'evil.example', forwarded: 'for=8.8.8.8' };
  await get('/cart', { ...spoofed, authorization: 'Bearer a', cookie: 'a=b' });
  expect(got[0]?.headers).toMatchObject({
    host: 'shop.localhost:8443',
    'x-forwarded-for': '127.0.0.1',
    authorization: 'Bearer a',
    cookie: 'a=b',
  });
  expect(got[0]?.headers).not.toHaveProperty('x-forwarded-host');
  expect(got[0]?.headers).not.toHaveProperty('forwarded');
});

const repeatedCookies = ['locale=es', 'currency=1', 'locale=jp; currency=0', 'currency=3; locale=pt-BR', ['locale=es', 'currency=1']];
nginxTest.for(repeatedCookies)('cookie %j: repeated', async (cookie) => {
  expect(await reached('/services', { cookie })).toBe(1);
});

const otherCookies = [
  ...['__Secure-ticket=a', 'ticket=a', 'device=a', 'locale=es; device=a', 'device=a; locale=es', 'locale=es; currency=1; a=b'],
  ...['locale=es; locale=en', 'currency=1; currency=0', 'LOCALE=es', 'Locale=es', 'locale="es"', 'locale =es', 'locale= es', ' ;locale=es'],
  ...['locale=es;currency=1', 'locale=es,currency=1', 'locale=es; ', 'locale=es;', ';', 'locale', 'locale=', 'locale=es%00', 'locale=es\t'],
  ...['locale=../..', 'locale=es|x', `locale=${'e'.repeat(13)}`, 'currency=one', 'currency=123456', 'currency=-1', '$Version=1; locale=es'],
  ...['locale=es; xlocale=en', 'xlocale=en', 'a=b; ', 'locale=e\u00e9'],
];
nginxTest.for([...otherCookies, ['locale=es', 'device=a'], ['locale=es', 'locale=en']])('cookie %j: the shop answers', async (cookie) => {
  expect(await reached('/services', { cookie })).toBe(2);
});

nginxTest.for([
  ['no language', 1, {}],
  ['100 characters of languages', 1, { 'accept-language': `en${', en'.repeat(24)},e` }],
  ['101 characters of languages', 2, { 'accept-language': 'e'.repeat(101) }],
  ['a language with other characters', 2, { 'accept-language': 'en|x' }],
  ['a language with a tab', 2, { 'accept-language': 'en,\tes' }],
  ['a language beyond ASCII', 2, { 'accept-language': 'e\u00e9' }],
  ['credentials', 2, { authorization: 'Bearer a' }],
  ['empty credentials', 2, { authorization: 'Basic' }],
  ['a body', 2, { 'content-length': '0' }],
  ['chunks', 2, { 'transfer-encoding': 'chunked' }],
] as const)('%s: %i of two reach the shop', async ([, expected, headers]) => {
  expect(await reached('/services', headers)).toBe(expected);
});

nginxTest.for(['HEAD', 'POST', 'PUT', 'OPTIONS', 'DELETE', 'PROPFIND'])(
  '%s: the shop answers, and a GET is not answered by it',
  async (method) => {
    expect(await reached('/faq', {}, method)).toBe(2);
    expect(got.map((each) => each.method)).toEqual([method, method]);
    await get('/faq');
    expect(got).toHaveLength(3);
  },
);

nginxTest.for([
  ...[
    '/FAQ',
    '//faq',
    '/faq/',
    '/./faq',
    '/x/../faq',
    '/%66aq',
    '/faq%20',
    '/faq%2e',
    '/faq%3F',
    '/faq;a=b',
    '/faq%00',
    '/faq.css',
    '/faq/x.css',
  ],
  ...[
    '/?',
    '/faq?',
    '/?utm_source=a',
    '/services?kind=other',
    '/services?kind=posts&kind=texts',
    '/services?kind=posts&a=b',
    '/services?KIND=posts',
  ],
  ...['/services?kind=%70osts', '/services?a=b&kind=posts', '/?kind=posts', '/faq?q=a', '/samples?whole=a', '/?lang=es', '/faq?lang=es'],
  ...[
    '/contact?sent=a',
    TICKET,
    `${TICKET}?code=a`,
    '/account/reset',
    '/account/confirm?code=a',
    '/account/my-data',
    '/account/login?redirect=a',
  ],
  ...[
    '/cart',
    '/cabinet/funds',
    '/data/faq',
    '/api/prices',
    '/no-such-page',
    '/services/x',
    '/account/not-logged-in',
    '/withdrawal?request=a',
  ],
])('%s: the shop answers, with the address as it came', async (path) => {
  expect(await reached(path)).toBe(path.includes('%00') ? 0 : 2);
  for (const { url } of got) expect(url).toBe(path);
});

nginxTest.for([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.9', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000,gzip;q=0', undefined],
  ['zstd, deflate', undefined],
  ['*', undefined],
  ['br; q=0.5', 'br'],
] as const)('Accept-Encoding %s: the shop is asked for %s', async ([sent, asked]) => {
  await get('/faq', { 'accept-encoding': sent });
  expect(got[0]?.headers['accept-encoding']).toBe(asked);
});

nginxTest('HTTP/2 over TLS: cookies in fields of their own are read together, and an authority that is not served gets 421', async () => {
  const session = connectHttp2(server.nginx.tls, { ca: server.nginx.authority, servername: 'shop.localhost' });
  const ask = async (headers: object) => {
    const stream = session.request({ ':path': '/faq', ':authority': 'shop.localhost', 'x-test-minute': thisMinute(), ...headers });
    const [head] = (await once(stream, 'response')) as [Record<string, unknown>];
    return { status: head[':status'], body: Buffer.concat(await Array.fromAsync<Buffer>(stream)).toString() };
  };
  for (let time = 0; time < 2; time++) expect(await ask({ cookie: ['locale=es', 'currency=1'] })).toEqual({ status: 200, body: 'page' });
  expect(got.map(({ headers }) => headers.cookie)).toEqual(['locale=es; currency=1']);
  for (let time = 0; time < 2; time++) await ask({ cookie: ['locale=es', 'device=a'] });
  expect(got.map(({ headers }) => headers.cookie)).toEqual(['locale=es; currency=1', ...Array(2).fill('locale=es; device=a')]);
  expect(await ask({ ':authority': 'evil.example' })).toMatchObject({ status: 421 });
  expect(await ask({ ':authority': 'desk.localhost' })).toMatchObject({ status: 200 });
  expect(got.at(-1)?.headers.host).toBe('desk.localhost:8443');
  session.close();
});

nginxTest.for([
  ['another host', 421, ['GET /faq HTTP/1.1', 'Host: evil.example']],
  ['an absolute address of another host', 421, ['GET http://evil.example/faq HTTP/1.1', 'Host: shop.localhost']],
  ['an address of the desk for the host of the shop', 200, ['GET http://shop.localhost/faq HTTP/1.1', 'Host: desk.localhost']],
  ['two hosts', 400, ['GET /faq HTTP/1.1', 'Host: shop.localhost', 'Host: evil.example']],
  ['no host', 400, ['GET /faq HTTP/1.1']],
  ['internal pages', 404, ['GET /%6detrics HTTP/1.1', 'Host: shop.localhost']],
  ['internal pages in capitals', 404, ['GET //ReadyZ/pages HTTP/1.1', 'Host: desk.localhost']],
] as const)('%s: %i', async ([, status, lines]) => {
  expect((await sendRaw(server.nginx.plain, rawRequest(...lines, `X-Test-Minute: ${thisMinute()}`, '', ''))).status).toBe(status);
  expect(got.map(({ headers }) => headers.host)).toEqual(status === 200 ? ['shop.localhost:8443'] : []);
});

nginxTest('the log has no query, which may be the code of a mailed link', async () => {
  await server.nginx.get(`${TICKET}?code=secret-code`, { host: 'shop.localhost', referer: 'https://shop.localhost/?code=secret-code' });
  await expect.poll(server.nginx.log).toContain(`"GET ${TICKET}" 200`);
  expect(server.nginx.log()).not.toContain('secret-code');
});
