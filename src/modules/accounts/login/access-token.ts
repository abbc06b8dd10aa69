// The access token: five minutes long, signed with EdDSA by the newest key, accepted from the two newest. It says whose it is and of which session;
// whether that session still lives, only its row knows.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { Clock } from '../../../infra/clock.ts';
import type { DerivedKey, Secrets } from '../../../infra/config/secrets.ts';
import type { Caller } from '../../../infra/http/api-routes.ts';
import { ACCESS_SECONDS } from '../rules.ts';

/** Whom a token is for. */
export type TokenClaims = Omit<Caller, 'overAt'>;

export type AccessTokens = {
  sign(holder: TokenClaims): Promise<string>;
  /** Undefined for what is forged, foreign, cut or expired. */
  verify(token: string): Promise<Caller | undefined>;
};

const ISSUER = 'fanfare';
/** The calls of the storefront, and nothing else that may once take tokens. One without it is over in five minutes anyway, and its session gets another. */
const AUDIENCE = 'fanfare:storefront';
const ALGORITHM = 'EdDSA';
/** Two live: the newest signs. */
const LIVE_KEYS = 2;
/** What was verified once need not be again while it lasts; the oldest make room. */
const KEPT_TOKENS = 20_000;
/** An Ed25519 key in PKCS 8 is this and its 32 bytes. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Loaded with the first token: a start has no use for it. */
const jose = () => import('jose');

type SigningKey = { readonly id: string; readonly secret: KeyObject; readonly open: KeyObject };

export function accessTokens(secrets: Secrets, clock: Clock): AccessTokens {
  const [first, ...others] = secrets.derive('access tokens');
  const newest = keyOf(first);
  const keys = [newest, ...others.slice(0, LIVE_KEYS - 1).map(keyOf)];
  const known = new Map<string, Caller>();

  async function verifyAnew(token: string, now: Date): Promise<Caller | undefined> {
    try {
      const { jwtVerify } = await jose();
      const { payload } = await jwtVerify(token, ({ kid }) => keys.find(({ id }) => id === kid)?.open ?? foreign(), {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        currentDate: now,
        requiredClaims: ['sub', 'sid', 'aud', 'exp'],
      });
      const { sub = '', sid, exp = 0 } = payload;
      return typeof sid === 'string' ? { accountId: sub, sessionId: sid, overAt: exp * 1_000 } : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    async sign({ accountId, sessionId }) {
      const { SignJWT } = await jose();
      const now = Math.floor(clock.now().getTime() / 1_000);
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, kid: newest.id })
        .setSubject(accountId)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(now + ACCESS_SECONDS)
        .sign(newest.secret);
    },
    async verify(token) {
      const now = clock.now();
      const kept = known.get(token);
      if (kept) return now.getTime() < kept.overAt ? kept : undefined;
      const found = await verifyAnew(token, now);
      if (!found) return undefined;
      known.set(token, found);
      const [oldest] = known.keys();
      if (known.size > KEPT_TOKENS && oldest !== undefined) known.delete(oldest);
      return found;
    },
  };
}

function keyOf({ id, bytes }: DerivedKey): SigningKey {
  const secret = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, bytes]), format: 'der', type: 'pkcs8' });
  return { id, secret, open: createPublicKey(secret) };
}

function foreign(): never {
  throw new Error('a key that is not ours');
}
