import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Config } from '../config/config.ts';
import { hourlyLimit, hourlyRefusal } from './hourly-limits.ts';

const config = { rateLimits: true, perHour: { purchases: 7, deposits: 3 } } as Config;
const keyOf = (text: string) => createHash('sha256').update(text).digest('base64url');

test('purchases and deposits of an account: each has its own key and number', () => {
  expect(hourlyLimit(config, 'purchase', 'ada')).toEqual({ key: keyOf('purchase.hour\0ada'), points: 7 });
  expect(hourlyLimit(config, 'deposit', 'ada')).toEqual({ key: keyOf('deposit.hour\0ada'), points: 3 });
});

test('limits are off: none', () => expect(hourlyLimit({ ...config, rateLimits: false }, 'purchase', 'ada')).toBeNull());

test.each([
  [{ code: 'FF009', detail: '90' }, 90],
  [{ code: 'FF009', detail: '0' }, 1],
  [{ code: 'FF009' }, 1],
  [{ code: 'FF009', detail: '-3' }, 1],
  [{ code: 'FF008', detail: '90' }, undefined],
  [{}, undefined],
])('error of the database %o: wait of %s s', (fault, seconds) => {
  expect(hourlyRefusal(fault)?.retryAfterSeconds).toBe(seconds);
});
