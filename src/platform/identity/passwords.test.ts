// Tests the hashes of passwords with the cost of production.
import { describe, expect, test } from 'vitest';
import { hashPassword, hashWithSalt, isPassword } from './passwords.ts';

describe('hash of a password', () => {
  test('has the parameters that OWASP asks for, and a salt of its own', async () => {
    const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
  });

  test('matches its password only, in either form of an accented letter', async () => {
    const stored = await hashPassword('caf\u00e9 on the corner');
    expect(await isPassword('cafe\u0301 on the corner', stored)).toBe(true);
    expect(await isPassword('cafe on the corner', stored)).toBe(false);
  });

  test('missing, because there is no account: no password matches', async () => {
    expect(await isPassword('nobody has this password', undefined)).toBe(false);
  });

  test('with a salt: the same text has the same hash with the same salt only', async () => {
    const hash = async (salt: string) => (await hashWithSalt('ABCD-EFGH', Buffer.from(salt))).toString('hex');
    expect(await hash('salt of one account')).toBe(await hash('salt of one account'));
    expect(await hash('salt of one account')).not.toBe(await hash('salt of another one'));
  });
});
