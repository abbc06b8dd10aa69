import { describe, expect, test } from 'vitest';
import { addressKey, limits } from './limits.ts';

describe('rate limit key of an address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('address %s: key %s', (address, key) => expect(addressKey(address)).toBe(key));
});

// A row stores a timestamp of eight bytes for each point.
test.each(Object.entries(limits))('limit %s: at most 100 points and one day', (_name, { points, seconds }) => {
  expect(points).toBeGreaterThan(0);
  expect(points).toBeLessThanOrEqual(100);
  expect(seconds).toBeLessThanOrEqual(86_400);
});
