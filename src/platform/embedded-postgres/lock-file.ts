// Lock file beside the data folder, created atomically by a hard link. Besides PostgreSQL's own lock, it
// names the shop's process, holds the folder while PostgreSQL restarts, and records what a later start has to
// clean up after a crash.
import { randomBytes } from 'node:crypto';
import { linkSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAlive, readStartTime } from './processes.ts';
import { doesSucceed, readText } from './system-calls.ts';

type Leftovers = {
  /** The PostgreSQL that was started last: it may be stopped. */
  readonly postgres?: number;
  /** A socket folder outside the data folder. */
  readonly socketFolder?: string;
};
type Owner = Leftovers & { readonly pid: number; readonly born: string };

const getHolderPath = (folder: string): string => `${folder}.holder`;

function readOwner(file: string): Owner | undefined {
  try {
    return JSON.parse(readText(file) ?? '') as Owner;
  } catch {
    // A crash of the machine may leave an empty file.
    return undefined;
  }
}

const isHolding = (owner: Owner | undefined): owner is Owner =>
  owner !== undefined && isAlive(owner.pid) && readStartTime(owner.pid) === owner.born;

function writeOwner(file: string, leftovers: Leftovers | undefined): void {
  const owner: Owner = { ...leftovers, pid: process.pid, born: readStartTime(process.pid) };
  writeFileSync(file, JSON.stringify(owner), { mode: 0o600 });
}

/** Claims the folder with what a dead holder has left; or returns the pid of its holder. */
export function claimLockFile(folder: string): number | undefined {
  const file = getHolderPath(folder);
  const before = readOwner(file);
  if (isHolding(before)) return before.pid;
  // Moves the dead record aside before it links a new one, so that only one of two processes wins. A process
  // that moved the record of the winner links that one again.
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  const isMoved = doesSucceed(() => renameSync(file, aside), 'ENOENT');
  const isOwn = !isMoved || !isHolding(readOwner(aside));
  if (isOwn) writeOwner(aside, before);
  const isLinked = doesSucceed(() => linkSync(aside, file), 'EEXIST');
  rmSync(aside, { force: true });
  return isOwn && isLinked ? undefined : (readOwner(file)?.pid ?? 0);
}

export const readLeftovers = (folder: string): Leftovers => readOwner(getHolderPath(folder)) ?? {};

/** Only the holder calls it. */
export function recordLeftovers(folder: string, leftovers: Leftovers): void {
  const file = getHolderPath(folder);
  writeOwner(`${file}.new`, { ...readLeftovers(folder), ...leftovers });
  renameSync(`${file}.new`, file);
}

export function dropSocketFolder(folder: string): void {
  const { socketFolder } = readLeftovers(folder);
  if (socketFolder !== undefined) rmSync(socketFolder, { recursive: true, force: true });
}

export function releaseLock(folder: string): void {
  dropSocketFolder(folder);
  rmSync(getHolderPath(folder), { force: true });
}
