// The examples of the API reference, sent to a running shop: each request is accepted, and the answer has
// what its example shows.
import { afterAll, beforeAll } from 'vitest';
import { answerExamples, examples } from '../src/api-docs.ts';
import { logIn, register } from './support/accounts.ts';
import { examplesShop } from './support/owner-files.ts';
import { expect, shop as openShop, type Shop, test } from './support/shop.ts';

const { folder, remove } = await examplesShop();
let shop: Shop;
let token = '';

beforeAll(async () => {
  shop = await openShop({ folder, environment: { RATE_LIMITS: 'off' } });
  const { email, password } = examples['POST /api/Accounts/login'] as { email: string; password: string };
  await register(shop, { email, password, repeatedPassword: password, firstName: 'Ada', lastName: 'Sample' });
  token = (await logIn(shop, email, { password })).token;
});

afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await remove();
});

/** What differs from shop to shop is compared by its kind. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'an id'],
  [/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/, 'a moment'],
  [/^https?:\/\//, 'an address'],
  [/^[\w-]{20,}(\.[\w-]+)*$/, 'a token'],
  [/^[A-Z]{0,3}-?[0-9A-Z]{4,}(-[0-9A-Z]+)*$/, 'a number of the shop'],
];

const listKinds = (value: unknown): unknown => {
  if (typeof value === 'string') return kinds.find(([pattern]) => pattern.test(value))?.[1] ?? value;
  if (Array.isArray(value)) return value.map(listKinds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, listKinds(each)]));
};

// In this order: an order is there before the orders are listed.
test.for(Object.keys({ ...examples, ...answerExamples }))('%s', async (call) => {
  const { status, body } = await shop.call(call as 'POST /api/prices', examples[call], { token });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(listKinds(body)).toEqual(listKinds(answerExamples[call]));
});
