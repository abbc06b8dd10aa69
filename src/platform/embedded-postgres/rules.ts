// The supervisor's pure decisions: may a folder be opened, what to do about a leftover PostgreSQL, socket
// path, restart delay, which PostgreSQL output is logged.

/** The major version of the packages in package.json; a folder of another version cannot be read. */
const MAJOR = '18';

export type FolderState = {
  readonly exists: boolean;
  readonly empty: boolean;
  readonly version: string | undefined;
  readonly control: boolean;
};
export type FolderVerdict = { readonly step: 'create' | 'open' } | { readonly step: 'refuse'; readonly reason: string };

export function judgeFolder(folder: string, state: FolderState): FolderVerdict {
  if (!state.exists || state.empty) return { step: 'create' };
  if (state.version === undefined) {
    return {
      step: 'refuse',
      reason: `${folder} is not a whole PostgreSQL folder: PG_VERSION is missing. Move it away, or restore a backup.`,
    };
  }
  if (state.version !== MAJOR) {
    const reason =
      `${folder} was written by PostgreSQL ${state.version}, and this shop brings PostgreSQL ${MAJOR}. ` +
      `Dump it with PostgreSQL ${state.version} (pg_dumpall) and load that into an empty folder.`;
    return { step: 'refuse', reason };
  }
  if (!state.control) {
    return { step: 'refuse', reason: `${folder} is damaged: global/pg_control is missing. Restore a backup into an empty folder.` };
  }
  return { step: 'open' };
}

/**
 * The processes that use the folder. `postmaster`: the main process. `leftovers`: sessions whose main process
 * was killed. `ours`: the main process was started by a dead supervisor of this shop; only such a process is
 * ever signalled.
 */
export type Predecessor = { readonly waitedMs: number; readonly postmaster: 'none' | 'ours' | 'foreign'; readonly leftovers: number };
export type PredecessorStep = 'go' | 'wait' | 'refuse' | 'SIGINT' | 'SIGQUIT' | 'SIGKILL';

const PREDECESSOR: readonly {
  readonly when: (previous: Predecessor) => boolean;
  readonly untilMs: number;
  readonly step: PredecessorStep;
}[] = [
  { when: (previous) => previous.postmaster === 'none' && previous.leftovers === 0, untilMs: Number.POSITIVE_INFINITY, step: 'go' },
  { when: (previous) => previous.postmaster === 'foreign', untilMs: 2_000, step: 'wait' },
  { when: (previous) => previous.postmaster === 'foreign', untilMs: Number.POSITIVE_INFINITY, step: 'refuse' },
  // Its parent's death already requested a stop. After a moment, request a fast stop, then an immediate one
  // without a checkpoint.
  { when: (previous) => previous.postmaster === 'ours', untilMs: 300, step: 'wait' },
  { when: (previous) => previous.postmaster === 'ours', untilMs: 2_500, step: 'SIGINT' },
  { when: (previous) => previous.postmaster === 'ours', untilMs: 12_000, step: 'SIGQUIT' },
  // Sessions without a main process cannot acknowledge a commit; idle ones end by themselves, busy ones are
  // killed.
  { when: (previous) => previous.leftovers > 0, untilMs: 500, step: 'wait' },
  { when: (previous) => previous.leftovers > 0, untilMs: 1_500, step: 'SIGQUIT' },
  { when: (previous) => previous.leftovers > 0, untilMs: 12_000, step: 'SIGKILL' },
];

export const nextStep = (previous: Predecessor): PredecessorStep =>
  PREDECESSOR.find((row) => row.when(previous) && previous.waitedMs < row.untilMs)?.step ?? 'refuse';

/**
 * How long a start waits for the holder to release the folder; together with the start itself less than five
 * seconds.
 */
export const HOLDER_TIMEOUT_MS = 3_000;

/**
 * A stop is bounded: fast, then immediate (no checkpoint), then SIGKILL. WAL recovery makes each of them
 * safe.
 */
export const STOPPING: readonly { readonly afterMs: number; readonly signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL' }[] = [
  { afterMs: 0, signal: 'SIGINT' },
  { afterMs: 10_000, signal: 'SIGQUIT' },
  { afterMs: 15_000, signal: 'SIGKILL' },
];

const RETRY_MS = [0, 100, 250, 500, 1_000, 2_000] as const;
const MAX_RETRY_MS = 3_000;
/** After this long without a failure, the restart delay is reset. */
const HEALTHY_MS = 1_000;

export const retryDelayMs = (attempt: number): number => RETRY_MS[attempt] ?? MAX_RETRY_MS;
export const attemptAfter = (attempt: number, upMs: number): number => (upMs >= HEALTHY_MS ? 0 : attempt);

/** PostgreSQL's socket file name; the number is part of the name only, no TCP port is open. */
export const SOCKET_PORT = 5432;
const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`;
/** The kernel's limit for a socket path, without the final zero byte. */
const SOCKET_PATH_BYTES: Partial<Record<NodeJS.Platform, number>> = { darwin: 103, linux: 107 };

export const socketFits = (folder: string, platform: NodeJS.Platform): boolean =>
  Buffer.byteLength(`${folder}/${SOCKET_NAME}`) <= (SOCKET_PATH_BYTES[platform] ?? 103);

/** Parses PostgreSQL's pid file: pid, address, status. */
export type Postmaster = {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
  readonly address: string;
  readonly status: string;
};

export function readPostmaster(text: string): Postmaster | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3] ?? 0), socketFolder: lines[4] ?? '', address: lines[5] ?? '', status: lines[7] ?? '' };
}

/** Which lines of PostgreSQL's output are logged, and at which level; the first match wins. */
const LEVELS: readonly { readonly mark: RegExp; readonly level: 'warn' | 'error' | undefined }[] = [
  // Sent to each session at a stop, and to each client before a start is complete.
  { mark: /^FATAL: {2}(?:terminating connection due to administrator command|the database system is )/, level: undefined },
  { mark: /^(?:WARNING|FATAL): {2}/, level: 'warn' },
  { mark: /^PANIC: {2}/, level: 'error' },
];

export const levelOf = (line: string): 'warn' | 'error' | undefined => LEVELS.find((row) => row.mark.test(line))?.level;

/**
 * A failed statement's error quotes user input, and the caller gets the error anyway: such lines are not
 * logged.
 */
export const isPrivate = (line: string): boolean => /^(?:ERROR: {2}|\t)/.test(line);
