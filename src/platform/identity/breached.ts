// Looks up passwords in a list of known breaches by k-anonymity: only the first five characters of the SHA-1
// hash are sent, and all suffixes come back (GET {BREACH_LIST_URL}/range/{5 hex digits}). SHA-1 is required
// by the protocol; it is not used for storage.
import { createHash } from 'node:crypto';
import { normalizePassword } from '#lib/people/password.ts';
import type { AppContext } from '../app-context.ts';
import { formatCause } from '../logging/log.ts';

const LOOKUP_TIMEOUT_MS = 2_000;
const MAX_ANSWER_BYTES = 512 * 1024;
const PREFIX_CHARS = 5;
const LINE = /^([0-9A-F]{35}):(\d{1,12})$/i;

/**
 * Fails open: if the list is slow, broken or unreachable, only the shipped list of common passwords is used.
 */
export async function isBreached({ config, log }: Pick<AppContext, 'config' | 'log'>, password: string): Promise<boolean> {
  if (config.breachListUrl === undefined) return false;
  const hash = createHash('sha1').update(normalizePassword(password)).digest('hex').toUpperCase();
  try {
    const counts = await readRange(`${config.breachListUrl}/range/${hash.slice(0, PREFIX_CHARS)}`);
    return (counts.get(hash.slice(PREFIX_CHARS)) ?? 0) > 0;
  } catch (cause) {
    log.warn({ cause: formatCause(cause) }, 'passwords.breach_list.failed');
    return false;
  }
}

/** Counts by suffix. Padding lines, which hide the size of the answer, have the count 0. */
async function readRange(url: string): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(url, {
    headers: { accept: 'text/plain', 'add-padding': 'true', 'user-agent': 'fanfare' },
    redirect: 'error',
    signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS),
  });
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Error(`breach list answered with status ${answer.status}`);
  }
  const counts = new Map<string, number>();
  for (const line of (await readText(answer)).split(/\r?\n/).filter(Boolean)) {
    const [, suffix, count] = LINE.exec(line) ?? [];
    if (suffix === undefined) throw new Error('breach list answer is not a range');
    counts.set(suffix.toUpperCase(), Number(count));
  }
  return counts;
}

/** Reads the body in chunks, so that an endless answer is cut off. */
async function readText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('breach list answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('latin1');
}
