import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { Secrets } from '#platform/config/secrets.ts';
import { createAccessTokens } from './access-token.ts';

const key = (id: string, byte: number) => ({ id, bytes: Buffer.alloc(32, byte) });
const [newest, older, oldest] = [key('new', 3), key('old', 2), key('oldest', 1)];
const createSecrets = (...keys: readonly ReturnType<typeof key>[]) => ({ derive: () => keys }) as unknown as Secrets;
const holder = { personId: '01968f8e-3b52-7cc0-8f00-a1b2c3d4e5f6', sessionId: '01968f8e-3b52-7cc0-8f00-a1b2c3d4e5f7' };
const begin = new Date('2026-05-12T09:30:00.400Z');

function world(secrets = createSecrets(newest, older, oldest)) {
  let now = begin;
  const clock = { now: () => now } as Parameters<typeof createAccessTokens>[1];
  return {
    tokens: createAccessTokens(secrets, clock),
    turn(ms: number) {
      now = new Date(begin.getTime() + ms);
    },
  };
}

const secret = ({ bytes }: ReturnType<typeof key>) =>
  createPrivateKey({ key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), bytes]), format: 'der', type: 'pkcs8' });
const seconds = Math.floor(begin.getTime() / 1_000);
type Claims = {
  readonly issuer?: string;
  readonly audience?: string;
  readonly sid?: unknown;
  readonly subject?: string;
  readonly exp?: number;
};

/** A token that is signed with the right key. */
function signToken(
  { issuer = 'fanfare', audience = 'fanfare:storefront', sid = 'session', subject = 'account', exp = seconds + 60 }: Claims = {},
  kid = 'new',
  by = newest,
) {
  const token = new SignJWT({ sid })
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(exp);
  return (subject === '' ? token : token.setSubject(subject)).sign(secret(by));
}

describe('access token', () => {
  test('names its account and session for five minutes, and not longer, also if it was verified before', async () => {
    const { tokens, turn } = world();
    const token = await tokens.sign(holder);
    const caller = { ...holder, expiresAt: (seconds + 300) * 1_000 };
    expect(await tokens.verify(token)).toEqual(caller);
    expect(await tokens.verify(token)).toEqual(caller);
    turn(299_599);
    expect(await tokens.verify(token)).toEqual(caller);
    turn(299_600);
    expect(await tokens.verify(token)).toBeUndefined();
    expect(await world().tokens.verify(token)).toEqual(caller);
    const late = world();
    late.turn(299_600);
    expect(await late.tokens.verify(token)).toBeUndefined();
  });

  test.each([
    ['the newest key', newest, true],
    ['the key before', older, true],
    ['the key before that', oldest, false],
  ])('signed with %s: accepted is %s', async (_, signedWith, accepted) => {
    const token = await world(createSecrets(signedWith)).tokens.sign(holder);
    expect((await world().tokens.verify(token)) !== undefined).toBe(accepted);
  });

  test.each<[string, () => Promise<string> | string]>([
    ['of another issuer', () => signToken({ issuer: 'other' })],
    ['for the desk', () => signToken({ audience: 'fanfare:desk' })],
    ['without a session', () => signToken({ sid: null })],
    ['with a session that is no text', () => signToken({ sid: 7 })],
    ['without an account', () => signToken({ subject: '' })],
    ['that is over', () => signToken({ exp: seconds })],
    ['with an unknown key', () => signToken({}, 'unknown')],
    ['with the name of another key', () => signToken({}, 'old')],
    ['of somebody else', () => signToken({}, 'new', key('new', 9))],
    ['that is no token', () => 'a.b.c'],
    ['that is empty', () => ''],
  ])('%s: not accepted', async (_, make) => {
    expect(await world().tokens.verify(await make())).toBeUndefined();
  });

  test('without a signature, as its head says: not accepted', async () => {
    const [, payload] = (await signToken()).split('.');
    const head = Buffer.from('{"alg":"none","kid":"new"}').toString('base64url');
    expect(await world().tokens.verify(`${head}.${payload}.`)).toBeUndefined();
    expect(await world().tokens.verify(await signToken())).toMatchObject({ personId: 'account', sessionId: 'session' });
  });
});
