// What a fault of the database means for whoever asked: whether anything of the change may have been kept, whether sending it again can help, and whether
// the caller is told to come back later (503). By SQLSTATE; the longest row that matches counts. Loads nothing, so that everybody may ask.

type Meaning = {
  /** Nothing of the transaction was kept, so it may be sent again. */
  readonly rolledBack: boolean;
  /** It failed for others that ran at the same moment: the same change may succeed at once. */
  readonly retry: boolean;
  /** The fault is not the request's: the caller is answered 503. */
  readonly unavailable: boolean;
};

const meanings = {
  /** The statement itself is refused. */
  refused: { rolledBack: true, retry: false, unavailable: false },
  /** A deadlock, or a serialization failure. */
  conflict: { rolledBack: true, retry: true, unavailable: true },
  /** It waited too long, for a lock or altogether. */
  timeout: { rolledBack: true, retry: false, unavailable: true },
  /** Disk, memory or connections have run out. */
  full: { rolledBack: true, retry: false, unavailable: true },
  /** The database was not reached, or does not take changes: nothing has begun. */
  unreachable: { rolledBack: true, retry: false, unavailable: true },
  /** The connection broke on the way: nobody knows whether the change was committed. */
  lost: { rolledBack: false, retry: false, unavailable: true },
} as const satisfies Readonly<Record<string, Meaning>>;

export type DatabaseFault = keyof typeof meanings;

const byState: readonly (readonly [prefix: string, DatabaseFault])[] = [
  ['08', 'lost'],
  ['08001', 'unreachable'],
  ['08004', 'unreachable'],
  // One statement touched a row twice: two purchases of a batch under one key.
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

/** Faults of a socket: one that cannot be opened has sent nothing. Files have the same calls with other codes, and a visitor who goes away has no call. */
const bySocket: readonly (readonly [call: RegExp, code: RegExp, fault: DatabaseFault])[] = [
  [/^(connect|getaddrinfo)$/, /^E/, 'unreachable'],
  [/^(read|write)$/, /^(ECONNRESET|EPIPE|ETIMEDOUT)$/, 'lost'],
];

/** In the words of pg, which gives these no code. */
const byWords: readonly (readonly [words: RegExp, DatabaseFault])[] = [
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

/** Undefined where it is no fault of the database, or one that a program alone can have (a wrong statement, say). */
export function databaseFault(thrown: unknown): DatabaseFault | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { code, message = '', syscall, cause, query }: Thrown = thrown;
  // Drizzle puts the statement around what pg has thrown. Other causes are other people's: a store's connection breaks, too.
  if (query !== undefined && cause !== undefined) return databaseFault(cause);
  if (typeof code !== 'string') return byWords.find(([words]) => words.test(message))?.[1];
  if (typeof syscall === 'string') return bySocket.find(([call, codes]) => call.test(syscall) && codes.test(code))?.[2];
  return byState.filter(([prefix]) => code.startsWith(prefix)).sort(([one], [other]) => other.length - one.length)[0]?.[1];
}

const meaningOf = (thrown: unknown): Meaning | undefined => {
  const fault = databaseFault(thrown);
  return fault && meanings[fault];
};

export const isRolledBack = (thrown: unknown): boolean => meaningOf(thrown)?.rolledBack ?? false;
export const isRetryable = (thrown: unknown): boolean => meaningOf(thrown)?.retry ?? false;
export const isUnavailable = (thrown: unknown): boolean => meaningOf(thrown)?.unavailable ?? false;
