// How often somebody may do something: so many times in any span of so many seconds, over all nodes together. One row of the database for each
// somebody holds the moments that count; one statement looks and takes at once, so that no two requests take the last point both.
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { type Message, UserError } from '../../lib/user-error.ts';
import type { AppContext } from '../app-context.ts';
import { causeLine } from '../jobs/log.ts';
import { logSecurity } from '../logging/security-log.ts';

type LimitRow = { readonly points: number; readonly seconds: number };

export const limits = {
  // Guessing is slow: from one address or network, at one account, and on a device that is known to the account. A pair is an address and an account.
  'login.address': { points: 20, seconds: 900 },
  'login.knownAddress': { points: 100, seconds: 900 },
  'login.pair': { points: 10, seconds: 900 },
  'login.account': { points: 20, seconds: 900 },
  'login.device': { points: 20, seconds: 900 },
  'password.account': { points: 20, seconds: 900 },
  // A code from an app has six digits, and three of them count at a time: who knows the password still guesses for years.
  'two-factor.code': { points: 30, seconds: 86_400 },
  // Nothing can be guessed here, but each is a challenge to store and a signature to check.
  'desk.confirm': { points: 20, seconds: 900 },
  'passkey.address': { points: 60, seconds: 900 },
  'register.address': { points: 20, seconds: 3_600 },
  'recover.address': { points: 20, seconds: 3_600 },
  'recover.email': { points: 5, seconds: 3_600 },
  'verify.account': { points: 5, seconds: 3_600 },
  // Each is a mail, and the first one work besides.
  'export.account': { points: 3, seconds: 86_400 },
  'deletion.account': { points: 5, seconds: 86_400 },
  // Each sends a mail to an address that whoever asks has only named.
  'newEmail.account': { points: 5, seconds: 3_600 },
  'newEmail.email': { points: 5, seconds: 3_600 },
  'reset.address': { points: 20, seconds: 900 },
  // A code is worth money, and short enough to be guessed.
  'coupon.account': { points: 30, seconds: 900 },
  'coupon.address': { points: 60, seconds: 900 },
  // Each is up to 10 MB that somebody has to keep.
  'file.account': { points: 50, seconds: 1_500 },
  'file.address': { points: 100, seconds: 1_500 },
  // Each is drawn anew.
  'paper.account': { points: 60, seconds: 600 },
  // Each moves money and sends two mails.
  'withdraw.account': { points: 60, seconds: 900 },
  // The desk opens everybody's orders. Its limits are those of customers; a pair has fewer, so that it takes many addresses to use up an operator's.
  'desk.address': { points: 20, seconds: 900 },
  'desk.knownAddress': { points: 100, seconds: 900 },
  'desk.pair': { points: 5, seconds: 900 },
  'desk.operator': { points: 20, seconds: 900 },
  'desk.device': { points: 20, seconds: 900 },
  // Each may be a mail to somebody of the shop, and each is read by a person.
  'message.account': { points: 60, seconds: 3_600 },
  // Each is written anew from the delivery.
  'take-away.account': { points: 100, seconds: 600 },
  'ticket.address': { points: 5, seconds: 600 },
  'ticket.email': { points: 20, seconds: 86_400 },
  // Each is a mail to the desk, and somebody's time.
  'ticket.account': { points: 20, seconds: 3_600 },
  'ticketKey.ticket': { points: 20, seconds: 3_600 },
  // Each is a mail to the writer.
  'ticketLink.ticket': { points: 3, seconds: 3_600 },
  // Every look at a thread by its mailed key; a household, and nobody who tries keys.
  'ticketKey.address': { points: 100, seconds: 900 },
} as const satisfies Readonly<Record<string, LimitRow>>;

export type LimitName = keyof typeof limits;

/** `of`: whoever is limited, such as an address. It is kept as a hash only. */
export type Take = { readonly limit: LimitName; readonly of: string };

/** Every new row clears away up to this many old ones: the table stays as small as what is going on. */
const SWEPT = 10;

const messages = {
  minutes: /*i18n*/ {
    id: 'limit.minutes',
    message: 'You have tried this many times in a short while. Please try again in {count, plural, one {# minute} other {# minutes}}.',
  },
  hours: /*i18n*/ {
    id: 'limit.hours',
    message: 'You have tried this many times in a short while. Please try again in {count, plural, one {# hour} other {# hours}}.',
  },
} as const satisfies Record<string, Message>;

/**
 * One point of each, in this order: the first that is used up refuses, and those after it stay as they are. A try that is refused costs nothing.
 * A limiter that does not work lets everyone through: what it protects is still worth more than nothing, and the log says so.
 */
export async function takePoints(ctx: LimitsGround, takes: readonly Take[]): Promise<void> {
  if (!ctx.config.rateLimits) return;
  refuseBlocked(ctx, takes);
  const blocks = blocksOf(ctx.db.pool);
  const now = ctx.clock.now().getTime();
  for (const { limit, of } of takes) {
    const [row, key] = [limits[limit], keyOf(limit, of)];
    let waitMs: number | undefined;
    try {
      waitMs = await take(ctx, row, key);
    } catch (cause) {
      ctx.log.error({ limit, cause: causeLine(cause) }, 'limits.check.failed');
    }
    if (waitMs === undefined) continue;
    const waitSeconds = secondsOf(waitMs, row);
    // Once, and not for each try that follows.
    if (blocks.add(key, now + waitMs))
      logSecurity(ctx.log, 'security.limit.reached', { limit, key: key.slice(0, KEY_CHARS_SHOWN), waitSeconds });
    throw tooMany(waitSeconds);
  }
}

/** What was refused a moment ago is refused again, without a point and without the database. */
export function refuseBlocked({ config, db, clock }: LimitsGround, takes: readonly Take[]): void {
  if (!config.rateLimits) return;
  const blocks = blocksOf(db.pool);
  const now = clock.now().getTime();
  for (const { limit, of } of takes) {
    const waitSeconds = blocks.waitSeconds(keyOf(limit, of), limits[limit], now);
    if (waitSeconds !== undefined) throw tooMany(waitSeconds);
  }
}

/** All points are there again: whoever has proven to be the right person was not guessing. */
export async function clearPoints({ config, db, log }: Pick<AppContext, 'config' | 'db' | 'log'>, { limit, of }: Take): Promise<void> {
  if (!config.rateLimits) return;
  try {
    await db.pool.query({ ...statements.clear, values: [keyOf(limit, of)] });
  } catch (cause) {
    log.error({ limit, cause: causeLine(cause) }, 'limits.reset.failed');
  }
}

type LimitsGround = Pick<AppContext, 'clock' | 'config' | 'db' | 'log'>;

/** What was refused is refused again without asking the database, until its first point is free: a flood of tries costs next to nothing. */
type Blocks = {
  waitSeconds(key: string, row: LimitRow, now: number): number | undefined;
  /** False where the key was refused already. */
  add(key: string, until: number): boolean;
};

const MAX_BLOCKS = 10_000;
/** Enough to see that two lines are about the same. */
const KEY_CHARS_SHOWN = 12;
const blocksByPool = new WeakMap<object, Blocks>();

function blocksOf(pool: object): Blocks {
  const found = blocksByPool.get(pool) ?? newBlocks();
  blocksByPool.set(pool, found);
  return found;
}

function newBlocks(): Blocks {
  const ends = new Map<string, number>();
  return {
    waitSeconds(key, row, now) {
      const waitMs = (ends.get(key) ?? now) - now;
      // One that lasts longer than its span was written by a clock that was wrong.
      if (waitMs > 0 && waitMs <= row.seconds * 1_000) return secondsOf(waitMs, row);
      ends.delete(key);
      return undefined;
    },
    add(key, until) {
      const isNew = !ends.has(key);
      ends.set(key, until);
      const [oldest] = ends.keys();
      if (ends.size > MAX_BLOCKS && oldest !== undefined) ends.delete(oldest);
      return isNew;
    },
  };
}

const secondsOf = (waitMs: number, { seconds }: LimitRow): number => Math.min(Math.max(1, Math.ceil(waitMs / 1_000)), seconds);

const keyOf = (limit: LimitName, of: string): string => createHash('sha256').update(`${limit}\0${of}`).digest('base64url');

export function tooMany(waitSeconds: number): UserError {
  const minutes = Math.ceil(waitSeconds / 60);
  const message =
    minutes < 90 ? { ...messages.minutes, values: { count: minutes } } : { ...messages.hours, values: { count: Math.ceil(minutes / 60) } };
  return new UserError(429, { '': [message] }, waitSeconds);
}

// Moments too far ahead were written by a clock that was wrong; they do not count either, or they would never stop counting.
const counting =
  'select moment from unnest(rate_limit.hits) as moment where moment > $2::timestamptz - $3::interval and moment < $2::timestamptz + $3::interval';

// Named, so that PostgreSQL plans each once per connection.
const statements = {
  take: {
    name: 'limits.take',
    text: `
      insert into rate_limit (key, hits, expires_at) values ($1, array[$2::timestamptz], $2::timestamptz + $3::interval)
      on conflict (key) do update set hits = array(${counting}) || excluded.hits, expires_at = excluded.expires_at
      where (select count(*) from (${counting}) as counted) < $4
      returning xmax = 0 as fresh`,
  },
  /** A point is free again when the oldest of those that fill the limit has left the span. */
  wait: {
    name: 'limits.wait',
    text: `
      select extract(epoch from moment + $3::interval - $2::timestamptz) as seconds
      from (select (array(${counting} order by moment desc))[$4] as moment from rate_limit where key = $1) as fills`,
  },
  clear: { name: 'limits.clear', text: 'delete from rate_limit where key = $1' },
  sweep: {
    name: 'limits.sweep',
    text: 'delete from rate_limit where key in (select key from rate_limit where expires_at <= $1 order by expires_at limit $2 for update skip locked)',
  },
} as const;

/** Undefined when there was a point; otherwise how many milliseconds to wait. */
async function take(
  { db, clock }: Pick<AppContext, 'clock' | 'db'>,
  { points, seconds }: LimitRow,
  key: string,
): Promise<number | undefined> {
  const now = clock.now();
  const values = [key, now, `${seconds} seconds`, points];
  const { rows } = await db.pool.query<{ fresh: boolean }>({ ...statements.take, values });
  if (rows[0]?.fresh) await db.pool.query({ ...statements.sweep, values: [now, SWEPT] });
  if (rows[0]) return undefined;
  const wait = await db.pool.query<{ seconds: string | null }>({ ...statements.wait, values });
  return Math.max(1, Number(wait.rows[0]?.seconds ?? 1) * 1_000);
}

/** Whom an address stands for: an IPv4 address for one household, an IPv6 network of 64 bits for another, because each has all of its addresses. */
export function addressKey(address: string): string {
  const [plain = ''] = address.split('%');
  if (isIP(plain) !== 6) return plain;
  const words = wordsOf(plain);
  const isMapped = words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff;
  const bytes = words.slice(6).flatMap((word) => [word >> 8, word & 0xff]);
  const network = words.slice(0, 4).map((word) => word.toString(16));
  return isMapped ? bytes.join('.') : `${network.join(':')}::/64`;
}

/** The eight words of an IPv6 address, however it is written. */
function wordsOf(address: string): number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first = [], last = []] = [head, tail].map((part) => part.split(':').filter(Boolean));
  const hex = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
  return hex.map((word) => Number.parseInt(word, 16));
}
