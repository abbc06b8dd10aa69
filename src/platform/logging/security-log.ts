// The security log: stable event names for alerts, listed in docs/security.md. Written at info regardless of
// LOG_LEVEL, with the request, its address, and the account or operator id. Never contains passwords, codes,
// tokens or mail addresses.
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { normalizeEmail } from '#lib/people/email.ts';
import { UserError } from '#lib/user-error.ts';
import { findCurrentRequest } from '../http/request-context.ts';
import type { Log } from './log.ts';

export const securityEvents = [
  'security.login.succeeded',
  'security.login.failed',
  'security.limit.reached',
  'security.access.denied',
  'security.access.notFound',
  'security.session.reused',
  'security.password.changed',
  'security.email.changeAsked',
  'security.email.changed',
  'security.factor.added',
  'security.factor.removed',
  'security.factor.codesRenewed',
  'security.operator.invited',
  'security.operator.joined',
  'security.operator.ended',
  'security.role.changed',
  'security.team.changed',
  'security.key.created',
  'security.key.revoked',
  'security.suppressed',
] as const;
export type SecurityEvent = (typeof securityEvents)[number];

type Details = Readonly<Record<string, string | number | boolean | undefined>>;

/**
 * Maximum per event and minute, so that a flood does not fill the disk; the next line counts what was
 * suppressed.
 */
const MAX_PER_MINUTE = 300;
const MINUTE_MS = 60_000;
const HASH_CHARS = 16;

const subjects = new WeakMap<FastifyRequest, Details>();

/** Sets the caller once it is known; later events of the request include it. */
export const setSubject = (
  request: FastifyRequest,
  subject: { account?: string; person?: string; key?: string } | { operator: string },
): void => void subjects.set(request, subject);

export const hasSubject = (request: FastifyRequest): boolean => subjects.has(request);

/** A stable pseudonym for an unknown email address. */
export const hashEmail = (email: string): string =>
  createHash('sha256').update(normalizeEmail(email)).digest('base64url').slice(0, HASH_CHARS);

export function logSecurity(log: Log, event: SecurityEvent, details: Details = {}, request = findCurrentRequest()): void {
  const writer = getWriter(log);
  const suppressed = writer.take(event, performance.now());
  if (suppressed === undefined) return;
  if (suppressed > 0) writer.log.info({ event: 'security.suppressed', of: event, count: suppressed }, 'security.suppressed');
  const requestFields = request && { requestId: request.id, address: request.ip, ...subjects.get(request) };
  writer.log.info({ event, ...requestFields, ...details }, event);
}

/** Why a log-in was rejected; undefined for reasons that say nothing about the client, such as overload. */
export function findLogInRefusal(
  cause: unknown,
  by: 'password' | 'passkey' = 'password',
): 'password' | 'code' | 'passkey' | 'limit' | undefined {
  if (!(cause instanceof UserError)) return undefined;
  if (cause.status === 429) return 'limit';
  if (cause.status !== 400) return undefined;
  if (cause.errors.passkey) return 'passkey';
  return cause.errors.code ? 'code' : by;
}

/** Logs a reached limit once, not for each try. */
export function logFailedLogIn(
  log: Log,
  cause: unknown,
  who: Details & { readonly area: 'shop' | 'desk' },
  by?: 'password' | 'passkey',
): void {
  const reason = findLogInRefusal(cause, by);
  if (reason === undefined || reason === 'limit') return;
  const isKnown = who.account !== undefined || who.operator !== undefined;
  logSecurity(log, 'security.login.failed', { ...who, reason: isKnown ? reason : 'unknown' });
}

type Writer = {
  readonly log: Log;
  /** How many lines were suppressed before this one; undefined if this one is suppressed, too. */
  take(event: SecurityEvent, now: number): number | undefined;
};

const writers = new WeakMap<Log, Writer>();

function getWriter(log: Log): Writer {
  const found = writers.get(log);
  if (found) return found;
  const windows = new Map<SecurityEvent, { endsAt: number; lines: number }>();
  const writer: Writer = {
    log: log.child({}, { level: log.level === 'silent' ? 'silent' : 'info' }),
    take(event, now) {
      const window = windows.get(event);
      if (window && now < window.endsAt) return ++window.lines > MAX_PER_MINUTE ? undefined : 0;
      windows.set(event, { endsAt: now + MINUTE_MS, lines: 1 });
      return Math.max(0, (window?.lines ?? 0) - MAX_PER_MINUTE);
    },
  };
  writers.set(log, writer);
  return writer;
}
