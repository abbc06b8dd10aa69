// Tests two-step log-in under concurrency and guessing. Naive versions show that each race is real.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { logIn, registerConfirmed } from '../../../../tests/support/accounts.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../../tests/support/shop.ts';
import {
  appCode,
  errorsOf,
  memberWithApp,
  otherThan,
  setUp,
  stateOf,
  tryLogIn,
  WRONG,
  WRONG_APP,
} from '../../../../tests/support/two-factor.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

/** An open transaction on a connection of its own. */
async function hold(shop: Shop) {
  const client = new pg.Client(shop.connection);
  await client.connect();
  await client.query('begin');
  return { query: (text: string, values: unknown[] = []) => client.query(text, values), [Symbol.asyncDispose]: () => client.end() };
}

const waiting = async (shop: Shop): Promise<number> =>
  (await shop.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length;

describe('app code', () => {
  test('50 concurrent log-ins with one app code: exactly one succeeds', async ({ shop }) => {
    const { email, secret } = await memberWithApp(shop);
    const code = appCode(shop, secret);
    const answers = await Promise.all(Array.from({ length: 50 }, () => tryLogIn(shop, email, { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(errorsOf(answer)).toEqual({ code: [WRONG_APP] });
  });

  test('naive version of the app code check that reads before it writes accepts more than one', async ({ shop }) => {
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
});

describe('recovery code', () => {
  test('50 concurrent log-ins with one recovery code: exactly one succeeds', async ({ shop }) => {
    const { email, codes, token } = await memberWithApp(shop);
    const answers = await Promise.all(Array.from({ length: 50 }, () => tryLogIn(shop, email, { code: codes[0] })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await stateOf(shop, token)).codesLeft).toBe(9);
  });

  test('naive version of the recovery code check that reads before it writes accepts more than one', async ({ shop }) => {
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

  test('a code used while new ones are created waits for them and is refused', async ({ shop }) => {
    const { email, codes } = await memberWithApp(shop);
    await using held = await hold(shop);
    const { rows } = await held.query('select id from account where email = $1 for no key update', [email]);
    const answer = tryLogIn(shop, email, { code: codes[0] });
    await expect.poll(() => waiting(shop)).toBeGreaterThan(0);
    await held.query('delete from account_recovery_code where account_id = $1', [rows[0].id]);
    await held.query('commit');
    expect(errorsOf(await answer)).toEqual({ code: [WRONG] });
  });
});

describe('turn on', () => {
  test('concurrent requests to turn on return the recovery codes once', async ({ shop }) => {
    const { token } = await logIn(shop, await registerConfirmed(shop));
    const code = appCode(shop, await setUp(shop, token));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => shop.call('POST /api/Accounts/turn-on-two-factor', { code }, { token })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await stateOf(shop, token)).codesLeft).toBe(10);
  });

  test('a log-in without a code that races with turning on is refused', async ({ shop }) => {
    const email = await registerConfirmed(shop);
    await using held = await hold(shop);
    await held.query('update account set totp_since = now() where email = $1', [email]);
    const answer = tryLogIn(shop, email);
    await expect.poll(() => waiting(shop)).toBeGreaterThan(0);
    await held.query('commit');
    expect((await answer).status).toBe(400);
    expect(await shop.sql('select from account_session s join account a on a.id = s.account_id where a.email = $1', [email])).toEqual([]);
  });
});

describe('code guessing', () => {
  test('an account allows 30 app codes a day from all addresses; recovery codes and known devices still work', async () => {
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
    // Turning it on counted as the first of the 30.
    expect(statuses.filter((status) => status === 400)).toHaveLength(29);
    expect(new Set(statuses.slice(40))).toEqual(new Set([429]));
    expect((await tryLogIn(shop, email, { code: appCode(shop, secret) }, from())).status).toBe(429);
    expect((await tryLogIn(shop, email, { code: codes[0] }, from())).status).toBe(200);
    expect((await tryLogIn(shop, email, { code: appCode(shop, secret) }, { ...from(), cookie: device })).status).toBe(200);
    shop.clock.turn({ days: 1 });
    expect((await tryLogIn(shop, email, { code: appCode(shop, secret) }, from())).status).toBe(200);
  });

  test('a wrong code counts like a wrong password', async () => {
    await using shop = await openShop();
    const { email, secret } = await memberWithApp(shop);
    const answers = await Promise.all(Array.from({ length: 30 }, () => tryLogIn(shop, email, { code: otherThan(appCode(shop, secret)) })));
    // The limit of one address at one account; the successful log-in before does not count.
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  });
});
