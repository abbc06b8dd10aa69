// Hashes and verifies passwords with argon2id (19 MiB, two passes) in a bounded queue that is fair between
// addresses. Concurrency is the number of cores plus one. Excess work is rejected immediately.
import { availableParallelism } from 'node:os';
import type { Algorithm, Options } from '@node-rs/argon2';
import { normalizePassword, PASSWORD_MAX_CHARS } from '#lib/people/password.ts';
import { findCurrentRequest } from '../http/request-context.ts';
import { createFairQueue } from '../limits/fair-queue.ts';
import { getAddressKey } from '../limits/limits.ts';
import { isOldPassword } from './old-hashes.ts';

/**
 * OWASP's parameters. Only tests lower them, because they hash thousands of passwords. 2 is argon2id; the
 * package's constant exists at compile time only.
 */
export const hashCost: Options = { algorithm: 2 as Algorithm, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Loaded at the first use, to keep the start fast. */
const importArgon2 = () => import('@node-rs/argon2');

const CONCURRENCY = availableParallelism() + 1;
/** About two seconds of work. */
const MAX_WAITING = 64 * CONCURRENCY;
/** Per address, so that none fills the queue. */
const MAX_WAITING_PER_ADDRESS = MAX_WAITING * 0.75;
const RETRY_AFTER_SECONDS = 2;

const queue = createFairQueue({
  atOnce: CONCURRENCY,
  waiting: MAX_WAITING,
  waitingPerKey: MAX_WAITING_PER_ADDRESS,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
});

export const hashPassword = (password: string): Promise<string> =>
  runQueued(async () => (await importArgon2()).hash(normalizePassword(password), hashCost));

/** Deterministic and as slow to guess: for values that are looked up by their hash. */
export const hashWithSalt = (text: string, salt: Buffer): Promise<Buffer> =>
  runQueued(async () => (await importArgon2()).hashRaw(text, { ...hashCost, salt }));

/** Without a hash, takes as long as with one and returns false, so that accounts cannot be enumerated. */
export async function isPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  const { hash, verify } = await importArgon2();
  dummyHash ??= hash('nobody has this password', hashCost);
  const against = storedHash ?? (await dummyHash);
  const typed = password.length > PASSWORD_MAX_CHARS ? '' : normalizePassword(password);
  const isRight = await runQueued(async () => (await isOldPassword(typed, against)) ?? verify(against, typed));
  return isRight && storedHash !== undefined;
}

/** Whether a hash came from another system: it is replaced at the next log-in. */
export const isForeignHash = (stored: string): boolean =>
  !stored.startsWith(`$argon2id$v=19$m=${hashCost.memoryCost},t=${hashCost.timeCost},`);

let dummyHash: Promise<string> | undefined;

/** Round-robin by address: a thousand attempts from one do not delay the log-ins of others. */
function runQueued<T>(work: () => Promise<T>): Promise<T> {
  const request = findCurrentRequest();
  return queue.run(request ? getAddressKey(request.ip) : 'no request', work);
}
