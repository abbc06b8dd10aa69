// Process checks. A pid alone proves nothing: zombies keep theirs and pids are reused. Linux reads /proc;
// other systems use ps and signal 0.
import { spawnSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { findPackFile } from './binaries.ts';
import { doesSucceed, readText } from './system-calls.ts';

const isLinux = process.platform === 'linux';
const isWindows = process.platform === 'win32';

/** /proc/PID/stat is "pid (name) state parent …"; a name may contain spaces and brackets. */
export function parseStat(text: string): { name: string; state: string; born: string } | undefined {
  const match = /\((.*)\) (.*)/s.exec(text);
  const fields = match?.[2]?.split(' ') ?? [];
  return match ? { name: match[1] ?? '', state: fields[0] ?? '', born: fields[19] ?? '' } : undefined;
}

/** Undefined for a zombie, too. */
function readStat(pid: number): ReturnType<typeof parseStat> {
  const stat = parseStat(readText(`/proc/${pid}/stat`) ?? '');
  return stat?.state === 'Z' || stat?.state === 'X' ? undefined : stat;
}

const askPs = (column: string, pid: number): string =>
  spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';

/** Whether the pid is in use, also by a zombie, but not by another user: PostgreSQL's own criterion. */
export const isTaken = (pid: number): boolean => doesSucceed(() => process.kill(pid, 0), 'ESRCH', 'EPERM');

export const isAlive = (pid: number): boolean => (isLinux ? readStat(pid) !== undefined : isTaken(pid));

/** Start time of a process, to detect a reused pid. Empty if unknown. */
export const readStartTime = (pid: number): string =>
  isLinux ? `${readText('/proc/sys/kernel/random/boot_id')?.trim()} ${readStat(pid)?.born}` : askPs('lstart', pid);

/** All processes of PostgreSQL have its folder as their working directory. */
function worksIn(pid: number, folder: string): boolean {
  try {
    // The folder first, because the kernel adds up the times of a process for its stat.
    return readlinkSync(`/proc/${pid}/cwd`) === folder && readStat(pid)?.name === 'postgres';
  } catch {
    return false;
  }
}

/** Whether this pid is a live PostgreSQL of this folder. */
export function isPostgresIn(pid: number, folder: string): boolean {
  if (isLinux) return worksIn(pid, folder);
  if (isWindows) return isTaken(pid);
  const command = askPs('command', pid);
  return command.includes('postgres') && command.includes(folder);
}

/** All live PostgreSQL processes of the folder. None without /proc: PostgreSQL has its own check there. */
export function listPostgresIn(folder: string): number[] {
  const pids = isLinux ? readdirSync('/proc').map(Number) : [];
  return pids.filter((pid) => pid > 0 && worksIn(pid, folder));
}

/** Signals a process that may be gone. Windows has no signals: pg_ctl does it there. */
export function sendSignal(pid: number, name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void {
  if (isWindows) spawnSync(findPackFile('pg_ctl'), ['kill', name.slice(3), String(pid)], { stdio: 'ignore' });
  else doesSucceed(() => process.kill(pid, name), 'ESRCH');
}

/** Reads PostgreSQL's pid file; the process may be gone. `host` is the socket's folder, or an address. */
export function parsePidFile(text: string) {
  const [pid, , , port, socketFolder, address, , status] = text.split('\n').map((line) => line.trim());
  if (!(Number(pid) > 0)) return undefined;
  return { pid: Number(pid), port: Number(port), host: socketFolder || address || '', status };
}

export const readPostmaster = (folder: string) => parsePidFile(readText(join(folder, 'postmaster.pid')) ?? '');
