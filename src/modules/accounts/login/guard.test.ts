import type { FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import { createAccountsGuard } from './guard.ts';

type Accounts = Parameters<typeof createAccountsGuard>[0];
const claims = { personId: 'a', sessionId: 's', expiresAt: 0 };
const caller = { ...claims, accountId: 'a' };

/** `alive`, `confirmed`: what the database says of the session. */
function ask(authorization: string | undefined, { joins = false, stepUp = false, alive = true, confirmed = true, known = true } = {}) {
  const tokens: string[] = [];
  const accounts: Accounts = {
    verifyToken: async (token) => {
      tokens.push(token);
      return known ? claims : undefined;
    },
    findActing: async () =>
      alive ? { personId: 'a', accountId: 'a', role: 'owner', isMember: false, discount: 0, blockedAt: null } : undefined,
    isConfirmed: async () => confirmed,
  };
  const request = { headers: authorization === undefined ? {} : { authorization } } as FastifyRequest;
  return createAccountsGuard(accounts)(request, { joins, stepUp } as Parameters<ReturnType<typeof createAccountsGuard>>[1]).then(
    (found) => ({ found, tokens }),
    (cause: unknown) => ({ cause, tokens }),
  );
}

describe('call of an account', () => {
  test.each(['Bearer a.b.c', 'bearer a-_.b.C1'])('%s: the caller', async (authorization) => {
    expect(await ask(authorization)).toMatchObject({ found: caller, tokens: [authorization.slice(7)] });
  });

  test.each([
    undefined,
    '',
    'Bearer ',
    'Bearer a.b',
    'Bearer a.b.c.d',
    'Bearer a.b.c d',
    'Basic a.b.c',
    'x Bearer a.b.c',
    'Bearer  a.b.c',
    `Bearer a.b.${'c'.repeat(1_990)}`,
  ])('%s: 401, and the token is not looked at', async (authorization) => {
    expect(await ask(authorization)).toMatchObject({ cause: { status: 401 }, tokens: [] });
  });

  test('token of 2,000 characters with its scheme: looked at', async () => {
    expect(await ask(`Bearer a.b.${'c'.repeat(1_989)}`)).toMatchObject({ found: caller });
  });

  test.each([
    ['unknown token', { known: false }, 401],
    ['session that has ended', { alive: false }, 401],
    ['unknown token of a call that checks the session itself', { known: false, joins: true }, 401],
    ['step-up that is not confirmed', { stepUp: true, confirmed: false }, 400],
  ])('%s: refused', async (_, state, status) => {
    expect(await ask('Bearer a.b.c', state)).toMatchObject({ cause: { status } });
  });

  test.each([
    ['call that checks the session itself', { alive: false, joins: true }],
    ['call without step-up of a session that is not confirmed', { confirmed: false }],
    ['confirmed step-up', { stepUp: true }],
  ])('%s: the caller', async (_, state) => {
    expect(await ask('Bearer a.b.c', state)).toMatchObject({ found: caller });
  });
});
