// Passwords from known data breaches, looked up by k-anonymity: only the first five characters of a password's SHA-1 hash leave the shop, and the
// list answers with all suffixes that it has for them (GET {BREACH_LIST_URL}/range/{5 hex digits}). SHA-1 is the protocol's choice, not a way to store.
import { createHash } from 'node:crypto';
import { plainPassword } from '../../lib/people/password.ts';
import type { AppContext } from '../app-context.ts';
import { causeLine } from '../jobs/log.ts';

const LOOKUP_TIMEOUT_MS = 2_000;
const MAX_ANSWER_BYTES = 512 * 1024;
const PREFIX_CHARS = 5;
const LINE = /^([0-9A-F]{35}):(\d{1,12})$/i;

/** A list that fails, stalls or answers nonsense says nothing: then the shipped list of common passwords is all there is. */
export async function isBreached({ config, log }: Pick<AppContext, 'config' | 'log'>, password: string): Promise<boolean> {
  if (config.breachListUrl === undefined) return false;
  const hash = createHash('sha1').update(plainPassword(password)).digest('hex').toUpperCase();
  try {
    const counts = await readRange(`${config.breachListUrl}/range/${hash.slice(0, PREFIX_CHARS)}`);
    return (counts.get(hash.slice(PREFIX_CHARS)) ?? 0) > 0;
  } catch (cause) {
    log.warn({ cause: causeLine(cause) }, 'passwords.breach_list.failed');
    return false;
  }
}

/** How often each suffix was seen. Padding, which hides the size of an answer, is lines with the count 0. */
async function readRange(url: string): Promise<ReadonlyMap<string, number>> {
  const answer = await fetch(url, {
    headers: { accept: 'text/plain', 'add-padding': 'true', 'user-agent': 'fanfare' },
    redirect: 'error',
    signal: AbortSignal.timeout(LOOKUP_TIMEOUT_MS),
  });
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Error(`the breach list answered with status ${answer.status}`);
  }
  const counts = new Map<string, number>();
  for (const line of (await readText(answer)).split(/\r?\n/).filter(Boolean)) {
    const [, suffix, count] = LINE.exec(line) ?? [];
    if (suffix === undefined) throw new Error('the breach list answered something that is no range');
    counts.set(suffix.toUpperCase(), Number(count));
  }
  return counts;
}

/** Read piece by piece, so that an answer without an end is not waited for. */
async function readText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    bytes += part.length;
    if (bytes > MAX_ANSWER_BYTES) throw new Error('the breach list answered too much');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('latin1');
}
