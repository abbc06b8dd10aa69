// Every call of the API with random input: no server errors, and no access without a token.
import fc from 'fast-check';
import type { CallRow } from '#lib/calls.ts';
import { api, type Call } from '../src/api.ts';
import { logIn, register } from './support/accounts.ts';
import { anything, expectAnswers, sendingTo, unstorable } from './support/corpus.ts';
import { test as base, describe, expect } from './support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const calls = Object.keys(api) as Call[];
const RUNS = process.env.FULL ? 2_000 : 8;
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

describe('API call with random input', () => {
  test.for(calls)('%s answers 2xx or 4xx, never 5xx', async (name, { shop }) => {
    const { token } = await logIn(shop, await register(shop));
    const send = sendingTo(shop.urls.storefront, name, api[name], { authorization: `Bearer ${token}` });
    const check = expectAnswers(send, [200, 204, 400, 401, 404]);
    await check(unstorable((api[name] as CallRow).input));
    await fc.assert(fc.asyncProperty(fc.array(sent, { minLength: AT_ONCE, maxLength: AT_ONCE }), check), { numRuns: RUNS / AT_ONCE });
  });
});

describe('API call without a valid token', () => {
  const closed = calls.filter((name) => api[name].who === 'token');

  test.for(closed)('%s is refused with 401 before the body is parsed', async (name, { shop }) => {
    const [method = '', path = ''] = name.split(' ');
    const request = (headers: Record<string, string>) =>
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
    for (const each of headers) expect((await request(each)).status, JSON.stringify(each)).toBe(401);
  });
});
