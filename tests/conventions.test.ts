// HTTP conventions of every call, with normal and malformed requests.
import { BaseResolver, lintDocument, loadConfig, makeDocumentFromString } from '@redocly/openapi-core';
import { api } from '../src/api.ts';
import { examples } from '../src/api-docs.ts';
import { rawRequest, sendRaw } from './support/http.ts';
import { test as base, describe, expect, type Shop } from './support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { CORS_ORIGINS: 'https://app.example' } });

const at = (shop: Shop, path: string, init?: RequestInit) => fetch(shop.urls.storefront + path, init);
const post = (shop: Shop, path: string, body: BodyInit, type = 'application/json') =>
  at(shop, path, { method: 'POST', headers: { 'content-type': type }, body });

describe('error response', () => {
  test.for<[string, (shop: Shop) => Promise<Response>, number]>([
    ['broken JSON', (shop) => post(shop, '/api/prices', '{"currency":'), 400],
    ['no body', (shop) => post(shop, '/api/prices', ''), 400],
    ['XML', (shop) => post(shop, '/api/prices', '<currency>0</currency>', 'application/xml'), 415],
    ['plain text', (shop) => post(shop, '/api/prices', '{"currency":0}', 'text/plain'), 415],
    ['a form', (shop) => post(shop, '/api/prices', 'currency=0', 'application/x-www-form-urlencoded'), 415],
    ['300 KiB', (shop) => post(shop, '/api/prices', JSON.stringify({ currency: 0, more: 'x'.repeat(300 * 1024) })), 413],
    ['an unknown call', (shop) => post(shop, '/api/nothing', '{}'), 404],
    ['another method', (shop) => at(shop, '/api/prices'), 404],
    ['deeply nested JSON', (shop) => post(shop, '/api/prices', `${'['.repeat(50_000)}${']'.repeat(50_000)}`), 400],
  ])('%s: problem details with the request id', async ([, request, status], { shop }) => {
    const answer = await request(shop);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    const problem = (await answer.json()) as Record<string, unknown>;
    expect(problem).toMatchObject({ type: 'about:blank', status, requestId: answer.headers.get('x-request-id') });
    expect(JSON.stringify(problem)).not.toMatch(/node_modules|\.ts:|at /);
  });

  test('a type without a body and without its length: answered at once', async ({ shop }) => {
    const { host } = new URL(shop.urls.storefront);
    const head = ['POST /api/prices HTTP/1.1', `host: ${host}`, 'content-type: application/json', 'connection: close'];
    expect(await sendRaw(shop.urls.storefront, rawRequest(...head, '', ''))).toMatchObject({ status: 400 });
  });

  test('title is in the language of the request', async ({ shop }) => {
    const answer = await at(shop, '/api/nothing', { headers: { 'accept-language': 'ja' } });
    expect(await answer.json()).toMatchObject({ title: '見つかりませんでした' });
  });
});

describe('paths', () => {
  test.for(['/api/prices', '/API/Prices', '/api/PRICES'])('letter case is ignored: %s', async (path, { shop }) => {
    expect((await post(shop, path, '{"currency":0}')).status).toBe(200);
  });

  test.for([
    '/api/%00',
    '/api/%E0%A4%A',
    '/api/..%2f..%2fetc%2fpasswd',
    '/nothing%2Fhere',
    '/%00',
    '/%E0%A4%A',
    '/%',
    '/a\\b',
    '//evil.example/',
    '/assets/../package.json',
    '/assets/%2e%2e/package.json',
    '/assets/gone-12345678.js',
    '/.env',
    '/.git/config',
    `/${'a'.repeat(8_000)}`,
    '/__proto__',
    '/constructor',
    '/builds/meta/..%2f..%2fpackage.json',
    '/builds/meta/nothing.json',
  ])('404 without internal details: %s', async (path, { shop }) => {
    const answer = await sendRaw(shop.urls.storefront, rawRequest(`GET ${path} HTTP/1.1`, 'host: localhost', 'connection: close', '', ''));
    expect(answer.status).toBe(404);
    expect(answer.headers['x-request-id']).toBeTruthy();
    expect(answer.body).not.toMatch(/node_modules|\.ts:\d|"dependencies"|root:x/);
  });

  test('cookie of 10,000 characters is ignored', async ({ shop }) => {
    const answer = await at(shop, '/', { headers: { cookie: `locale=${'x'.repeat(10_000)}` } });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('<html lang="en"');
  });

  test.for<[string, string, number]>([
    ['not HTTP at all', 'hello\r\n\r\n', 400],
    ['an endless header', rawRequest('GET / HTTP/1.1', 'host: localhost', `x: ${'y'.repeat(100_000)}`, '', ''), 431],
    ['two lengths', rawRequest('POST /api/prices HTTP/1.1', 'host: localhost', 'content-length: 3', 'content-length: 4', '', '{}'), 400],
    ['no host', rawRequest('GET / HTTP/1.1', '', ''), 400],
    ['two hosts', rawRequest('GET / HTTP/1.1', 'host: localhost', 'host: evil.example', 'connection: close', '', ''), 400],
    ['the same host twice', rawRequest('GET /healthz HTTP/1.1', 'Host: localhost', 'HOST: localhost', 'connection: close', '', ''), 400],
    ['an unknown expectation', rawRequest('GET /nothing HTTP/1.1', 'host: localhost', 'expect: magic', 'connection: close', '', ''), 404],
  ])('malformed request is refused with security headers: %s', async ([, bytes, status], { shop }) => {
    const answer = await sendRaw(shop.urls.storefront, bytes);
    expect(answer.status).toBe(status);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(answer.text).not.toMatch(/node_modules|Error:/);
  });
});

describe('headers', () => {
  test('every response has a unique request id and a policy without unsafe-inline', async ({ shop }) => {
    const answers = await Promise.all([
      at(shop, '/'),
      at(shop, '/'),
      at(shop, '/api/nothing'),
      post(shop, '/api/prices', '{"currency":0}'),
      at(shop, '/healthz'),
      at(shop, '/nothing'),
    ]);
    expect(new Set(answers.map((answer) => answer.headers.get('x-request-id'))).size).toBe(answers.length);
    for (const answer of answers) {
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*/);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('x-frame-options')).toBe('DENY');
      expect(answer.headers.get('referrer-policy')).toBeTruthy();
    }
  });

  test('API responses are not stored by shared caches', async ({ shop }) => {
    for (const answer of [await at(shop, '/api/nothing'), await post(shop, '/api/prices', '{"currency":0}'), await at(shop, '/healthz')])
      expect(answer.headers.get('cache-control')).toMatch(/no-store|private/);
  });

  test('CORS allows only the configured origin, with credentials', async ({ shop }) => {
    const from = (origin: string) =>
      at(shop, '/api/prices', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      });
    const known = await from('https://app.example');
    expect(known.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(known.headers.get('access-control-allow-credentials')).toBe('true');
    for (const origin of ['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'null'])
      expect((await from(origin)).headers.get('access-control-allow-origin')).not.toBe(origin);
    const answer = await at(shop, '/api/prices', {
      method: 'POST',
      headers: { origin: 'https://app.example', 'content-type': 'application/json' },
      body: '{"currency":0}',
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(answer.headers.get('vary')).toMatch(/origin/i);
  });

  test('links use SHOP_URL, not the Host header', async ({ shop }) => {
    const { body } = await sendRaw(
      shop.urls.storefront,
      rawRequest('GET / HTTP/1.1', 'host: evil.example', 'x-forwarded-host: evil.example', 'connection: close', '', ''),
    );
    expect(body).not.toContain('evil.example');
  });
});

describe('health', () => {
  test('healthz and readyz answer 200 while the database is reachable', async ({ shop }) => {
    expect((await at(shop, '/healthz')).status).toBe(200);
    expect((await at(shop, '/readyz')).status).toBe(200);
  });
});

test.for(['/api/openapi.json', '/api/v1/openapi.json'])('%s passes the Redocly linter', async (path, { shop }) => {
  const text = await (await at(shop, path)).text();
  const config = await loadConfig();
  const problems = await lintDocument({
    document: makeDocumentFromString(text, 'openapi.json'),
    config: await (await import('@redocly/openapi-core')).createConfig({ extends: ['recommended'] }),
    externalRefResolver: new BaseResolver(config.resolve),
  });
  expect(
    problems.filter(({ severity }) => severity === 'error').map(({ message, location }) => `${location[0]?.pointer}: ${message}`),
  ).toEqual([]);
});

test('OpenAPI document names schemas and enum values, and lists every error, header and parameter', async ({ shop }) => {
  type Operation = {
    parameters: { $ref?: string }[];
    responses: Record<string, { headers: Record<string, unknown> }>;
    requestBody?: { content: object };
  };
  type Document = {
    info: { contact: { url: string } };
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object> };
  };
  const document = (await (await at(shop, '/api/openapi.json')).json()) as Document;
  expect(document.info.contact.url).toMatch(/\/contact$/);
  for (const name of ['Order', 'Offer', 'Field', 'Line', 'Delivery', 'Problem', 'Prices', 'Quote'])
    expect(Object.keys(document.components.schemas)).toContain(name);
  const text = JSON.stringify(document);
  for (const name of ['Delivered', 'NOK']) expect(text).toMatch(new RegExp(`x-enum-varnames":\\[[^\\]]*"${name}"`));
  expect(text).not.toContain('9007199254740991');
  expect(text).not.toContain('#/$defs/');
  const of = (path: string, method = 'post') => document.paths[path]?.[method];
  expect(of('/api/Accounts/refresh')?.responses).toHaveProperty('401');
  const hasKey = (path: string) => of(path)?.parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
  expect([hasKey('/api/orders'), hasKey('/api/balance/deposit'), hasKey('/api/prices')]).toEqual([true, true, false]);
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { responses, parameters }] of Object.entries(methods)) {
      expect([path, method, Object.keys(responses)]).toEqual([path, method, expect.arrayContaining(['503', '429'])]);
      for (const status of ['429', '503']) expect(responses[status]?.headers).toMatchObject({ 'Retry-After': {}, 'X-Request-Id': {} });
      expect(parameters.some(({ $ref }) => $ref === '#/components/parameters/Language')).toBe(true);
      if (method === 'get') expect(Object.keys(responses)).not.toEqual(expect.arrayContaining(['413']));
      if (method === 'get') expect(Object.keys(responses)).not.toEqual(expect.arrayContaining(['415']));
    }
});

test('OpenAPI examples are valid for their shapes', () => {
  for (const [name, example] of Object.entries(examples)) {
    const { input } = api[name as keyof typeof api] as { input: { safeParse(value: unknown): { success: boolean; error?: unknown } } };
    expect([name, input.safeParse(example).error]).toEqual([name, undefined]);
  }
});
