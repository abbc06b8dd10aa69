// Tests the account calls over HTTP: registration, log-in, access tokens, profile and password.
import { createHmac, createPrivateKey, randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { openSecrets } from '#platform/config/secrets.ts';
import { codeIn, logIn, newcomer, PASSWORD, profileStatus, refresh, register } from '../../../tests/support/accounts.ts';
import { accountIds, passwordResetCount } from '../../../tests/support/rows/accounts.ts';
import { deleteMails, outboxCount, outboxMails } from '../../../tests/support/rows/support.ts';
import { test as base, describe, expect, SECRET_KEYS, type Shop } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
type Problem = { readonly errors?: Readonly<Record<string, readonly string[]>> };
const getErrors = ({ body }: { body: unknown }) => (body as Problem).errors;

describe('register', () => {
  test('a new account gets a confirmation email in its language, and its link works once', async ({ shop }) => {
    const email = await register(shop, { firstName: '花子' }, { headers: { 'accept-language': 'ja' } });
    const mail = await shop.mail(email);
    expect(mail.subject).toContain('ご登録');
    expect(mail.text).toContain('ご登録ありがとうございます');
    const { token } = await logIn(shop, email);
    const profile = () => shop.call('GET /api/Accounts/profile', undefined, { token });
    expect((await profile()).body).toMatchObject({ email, emailVerified: false, firstName: '花子', country: '' });
    const confirm = () => shop.call('POST /api/Accounts/confirm-email', { code: codeIn(mail.text) });
    expect(await confirm()).toMatchObject({ status: 200, body: { email } });
    expect((await profile()).body.emailVerified).toBe(true);
    expect(getErrors(await confirm())).toEqual({ code: ['This link has expired or was already used. Request a new one.'] });
  });

  test('the confirmation email is sent again on request, but not after confirmation', async ({ shop }) => {
    const email = await register(shop);
    const { token } = await logIn(shop, email);
    const request = () => shop.call('POST /api/Accounts/send-verification', {}, { token });
    expect((await request()).status).toBe(204);
    const mail = await shop.mail(email, /Confirm your address/);
    expect((await shop.call('POST /api/Accounts/confirm-email', { code: codeIn(mail.text) })).status).toBe(200);
    expect((await request()).status).toBe(204);
    expect(await outboxCount(shop, 'verify-email', email)).toBe(1);
  });

  test('concurrent registrations with one address in different case create one account', async ({ shop }) => {
    const { email } = newcomer();
    const answers = await Promise.all(
      [email, email.toUpperCase(), email].map((each) => shop.call('POST /api/Accounts/register', newcomer({ email: each }))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
    for (const answer of answers.filter(({ status }) => status === 400)) expect(Object.keys(getErrors(answer) ?? {})).toEqual(['email']);
  });

  test.for<[string, object, string]>([
    ['no first name', { firstName: ' \u200b\u202e\ufeff' }, 'firstName'],
    ['a last name of 101 characters', { lastName: 'x'.repeat(101) }, 'lastName'],
    ['a number as a name', { firstName: 7 }, 'firstName'],
    ['no address', { email: '' }, 'email'],
    ['two addresses', { email: 'a@shop.example, b@shop.example' }, 'email'],
    ['an address with a line break', { email: 'a@shop.example\r\nBcc: b@shop.example' }, 'email'],
    ['a short password', { password: 'seven77', repeatedPassword: 'seven77' }, 'password'],
    ['a password of 257 characters', { password: 'x1'.repeat(129), repeatedPassword: 'x1'.repeat(129) }, 'password'],
    ['a common password', { password: 'password1', repeatedPassword: 'password1' }, 'password'],
    ['a common password with a year', { password: 'Dragon2026!', repeatedPassword: 'Dragon2026!' }, 'password'],
    ['a password of one repeated letter', { password: 'aaaaaaaaaaaa', repeatedPassword: 'aaaaaaaaaaaa' }, 'password'],
    ['the own name as password', { lastName: 'Lovelace', password: 'lovelace1815', repeatedPassword: 'lovelace1815' }, 'password'],
    ['the name of the shop as password', { password: 'Fan-Fare-2026', repeatedPassword: 'Fan-Fare-2026' }, 'password'],
    ['a different repeated password', { repeatedPassword: 'seven blue heron' }, 'repeatedPassword'],
    ['no consent', { agreedToPrivacyPolicy: false }, 'agreedToPrivacyPolicy'],
    ['a string as consent', { agreedToPrivacyPolicy: 'true' }, 'agreedToPrivacyPolicy'],
  ])('%s is refused, and no account is created', async ([, more, field], { shop }) => {
    const sent = { ...newcomer(), ...more };
    const answer = await shop.call('POST /api/Accounts/register', sent);
    expect(answer.status).toBe(400);
    expect(Object.keys(getErrors(answer) ?? {})).toEqual([field]);
    expect(await accountIds(shop, sent.email)).toEqual([]);
  });

  test('all errors are reported together in the language of the visitor', async ({ shop }) => {
    const answer = await shop.call(
      'POST /api/Accounts/register',
      { password: 'x', repeatedPassword: 'y' },
      { headers: { 'accept-language': 'es' } },
    );
    expect(Object.keys(getErrors(answer) ?? {}).sort()).toEqual([
      'agreedToPrivacyPolicy',
      'email',
      'firstName',
      'lastName',
      'password',
      'repeatedPassword',
    ]);
    expect(getErrors(answer)?.repeatedPassword).toEqual(['Las contraseñas no coinciden.']);
  });

  test('a password of one megabyte gets 413', async ({ shop }) => {
    const password = 'x'.repeat(1024 * 1024);
    expect((await shop.call('POST /api/Accounts/register', newcomer({ password, repeatedPassword: password }))).status).toBe(413);
  });
});

describe('log in', () => {
  test('every failed log-in gets the same error', async ({ shop }) => {
    const email = await register(shop);
    const tries = [
      { email, password: 'wrong' },
      { email, password: PASSWORD.toUpperCase() },
      { email, password: 'x'.repeat(10_000) },
      { email: 'nobody@shop.example', password: PASSWORD },
      { email: 'not an address', password: PASSWORD },
      { email: `${'x'.repeat(5_000)}@shop.example`, password: PASSWORD },
      { email: "' or 1=1 --", password: PASSWORD },
    ];
    for (const sent of tries) {
      const answer = await shop.call('POST /api/Accounts/login', sent);
      expect(answer.status).toBe(400);
      expect(getErrors(answer)).toEqual({ '': ['The email or password is wrong.'] });
    }
  });

  test('the email is case-insensitive, and the password matches in any Unicode normalization', async ({ shop }) => {
    const password = 'crème brûlée';
    const email = await register(shop, { password: password.normalize('NFC'), repeatedPassword: password.normalize('NFC') });
    await logIn(shop, ` ${email.toUpperCase()} `, { password: password.normalize('NFD') });
  });

  test('an unknown device triggers an email; a known device and the first device do not', async ({ shop }) => {
    const email = await register(shop);
    const { device } = await logIn(shop, email);
    expect(device).toMatch(/^device=/);
    await logIn(shop, email, {}, { headers: { cookie: device } });
    await logIn(shop, email, {}, { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0' } });
    const mail = await shop.mail(email, /new device/);
    expect(mail.text).toContain('Firefox, Linux');
    expect((await shop.mails(email)).filter(({ subject }) => /new device/.test(subject))).toHaveLength(1);
  });

  test('a request from another origin gets 403', async ({ shop }) => {
    for (const origin of ['https://evil.example', 'null']) {
      const answer = await shop.call('POST /api/Accounts/login', { email: 'a@shop.example', password: PASSWORD }, { headers: { origin } });
      expect(answer.status).toBe(403);
    }
  });
});

describe('access token', () => {
  test('a forged, truncated, foreign or expired token gets 401', async ({ shop }) => {
    const { token } = await logIn(shop, await register(shop));
    const [head = '', body = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const { privateKey, publicKey } = await generateKeyPair('EdDSA');
    const sign = (kid?: string) => new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', ...(kid ? { kid } : {}) }).sign(privateKey);
    const { kid } = JSON.parse(Buffer.from(head, 'base64url').toString());
    const hmac = `${encode({ alg: 'HS256', kid })}.${body}`;
    const forged = [
      ...['', 'x', `${head}.${body}.`, `${head}.${body}`, `${head}.${body}.${signature.slice(0, -4)}`, `${head}.${body}.${signature}A`],
      `${encode({ alg: 'none' })}.${body}.`,
      `${encode({ alg: 'none', kid })}.${body}.${signature}`,
      `${hmac}.${createHmac('sha256', 'fanfare').update(hmac).digest('base64url')}`,
      `${head}.${encode({ ...claims, sub: crypto.randomUUID() })}.${signature}`,
      `${head}.${encode({ ...claims, exp: claims.exp + 9_999 })}.${signature}`,
      `${encode({ alg: 'EdDSA', jwk: await exportJWK(publicKey) })}.${body}.${signature}`,
      await sign(),
      await sign(kid),
      await sign('another'),
      randomBytes(5_000).toString('base64url'),
    ];
    for (const each of forged) expect(await profileStatus(shop, each), each.slice(0, 60)).toBe(401);
    expect(await profileStatus(shop, token)).toBe(200);
    shop.clock.turn({ minutes: 5 });
    expect(await profileStatus(shop, token)).toBe(401);
  });

  test('a token for another audience or without an audience gets 401', async ({ shop }) => {
    const { token } = await logIn(shop, await register(shop));
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.aud).toBe('fanfare:storefront');
    const [{ id: kid, bytes }] = (await openSecrets({ secretKeys: [SECRET_KEYS], dataDir: '' }, shop.clock.now())).derive('access tokens');
    const head = Buffer.from('302e020100300506032b657004220420', 'hex');
    const key = createPrivateKey({ key: Buffer.concat([head, bytes]), format: 'der', type: 'pkcs8' });
    const sign = (more: object) => new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'EdDSA', kid }).sign(key);
    expect(await profileStatus(shop, await sign({}))).toBe(200);
    for (const aud of [undefined, '', 'fanfare', 'fanfare:desk', []])
      expect(await profileStatus(shop, await sign({ aud })), String(aud)).toBe(401);
  });

  test('a missing token gets 401 before the body is parsed; a public call ignores an invalid token', async ({ shop }) => {
    const closed = await fetch(`${shop.urls.storefront}/api/accounts/update`, {
      method: 'POST',
      body: '{broken',
      headers: { 'content-type': 'application/json' },
    });
    expect(closed.status).toBe(401);
    expect((await shop.call('POST /api/prices', { currency: 0 }, { token: 'rubbish' })).status).toBe(200);
  });

  test('a token in a cookie gets 401', async ({ shop }) => {
    const { token, device } = await logIn(shop, await register(shop));
    const cookie = `${device}; accessToken=${token}; Authorization=Bearer ${token}`;
    expect((await shop.call('GET /api/Accounts/profile', undefined, { headers: { cookie } })).status).toBe(401);
  });
});

describe('profile', () => {
  const address = { firstName: 'Ada', lastName: 'Byron', country: 'no', city: 'Oslo', address: 'Sample street 1', zipCode: '0150' };

  test('an update changes only the profile of its own account', async ({ shop }) => {
    const [first, second] = [await logIn(shop, await register(shop)), await logIn(shop, await register(shop))];
    const change = { ...address, id: 'x', email: 'x@shop.example' };
    expect((await shop.call('POST /api/accounts/update', change, { token: first.token })).status).toBe(204);
    const read = async (token: string) => (await shop.call('GET /api/Accounts/profile', undefined, { token })).body;
    expect(await read(first.token)).toMatchObject({ ...address, country: 'NO', state: '' });
    expect(await read(second.token)).toMatchObject({ lastName: 'Sample', city: '' });
  });

  test.for<[object, string]>([
    [{ firstName: '' }, 'firstName'],
    [{ country: 'Norway' }, 'country'],
    [{ country: 'XX' }, 'country'],
    [{ city: 'x'.repeat(101) }, 'city'],
    [{ zipCode: 150 }, 'zipCode'],
    [{ address: null }, 'address'],
  ])('an update with %j is refused', async ([more, field], { shop }) => {
    const { token } = await logIn(shop, await register(shop));
    const answer = await shop.call('POST /api/accounts/update', { ...address, ...more }, { token });
    expect([answer.status, Object.keys(getErrors(answer) ?? {})]).toEqual([400, [field]]);
  });
});

describe('new password', () => {
  const password = 'nine green herons';
  const link = async (shop: Shop, email: string) => {
    expect((await shop.call('POST /api/Accounts/forgot-password', { email })).status).toBe(204);
    const { text } = await shop.mail(email, /new password/);
    // The email can arrive before the shop records that it was sent.
    await expect.poll(async () => (await outboxMails(shop, email)).filter(({ sentAt }) => sentAt === null)).toEqual([]);
    return codeIn(text);
  };
  const reset = (shop: Shop, email: string, code: string) =>
    shop.call('POST /api/Accounts/reset-password', { email, code, password, repeatedPassword: password });

  test('a reset link works once, only for its address, and ends every session', async ({ shop }) => {
    const email = await register(shop);
    const { token, refreshToken } = await logIn(shop, email);
    const code = await link(shop, email);
    const stranger = await register(shop);
    const expired = { code: ['This link has expired or was already used. Request a new one.'] };
    for (const [whose, what] of [
      [stranger, code],
      ['nobody@shop.example', code],
      [email, randomBytes(24).toString('base64url')],
      [email, ''],
    ] as const)
      expect(getErrors(await reset(shop, whose, what))).toEqual(expired);
    const answers = await Promise.all([reset(shop, email, code), reset(shop, email, code), reset(shop, email, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400]);
    expect(await profileStatus(shop, token)).toBe(401);
    expect((await refresh(shop, refreshToken)).status).toBe(401);
    await logIn(shop, email, { password });
    expect((await shop.mail(email, /was changed/)).text).toContain('Ada');
  });

  test('a reset link expires ten minutes after the email is sent', async ({ shop }) => {
    const email = await register(shop);
    const code = await link(shop, email);
    shop.clock.turn({ minutes: 10, seconds: 1 });
    expect((await reset(shop, email, code)).status).toBe(400);
    const secondEmail = await register(shop);
    const secondCode = await link(shop, secondEmail);
    shop.clock.turn({ minutes: 9, seconds: 50 });
    expect((await reset(shop, secondEmail, secondCode)).status).toBe(204);
  });

  test('a reset code is refused after its email is deleted from the outbox', async ({ shop }) => {
    const email = await register(shop);
    const code = await link(shop, email);
    await deleteMails(shop, 'reset-password', email);
    expect((await reset(shop, email, code)).status).toBe(400);
  });

  test('a reset request for an unknown address gets the same response and no email', async ({ shop }) => {
    const [email, known] = [newcomer().email, await register(shop)];
    const [unknown, registered] = await Promise.all(
      [email, known].map((each) => shop.call('POST /api/Accounts/forgot-password', { email: each })),
    );
    expect(unknown).toMatchObject({ status: 204, body: registered?.body });
    await shop.mail(known, /new password/);
    await expect.poll(() => passwordResetCount(shop)).toBe(0);
    expect(await shop.mails(email)).toEqual([]);
  });

  test('a change needs the current password and a strong new one', async ({ shop }) => {
    const email = await register(shop);
    const { token } = await logIn(shop, email);
    const change = (currentPassword: string, next: string, repeatedPassword = next) =>
      shop.call('POST /api/Accounts/change-password', { currentPassword, password: next, repeatedPassword }, { token });
    expect(getErrors(await change('wrong', password))).toEqual({ currentPassword: ['This isn’t your current password.'] });
    expect(Object.keys(getErrors(await change(PASSWORD, 'password1')) ?? {})).toEqual(['password']);
    expect(Object.keys(getErrors(await change(PASSWORD, password, 'x')) ?? {})).toEqual(['repeatedPassword']);
    await logIn(shop, email);
    expect((await change(PASSWORD, password)).status).toBe(204);
    expect(await profileStatus(shop, token)).toBe(200);
  });
});
