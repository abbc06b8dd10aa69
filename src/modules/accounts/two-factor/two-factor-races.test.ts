// Tests two-step log-in under concurrency and guessing. Naive versions show that each race is real.

import { takePoints } from '#platform/limits/limits.ts';
import { logIn, refresh, registerConfirmed } from '../../../../tests/support/accounts.ts';
import {
  appCode,
  getErrors,
  getState,
  memberWithApp,
  otherThan,
  setUp,
  tryLogIn,
  WRONG,
  WRONG_APP,
} from '../../../../tests/support/passkeys.ts';
import { accountId, deleteRecoveryCodes, listSessions, turnOnFactor } from '../../../../tests/support/rows/accounts.ts';
import { lockAccount, openTransaction, waitingForLock } from '../../../../tests/support/rows/database.ts';
import { naiveAppCode, naiveRecoveryCode } from '../../../../tests/support/rows/planted-errors.ts';
import { test as base, describe, expect, shop as openShop } from '../../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

describe('app code', () => {
  test('50 concurrent log-ins with one app code: exactly one succeeds', async ({ shop }) => {
    const { email, secret } = await memberWithApp(shop);
    const code = appCode(shop, secret);
    const answers = await Promise.all(Array.from({ length: 50 }, () => tryLogIn(shop, email, { code })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(getErrors(answer)).toEqual({ code: [WRONG_APP] });
  });

  test('naive version of the app code check that reads before it writes accepts more than one', async ({ shop }) => {
    const enter = await naiveAppCode(shop);
    const entered = await Promise.all(Array.from({ length: 50 }, () => enter(7)));
    expect(entered.filter(Boolean).length).toBeGreaterThan(1);
  });
});

describe('recovery code', () => {
  test('50 concurrent log-ins with one recovery code: exactly one succeeds', async ({ shop }) => {
    const { email, codes, token } = await memberWithApp(shop);
    const answers = await Promise.all(Array.from({ length: 50 }, () => tryLogIn(shop, email, { code: codes[0] })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await getState(shop, token)).codesLeft).toBe(9);
  });

  test('naive version of the recovery code check that reads before it writes accepts more than one', async ({ shop }) => {
    const enter = await naiveRecoveryCode(shop);
    const entered = await Promise.all(Array.from({ length: 50 }, enter));
    expect(entered.filter(Boolean).length).toBeGreaterThan(1);
  });

  test('a code used while new ones are created waits for them and is refused', async ({ shop }) => {
    const { email, codes } = await memberWithApp(shop);
    await using held = await openTransaction(shop);
    await lockAccount(held, email);
    const answer = tryLogIn(shop, email, { code: codes[0] });
    await expect.poll(() => waitingForLock(shop)).toBeGreaterThan(0);
    await deleteRecoveryCodes(held, await accountId(shop, email));
    await held.commit();
    expect(getErrors(await answer)).toEqual({ code: [WRONG] });
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
    expect((await getState(shop, token)).codesLeft).toBe(10);
  });

  test('a log-in without a code that races with turning on is refused', async ({ shop }) => {
    const email = await registerConfirmed(shop);
    await using held = await openTransaction(shop);
    await turnOnFactor(held, email);
    const answer = tryLogIn(shop, email);
    await expect.poll(() => waitingForLock(shop)).toBeGreaterThan(0);
    await held.commit();
    expect((await answer).status).toBe(400);
    expect(await listSessions(shop, email)).toEqual([]);
  });
});

describe('code guessing', () => {
  const environment = { TRUSTED_PROXIES: '127.0.0.1,::1' };
  let somewhere = 0;
  const from = () => ({ 'x-forwarded-for': `2001:db8:0:${(somewhere++).toString(16)}::7` });

  test('an account allows 30 app codes a day from all addresses; recovery codes, known devices and sessions still work', async () => {
    await using shop = await openShop({ environment });
    const member = await memberWithApp(shop);
    const { email, secret, codes, device } = member;
    const guess = () => tryLogIn(shop, email, { code: otherThan(appCode(shop, secret)) }, from());
    let { refreshToken } = member;
    const statuses: number[] = [];
    for (let round = 0; round < 3; round++) {
      const session = (await refresh(shop, refreshToken)).body;
      refreshToken = session.refreshToken;
      const confirm = shop.call('POST /api/Accounts/confirm', { code: appCode(shop, secret) }, { token: session.accessToken });
      const guesses = await Promise.all(Array.from({ length: 20 }, guess));
      statuses.push(...guesses.map(({ status }) => status));
      expect((await confirm).status).toBe(200);
      shop.clock.turn({ minutes: 16 });
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(30);
    expect(new Set(statuses.slice(40))).toEqual(new Set([429]));
    expect((await tryLogIn(shop, email, { code: appCode(shop, secret) }, from())).status).toBe(429);
    expect((await tryLogIn(shop, email, { code: codes[0] }, from())).status).toBe(200);
    expect((await tryLogIn(shop, email, { code: appCode(shop, secret) }, { ...from(), cookie: device })).status).toBe(200);
    shop.clock.turn({ days: 1 });
    expect((await tryLogIn(shop, email, { code: appCode(shop, secret) }, from())).status).toBe(200);
  });

  test('naive version with one limit for all who try: guesses lock the owner out', async () => {
    await using shop = await openShop({ environment });
    const id = await accountId(shop, (await memberWithApp(shop)).email);
    const tryCode = () => takePoints(shop.ctx, [{ limit: 'two-factor.code', of: id }]);
    const guesses = await Promise.allSettled(Array.from({ length: 60 }, tryCode));
    expect(guesses.filter(({ status }) => status === 'fulfilled')).toHaveLength(30);
    await expect(tryCode()).rejects.toMatchObject({ status: 429 });
  });

  test('a wrong code counts like a wrong password', async () => {
    await using shop = await openShop();
    const { email, secret } = await memberWithApp(shop);
    const answers = await Promise.all(Array.from({ length: 30 }, () => tryLogIn(shop, email, { code: otherThan(appCode(shop, secret)) })));
    // The limit of one address at one account; the successful log-in before does not count.
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
  });
});
