// Challenges that an authenticator signs: each is random, stored as a hash, counts once, for five minutes, for one purpose and for whoever it was given to.
import { randomBytes } from 'node:crypto';
import type { AppContext } from '../app-context.ts';
import { hashOf } from './codes.ts';

const CHALLENGE_BYTES = 32;
export const CHALLENGE_SECONDS = 5 * 60;
/** Every new challenge clears away up to this many expired ones. */
const SWEPT = 10;

/** `holder`: the session that asked, or '' for a log-in, where nobody is known yet. */
export type ChallengeUse = { readonly purpose: `${'shop' | 'desk'}.${'add' | 'logIn' | 'confirm' | 'join'}`; readonly holder: string };

type Means = Pick<AppContext, 'clock' | 'db'>;

const statements = {
  insert: {
    name: 'challenges.insert',
    text: `
      with swept as (
        delete from passkey_challenge where hash in (select hash from passkey_challenge where ends_at <= $4 order by ends_at limit ${SWEPT} for update skip locked)
      )
      insert into passkey_challenge (hash, purpose, holder, ends_at) values ($1, $2, $3, $4::timestamptz + interval '${CHALLENGE_SECONDS} seconds')`,
  },
  take: {
    name: 'challenges.take',
    text: 'delete from passkey_challenge where hash = $1 and purpose = $2 and holder = $3 and ends_at > $4 returning hash',
  },
} as const;

export async function newChallenge({ clock, db }: Means, { purpose, holder }: ChallengeUse): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(CHALLENGE_BYTES));
  await db.pool.query({ ...statements.insert, values: [hashOf(Buffer.from(challenge)), purpose, holder, clock.now()] });
  return challenge;
}

/** From here on it counts no more, whatever becomes of the answer. False where it never did. */
export async function takeChallenge({ clock, db }: Means, challenge: string, { purpose, holder }: ChallengeUse): Promise<boolean> {
  const hash = hashOf(Buffer.from(challenge, 'base64url'));
  const { rows } = await db.pool.query({ ...statements.take, values: [hash, purpose, holder, clock.now()] });
  return rows.length === 1;
}
