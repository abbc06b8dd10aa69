// The second factor through the door: turned on, asked for, used once, guessed at, raced, turned off. Beside each race stands its naive twin.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { logIn, PASSWORD, profileStatus, register } from '../../../tests/support/accounts.ts';
import { test as base, describe, expect, shop as openShop, SECRET_KEYS, type Shop } from '../../../tests/support/shop.ts';
import { appCode, type Member, memberWithApp, setUp, turnOn } from '../../../tests/support/two-factor.ts';
import { readConfig } from '../../infra/config.ts';
import { openSecrets } from '../../infra/secrets.ts';
import { openSeals } from './seals.ts';

const test = base.override('shopOptions', { environment: { RATE_LIMITS: 'off' } });

type Problem = { readonly errors?: Readonly<Record<string, readonly string[]>> };
type Tried = { readonly status: number; readonly body: unknown };
const errorsOf = ({ body }: Tried) => (body as Problem).errors ?? {};

const MISSING = 'Enter the code from your authenticator app, or a recovery code.';
const WRONG = 'This code is not right, or it has been used. Enter one from your app, or another recovery code.';
const WRONG_APP = 'This code is not right, or it has been used. Enter the next six digits that your app shows.';

const tryLogIn = (shop: Shop, email: string, more: object = {}, headers: Record<string, string> = {}) =>
  shop.call('POST /api/Accounts/login', { email, password: PASSWORD, ...more }, { headers });
const stateOf = async (shop: Shop, token: string) => (await shop.call('GET /api/Accounts/two-factor', undefined, { token })).body;
const turnOff = (shop: Shop, { token }: Pick<Member, 'token'>, more: object) =>
  shop.call('POST /api/Accounts/turn-off-two-factor', { currentPassword: PASSWORD, ...more }, { token });
const newCodes = (shop: Shop, { token }: Pick<Member, 'token'>, more: object) =>
  shop.call('POST /api/Accounts/new-recovery-codes', { currentPassword: PASSWORD, ...more }, { token });
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** A transaction beside the shop's own. */
async function hold(shop: Shop) {
  const client = new pg.Client(shop.connection);
  await client.connect();
  await client.query('begin');
  return { query: (text: string, values: unknown[] = []) => client.query(text, values), [Symbol.asyncDispose]: () => client.end() };
}

const waiting = async (shop: Shop): Promise<number> =>
  (await shop.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length;

describe('turning it on', () => {
  test('asks for nothing before the app has proven that it knows the secret', async ({ shop }) => {
    const email = await register(shop);
    const { token } = await logIn(shop, email);
    expect(await stateOf(shop, token)).toEqual({ on: false, since: null, codesLeft: 0 });
    const answer = await shop.call('POST /api/Accounts/set-up-two-factor', { currentPassword: PASSWORD }, { token });
    const { secret, uri } = answer.body;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toBe(`otpauth://totp/Fanfare:${encodeURIComponent(email)}?secret=${secret}&issuer=Fanfare`);
    expect((await stateOf(shop, token)).on).toBe(false);
    await logIn(shop, email);

    const codes = await turnOn(shop, token, secret);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(await stateOf(shop, token)).toEqual({ on: true, since: shop.clock.now().toISOString(), codesLeft: 10 });
    expect((await shop.mail(email, /Two-step log-in is on/)).text).toContain('2026-05-12');
    expect(errorsOf(await tryLogIn(shop, email))).toEqual({ code: [MISSING] });
    // The code that proved it was used by that.
    expect(errorsOf(await tryLogIn(shop, email, { code: appCode(shop, secret) }))).toEqual({ code: [WRONG_APP] });
    shop.clock.turn({ seconds: 30 });
    await logIn(shop, email, { code: appCode(shop, secret) });
    expect(await profileStatus(shop, token)).toBe(200);
  });

  test('needs the password, an unfinished set-up, and a code of the newest one', async ({ shop }) => {
    const { token } = await logIn(shop, await register(shop));
    const begin = (currentPassword: string) => shop.call('POST /api/Accounts/set-up-two-factor', { currentPassword }, { token });
    const finish = (code: string) => shop.call('POST /api/Accounts/turn-on-two-factor', { code }, { token });
    expect(errorsOf(await begin('wrong'))).toEqual({ currentPassword: ['This is not your current password.'] });
    expect(Object.keys(errorsOf(await begin('')))).toEqual(['currentPassword']);
    expect(errorsOf(await finish('123456'))).toEqual({ '': ['This set-up is no longer the current one. Begin it again.'] });
    const [older, newer] = [await setUp(shop, token), await setUp(shop, token)];
    for (const code of [appCode(shop, older), otherThan(appCode(shop, newer)), 'abcdefghjk'])
      expect(errorsOf(await finish(code)), code).toEqual({ code: [WRONG_APP] });
    expect(errorsOf(await finish(' '))).toEqual({ code: ['Enter the six digits that your authenticator app shows.'] });
    expect((await stateOf(shop, token)).on).toBe(false);
    await turnOn(shop, token, newer);
    for (const answer of [await begin(PASSWORD), await finish(appCode(shop, newer, 1))])
      expect(errorsOf(answer)).toEqual({ '': ['Two-step log-in is on already.'] });
  });

  test('twice at once gives the recovery codes once', async ({ shop }) => {
    const { token } = await logIn(shop, await register(shop));
    const code = appCode(shop, await setUp(shop, token));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => shop.call('POST /api/Accounts/turn-on-two-factor', { code }, { token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await stateOf(shop, token)).codesLeft).toBe(10);
  });

  test('while a log-in without a code is on its way leaves it outside', async ({ shop }) => {
    const email = await register(shop);
    await using held = await hold(shop);
    await held.query('update account set totp_since = now() where email = $1', [email]);
    const answer = tryLogIn(shop, email);
    await expect.poll(() => waiting(shop)).toBeGreaterThan(0);
    await held.query('commit');
    expect((await answer).status).toBe(400);
    expect(await shop.sql('select from account_session s join account a on a.id = s.account_id where a.email = $1', [email])).toEqual([]);
  });
});

describe('a log-in with it', () => {
  test('says nothing of it to whoever does not know the password', async ({ shop }) => {
    const { email, secret } = await memberWithApp(shop);
    for (const code of [undefined, '', '000000', appCode(shop, secret)])
      expect(errorsOf(await tryLogIn(shop, email, { password: 'wrong', code }))).toEqual({
        '': ['The e-mail address or the password is not right.'],
      });
    // And the right code was not used up by that.
    await logIn(shop, email, { code: appCode(shop, secret) });
  });

  test('says what is missing and what is wrong, in the language of the visitor', async ({ shop }) => {
    const { email, secret, codes } = await memberWithApp(shop);
    for (const code of [undefined, '', ' - ', '　']) expect(errorsOf(await tryLogIn(shop, email, { code }))).toEqual({ code: [MISSING] });
    const wrong = otherThan(appCode(shop, secret));
    expect(errorsOf(await tryLogIn(shop, email, { code: wrong }))).toEqual({ code: [WRONG_APP] });
    for (const code of ['12345', '1234567', '٣٤٥٦٧٨', '-1e5', "' or 1=1 --", `${codes[0]}0`, 'aaaaa-aaaaa'])
      expect(errorsOf(await tryLogIn(shop, email, { code })), code).toEqual({ code: [WRONG] });
    for (const code of [123456, {}, [], true, 'x'.repeat(1_000)])
      expect(Object.keys(errorsOf(await tryLogIn(shop, email, { code })))).toEqual(['code']);
    const spoken = await tryLogIn(shop, email, {}, { 'accept-language': 'ja' });
    expect(errorsOf(spoken)).toEqual({ code: ['認証アプリのコード、またはリカバリーコードを入力してください。'] });
  });

  test.for<[string, (code: string) => string]>([
    ['a space in the middle', (code) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['a dash, and space around', (code) => `  ${code.slice(0, 3)}-${code.slice(3)}\t`],
    ['wide digits', (code) => code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
    ['marks that nobody sees', (code) => `\u200b${code}\u202c`],
  ])('takes a code with %s', async ([, written], { shop }) => {
    const { email, secret } = await memberWithApp(shop);
    await logIn(shop, email, { code: written(appCode(shop, secret)) });
  });

  test.for([
    [-2, 400],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 400],
  ] as const)('takes a code that is %s half minutes away: %s', async ([away, status], { shop }) => {
    const { email, secret } = await memberWithApp(shop);
    shop.clock.turn({ minutes: 5 });
    expect((await tryLogIn(shop, email, { code: appCode(shop, secret, away) })).status).toBe(status);
  });

  test('counts a code once, and none before it', async ({ shop }) => {
    const { email, secret } = await memberWithApp(shop);
    const [before, now, next] = [-1, 0, 1].map((away) => appCode(shop, secret, away));
    await logIn(shop, email, { code: now });
    for (const code of [now, before]) expect(errorsOf(await tryLogIn(shop, email, { code }))).toEqual({ code: [WRONG_APP] });
    await logIn(shop, email, { code: next });
  });

  test('fifty at once with one code: exactly one gets in', async ({ shop }) => {
    const { email, secret } = await memberWithApp(shop);
    const code = appCode(shop, secret);
    const answers = await Promise.all(Array.from({ length: 50 }, () => tryLogIn(shop, email, { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(errorsOf(answer)).toEqual({ code: [WRONG_APP] });
  });

  test('the naive twin, which looks first and writes then, lets more than one in', async ({ shop }) => {
    await shop.sql('create table naive_factor (id uuid primary key, step integer not null)');
    const id = randomUUID();
    await shop.sql('insert into naive_factor values ($1, 6)', [id]);
    const enter = async (step: number) => {
      const [row] = await shop.sql<{ step: number }>('select step from naive_factor where id = $1', [id]);
      if (!row || row.step >= step) return false;
      await shop.sql('update naive_factor set step = $2 where id = $1', [id, step]);
      return true;
    };
    const entered = await Promise.all(Array.from({ length: 50 }, () => enter(7)));
    expect(entered.filter(Boolean).length).toBeGreaterThan(1);
  });

  test('a new password by mail does not turn it off', async ({ shop }) => {
    const { email, secret, token } = await memberWithApp(shop);
    await shop.call('POST /api/Accounts/forgot-password', { email });
    const { text } = await shop.mail(email, /password/i);
    const password = 'nine green herons';
    const sent = { email, password, repeatedPassword: password, code: /code=([\w-]+)/.exec(text)?.[1] };
    expect((await shop.call('POST /api/Accounts/reset-password', sent)).status).toBe(204);
    expect(await profileStatus(shop, token)).toBe(401);
    expect(errorsOf(await tryLogIn(shop, email, { password }))).toEqual({ code: [MISSING] });
    await logIn(shop, email, { password, code: appCode(shop, secret) });
  });
});

describe('a recovery code', () => {
  test('lets its owner in once, who hears of it', async ({ shop }) => {
    const { email, codes, token } = await memberWithApp(shop);
    const [first = '', second = ''] = codes;
    await logIn(shop, email, { code: first });
    expect((await stateOf(shop, token)).codesLeft).toBe(9);
    expect((await shop.mail(email, /recovery code was used/)).text).toContain('Recovery codes left: 9.');
    expect(errorsOf(await tryLogIn(shop, email, { code: first }))).toEqual({ code: [WRONG] });
    const wide = second.toUpperCase().replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0));
    await logIn(shop, email, { code: ` ${wide} ` });
  });

  test('is nobody else’s', async ({ shop }) => {
    const [one, other] = [await memberWithApp(shop), await memberWithApp(shop)];
    expect(errorsOf(await tryLogIn(shop, one.email, { code: other.codes[0] }))).toEqual({ code: [WRONG] });
    await logIn(shop, other.email, { code: other.codes[0] });
  });

  test('fifty at once with one: exactly one gets in', async ({ shop }) => {
    const { email, codes, token } = await memberWithApp(shop);
    const answers = await Promise.all(Array.from({ length: 50 }, () => tryLogIn(shop, email, { code: codes[0] })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await stateOf(shop, token)).codesLeft).toBe(9);
  });

  test('the naive twin, which looks first and writes then, lets more than one in', async ({ shop }) => {
    await shop.sql('create table naive_spare (id uuid primary key, used boolean not null)');
    const id = randomUUID();
    await shop.sql('insert into naive_spare values ($1, false)', [id]);
    const enter = async () => {
      const [row] = await shop.sql<{ used: boolean }>('select used from naive_spare where id = $1', [id]);
      if (!row || row.used) return false;
      await shop.sql('update naive_spare set used = true where id = $1', [id]);
      return true;
    };
    const entered = await Promise.all(Array.from({ length: 50 }, enter));
    expect(entered.filter(Boolean).length).toBeGreaterThan(1);
  });

  test('is replaced by new ones, with the password and the app', async ({ shop }) => {
    const member = await memberWithApp(shop);
    const { secret, codes, email, token } = member;
    const code = appCode(shop, secret);
    expect(errorsOf(await newCodes(shop, member, { code, currentPassword: 'wrong' }))).toHaveProperty('currentPassword');
    for (const wrong of [codes[0], otherThan(code)])
      expect(errorsOf(await newCodes(shop, member, { code: wrong }))).toEqual({ code: [WRONG_APP] });
    const answer = await newCodes(shop, member, { code });
    expect(answer.body.codes).toHaveLength(10);
    expect(answer.body.codes.filter((each) => codes.includes(each))).toEqual([]);
    expect(errorsOf(await newCodes(shop, member, { code }))).toEqual({ code: [WRONG_APP] });
    expect((await stateOf(shop, token)).codesLeft).toBe(10);
    expect(errorsOf(await tryLogIn(shop, email, { code: codes[0] }))).toEqual({ code: [WRONG] });
    await logIn(shop, email, { code: answer.body.codes[0] });
  });

  test('that is used while new ones are made waits for them, and never they for it', async ({ shop }) => {
    const { email, codes } = await memberWithApp(shop);
    await using held = await hold(shop);
    const { rows } = await held.query('select id from account where email = $1 for no key update', [email]);
    const answer = tryLogIn(shop, email, { code: codes[0] });
    await expect.poll(() => waiting(shop)).toBeGreaterThan(0);
    await held.query('delete from account_spare_code where account_id = $1', [rows[0].id]);
    await held.query('commit');
    expect(errorsOf(await answer)).toEqual({ code: [WRONG] });
  });
});

describe('turning it off', () => {
  test.for(['app', 'spare'] as const)('takes the password and a code (%s), and tells the owner', async (by, { shop }) => {
    const member = await memberWithApp(shop);
    const code = by === 'app' ? appCode(shop, member.secret) : member.codes[3];
    expect(errorsOf(await turnOff(shop, member, { code, currentPassword: 'wrong' }))).toHaveProperty('currentPassword');
    expect(errorsOf(await turnOff(shop, member, { code: '' }))).toEqual({ code: [MISSING] });
    expect(errorsOf(await turnOff(shop, member, { code: otherThan(appCode(shop, member.secret)) }))).toEqual({ code: [WRONG_APP] });
    expect((await turnOff(shop, member, { code })).status).toBe(204);
    expect(await stateOf(shop, member.token)).toEqual({ on: false, since: null, codesLeft: 0 });
    await shop.mail(member.email, /Two-step log-in is off/);
    await logIn(shop, member.email);
    for (const answer of [await turnOff(shop, member, { code }), await newCodes(shop, member, { code })])
      expect(errorsOf(answer)).toEqual({ '': ['Two-step log-in is not on.'] });
    const kept = await shop.sql('select totp_secret, totp_step from account where email = $1', [member.email]);
    expect(kept).toEqual([{ totp_secret: null, totp_step: null }]);
  });

  test('with a code that was used to log in is refused', async ({ shop }) => {
    const member = await memberWithApp(shop);
    const code = appCode(shop, member.secret);
    await logIn(shop, member.email, { code });
    expect(errorsOf(await turnOff(shop, member, { code }))).toEqual({ code: [WRONG_APP] });
    expect((await stateOf(shop, member.token)).on).toBe(true);
  });
});

describe('in the database', () => {
  test('neither the secret nor a recovery code can be read', async ({ shop }) => {
    const { email, secret, codes } = await memberWithApp(shop);
    const [row] = await shop.sql<{ id: string; totp_secret: Buffer }>('select id, totp_secret from account where email = $1', [email]);
    const spare = await shop.sql<{ code_hash: Buffer }>('select code_hash from account_spare_code where account_id = $1', [row?.id]);
    const kept = Buffer.concat([row?.totp_secret ?? Buffer.alloc(0), ...spare.map(({ code_hash }) => code_hash)]);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
    const raw = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
    expect(kept.length).toBeGreaterThan(10 * 32 + 32);
    for (const each of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) expect(kept.includes(each), each).toBe(false);
    expect(kept.includes(raw)).toBe(false);
  });

  test('what was sealed for one account opens in no other’s', async ({ shop }) => {
    const [one, other] = [await memberWithApp(shop), await memberWithApp(shop)];
    const seals = openSeals(await openSecrets({ secretKeys: [SECRET_KEYS], dataDir: '' }, shop.clock.now()));
    const [row] = await shop.sql<{ id: string; totp_secret: Buffer }>('select id, totp_secret from account where email = $1', [one.email]);
    const [their] = await shop.sql<{ id: string }>('select id from account where email = $1', [other.email]);
    const sealed = row?.totp_secret ?? Buffer.alloc(0);
    expect(seals.open(sealed, row?.id ?? '')).toBe(one.secret);
    expect(() => seals.open(sealed, their?.id ?? '')).toThrow('no key opens');
    for (const at of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => seals.open(changed, row?.id ?? '')).toThrow('no key opens');
    }
    expect(() => seals.open(sealed.subarray(0, 20), row?.id ?? '')).toThrow('no key opens');
  });

  test('it opens with an older key too, and with a lost one the recovery codes remain', async () => {
    const keys = (all: string) => readConfig({ PORT: '0', DESK_PORT: '0', SANDBOX_PORT: '0', SECRET_KEYS: all }).config;
    const now = new Date();
    const [then, later, lost] = await Promise.all(
      [SECRET_KEYS, `a newer key of thirty-two letters and more,${SECRET_KEYS}`, 'a newer key of thirty-two letters and more'].map(
        async (all) => openSeals(await openSecrets(keys(all), now)),
      ),
    );
    const id = randomUUID();
    const sealed = then?.seal('SECRET', id) ?? Buffer.alloc(0);
    expect(later?.open(sealed, id)).toBe('SECRET');
    expect(() => lost?.open(sealed, id)).toThrow('SECRET_KEYS');
    expect(() => then?.open(later?.seal('SECRET', id) ?? Buffer.alloc(0), id)).toThrow('no key opens');
  });
});

describe('guessing', () => {
  test('has thirty tries in a day, wherever they come from; recovery codes and known devices stay', async () => {
    await using shop = await openShop({ environment: { TRUSTED_PROXIES: '127.0.0.1,::1' } });
    const { email, secret, codes, device } = await memberWithApp(shop);
    let somewhere = 0;
    const from = () => ({ 'x-forwarded-for': `2001:db8:0:${(somewhere++).toString(16)}::7` });
    const guess = (headers = from()) => tryLogIn(shop, email, { code: otherThan(appCode(shop, secret)) }, headers);
    const statuses: number[] = [];
    for (let round = 0; round < 3; round++) {
      for (let tries = 0; tries < 20; tries++) statuses.push((await guess()).status);
      shop.clock.turn({ minutes: 16 });
    }
    // One code was given when it was turned on.
    expect(statuses.filter((status) => status === 400)).toHaveLength(29);
    expect(new Set(statuses.slice(40))).toEqual(new Set([429]));
    expect((await tryLogIn(shop, email, { code: appCode(shop, secret) }, from())).status).toBe(429);
    expect((await tryLogIn(shop, email, { code: codes[0] }, from())).status).toBe(200);
    expect((await tryLogIn(shop, email, { code: appCode(shop, secret) }, { ...from(), cookie: device })).status).toBe(200);
    shop.clock.turn({ days: 1 });
    expect((await tryLogIn(shop, email, { code: appCode(shop, secret) }, from())).status).toBe(200);
  });

  test('a wrong code counts as a wrong password does', async () => {
    await using shop = await openShop();
    const { email, secret } = await memberWithApp(shop);
    const answers = await Promise.all(Array.from({ length: 30 }, () => tryLogIn(shop, email, { code: otherThan(appCode(shop, secret)) })));
    // One log-in came before.
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });
});
