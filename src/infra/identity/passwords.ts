// Passwords are kept as argon2id, 19 MiB and two passes each. One more at once than there are cores, so that none rests while the next is fetched; a
// bounded queue behind them that is fair between addresses. What does not fit is refused at once instead of waiting for nothing.
import { availableParallelism } from 'node:os';
import type { Algorithm, Options } from '@node-rs/argon2';
import { PASSWORD_MAX_CHARS, plainPassword } from '../../lib/people/password.ts';
import { currentRequest } from '../http/request-context.ts';
import { fairQueue } from '../limits/fair-queue.ts';
import { addressKey } from '../limits/limits.ts';

/** OWASP's own figures. 2 is argon2id; the package's constant exists for compilers only. */
const cost: Options = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Loaded with the first password: a start has no use for it. */
const argon2 = () => import('@node-rs/argon2');

const AT_ONCE = availableParallelism() + 1;
/** About two seconds of work. */
const QUEUE = 64 * AT_ONCE;
/** Of one address, so that it never fills the queue. */
const QUEUE_PER_ADDRESS = QUEUE * 0.75;
const COME_AGAIN_SECONDS = 2;

const queue = fairQueue({ atOnce: AT_ONCE, waiting: QUEUE, waitingPerKey: QUEUE_PER_ADDRESS, retryAfterSeconds: COME_AGAIN_SECONDS });

export const hashPassword = (password: string): Promise<string> => inTurn(async () => (await argon2()).hash(plainPassword(password), cost));

/** As slow to guess, and the same each time: for what is looked for by its hash. */
export const hashWithSalt = (text: string, salt: Buffer): Promise<Buffer> =>
  inTurn(async () => (await argon2()).hashRaw(text, { ...cost, salt }));

/** Without a hash it takes as long as with one, and says no. */
export async function isPassword(password: string, kept: string | undefined): Promise<boolean> {
  const { hash, verify } = await argon2();
  nobodys ??= hash('nobody has this password', cost);
  const against = kept ?? (await nobodys);
  const given = password.length > PASSWORD_MAX_CHARS ? '' : plainPassword(password);
  const isRight = await inTurn(() => verify(against, given));
  return isRight && kept !== undefined;
}

let nobodys: Promise<string> | undefined;

/** Each address in turn: who sends a thousand tries does not keep the log-in of others waiting. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const request = currentRequest();
  return queue.run(request ? addressKey(request.ip) : 'no request', work);
}
