// WebAuthn challenges: random, stored as a hash, valid once, for five minutes, for one purpose and one
// holder.
import { randomBytes } from 'node:crypto';
import type { AppContext } from '../app-context.ts';
import { hashCode } from './codes.ts';

const CHALLENGE_BYTES = 32;
export const CHALLENGE_SECONDS = 5 * 60;
/** Each new challenge deletes up to this many expired ones. */
const EXPIRED_PER_DELETE = 10;

/**
 * `holder`: the session or the mailed link that requested it, or '' for a log-in, before the user is known.
 */
export type ChallengeUse = {
  readonly purpose: `${'shop' | 'desk'}.${'add' | 'logIn' | 'confirm' | 'join'}` | 'desk.reset';
  readonly holder: string;
};

type ChallengeContext = Pick<AppContext, 'clock' | 'db'>;

const statements = {
  insert: {
    name: 'challenges.insert',
    text: `
      with swept as (
        delete from passkey_challenge where hash in (select hash from passkey_challenge where ends_at <= $4 order by ends_at limit ${EXPIRED_PER_DELETE} for update skip locked)
      )
      insert into passkey_challenge (hash, purpose, holder, ends_at) values ($1, $2, $3, $4::timestamptz + interval '${CHALLENGE_SECONDS} seconds')`,
  },
  take: {
    name: 'challenges.take',
    text: 'delete from passkey_challenge where hash = $1 and purpose = $2 and holder = $3 and ends_at > $4 returning hash',
  },
} as const;

export async function createChallenge(
  { clock, db }: ChallengeContext,
  { purpose, holder }: ChallengeUse,
): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES));
  await db.pool.query({ ...statements.insert, values: [hashCode(Buffer.from(challenge)), purpose, holder, clock.now()] });
  return challenge;
}

/** Consumes a challenge, whatever the result of the answer. False if it was not valid. */
export async function takeChallenge(
  { clock, db }: ChallengeContext,
  challenge: string,
  { purpose, holder }: ChallengeUse,
): Promise<boolean> {
  const hash = hashCode(Buffer.from(challenge, 'base64url'));
  const { rows } = await db.pool.query({ ...statements.take, values: [hash, purpose, holder, clock.now()] });
  return rows.length === 1;
}
