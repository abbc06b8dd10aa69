import { describe, expect, test } from 'vitest';
import { isInNetworks, readNetwork } from './networks.ts';
import { createSecret, formatSecretHint, getPrefix, isSecret } from './secret.ts';

describe('secret', () => {
  test('a key has its prefix and a checksum, and no two are the same', () => {
    const keys = Array.from({ length: 200 }, () => createSecret('fk_test_'));
    for (const key of keys) expect([/^fk_test_[0-9A-Za-z]{46}$/.test(key), isSecret(key, 'fk_test_')]).toEqual([true, true]);
    expect(new Set(keys).size).toBe(200);
    expect(formatSecretHint('fk_test_abcdef', 'fk_test_')).toBe('fk_test_abcd…');
  });

  test('one changed character, another prefix or another length: no key', () => {
    const key = createSecret(getPrefix(true));
    expect(isSecret(key, getPrefix(false))).toBe(false);
    for (let place = 'fk_live_'.length; place < key.length; place++) {
      const other = key[place] === 'a' ? 'b' : 'a';
      expect(isSecret(key.slice(0, place) + other + key.slice(place + 1), 'fk_live_')).toBe(false);
    }
    for (const text of ['', 'fk_live_', `${key}a`, key.slice(0, -1)]) expect(isSecret(text, 'fk_live_')).toBe(false);
  });
});

describe('networks', () => {
  test.each([
    ['203.0.113.7', [], true],
    ['203.0.113.7', ['203.0.113.0/24'], true],
    ['203.0.114.7', ['203.0.113.0/24', '198.51.100.1'], false],
    ['198.51.100.1', ['203.0.113.0/24', '198.51.100.1'], true],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['no address', ['0.0.0.0/0'], false],
  ] as const)('%s in %j: %j', (address, networks, isIn) => {
    expect(isInNetworks(address, networks)).toBe(isIn);
  });

  test.each(['', '203.0.113.0/33', '2001:db8::/129', '203.0.113/24', '203.0.113.0/24/8', '203.0.113.0/-1', 'example.com'])(
    '%j is no network',
    (text) => {
      expect(readNetwork(text)).toBeUndefined();
    },
  );
});
