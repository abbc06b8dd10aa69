// Access tokens: signed with EdDSA, valid for five minutes, accepted from the two newest keys.
// A token names the account and the session; only the session's row says whether it is still open.

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import type { DerivedKey, Secrets } from '#platform/config/secrets.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { setBounded } from '#platform/set-bounded.ts';
import { ACCESS_SECONDS } from '../rules.ts';

/** The person and session of a token. For which account they act is the session's to say. */
export type TokenClaims = Pick<Caller, 'personId' | 'sessionId' | 'expiresAt'>;

export type AccessTokens = {
  sign(holder: Omit<TokenClaims, 'expiresAt'>): Promise<string>;
  /** Undefined if the token is invalid or expired. */
  verify(token: string): Promise<TokenClaims | undefined>;
};

const ISSUER = 'fanfare';
/** Limits tokens to the storefront API. */
const AUDIENCE = 'fanfare:storefront';
const ALGORITHM = 'EdDSA';
/** Number of accepted keys; the newest one signs. */
const LIVE_KEYS = 2;
/** Cache size of verified tokens; the oldest are evicted. */
const MAX_CACHED_TOKENS = 20_000;
/** DER prefix of an Ed25519 private key in PKCS 8; the 32 key bytes follow. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Loaded lazily to keep start-up fast. */
const importJose = () => import('jose');

type SigningKey = { readonly id: string; readonly secret: KeyObject; readonly open: KeyObject };

export function createAccessTokens(secrets: Secrets, clock: Clock): AccessTokens {
  const [first, ...olderKeys] = secrets.derive('access tokens');
  const newest = getKey(first);
  const keys = [newest, ...olderKeys.slice(0, LIVE_KEYS - 1).map(getKey)];
  const cache = new Map<string, TokenClaims>();

  async function verifyToken(token: string, now: Date): Promise<TokenClaims | undefined> {
    try {
      const { jwtVerify } = await importJose();
      const { payload } = await jwtVerify(token, ({ kid }) => keys.find(({ id }) => id === kid)?.open ?? throwUnknownKey(), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: now,
        requiredClaims: ['sub', 'sid', 'aud', 'exp'],
      });
      const { sub = '', sid, exp = 0 } = payload;
      return typeof sid === 'string' ? { personId: sub, sessionId: sid, expiresAt: exp * 1_000 } : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    async sign({ personId, sessionId }) {
      const { SignJWT } = await importJose();
      const now = Math.floor(clock.now().getTime() / 1_000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, kid: newest.id })
        .setSubject(personId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_SECONDS)
        .sign(newest.secret);
    },
    async verify(token) {
      const now = clock.now();
      const cached = cache.get(token);
      if (cached) return now.getTime() < cached.expiresAt ? cached : undefined;
      const found = await verifyToken(token, now);
      if (!found) return undefined;
      setBounded(cache, token, found, MAX_CACHED_TOKENS);
      return found;
    },
  };
}

function getKey({ id, bytes }: DerivedKey): SigningKey {
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, bytes]), format: 'der', type: 'pkcs8' });
  return { id, secret, open: createPublicKey(secret) };
}

function throwUnknownKey(): never {
  throw new Error('unknown signing key');
}
