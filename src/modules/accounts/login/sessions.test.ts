// Tests sessions over HTTP under concurrency: refreshing in many tabs, and ending on every node. Naive
// versions show that each race is real.

import { inject } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { codeIn, logIn, PASSWORD, profileStatus, refresh, register, type Session } from '../../../../tests/support/accounts.ts';
import { storedSessions } from '../../../../tests/support/rows/accounts.ts';
import { naiveRefresh, naiveTokens } from '../../../../tests/support/rows/planted-errors.ts';
import { test as base, describe, expect, SECRET_KEYS, type Shop } from '../../../../tests/support/shop.ts';
import { createApp } from '../../../app.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const RACES = process.env.FULL ? 500 : 200;

const begin = async (shop: Shop, more: object = {}): Promise<Session & { email: string }> => {
  const email = await register(shop);
  return { email, ...(await logIn(shop, email, more)) };
};
const kinds = (answers: readonly { status: number }[]) => [...new Set(answers.map(({ status }) => status))].sort();

describe('refresh', () => {
  test('50 concurrent refreshes get the same successor, and the session stays logged in', async ({ shop }) => {
    const { refreshToken } = await begin(shop);
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(shop, refreshToken)));
    expect(kinds(answers)).toEqual([200]);
    expect(new Set(answers.map(({ body }) => body.refreshToken)).size).toBe(1);
    const next = await refresh(shop, answers[0]?.body.refreshToken ?? '');
    expect(next.status).toBe(200);
    expect(await profileStatus(shop, next.body.accessToken)).toBe(200);
  });

  test('naive version that reads before it writes gives more than one successor', async ({ shop }) => {
    const refreshOnce = await naiveRefresh(shop);
    const issued = await Promise.all(Array.from({ length: 50 }, refreshOnce));
    expect(new Set(issued.filter(Boolean)).size).toBeGreaterThan(1);
  });

  test('the old token gives the same successor for ten seconds; after that it ends the session', async ({ shop }) => {
    const { refreshToken } = await begin(shop);
    const first = await refresh(shop, refreshToken);
    shop.clock.turn({ seconds: 9 });
    expect((await refresh(shop, refreshToken)).body.refreshToken).toBe(first.body.refreshToken);
    shop.clock.turn({ seconds: 2 });
    expect(await profileStatus(shop, first.body.accessToken)).toBe(200);
    expect((await refresh(shop, refreshToken)).status).toBe(401);
    expect(await profileStatus(shop, first.body.accessToken)).toBe(401);
    expect((await refresh(shop, first.body.refreshToken)).status).toBe(401);
  });

  test('the old token ends the session once its successor was used', async ({ shop }) => {
    const { refreshToken } = await begin(shop);
    const first = await refresh(shop, refreshToken);
    const second = await refresh(shop, first.body.refreshToken);
    expect((await refresh(shop, refreshToken)).status).toBe(401);
    expect((await refresh(shop, second.body.refreshToken)).status).toBe(401);
  });

  test.for([
    [true, { days: 29 }, { days: 2 }],
    [false, { hours: 11 }, { hours: 2 }],
  ] as const)('a refresh does not extend the session (remembered: %s)', async ([rememberMe, within, beyond], { shop }) => {
    const { refreshToken } = await begin(shop, { rememberMe });
    shop.clock.turn(within);
    const next = await refresh(shop, refreshToken);
    expect(next.status).toBe(200);
    shop.clock.turn(beyond);
    expect((await refresh(shop, next.body.refreshToken)).status).toBe(401);
  });

  test.for([undefined, null, 7, '', 'x', 'a'.repeat(64), 'a'.repeat(100_000), {}])(
    '%j as refresh token gets 401',
    async (refreshToken, { shop }) => {
      const answer = await shop.call('POST /api/Accounts/refresh', { refreshToken });
      expect(answer.status).toBe(401);
    },
  );

  test('no token or secret is stored in the database', async ({ shop }) => {
    const { refreshToken, token } = await begin(shop);
    const stored = JSON.stringify(await storedSessions(shop));
    const secret = Buffer.from(refreshToken, 'base64url').subarray(16);
    for (const text of [refreshToken, token, secret.toString('hex'), secret.toString('base64')]) expect(stored).not.toContain(text);
    expect(stored).not.toContain(JSON.stringify([...secret]).slice(1, -1));
  });
});

describe('ended session', () => {
  const logOut = (shop: Shop, token: string) => shop.call('POST /api/Accounts/logout', {}, { token });

  test('log-out invalidates every token of the session on every node', async ({ shop }) => {
    const { config } = readConfig({ PORT: '0', DESK_PORT: '0', SANDBOX_PORT: '0', RATE_LIMITS: 'off', SECRET_KEYS });
    const { log, clock } = shop.ctx;
    const otherNode = await createApp({
      config,
      connection: shop.connection,
      log,
      clock,
      build: inject('build'),
      jobs: false,
      refuseEarly: false,
    });
    try {
      const { token, refreshToken } = await begin(shop);
      const seen = () => fetch(`${otherNode.urls.storefront}/api/Accounts/profile`, { headers: { authorization: `Bearer ${token}` } });
      expect((await seen()).status).toBe(200);
      expect((await logOut(shop, token)).status).toBe(204);
      expect((await seen()).status).toBe(401);
      expect((await refresh(shop, refreshToken)).status).toBe(401);
      expect((await logOut(shop, token)).status).toBe(401);
    } finally {
      await otherNode.stop();
    }
  });

  test(`log-out during a refresh leaves no valid token in ${RACES} rounds`, async ({ shop }) => {
    const email = await register(shop);
    for (let round = 0; round < RACES / 10; round++) {
      const sessions = await Promise.all(Array.from({ length: 10 }, () => logIn(shop, email)));
      const races = await Promise.all(
        sessions.map(async ({ token, refreshToken }) => {
          const [refreshed] = await Promise.all([refresh(shop, refreshToken), logOut(shop, token)]);
          return [token, ...(refreshed.status === 200 ? [refreshed.body.accessToken] : [])];
        }),
      );
      const statuses = await Promise.all(races.flat().map((token) => profileStatus(shop, token)));
      expect(new Set(statuses)).toEqual(new Set([401]));
    }
  });

  test('naive version that deletes the old token and inserts a new one leaves valid tokens', async ({ shop }) => {
    const { race, left } = await naiveTokens(shop);
    for (let round = 0; round < RACES / 10; round++) await Promise.all(Array.from({ length: 10 }, race));
    expect(await left()).toBeGreaterThan(0);
  });

  test('a password reset ends every session, also during concurrent refreshes and log-ins', async ({ shop }) => {
    for (let round = 0; round < RACES / 40; round++) {
      const { email } = await begin(shop);
      const sessions = await Promise.all(Array.from({ length: 4 }, () => logIn(shop, email)));
      await shop.call('POST /api/Accounts/forgot-password', { email });
      const code = codeIn((await shop.mail(email, /new password/)).text);
      const request = { email, code, password: 'nine green herons', repeatedPassword: 'nine green herons' };
      const [reset, late, ...renewed] = await Promise.all([
        shop.call('POST /api/Accounts/reset-password', request),
        shop.call('POST /api/Accounts/login', { email, password: PASSWORD }),
        ...sessions.map(({ refreshToken }) => refresh(shop, refreshToken)),
      ]);
      expect(reset.status).toBe(204);
      const issued = [late, ...renewed].flatMap(({ status, body }) => (status === 200 ? [body.accessToken] : []));
      const statuses = await Promise.all([...issued, ...sessions.map(({ token }) => token)].map((token) => profileStatus(shop, token)));
      expect(new Set(statuses)).toEqual(new Set([401]));
    }
  });

  test('a password change ends all other sessions, also concurrent log-ins with the old password', async ({ shop }) => {
    for (let round = 0; round < 10; round++) {
      const { email, token } = await begin(shop);
      const others = await Promise.all([logIn(shop, email), logIn(shop, email)]);
      const password = 'nine green herons';
      const request = { currentPassword: PASSWORD, password, repeatedPassword: password };
      const [changed, ...late] = await Promise.all([
        shop.call('POST /api/Accounts/change-password', request, { token }),
        ...Array.from({ length: 4 }, () => shop.call('POST /api/Accounts/login', { email, password: PASSWORD })),
      ]);
      expect(changed.status).toBe(204);
      expect(await profileStatus(shop, token)).toBe(200);
      const tokens = [
        ...others.map((other) => other.token),
        ...late.flatMap(({ status, body }) => (status === 200 ? [body.accessToken] : [])),
      ];
      const statuses = await Promise.all(tokens.map((each) => profileStatus(shop, each)));
      expect(new Set(statuses)).toEqual(new Set([401]));
      expect((await shop.call('POST /api/Accounts/login', { email, password: PASSWORD })).status).toBe(400);
      expect((await shop.call('POST /api/Accounts/login', { email, password })).status).toBe(200);
    }
  });

  test('another session of the account can be ended by its id; a foreign session gets 404', async ({ shop }) => {
    const { email, token } = await begin(shop);
    const other = await logIn(shop, email, {}, { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' } });
    const stranger = await begin(shop);
    const list = await shop.call('GET /api/Accounts/sessions', undefined, { token });
    const [theirs] = list.body.filter(({ current }) => !current);
    expect(list.body).toHaveLength(2);
    expect(theirs).toMatchObject({ device: 'Firefox, Windows' });
    const end = (by: string, id = theirs?.id ?? '') => shop.call('POST /api/Accounts/end-session', { id }, { token: by });
    expect((await end(stranger.token)).status).toBe(404);
    expect(await profileStatus(shop, other.token)).toBe(200);
    expect((await end(token)).status).toBe(204);
    expect(await profileStatus(shop, other.token)).toBe(401);
    expect((await end(token)).status).toBe(404);
    expect((await end(token, 'x')).status).toBe(400);
  });

  test('ending all other sessions keeps the current one and those of other accounts', async ({ shop }) => {
    const { email, token } = await begin(shop);
    const [others, stranger] = [await Promise.all([logIn(shop, email), logIn(shop, email)]), await begin(shop)];
    expect((await shop.call('POST /api/Accounts/end-other-sessions', {})).status).toBe(401);
    expect((await shop.call('POST /api/Accounts/end-other-sessions', {}, { token })).status).toBe(204);
    for (const other of others) {
      expect(await profileStatus(shop, other.token)).toBe(401);
      expect((await refresh(shop, other.refreshToken)).status).toBe(401);
    }
    for (const unaffected of [token, stranger.token]) expect(await profileStatus(shop, unaffected)).toBe(200);
  });
});
