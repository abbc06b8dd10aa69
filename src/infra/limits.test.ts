import { describe, expect, test } from 'vitest';
import { addressKey, limits } from './limits.ts';

describe('whom an address stands for', () => {
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
  ])('%s is %s', (address, key) => expect(addressKey(address)).toBe(key));
});

// A row holds a moment for each point, and a moment is eight bytes.
test.each(Object.entries(limits))('%s is small enough to be kept as moments', (_name, { points, seconds }) => {
  expect(points).toBeGreaterThan(0);
  expect(points).toBeLessThanOrEqual(100);
  expect(seconds).toBeLessThanOrEqual(86_400);
});
