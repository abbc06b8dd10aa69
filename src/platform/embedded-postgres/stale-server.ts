// Before a start: waits for leftover PostgreSQL processes of the folder to end, then stops them. Refuses if
// another owner's process uses the folder.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartFault } from './error.ts';
import { claim, type LockOwner } from './lock-file.ts';
import type { SupervisorLog } from './log.ts';
import { isPostgresOf, isTaken, postgresIn, postmasterOf, signal } from './processes.ts';
import { HOLDER_TIMEOUT_MS, nextStep, type PredecessorStep, SOCKET_PORT } from './rules.ts';

const LOOK_EVERY_MS = 20;

/** Claims the folder, or throws an error that names its holder. Returns what a dead holder left behind. */
export async function claimFolder(folder: string, log: SupervisorLog): Promise<LockOwner | undefined> {
  const since = performance.now();
  for (let isLogged = false; ; isLogged = true) {
    const claimed = claim(folder);
    if (claimed.won) return claimed.before;
    if (performance.now() - since >= HOLDER_TIMEOUT_MS) {
      throw new StartFault(
        `${folder} is in use: process ${claimed.by} runs a shop on it. Stop that one first, or give this one a DATA_DIR of its own.`,
      );
    }
    if (!isLogged) log.info({ folder, holder: claimed.by }, 'postgres.folder.locked');
    await pause(LOOK_EVERY_MS);
  }
}

/**
 * Resolves when no process uses the folder. `ours`: the PostgreSQL that a dead supervisor of this shop had
 * started.
 */
export async function waitForExit(folder: string, ownPid: number | undefined, log: SupervisorLog): Promise<void> {
  const since = performance.now();
  for (let last: PredecessorStep = 'go'; ; ) {
    const processes = findProcesses(folder, ownPid);
    const step = nextStep({ waitedMs: performance.now() - since, postmaster: processes.kind, leftovers: processes.leftovers.length });
    if (step === 'go') return removePidFile(folder);
    if (step === 'refuse') {
      const pid = processes.postmaster?.pid ?? processes.leftovers[0];
      throw new StartFault(
        `${folder} is in use: PostgreSQL, process ${pid}, works in it and was not started by this shop, or does not end. Stop it first.`,
      );
    }
    if (step !== last) {
      log.info({ folder, postgresPid: processes.postmaster?.pid, sessions: processes.leftovers.length, step }, 'postgres.leftover.waiting');
      if (step !== 'wait')
        for (const pid of processes.kind === 'ours' && processes.postmaster ? [processes.postmaster.pid] : processes.leftovers)
          signal(pid, step);
    }
    last = step;
    await pause(LOOK_EVERY_MS);
  }
}

function findProcesses(folder: string, ownPid: number | undefined) {
  const postmaster = postmasterOf(folder);
  const leftovers = postgresIn(folder);
  if (postmaster === undefined || !isPostgresOf(postmaster.pid, folder)) return { kind: 'none', postmaster: undefined, leftovers } as const;
  return { kind: postmaster.pid === ownPid ? 'ours' : 'foreign', postmaster, leftovers } as const;
}

/**
 * PostgreSQL refuses to start while the pid in its pid file is in use, even by a zombie (a container without
 * init) or an unrelated process. If all processes could be checked, remove the file.
 */
function removePidFile(folder: string): void {
  const stale = postmasterOf(folder);
  if (process.platform !== 'linux' || stale === undefined || !isTaken(stale.pid)) return;
  rmSync(join(folder, 'postmaster.pid'), { force: true });
  rmSync(join(stale.socketFolder || folder, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true });
}
