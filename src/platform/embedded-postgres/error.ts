// Turns a failed start of PostgreSQL into one line for the operator: known causes get a sentence with a
// remedy, others PostgreSQL's own message.
import { StartFaults } from '../config/config.ts';

export class StartFault extends StartFaults {
  constructor(line: string) {
    super([line]);
  }
}

const KNOWN: readonly { readonly pattern: RegExp; readonly means: (folder: string, match: RegExpExecArray) => string }[] = [
  {
    pattern: /lock file ".*" already exists|Is another postmaster \(PID \d+\)|pre-existing shared memory block/,
    means: (folder) => `another PostgreSQL is working in ${folder}. Stop it first, or set DATA_DIR to a folder of its own.`,
  },
  {
    pattern: /No space left on device/,
    means: (folder) => `the disk that holds ${folder} is full. Free some space and start again; nothing is lost.`,
  },
  {
    pattern: /error while loading shared libraries: ([^:\s]+)/,
    means: (_, match) =>
      `its library ${match[1]} cannot be loaded. Run npm ci again; on a system without glibc (Alpine) set DATABASE_URL instead.`,
  },
  {
    pattern:
      /checkpoint record|pg_control|incorrect checksum in control file|invalid page in block|could not open file ".*(global|base|pg_wal)\//,
    means: (folder) => `the data in ${folder} is damaged. Restore a backup into an empty folder; keep this folder for a repair.`,
  },
  {
    pattern: /Permission denied|Operation not permitted|has wrong ownership|invalid permissions/,
    means: (folder) => `it may not read or write ${folder}. The folder and everything in it must belong to one user, with mode 700.`,
  },
  {
    pattern: /could not create (?:shared memory segment|semaphores)|could not map anonymous shared memory|out of memory/i,
    means: () => 'the machine has too little memory left for it.',
  },
  {
    pattern: /(unrecognized configuration parameter .*|invalid value for parameter .*|".*" is outside the valid range .*)/,
    means: (_, match) => `${match[1]}.`,
  },
];

/** The message for the operator, from PostgreSQL's last lines of output. */
export function explainEnd(folder: string, lastLines: readonly string[], ending: string): string {
  const last = [...lastLines].reverse();
  for (const line of last) {
    for (const { pattern, means } of KNOWN) {
      const match = pattern.exec(line);
      if (match) return `PostgreSQL did not start: ${means(folder, match)} (PostgreSQL reported: ${line.trim()})`;
    }
  }
  const verdict = last.find((line) => /FATAL|PANIC|error/i.test(line)) ?? last.find((line) => line.trim() !== '');
  return `PostgreSQL did not start in ${folder} (${ending})${verdict === undefined ? '.' : `: ${verdict.trim()}`}`;
}
