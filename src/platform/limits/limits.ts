// Rate limits: a number of points in a sliding window, shared by all nodes. One database row per limited key
// stores the timestamps; one statement checks and takes, so two requests cannot take the same last point.

import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { type Message, UserError } from '#lib/user-error.ts';
import { type LimitName, type LimitRow, limits } from '../../limits.ts';
import type { AppContext } from '../app-context.ts';
import type { Config } from '../config/config.ts';
import { isUnavailable } from '../database/database-errors.ts';
import { makeCounter } from '../logging/counters.ts';
import { formatCause } from '../logging/log.ts';
import { isPartOfOutage } from '../logging/outages.ts';
import { logSecurity } from '../logging/security-log.ts';
import { setBounded } from '../set-bounded.ts';

/** `of`: the limited key, such as an address. Stored as a hash only. */
export type Take = { readonly limit: LimitName; readonly of: string };

const countFailure = makeCounter(
  'fanfare_limiter_failures_total',
  'Rate limits that could not be read: log-ins and codes were refused with 503, other requests allowed',
  {},
);

/** Each new row deletes up to this many old ones, so that the table contains only current keys. */
const MAX_SWEPT_ROWS = 10;

const messages = {
  minutes: /*i18n*/ {
    id: 'limit.minutes',
    message: 'Too many attempts. Try again in {count, plural, one {# minute} other {# minutes}}.',
  },
  hours: /*i18n*/ {
    id: 'limit.hours',
    message: 'Too many attempts. Try again in {count, plural, one {# hour} other {# hours}}.',
  },
} as const satisfies Record<string, Message>;

/**
 * Takes one point of each limit in this order; the first that is used up rejects, and those after it are not
 * charged. A rejected try costs nothing. A query that fails is logged and counted; the request gets 503 if
 * the limit guards something, and is allowed otherwise.
 */
export async function takePoints(ctx: LimitsContext, takes: readonly Take[]): Promise<void> {
  if (!ctx.config.rateLimits) return;
  refuseBlocked(ctx, takes);
  const blocks = getBlocks(ctx.db.pool);
  const now = ctx.clock.now().getTime();
  for (const { limit, of } of takes) {
    const [row, key] = [limits[limit], getKey(limit, of)];
    let taken: Taken | number | undefined;
    try {
      taken = await takePoint(ctx, row, key);
    } catch (cause) {
      countFailure({});
      if (!isPartOfOutage(ctx.log, cause)) ctx.log.error({ limit, cause: formatCause(cause) }, 'limits.check.failed');
      if (isGuard(row)) throw isUnavailable(cause) ? cause : new UserError(503, {}, RETRY_AFTER_SECONDS);
    }
    if (typeof taken !== 'number') continue;
    const waitSeconds = toSeconds(taken, row);
    // Logged once, not for each further try.
    if (blocks.add(key, now + taken))
      logSecurity(ctx.log, 'security.limit.reached', { limit, key: key.slice(0, KEY_CHARS_SHOWN), waitSeconds });
    throw createTooManyError(waitSeconds);
  }
}

/** How far a limit is used up. `left` is below zero if there was no point. */
export type Measured = { readonly quota: number; readonly windowSeconds: number; readonly left: number; readonly resetSeconds: number };

/** Takes a point and says how many are left, for callers that are told. */
export async function measurePoints(ctx: LimitsContext, { limit, of }: Take): Promise<Measured> {
  const row: LimitRow = limits[limit];
  const whole = { quota: row.points, windowSeconds: row.seconds, resetSeconds: row.seconds };
  if (!ctx.config.rateLimits) return { ...whole, left: row.points };
  const taken = await takePoint(ctx, row, getKey(limit, of));
  return typeof taken === 'number'
    ? { ...whole, left: -1, resetSeconds: toSeconds(taken, row) }
    : { ...whole, left: row.points - taken.used, resetSeconds: toSeconds(taken.resetMs, row) };
}

/** Rejects again what was just rejected, without a point and without a query. */
export function refuseBlocked({ config, db, clock }: LimitsContext, takes: readonly Take[]): void {
  if (!config.rateLimits) return;
  const blocks = getBlocks(db.pool);
  const now = clock.now().getTime();
  for (const { limit, of } of takes) {
    const waitSeconds = blocks.waitSeconds(getKey(limit, of), limits[limit], now);
    if (waitSeconds !== undefined) throw createTooManyError(waitSeconds);
  }
}

/** Resets the points after a successful authentication. */
export async function clearPoints({ config, db, log }: Pick<AppContext, 'config' | 'db' | 'log'>, { limit, of }: Take): Promise<void> {
  if (!config.rateLimits) return;
  try {
    await db.pool.query({ ...statements.clear, values: [getKey(limit, of)] });
  } catch (cause) {
    log.error({ limit, cause: formatCause(cause) }, 'limits.reset.failed');
  }
}

export type HourlyLimit = { readonly key: string; readonly points: number };

/**
 * A limit of an account whose number the owner sets. The point is taken inside the caller's transaction (SQL
 * function consume_rate_limit), so rejected and repeated requests cost none. Null if limits are off.
 */
export const getHourlyLimit = (
  { rateLimits }: Pick<Config, 'rateLimits'>,
  limit: string,
  points: number,
  accountId: string,
): HourlyLimit | null => (rateLimits ? { key: getKey(`${limit}.hour`, accountId), points } : null);

type DatabaseError = { readonly code?: string; readonly detail?: string };

/** The error, if the database reports that the limit is used up. */
export const findHourlyLimitError = ({ code, detail }: DatabaseError): UserError | undefined =>
  code === 'FF009' ? createTooManyError(Math.max(1, Number(detail) || 1)) : undefined;

const RETRY_AFTER_SECONDS = 5;
const isGuard = ({ guards = false }: LimitRow): boolean => guards;

type LimitsContext = Pick<AppContext, 'clock' | 'config' | 'db' | 'log'>;

/** Caches rejections until their first point is free, so that a flood of tries costs no query. */
type Blocks = {
  waitSeconds(key: string, row: LimitRow, now: number): number | undefined;
  /** False if the key is rejected already. */
  add(key: string, until: number): boolean;
};

const MAX_BLOCKS = 10_000;
/** Enough to correlate two log lines. */
const KEY_CHARS_SHOWN = 12;
const blocksByPool = new WeakMap<object, Blocks>();

function getBlocks(pool: object): Blocks {
  const found = blocksByPool.get(pool) ?? createBlocks();
  blocksByPool.set(pool, found);
  return found;
}

function createBlocks(): Blocks {
  const ends = new Map<string, number>();
  return {
    waitSeconds(key, row, now) {
      const waitMs = (ends.get(key) ?? now) - now;
      // A rejection longer than the window comes from a wrong clock.
      if (waitMs > 0 && waitMs <= row.seconds * 1_000) return toSeconds(waitMs, row);
      ends.delete(key);
      return undefined;
    },
    add(key, until) {
      const isNew = !ends.has(key);
      setBounded(ends, key, until, MAX_BLOCKS);
      return isNew;
    },
  };
}

const toSeconds = (waitMs: number, { seconds }: LimitRow): number => Math.min(Math.max(1, Math.ceil(waitMs / 1_000)), seconds);

const getKey = (limit: string, of: string): string => createHash('sha256').update(`${limit}\0${of}`).digest('base64url');

export function createTooManyError(waitSeconds: number): UserError {
  const minutes = Math.ceil(waitSeconds / 60);
  const message =
    minutes < 90 ? { ...messages.minutes, values: { count: minutes } } : { ...messages.hours, values: { count: Math.ceil(minutes / 60) } };
  return new UserError(429, { '': [message] }, waitSeconds);
}

// Timestamps too far in the future come from a wrong clock. They are ignored, or they would never expire.
const countedHits =
  'select moment from unnest(rate_limit.hits) as moment where moment > $2::timestamptz - $3::interval and moment < $2::timestamptz + $3::interval';

// Named, so that PostgreSQL plans each once per connection.
const statements = {
  take: {
    name: 'limits.take',
    text: `
      insert into rate_limit (key, hits, expires_at) values ($1, array[$2::timestamptz], $2::timestamptz + $3::interval)
      on conflict (key) do update set hits = array(${countedHits}) || excluded.hits, expires_at = excluded.expires_at
      where (select count(*) from (${countedHits}) as counted) < $4
      returning xmax = 0 as fresh, cardinality(hits) as used, extract(epoch from hits[1] + $3::interval - $2::timestamptz) as seconds`,
  },
  /** A point is free again when the oldest counted timestamp leaves the window. */
  wait: {
    name: 'limits.wait',
    text: `
      select extract(epoch from moment + $3::interval - $2::timestamptz) as seconds
      from (select (array(${countedHits} order by moment desc))[$4] as moment from rate_limit where key = $1) as fills`,
  },
  clear: { name: 'limits.clear', text: 'delete from rate_limit where key = $1' },
  sweep: {
    name: 'limits.sweep',
    text: 'delete from rate_limit where key in (select key from rate_limit where expires_at <= $1 order by expires_at limit $2 for update skip locked)',
  },
} as const;

/** The points of the window that are used, and when the first of them is free again. */
type Taken = { readonly used: number; readonly resetMs: number };

/** Milliseconds to wait if there was no point. */
async function takePoint(
  { db, clock }: Pick<AppContext, 'clock' | 'db'>,
  { points, seconds }: LimitRow,
  key: string,
): Promise<Taken | number> {
  const now = clock.now();
  const values = [key, now, `${seconds} seconds`, points];
  const { rows } = await db.pool.query<{ fresh: boolean; used: number; seconds: string }>({ ...statements.take, values });
  if (rows[0]?.fresh) await db.pool.query({ ...statements.sweep, values: [now, MAX_SWEPT_ROWS] });
  if (rows[0]) return { used: rows[0].used, resetMs: Number(rows[0].seconds) * 1_000 };
  const wait = await db.pool.query<{ seconds: string | null }>({ ...statements.wait, values });
  return Math.max(1, Number(wait.rows[0]?.seconds ?? 1) * 1_000);
}

/**
 * The key of an address: a single IPv4 address, or the /64 network of an IPv6 address, because a household
 * has all of its addresses.
 */
export function getAddressKey(address: string): string {
  const [plain = ''] = address.split('%');
  if (isIP(plain) !== 6) return plain;
  const words = parseWords(plain);
  const isMapped = words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff;
  const bytes = words.slice(6).flatMap((word) => [word >> 8, word & 0xff]);
  const network = words.slice(0, 4).map((word) => word.toString(16));
  return isMapped ? bytes.join('.') : `${network.join(':')}::/64`;
}

/** Parses an IPv6 address in any notation into its eight words. */
function parseWords(address: string): number[] {
  const [head = '', tail = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first = [], last = []] = [head, tail].map((part) => part.split(':').filter(Boolean));
  const hex = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
  return hex.map((word) => Number.parseInt(word, 16));
}
