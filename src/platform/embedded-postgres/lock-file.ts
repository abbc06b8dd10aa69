// Lock file beside the data folder, created atomically by a hard link. Besides PostgreSQL's own lock, it
// names the shop's process, holds the folder while PostgreSQL restarts, and records which orphaned PostgreSQL
// may be stopped.
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAlive, startTimeOf } from './processes.ts';

export type LockOwner = {
  readonly pid: number;
  readonly born: string;
  /** The PostgreSQL that it started last. */
  readonly postgres?: number;
  /** A socket folder outside the data folder, to be removed afterwards. */
  readonly socketFolder?: string;
};

const fileOf = (folder: string): string => `${folder}.holder`;

export function parseLockOwner(text: string): LockOwner | undefined {
  try {
    const read = JSON.parse(text) as Partial<LockOwner>;
    if (typeof read.pid !== 'number' || typeof read.born !== 'string') return undefined;
    return {
      pid: read.pid,
      born: read.born,
      ...(typeof read.postgres === 'number' ? { postgres: read.postgres } : {}),
      ...(typeof read.socketFolder === 'string' ? { socketFolder: read.socketFolder } : {}),
    };
  } catch {
    return undefined;
  }
}

const isHolding = (holder: LockOwner): boolean => isAlive(holder.pid) && startTimeOf(holder.pid) === holder.born;

function read(file: string): LockOwner | undefined {
  try {
    return parseLockOwner(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

export type Claim = { readonly won: true; readonly before: LockOwner | undefined } | { readonly won: false; readonly by: number };

/**
 * Claims the folder, or returns its holder. `before`: the record of a dead holder, whose leftovers are to be
 * cleaned up.
 */
export function claim(folder: string): Claim {
  const file = fileOf(folder);
  const holder = read(file);
  if (holder !== undefined && isHolding(holder)) return { won: false, by: holder.pid };
  // Move the dead record aside before linking a new one, so that only one of two processes wins. A process
  // that moved a live record puts it back.
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  if (tryRename(file, aside)) {
    const movedOwner = read(aside);
    if (movedOwner !== undefined && isHolding(movedOwner)) {
      tryLink(aside, file);
      rmSync(aside, { force: true });
      return { won: false, by: movedOwner.pid };
    }
    rmSync(aside, { force: true });
  }
  writeFileSync(aside, textOf({}), { mode: 0o600 });
  const won = tryLink(aside, file);
  rmSync(aside, { force: true });
  return won ? { won, before: holder } : { won, by: read(file)?.pid ?? 0 };
}

/** Records what a later start needs to clean up after a crash. Only the holder calls it. */
export function writeLockOwner(folder: string, more: Pick<LockOwner, 'postgres' | 'socketFolder'>): void {
  const file = fileOf(folder);
  writeFileSync(`${file}.new`, textOf(more), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export const releaseLock = (folder: string): void => rmSync(fileOf(folder), { force: true });

const textOf = (more: Pick<LockOwner, 'postgres' | 'socketFolder'>): string =>
  JSON.stringify({ pid: process.pid, born: startTimeOf(process.pid), ...more } satisfies LockOwner);

function tryRename(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw cause;
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cause;
  }
}
