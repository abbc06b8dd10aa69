// Tests that two-factor secrets are encrypted in the database and bound to their account.

import { randomUUID } from 'node:crypto';
import { readConfig } from '#platform/config/config.ts';
import { openSecrets } from '#platform/config/secrets.ts';
import { createCipher } from '#platform/identity/encryption.ts';
import { memberWithApp } from '../../../tests/support/passkeys.ts';
import { accountId, storedFactor } from '../../../tests/support/rows/accounts.ts';
import { test as base, describe, expect, SECRET_KEYS } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

describe('two-factor secret in the database', () => {
  test('neither the secret nor a recovery code is stored in plain text', async ({ shop }) => {
    const { email, secret, codes } = await memberWithApp(shop);
    const factor = await storedFactor(shop, email);
    const stored = Buffer.concat([factor.secret ?? Buffer.alloc(0), ...factor.recoveryHashes]);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
    const raw = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
    expect(stored.length).toBeGreaterThan(10 * 32 + 32);
    for (const each of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) expect(stored.includes(each), each).toBe(false);
    expect(stored.includes(raw)).toBe(false);
  });

  test('a secret encrypted for one account cannot be decrypted for another, nor after a changed byte', async ({ shop }) => {
    const [owner, stranger] = [await memberWithApp(shop), await memberWithApp(shop)];
    const cipher = createCipher(await openSecrets({ secretKeys: [SECRET_KEYS], dataDir: '' }, shop.clock.now()));
    const sealed = (await storedFactor(shop, owner.email)).secret ?? Buffer.alloc(0);
    const [ownerId, strangerId] = [await accountId(shop, owner.email), await accountId(shop, stranger.email)];
    expect(cipher.open(sealed, ownerId)).toBe(owner.secret);
    expect(() => cipher.open(sealed, strangerId)).toThrow('no key decrypts');
    for (const at of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => cipher.open(changed, ownerId)).toThrow('no key decrypts');
    }
    expect(() => cipher.open(sealed.subarray(0, 20), ownerId)).toThrow('no key decrypts');
  });

  test('a secret can be decrypted with an older key, but not without its key', async () => {
    const keys = (all: string) => readConfig({ PORT: '0', DESK_PORT: '0', SANDBOX_PORT: '0', SECRET_KEYS: all }).config;
    const now = new Date();
    const [oldSeals, bothSeals, newSeals] = await Promise.all(
      [SECRET_KEYS, `a newer key of thirty-two letters and more,${SECRET_KEYS}`, 'a newer key of thirty-two letters and more'].map(
        async (all) => createCipher(await openSecrets(keys(all), now)),
      ),
    );
    const id = randomUUID();
    const sealed = oldSeals?.seal('SECRET', id) ?? Buffer.alloc(0);
    expect(bothSeals?.open(sealed, id)).toBe('SECRET');
    expect(() => newSeals?.open(sealed, id)).toThrow('SECRET_KEYS');
    expect(() => oldSeals?.open(bothSeals?.seal('SECRET', id) ?? Buffer.alloc(0), id)).toThrow('no key decrypts');
  });
});
