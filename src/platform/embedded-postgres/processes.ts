// Process checks. A pid alone proves nothing: zombies keep theirs and pids are reused. Linux reads /proc;
// other systems use ps and signal 0.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { packFile } from './binaries.ts';
import { type Postmaster, readPostmaster } from './rules.ts';

const linux = process.platform === 'linux';

type Stat = { readonly name: string; readonly state: string; readonly born: string };

/**
 * /proc/PID/stat is "pid (name) state parent …"; a name may contain spaces and brackets, so fields are
 * counted from the last bracket.
 */
export function parseStat(text: string): Stat | undefined {
  const open = text.indexOf('(');
  const close = text.lastIndexOf(')');
  if (open < 0 || close < open) return undefined;
  const fields = text.slice(close + 2).split(' ');
  return { name: text.slice(open + 1, close), state: fields[0] ?? '', born: fields[19] ?? '' };
}

function statOf(pid: number): Stat | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

const isGone = (stat: Stat | undefined): boolean => stat === undefined || stat.state === 'Z' || stat.state === 'X';

/** Whether the pid is in use, also by a zombie: PostgreSQL's own criterion. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export const isAlive = (pid: number): boolean => (linux ? !isGone(statOf(pid)) : isTaken(pid));

/** Start time of a process, to detect a reused pid. Empty if unknown. */
export function startTimeOf(pid: number): string {
  if (linux) {
    const stat = statOf(pid);
    return stat === undefined ? '' : `${bootIdOf()} ${stat.born}`;
  }
  if (process.platform === 'win32') return '';
  return spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}

function bootIdOf(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return '';
  }
}

/**
 * The folder first: of all processes of a machine, few have it, and the kernel adds up the times of a process
 * for its stat.
 */
function worksIn(pid: number, folder: string): boolean {
  try {
    if (readlinkSync(`/proc/${pid}/cwd`) !== folder) return false;
  } catch {
    return false;
  }
  const stat = statOf(pid);
  return !isGone(stat) && stat?.name === 'postgres';
}

/** Reads PostgreSQL's pid file, if there is one; the process may be long gone. */
export function postmasterOf(folder: string): Postmaster | undefined {
  try {
    return readPostmaster(readFileSync(join(folder, 'postmaster.pid'), 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Whether this pid is a live PostgreSQL of this folder; all its processes have the folder as their working
 * directory.
 */
export function isPostgresOf(pid: number, folder: string): boolean {
  if (linux) return worksIn(pid, folder);
  if (process.platform === 'win32') return isTaken(pid);
  const commandLine = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '';
  return commandLine.includes('postgres') && commandLine.includes(folder);
}

/**
 * All live PostgreSQL processes of the folder. Without /proc they cannot be listed; PostgreSQL's shared
 * memory check has to suffice.
 */
export function postgresIn(folder: string): number[] {
  if (!linux) return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid > 0 && worksIn(pid, folder));
}

/** Signals a process that may be gone. Windows has no signals: pg_ctl does it there. */
export function signal(pid: number, name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    spawnSync(packFile('pg_ctl'), ['kill', name.slice(3), String(pid)], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(pid, name);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
  }
}
