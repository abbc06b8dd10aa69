// The supervisor's pure decisions: what to do about a leftover PostgreSQL, how long to wait before a restart,
// which lines of PostgreSQL's output are logged, and what they mean for the operator.

/**
 * What uses the folder. `ours`: a main process that a dead supervisor of this shop had started. `foreign`:
 * one of another owner, which is never signalled. `sessions`: those of a main process that was killed.
 */
export type FolderUser = 'none' | 'ours' | 'foreign' | 'sessions';
export type NextStep = 'go' | 'wait' | 'refuse' | 'SIGINT' | 'SIGQUIT' | 'SIGKILL';

export function getNextStep(user: FolderUser, waitedMs: number): NextStep {
  if (user === 'none') return 'go';
  if (waitedMs >= (user === 'foreign' ? 2_000 : 12_000)) return 'refuse';
  // Its parent's death already requested a stop. After a moment, request a fast stop, then an immediate one
  // without a checkpoint.
  if (user === 'ours' && waitedMs >= 300) return waitedMs < 2_500 ? 'SIGINT' : 'SIGQUIT';
  // They cannot acknowledge a commit any more. Idle ones end by themselves.
  return user === 'sessions' && waitedMs >= 500 ? 'SIGKILL' : 'wait';
}

export const retryDelayMs = (attempt: number): number => (attempt === 0 ? 0 : Math.min(50 * 2 ** attempt, 3_000));
/** After a second without a failure, the next restart does not wait. */
export const getNextAttempt = (attempt: number, upMs: number): number => (upMs >= 1_000 ? 0 : attempt);

/** The level at which a line of PostgreSQL's output is logged; undefined: it is not. */
export function getLogLevel(line: string): 'warn' | 'error' | undefined {
  // Sent to each session at a stop, and to each client before a start is complete.
  if (/^FATAL: {2}(?:terminating connection due to administrator command|the database system is )/.test(line)) return undefined;
  if (/^(?:WARNING|FATAL): {2}/.test(line)) return 'warn';
  return line.startsWith('PANIC:  ') ? 'error' : undefined;
}

/** A failed statement's error quotes user input, and the caller gets the error anyway: it is not logged. */
export const isPrivate = (line: string): boolean => /^(?:ERROR: {2}|\t)/.test(line);

const KNOWN_ENDINGS: readonly (readonly [pattern: RegExp, meaning: (folder: string, match: RegExpExecArray) => string])[] = [
  [
    /lock file ".*" already exists|Is another postmaster \(PID \d+\)|pre-existing shared memory block/,
    (folder) => `another PostgreSQL is working in ${folder}. Stop it first, or set DATA_DIR to a folder of its own.`,
  ],
  [/No space left on device/, (folder) => `the disk that holds ${folder} is full. Free some space and start again; nothing is lost.`],
  [
    /error while loading shared libraries: ([^:\s]+)/,
    (_, [, library]) =>
      `its library ${library} cannot be loaded. Run npm ci again; on a system without glibc (Alpine) set DATABASE_URL instead.`,
  ],
  [
    /checkpoint record|pg_control|incorrect checksum in control file|invalid page in block|could not open file ".*(global|base|pg_wal)\//,
    (folder) => `the data in ${folder} is damaged. Restore a backup into an empty folder; keep this folder for a repair.`,
  ],
  [
    /Permission denied|Operation not permitted|has wrong ownership|invalid permissions/,
    (folder) => `it may not read or write ${folder}. The folder and everything in it must belong to one user, with mode 700.`,
  ],
  [
    /(unrecognized configuration parameter .*|invalid value for parameter .*|".*" is outside the valid range .*)/,
    (_, [line]) => `${line}.`,
  ],
];

/** The message for the operator, from PostgreSQL's last lines of output. */
export function explainEnd(folder: string, lastLines: readonly string[], ending: string): string {
  const last = lastLines.toReversed();
  for (const line of last) {
    for (const [pattern, meaning] of KNOWN_ENDINGS) {
      const match = pattern.exec(line);
      if (match) return `PostgreSQL did not start: ${meaning(folder, match)} (PostgreSQL reported: ${line.trim()})`;
    }
  }
  const verdict = last.find((line) => /FATAL|PANIC|error/i.test(line)) ?? last[0];
  return `PostgreSQL did not start in ${folder} (${ending})${verdict === undefined ? '.' : `: ${verdict.trim()}`}`;
}
