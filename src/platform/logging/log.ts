// The logger: JSON lines in production, readable lines elsewhere. Secrets and personal data are redacted.
import { hostname } from 'node:os';
import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, pino } from 'pino';
import { findCurrentRequestId } from '../http/request-context.ts';

export type Log = Logger;

const secretPaths = [
  'password',
  'repeatedPassword',
  'currentPassword',
  'accessToken',
  'refreshToken',
  'code',
  'email',
  'authorization',
  'cookie',
  'req.headers.authorization',
  'req.headers.cookie',
  'headers.authorization',
  'headers.cookie',
];

const ADDRESS = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;
const CAUSES = 4;

/**
 * Serializes an error: name, message, code, stack and causes. Omits statement values (Drizzle's parameters,
 * PostgreSQL's `detail` and `where`) and redacts email addresses.
 */
export function describeError(thrown: unknown, causes = CAUSES): object {
  if (!(thrown instanceof Error)) return { message: withoutAddresses(String(thrown)) };
  const message = withoutAddresses('params' in thrown ? thrown.message.split('\nparams:')[0] : thrown.message);
  const frames = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: thrown.name,
    message,
    ...('code' in thrown && typeof thrown.code === 'string' ? { code: thrown.code } : {}),
    stack: [`${thrown.name}: ${message}`, ...frames].join('\n'),
    ...(thrown.cause !== undefined && causes > 0 ? { cause: describeError(thrown.cause, causes - 1) } : {}),
  };
}

const CAUSE_CHARS = 300;

/** The error as one line, with email addresses removed. */
export function formatCause(thrown: unknown): string {
  // Drizzle wraps the database's error.
  const cause = thrown instanceof Error && 'query' in thrown && thrown.cause ? thrown.cause : thrown;
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  const line = message.split(/[\r\n]/).find((part) => part.trim() !== '') ?? 'no reason given';
  return withoutAddresses(line.trim()).slice(0, CAUSE_CHARS);
}

/** The stack frames of an error: file names only, no personal data. */
export const parseFrames = (cause: unknown): string[] =>
  cause instanceof Error
    ? (cause.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 6)
        .map((line) => line.trim())
    : [];

const withoutAddresses = (text = ''): string => text.replace(ADDRESS, '(address)');

/**
 * Lines for a person. Formatted in this thread, because a bundle has no file for the thread of the library.
 */
export async function createReadableStream(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ ignore: 'host,pid,build', translateTime: 'HH:MM:ss', singleLine: true, sync: true });
}

/** A line's own fields win. */
function getCurrentIds(): object {
  const requestId = findCurrentRequestId();
  const span = trace.getActiveSpan()?.spanContext();
  return { ...(requestId === undefined ? {} : { requestId }), ...(span && { traceId: span.traceId, spanId: span.spanId }) };
}

export function makeLog({ level, readable }: { level: string; readable: DestinationStream | false }): Log {
  const options = {
    level,
    redact: { paths: secretPaths.flatMap((path) => (path.includes('.') ? [path] : [path, `*.${path}`])), censor: '[hidden]' },
    serializers: { err: (thrown: unknown) => describeError(thrown) },
    base: { host: hostname(), pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: getCurrentIds,
  };
  return readable ? pino(options, readable) : pino(options);
}
