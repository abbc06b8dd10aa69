// Every call of the table, whatever is sent to it: a clear no, never a fault of ours. And whoever must log in is asked to before anything is read.
import fc from 'fast-check';
import { api, type Call, type CallRow } from '../src/api.ts';
import { logIn, register } from './support/accounts.ts';
import { anything } from './support/anything.ts';
import { test as base, describe, expect } from './support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const calls = Object.keys(api) as Call[];
const RUNS = process.env.FULL ? 2_000 : 60;
const AT_ONCE = 4;

const sent = anything([
  ...['email', 'password', 'repeatedPassword', 'currentPassword', 'firstName', 'lastName', 'name', 'message', 'currency', 'code', 'id'],
  ...['orderId', 'back', 'refundTo', 'reason', 'number', 'orderNumber', 'files', 'before'],
  ...['brandName', 'language', 'tone', 'audience', 'referenceUrls', 'mustInclude', 'mustAvoid', 'notes'],
  ...[
    'refreshToken',
    'rememberMe',
    'agreedToPrivacyPolicy',
    'country',
    'city',
    'address',
    'zipCode',
    'orderFormData',
    'couponCode',
    '__proto__',
    'constructor',
    'toString',
  ],
]);

describe('whatever is sent', () => {
  test.for(calls)('%s answers, and never with a fault of ours', async (name, { shop }) => {
    const { token } = await logIn(shop, await register(shop));
    const [method = '', path = ''] = name.split(' ');
    const send = async (body: unknown) => {
      const { body: bytes }: CallRow = api[name];
      const query = new URLSearchParams(Object.entries(Object(body)).map(([key, each]) => [key, JSON.stringify(each) ?? '']));
      const answer = await fetch(`${shop.urls.storefront}${path}${method === 'GET' || bytes ? `?${query}` : ''}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': bytes ? 'application/octet-stream' : 'application/json' },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) ?? '' }),
      });
      // What goes on and on has answered when it begins.
      const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
      const text = isStream ? await answer.body?.cancel().then(() => '') : await answer.text();
      return { status: answer.status, text: text ?? '' };
    };
    await fc.assert(
      fc.asyncProperty(fc.array(sent, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (bodies) => {
        for (const { status, text } of await Promise.all(bodies.map(send))) {
          expect([200, 204, 400, 401, 404], text).toContain(status);
          if (status === 400) expect(Object.keys(JSON.parse(text).errors).length, text).toBeGreaterThan(0);
        }
      }),
      { numRuns: RUNS / AT_ONCE },
    );
  });
});

describe('who may', () => {
  const closed = calls.filter((name) => api[name].who === 'token');

  test.for(closed)('%s asks for a token before it reads anything', async (name, { shop }) => {
    const [method = '', path = ''] = name.split(' ');
    const ask = (headers: Record<string, string>) =>
      fetch(shop.urls.storefront + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(method === 'GET' ? {} : { body: '{broken' }),
      });
    const headers: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: 'Bearer' },
      { authorization: 'Basic YTpi' },
      { cookie: 'accessToken=x' },
    ];
    for (const each of headers) expect((await ask(each)).status, JSON.stringify(each)).toBe(401);
  });
});
