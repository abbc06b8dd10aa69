// Every call of the desk with random input from an owner: no server errors.
import fc from 'fast-check';
import type { DeskCallRow } from '#modules/staff/shapes-calls.ts';
import { type DeskCall, deskApi } from '../src/desk-api.ts';
import { anything, expectAnswers, listFieldNames, sendingTo, unstorable } from './support/corpus.ts';
import { operating } from './support/desk.ts';
import { test as base, describe, expect } from './support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

// Logging out ends the session, and joining starts another.
const calls = (Object.keys(deskApi) as DeskCall[]).filter((name) => name !== 'POST /api/log-out' && name !== 'POST /api/join');
const RUNS = process.env.FULL ? 2_000 : 8;
const AT_ONCE = 4;

/** Field names of all input shapes. */
const names = [...new Set(Object.values<DeskCallRow>(deskApi).flatMap(({ input }) => listFieldNames(input)))];
const sent = anything([...names, '__proto__', 'constructor', 'toString']);

describe('desk call with random input', () => {
  test('field names are collected from the shapes', () => {
    expect(names.length).toBeGreaterThan(20);
  });

  test.for(calls)('%s answers 2xx or 4xx, never 5xx', async (name, { shop }) => {
    const owner = await operating(shop, 'owner');
    const send = sendingTo(shop.urls.desk, name, deskApi[name], { origin: shop.urls.desk, cookie: owner.cookie });
    const check = expectAnswers(send, [200, 204, 400, 404, 413]);
    await check(unstorable((deskApi[name] as DeskCallRow).input));
    await fc.assert(fc.asyncProperty(fc.array(sent, { minLength: AT_ONCE, maxLength: AT_ONCE }), check), { numRuns: RUNS / AT_ONCE });
  });
});
