// Tests accounts with an unconfirmed address: no two-step log-in, and a password reset hands the account to
// the owner of the address.

import { codeIn, confirmAddress, logIn, PASSWORD, profileStatus, register } from '../../../../tests/support/accounts.ts';
import { appCode, getErrors, getState, memberWithApp, setUp, tryLogIn, turnOn } from '../../../../tests/support/passkeys.ts';
import { storedFactor, unconfirmAddress } from '../../../../tests/support/rows/accounts.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';
import { asked, sendTicket } from '../../../../tests/support/tickets.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
const FRESH = 'nine green herons';

async function resetByMail(shop: Shop, email: string): Promise<number> {
  await shop.call('POST /api/Accounts/forgot-password', { email });
  const code = codeIn((await shop.mail(email, /new password for/)).text);
  return (await shop.call('POST /api/Accounts/reset-password', { email, password: FRESH, repeatedPassword: FRESH, code })).status;
}

/** Older accounts can have an app without a confirmed address. */

const beginSetUp = (shop: Shop, token: string, headers: Record<string, string> = {}) =>
  shop.call('POST /api/Accounts/set-up-two-factor', { currentPassword: PASSWORD }, { token, headers });

describe('two-step log-in with an unconfirmed address', () => {
  test('an attacker who registers a foreign address cannot lock its owner out with an app', async ({ shop }) => {
    // The attacker registers the address and tries to turn two-step log-in on.
    const email = await register(shop);
    const attacker = await logIn(shop, email);
    const { status, body } = await beginSetUp(shop, attacker.token);
    if (status === 200) await turnOn(shop, attacker.token, body.secret);
    // The owner resets the password.
    expect(await resetByMail(shop, email)).toBe(204);
    expect(await profileStatus(shop, attacker.token)).toBe(401);
    expect((await tryLogIn(shop, email)).status).toBe(400);
    const owner = await logIn(shop, email, { password: FRESH });
    expect((await shop.call('GET /api/Accounts/profile', undefined, owner)).body).toMatchObject({ email, emailVerified: true });
    expect(await getState(shop, owner.token)).toEqual({ on: false, since: null, codesLeft: 0 });
  });

  test.for([
    ['en', /^Confirm your email address first/],
    ['es', /^Confirma primero tu correo/],
    ['ja', /^先にメールアドレスを確認してください/],
  ] as const)('set-up is refused with the reason in language %s', async ([language, reason], { shop }) => {
    const email = await register(shop);
    const { token } = await logIn(shop, email);
    const answer = await beginSetUp(shop, token, { 'accept-language': language });
    expect(answer.status).toBe(400);
    expect(getErrors(answer)).toEqual({ '': [expect.stringMatching(reason)] });
    expect((await storedFactor(shop, email)).secret).toBeNull();
  });

  test('a set-up started while the address was confirmed cannot be finished', async ({ shop }) => {
    const email = await register(shop);
    const { token } = await logIn(shop, email);
    await confirmAddress(shop, email);
    const secret = await setUp(shop, token);
    await unconfirmAddress(shop, email);
    const answer = await shop.call('POST /api/Accounts/turn-on-two-factor', { code: appCode(shop, secret) }, { token });
    expect(getErrors(answer)).toEqual({ '': [expect.stringMatching(/^Confirm your email address first/)] });
    expect((await getState(shop, token)).on).toBe(false);
  });
});

describe('password reset with an unconfirmed address', () => {
  test('the reset removes the app and the recovery codes', async ({ shop }) => {
    const { email, codes } = await memberWithApp(shop);
    await unconfirmAddress(shop, email);
    expect(await resetByMail(shop, email)).toBe(204);
    const owner = await logIn(shop, email, { password: FRESH });
    expect(await getState(shop, owner.token)).toEqual({ on: false, since: null, codesLeft: 0 });
    expect(await storedFactor(shop, email)).toEqual({ secret: null, step: null, recoveryHashes: [] });
    expect(codes).toHaveLength(10);
  });

  test('the reset adds tickets from the address to the account, as a confirmation does', async ({ shop }) => {
    const email = await register(shop);
    const { ticketNumber } = await sendTicket(shop, asked({ email }));
    expect(await resetByMail(shop, email)).toBe(204);
    const owner = await logIn(shop, email, { password: FRESH });
    expect((await shop.call('GET /api/support/ticket', { number: ticketNumber }, owner)).status).toBe(200);
  });
});
