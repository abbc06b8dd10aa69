// Tests the log-in by a mailed link: once, for 15 minutes, with the second factor, and not after a change of
// the password.

import { codeIn, logIn, PASSWORD, profileStatus, register, registerConfirmed } from '../../../../tests/support/accounts.ts';
import { appCode, getErrors, MISSING, memberWithApp, WRONG_APP } from '../../../../tests/support/passkeys.ts';
import { passwordResetCount } from '../../../../tests/support/rows/accounts.ts';
import { outboxCount, outboxMails } from '../../../../tests/support/rows/support.ts';
import { test as base, expect, type Shop } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const EXPIRED = { code: ['This link has expired or was already used. Request a new one.'] };

const request = (shop: Shop, email: string) => shop.call('POST /api/Accounts/login-link', { email });

async function mailedCode(shop: Shop, email: string): Promise<string> {
  expect((await request(shop, email)).status).toBe(204);
  const { text } = await shop.mail(email, /^Log in to /);
  // The email can arrive before the shop records that it was sent.
  await expect.poll(async () => (await outboxMails(shop, email)).filter(({ sentAt }) => sentAt === null)).toEqual([]);
  return codeIn(text);
}

const open = (shop: Shop, code: string, more: object = {}) => shop.call('POST /api/Accounts/login-link/use', { code, ...more });

test('a link logs in once; opening its page uses nothing up', async ({ shop }) => {
  const email = await registerConfirmed(shop);
  const { token } = await logIn(shop, email);
  const code = await mailedCode(shop, email);
  const page = await fetch(`${shop.urls.storefront}/account/login-link?code=${code}`);
  expect([page.status, page.headers.get('referrer-policy'), page.headers.get('cache-control')]).toEqual([
    200,
    'no-referrer',
    'private, no-store',
  ]);
  const { status, body, headers } = await open(shop, code);
  expect([status, headers.get('set-cookie')]).toEqual([200, expect.stringContaining('device=')]);
  expect([await profileStatus(shop, body.accessToken), await profileStatus(shop, token)]).toEqual([200, 200]);
  expect(getErrors(await open(shop, code))).toEqual(EXPIRED);
  await logIn(shop, email);
});

test('four browsers with one link: one is logged in', async ({ shop }) => {
  const code = await mailedCode(shop, await registerConfirmed(shop));
  const answers = await Promise.all([1, 2, 3, 4].map(() => open(shop, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
});

test('an address without an account: the same answer, and no email', async ({ shop }) => {
  const email = 'nobody-here@shop.example';
  expect((await request(shop, email)).status).toBe(204);
  await expect.poll(() => passwordResetCount(shop)).toBe(0);
  expect(await outboxCount(shop, 'login-link', email)).toBe(0);
});

test('after 15 minutes the link is refused', async ({ shop }) => {
  const code = await mailedCode(shop, await registerConfirmed(shop));
  shop.clock.turn({ minutes: 15 });
  expect(getErrors(await open(shop, code))).toEqual(EXPIRED);
});

test('with two-step log-in: a code is required, and a wrong one leaves the link valid', async ({ shop }) => {
  const { email, secret } = await memberWithApp(shop);
  const code = await mailedCode(shop, email);
  expect(getErrors(await open(shop, code))).toEqual({ totp: [MISSING] });
  expect(getErrors(await open(shop, code, { totp: '000000' }))).toEqual({ totp: [WRONG_APP] });
  expect((await open(shop, code, { totp: appCode(shop, secret) })).status).toBe(200);
});

test('after a change of the password the link is refused', async ({ shop }) => {
  const email = await registerConfirmed(shop);
  const { token } = await logIn(shop, email);
  const code = await mailedCode(shop, email);
  const change = { currentPassword: PASSWORD, password: 'nine green herons', repeatedPassword: 'nine green herons' };
  expect((await shop.call('POST /api/Accounts/change-password', change, { token })).status).toBe(204);
  expect(getErrors(await open(shop, code))).toEqual(EXPIRED);
});

test('an unconfirmed address: the link confirms it and shuts out the one who registered it', async ({ shop }) => {
  const email = await register(shop);
  const stranger = await logIn(shop, email);
  const { body } = await open(shop, await mailedCode(shop, email));
  const profile = await shop.call('GET /api/Accounts/profile', undefined, { token: body.accessToken });
  expect(profile.body).toMatchObject({ email, emailVerified: true });
  expect(await profileStatus(shop, stranger.token)).toBe(401);
  await expect(logIn(shop, email)).rejects.toThrow('refused');
});

test('a code for another purpose does not log in, and the link confirms nothing', async ({ shop }) => {
  const email = await register(shop);
  const confirming = codeIn((await shop.mail(email)).text);
  expect(getErrors(await open(shop, confirming))).toEqual(EXPIRED);
  const code = await mailedCode(shop, email);
  expect(getErrors(await shop.call('POST /api/Accounts/confirm-email', { code }))).toEqual(EXPIRED);
  const password = 'nine green herons';
  const reset = { email, code, password, repeatedPassword: password };
  expect(getErrors(await shop.call('POST /api/Accounts/reset-password', reset))).toEqual(EXPIRED);
});
