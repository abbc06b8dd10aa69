// Classifies database errors by SQLSTATE (longest prefix wins): was anything committed, can a retry help,
// does the caller get 503. Imports nothing, so any file can use it.

type Meaning = {
  /** The transaction was rolled back, so it may be sent again. */
  readonly rolledBack: boolean;
  /** Failed because of concurrent transactions: a retry may succeed immediately. */
  readonly retry: boolean;
  /** Not the request's fault: the caller gets 503. */
  readonly unavailable: boolean;
};

const meanings = {
  /** The statement itself is invalid. */
  refused: { rolledBack: true, retry: false, unavailable: false },
  conflict: { rolledBack: true, retry: true, unavailable: true },
  /** Lock or statement timeout. */
  timeout: { rolledBack: true, retry: false, unavailable: true },
  /** Out of disk, memory or connections. */
  full: { rolledBack: true, retry: false, unavailable: true },
  /** The database is unreachable or read-only: nothing has started. */
  unreachable: { rolledBack: true, retry: false, unavailable: true },
  /** The connection broke: it is unknown whether the transaction was committed. */
  lost: { rolledBack: false, retry: false, unavailable: true },
} as const satisfies Readonly<Record<string, Meaning>>;

export type DatabaseErrorKind = keyof typeof meanings;

const byState: readonly (readonly [prefix: string, DatabaseErrorKind])[] = [
  ['08', 'lost'],
  ['08001', 'unreachable'],
  ['08004', 'unreachable'],
  // One statement touched a row twice: two purchases of a batch have the same idempotency key.
  ['21', 'refused'],
  ['22', 'refused'],
  ['23', 'refused'],
  ['25006', 'unreachable'],
  ['25P03', 'timeout'],
  ['25P04', 'timeout'],
  ['40', 'conflict'],
  ['40002', 'refused'],
  ['40003', 'lost'],
  ['53', 'full'],
  ['55P03', 'timeout'],
  ['57014', 'timeout'],
  ['57P', 'lost'],
  ['57P03', 'unreachable'],
  ['58', 'full'],
  // Raised by our own functions; each functions.sql names its codes.
  ['FF', 'refused'],
];

/**
 * Socket errors on connect: nothing was sent. `syscall` distinguishes them from file errors and from clients
 * that disconnect.
 */
const bySocket: readonly (readonly [call: RegExp, code: RegExp, error: DatabaseErrorKind])[] = [
  [/^(connect|getaddrinfo)$/, /^E/, 'unreachable'],
  [/^(read|write)$/, /^(ECONNRESET|EPIPE|ETIMEDOUT)$/, 'lost'],
];

/** Messages of pg that have no code. */
const byWords: readonly (readonly [words: RegExp, DatabaseErrorKind])[] = [
  [/^timeout exceeded when trying to connect|^Connection terminated due to connection timeout/, 'unreachable'],
  [/^Connection terminated|^Client has encountered a connection error/, 'lost'],
];

type Thrown = {
  readonly code?: unknown;
  readonly message?: string;
  readonly syscall?: unknown;
  readonly cause?: unknown;
  readonly query?: unknown;
};

/** The SQLSTATE of a database error. */
export function getSqlState(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { code, cause, query }: Thrown = thrown;
  if (query !== undefined && cause !== undefined) return getSqlState(cause);
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined;
}

/** Undefined if it is not a database error, or one that only a bug can cause (such as a wrong statement). */
export function classifyDatabaseError(thrown: unknown): DatabaseErrorKind | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { code, message = '', syscall, cause, query }: Thrown = thrown;
  // Drizzle wraps the error of pg. Do not follow other causes: a file store's connection can break, too.
  if (query !== undefined && cause !== undefined) return classifyDatabaseError(cause);
  if (typeof code !== 'string') return byWords.find(([words]) => words.test(message))?.[1];
  if (typeof syscall === 'string') return bySocket.find(([call, codes]) => call.test(syscall) && codes.test(code))?.[2];
  return byState.filter(([prefix]) => code.startsWith(prefix)).sort(([a], [b]) => b.length - a.length)[0]?.[1];
}

const getMeaning = (thrown: unknown): Meaning | undefined => {
  const error = classifyDatabaseError(thrown);
  return error && meanings[error];
};

export const isRolledBack = (thrown: unknown): boolean => getMeaning(thrown)?.rolledBack ?? false;
export const isRetryable = (thrown: unknown): boolean => getMeaning(thrown)?.retry ?? false;
export const isUnavailable = (thrown: unknown): boolean => getMeaning(thrown)?.unavailable ?? false;
