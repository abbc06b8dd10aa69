import { describe, expect, test } from 'vitest';
import { verifySignatures } from '../../../tests/support/webhooks.ts';
import { findDisableReason, getNextTry, isArrived, parseRetryAfter, toMessageName } from './rules.ts';
import { createSigningKeys, readSigningKeys, signMessage } from './sign.ts';

const now = new Date('2026-05-12T09:30:00Z');
const later = (ms: number) => new Date(now.getTime() + ms);
const HOUR = 3_600_000;

describe('retries', () => {
  test('ten tries in 75.6 hours, then none', () => {
    const pauses = Array.from({ length: 9 }, (_, index) => (getNextTry(index + 1, now, {})?.getTime() ?? 0) - now.getTime());
    expect(pauses.map((pause) => pause / 1_000)).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(pauses.reduce((sum, pause) => sum + pause, 0) / HOUR).toBeCloseTo(75.6, 1);
    expect(getNextTry(10, now, {})).toBeNull();
  });

  test('a tenth longer at most, and never before what Retry-After asks for, up to a day', () => {
    expect(getNextTry(2, now, { random: 1 })).toEqual(later(330_000));
    expect(getNextTry(1, now, { retryAfterMs: 60_000 })).toEqual(later(60_000));
    expect(getNextTry(1, now, { retryAfterMs: 1 })).toEqual(later(5_000));
    expect(getNextTry(1, now, { retryAfterMs: 1e12 })).toEqual(later(24 * HOUR));
  });

  test.each([
    [undefined, 0],
    ['120', 120_000],
    ['Tue, 12 May 2026 09:31:00 GMT', 60_000],
    ['Tue, 12 May 2020 09:31:00 GMT', 0],
    ['-5', 0],
    ['soon', 0],
    ['99999999999999', 0],
  ])('Retry-After %j: %d ms', (text, ms) => {
    expect(parseRetryAfter(text, now)).toBe(ms);
  });
});

test.each([
  [410, null, 'gone'],
  [500, null, null],
  [500, later(-5 * 24 * HOUR + 1), null],
  [null, later(-5 * 24 * HOUR), 'failing'],
] as const)('status %j, failing since %j: %j', (status, failingSince, reason) => {
  expect(findDisableReason(status, failingSince, now)).toBe(reason);
});

test.each([
  [200, true],
  [204, true],
  [299, true],
  [199, false],
  [301, false],
  [null, false],
])('status %j arrived: %j', (status, hasArrived) => {
  expect(isArrived(status)).toBe(hasArrived);
});

describe('signatures', () => {
  test('both are right, and neither for another body, name or time', () => {
    const { secret, publicKey, stored } = createSigningKeys();
    expect([secret, publicKey]).toEqual([expect.stringMatching(/^whsec_[\w+/]{43}=$/), expect.stringMatching(/^whpk_[\w+/]{43}=$/)]);
    const name = toMessageName('019e1b85-95c0-7001-bd90-ba85adea8d64');
    const headers = signMessage(readSigningKeys(stored), { name, body: '{}', at: now });
    const check = (more: object, text = '{}') => verifySignatures({ secret, publicKey }, { headers: { ...headers, ...more }, text });
    expect(check({})).toEqual(['v1', 'v1a']);
    expect(check({}, '{ }')).toEqual([]);
    expect(check({ 'webhook-id': 'msg_1' })).toEqual([]);
    expect(check({ 'webhook-timestamp': '1' })).toEqual([]);
    expect(verifySignatures(createSigningKeys(), { headers, text: '{}' })).toEqual([]);
  });

  test('the text of the standard’s own vector has its signature', () => {
    const keys = { ...readSigningKeys(createSigningKeys().stored), secret: Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64') };
    const headers = signMessage(keys, {
      name: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      body: '{"test": 2432232314}',
      at: new Date(1_614_265_330_000),
    });
    expect(headers['webhook-signature']).toContain('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });
});
