import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRefreshToken, writeRefreshToken } from '#modules/accounts/login/refresh-token.ts';
import { readCookie } from '#platform/http/cookies.ts';
import { readCode } from '#platform/identity/codes.ts';
import { openDevices } from '#platform/identity/devices.ts';
import { changedBytes, expectSteadyWork, randomRuns, readCorpus } from '../support/corpus.ts';

const inputs = readCorpus('cookies');
const devices = openDevices([{ id: 'k', bytes: Buffer.alloc(32, 7) }], { name: 'device', secure: false });
const holder = { id: '01968f8e-3b52-7cc0-8f00-a1b2c3d4e5f6', passwordHash: '$argon2id$one' };
const now = new Date('2026-11-22T12:00:00Z');
const names = ['locale', 'currency', 'device', '__Host-desk', 'refresh'];

function expectParsed(bytes: Buffer): void {
  const header = bytes.toString('latin1');
  for (const name of names) {
    const value = readCookie({ headers: { cookie: header } }, name);
    if (value === undefined) continue;
    expect(header).toContain(`${name}=${value}`);
    expect(value).not.toContain(';');
    const token = readRefreshToken(value);
    if (token) expect(writeRefreshToken(token)).toBe(value);
    expect(readCode(value)?.length ?? 32).toBe(32);
    // Nobody without the key makes a cookie that is recognized.
    expect(devices.recognize(value, holder, now)).toBeUndefined();
    expect((devices.parseClaim(value) ?? '').length).toBeLessThanOrEqual(80);
  }
}

describe('cookies', () => {
  test.for(inputs)('$name: every value is a part of the header', ({ bytes }) => expectParsed(bytes));

  test('any changes of them: the same', () => {
    fc.assert(
      fc.property(changedBytes(inputs, ['; ', ';', '=', '"', ' ', '%00', 'device=', '\xff', '__proto__=']), expectParsed),
      randomRuns,
    );
  });

  test.for(['; ', 'locale', 'locale=', 'a=b; ', '=', '; locale'])('%j many times: the work grows with the length', async (piece) => {
    await expectSteadyWork((cookie) => names.map((name) => readCookie({ headers: { cookie } }, name)), piece, 25_000);
  });
});
