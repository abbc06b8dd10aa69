// Tests two-step log-in over HTTP: turning it on, logging in, recovery codes and turning it off.

import { logIn, PASSWORD, profileStatus, registerConfirmed } from '../../../../tests/support/accounts.ts';
import {
  appCode,
  getErrors,
  getState,
  type Member,
  MISSING,
  memberWithApp,
  otherThan,
  setUp,
  tryLogIn,
  turnOn,
  WRONG,
  WRONG_APP,
} from '../../../../tests/support/passkeys.ts';
import { storedFactor } from '../../../../tests/support/rows/accounts.ts';
import { test as base, describe, expect, type Shop } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const turnOff = (shop: Shop, { token }: Pick<Member, 'token'>, more: object) =>
  shop.call('POST /api/Accounts/turn-off-two-factor', { currentPassword: PASSWORD, ...more }, { token });
const newCodes = (shop: Shop, { token }: Pick<Member, 'token'>, more: object) =>
  shop.call('POST /api/Accounts/new-recovery-codes', { currentPassword: PASSWORD, ...more }, { token });

describe('two-step log-in: turn on', () => {
  test('two-step log-in is on only after the app has sent a valid code', async ({ shop }) => {
    const email = await registerConfirmed(shop);
    const { token } = await logIn(shop, email);
    expect(await getState(shop, token)).toEqual({ on: false, since: null, codesLeft: 0 });
    const answer = await shop.call('POST /api/Accounts/set-up-two-factor', { currentPassword: PASSWORD }, { token });
    const { secret, uri } = answer.body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(`otpauth://totp/Fanfare:${encodeURIComponent(email)}?secret=${secret}&issuer=Fanfare`);
    expect((await getState(shop, token)).on).toBe(false);
    await logIn(shop, email);

    const codes = await turnOn(shop, token, secret);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(await getState(shop, token)).toEqual({ on: true, since: shop.clock.now().toISOString(), codesLeft: 10 });
    expect((await shop.mail(email, /Two-step log-in is on/)).text).toContain('May 12, 2026 at');
    expect(getErrors(await tryLogIn(shop, email))).toEqual({ code: [MISSING] });
    // Turning it on has used up this code.
    expect(getErrors(await tryLogIn(shop, email, { code: appCode(shop, secret) }))).toEqual({ code: [WRONG_APP] });
    shop.clock.turn({ seconds: 30 });
    await logIn(shop, email, { code: appCode(shop, secret) });
    expect(await profileStatus(shop, token)).toBe(200);
  });

  test('turning on needs the password, an unfinished set-up and a code of the newest secret', async ({ shop }) => {
    const { token } = await logIn(shop, await registerConfirmed(shop));
    const begin = (currentPassword: string) => shop.call('POST /api/Accounts/set-up-two-factor', { currentPassword }, { token });
    const finish = (code: string) => shop.call('POST /api/Accounts/turn-on-two-factor', { code }, { token });
    expect(getErrors(await begin('wrong'))).toEqual({ currentPassword: ['This isn’t your current password.'] });
    expect(Object.keys(getErrors(await begin('')))).toEqual(['currentPassword']);
    expect(getErrors(await finish('123456'))).toEqual({ '': ['This set-up is no longer valid. Start again.'] });
    const [older, newer] = [await setUp(shop, token), await setUp(shop, token)];
    for (const code of [appCode(shop, older), otherThan(appCode(shop, newer)), 'abcdefghjk'])
      expect(getErrors(await finish(code)), code).toEqual({ code: [WRONG_APP] });
    expect(getErrors(await finish(' '))).toEqual({ code: ['Enter the six digits that your authenticator app shows.'] });
    expect((await getState(shop, token)).on).toBe(false);
    await turnOn(shop, token, newer);
    for (const answer of [await begin(PASSWORD), await finish(appCode(shop, newer, 1))])
      expect(getErrors(answer)).toEqual({ '': ['Two-step log-in is already on.'] });
  });
});

describe('two-step log-in: log in', () => {
  test('a wrong password gets the same error with or without a code, and uses no code up', async ({ shop }) => {
    const { email, secret } = await memberWithApp(shop);
    for (const code of [undefined, '', '000000', appCode(shop, secret)])
      expect(getErrors(await tryLogIn(shop, email, { password: 'wrong', code }))).toEqual({
        '': ['The email or password is wrong.'],
      });
    await logIn(shop, email, { code: appCode(shop, secret) });
  });

  test('a missing or wrong code is refused with the reason in the language of the visitor', async ({ shop }) => {
    const { email, secret, codes } = await memberWithApp(shop);
    for (const code of [undefined, '', ' - ', '　']) expect(getErrors(await tryLogIn(shop, email, { code }))).toEqual({ code: [MISSING] });
    const invalid = otherThan(appCode(shop, secret));
    expect(getErrors(await tryLogIn(shop, email, { code: invalid }))).toEqual({ code: [WRONG_APP] });
    for (const code of ['12345', '1234567', '٣٤٥٦٧٨', '-1e5', "' or 1=1 --", `${codes[0]}0`, 'aaaaa-aaaaa'])
      expect(getErrors(await tryLogIn(shop, email, { code })), code).toEqual({ code: [WRONG] });
    for (const code of [123456, {}, [], true, 'x'.repeat(1_000)])
      expect(Object.keys(getErrors(await tryLogIn(shop, email, { code })))).toEqual(['code']);
    const inJapanese = await tryLogIn(shop, email, {}, { 'accept-language': 'ja' });
    expect(getErrors(inJapanese)).toEqual({ code: ['認証アプリのコード、またはリカバリーコードを入力してください。'] });
  });

  test.for<[string, (code: string) => string]>([
    ['a space in the middle', (code) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['a dash, and space around', (code) => `  ${code.slice(0, 3)}-${code.slice(3)}\t`],
    ['wide digits', (code) => code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
    ['invisible characters', (code) => `\u200b${code}\u202c`],
  ])('a code with %s is accepted', async ([, written], { shop }) => {
    const { email, secret } = await memberWithApp(shop);
    await logIn(shop, email, { code: written(appCode(shop, secret)) });
  });

  test.for([
    [-2, 400],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 400],
  ] as const)('a code that is %s half minutes away gets %s', async ([away, status], { shop }) => {
    const { email, secret } = await memberWithApp(shop);
    shop.clock.turn({ minutes: 5 });
    expect((await tryLogIn(shop, email, { code: appCode(shop, secret, away) })).status).toBe(status);
  });

  test('a code is valid once, and earlier codes are refused after it', async ({ shop }) => {
    const { email, secret } = await memberWithApp(shop);
    const [before, now, next] = [-1, 0, 1].map((away) => appCode(shop, secret, away));
    await logIn(shop, email, { code: now });
    for (const code of [now, before]) expect(getErrors(await tryLogIn(shop, email, { code }))).toEqual({ code: [WRONG_APP] });
    await logIn(shop, email, { code: next });
  });

  test('a password reset leaves two-step log-in on', async ({ shop }) => {
    const { email, secret, token } = await memberWithApp(shop);
    await shop.call('POST /api/Accounts/forgot-password', { email });
    const { text } = await shop.mail(email, /password/i);
    const password = 'nine green herons';
    const sent = { email, password, repeatedPassword: password, code: /code=([\w-]+)/.exec(text)?.[1] };
    expect((await shop.call('POST /api/Accounts/reset-password', sent)).status).toBe(204);
    expect(await profileStatus(shop, token)).toBe(401);
    expect(getErrors(await tryLogIn(shop, email, { password }))).toEqual({ code: [MISSING] });
    await logIn(shop, email, { password, code: appCode(shop, secret) });
  });
});

describe('recovery code', () => {
  test('a recovery code logs in once, and the owner gets an email', async ({ shop }) => {
    const { email, codes, token } = await memberWithApp(shop);
    const [first = '', second = ''] = codes;
    await logIn(shop, email, { code: first });
    expect((await getState(shop, token)).codesLeft).toBe(9);
    expect((await shop.mail(email, /recovery code was used/)).text).toContain('Recovery codes left: 9.');
    expect(getErrors(await tryLogIn(shop, email, { code: first }))).toEqual({ code: [WRONG] });
    const wide = second.toUpperCase().replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
    await logIn(shop, email, { code: ` ${wide} ` });
  });

  test('a recovery code of another account is refused', async ({ shop }) => {
    const [first, second] = [await memberWithApp(shop), await memberWithApp(shop)];
    expect(getErrors(await tryLogIn(shop, first.email, { code: second.codes[0] }))).toEqual({ code: [WRONG] });
    await logIn(shop, second.email, { code: second.codes[0] });
  });

  test('new codes need the password and an app code, and invalidate the old ones', async ({ shop }) => {
    const member = await memberWithApp(shop);
    const { secret, codes, email, token } = member;
    const code = appCode(shop, secret);
    expect(getErrors(await newCodes(shop, member, { code, currentPassword: 'wrong' }))).toHaveProperty('currentPassword');
    for (const invalid of [codes[0], otherThan(code)])
      expect(getErrors(await newCodes(shop, member, { code: invalid }))).toEqual({ code: [WRONG_APP] });
    const answer = await newCodes(shop, member, { code });
    expect(answer.body.codes).toHaveLength(10);
    expect(answer.body.codes.filter((each) => codes.includes(each))).toEqual([]);
    expect(getErrors(await newCodes(shop, member, { code }))).toEqual({ code: [WRONG_APP] });
    expect((await getState(shop, token)).codesLeft).toBe(10);
    expect(getErrors(await tryLogIn(shop, email, { code: codes[0] }))).toEqual({ code: [WRONG] });
    await logIn(shop, email, { code: answer.body.codes[0] });
  });
});

describe('two-step log-in: turn off', () => {
  test.for(['app', 'spare'] as const)(
    'turning off needs the password and a code (%s), and the owner gets an email',
    async (by, { shop }) => {
      const member = await memberWithApp(shop);
      const code = by === 'app' ? appCode(shop, member.secret) : member.codes[3];
      expect(getErrors(await turnOff(shop, member, { code, currentPassword: 'wrong' }))).toHaveProperty('currentPassword');
      expect(getErrors(await turnOff(shop, member, { code: '' }))).toEqual({ code: [MISSING] });
      expect(getErrors(await turnOff(shop, member, { code: otherThan(appCode(shop, member.secret)) }))).toEqual({ code: [WRONG_APP] });
      expect((await turnOff(shop, member, { code })).status).toBe(204);
      expect(await getState(shop, member.token)).toEqual({ on: false, since: null, codesLeft: 0 });
      await shop.mail(member.email, /Two-step log-in is off/);
      await logIn(shop, member.email);
      for (const answer of [await turnOff(shop, member, { code }), await newCodes(shop, member, { code })])
        expect(getErrors(answer)).toEqual({ '': ['Two-step log-in is off.'] });
      expect(await storedFactor(shop, member.email)).toMatchObject({ secret: null, step: null });
    },
  );

  test('a code that was used to log in cannot turn it off', async ({ shop }) => {
    const member = await memberWithApp(shop);
    const code = appCode(shop, member.secret);
    await logIn(shop, member.email, { code });
    expect(getErrors(await turnOff(shop, member, { code }))).toEqual({ code: [WRONG_APP] });
    expect((await getState(shop, member.token)).on).toBe(true);
  });
});
