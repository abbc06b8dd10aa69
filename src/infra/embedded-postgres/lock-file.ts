// Who holds the data folder: one small file beside it, made at once and whole by a hard link. PostgreSQL has an interlock of its own, which
// stays the last word; this file adds what it cannot know: who the shop's process is (for a clear refusal), that a folder stays held while a
// killed PostgreSQL is being restarted, and which orphan was started by us and may be told to stop.
import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { bornOf, isAlive } from './processes.ts';

export type LockOwner = {
  readonly pid: number;
  readonly born: string;
  /** The PostgreSQL it started last. */
  readonly postgres?: number;
  /** A socket's folder of its own outside the data folder, to be tidied away. */
  readonly socketFolder?: string;
};

const fileOf = (folder: string): string => `${folder}.holder`;

export function parseHolder(text: string): LockOwner | undefined {
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

const isHolding = (holder: LockOwner): boolean => isAlive(holder.pid) && bornOf(holder.pid) === holder.born;

function read(file: string): LockOwner | undefined {
  try {
    return parseHolder(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

export type Claim = { readonly won: true; readonly before: LockOwner | undefined } | { readonly won: false; readonly by: number };

/** Takes the folder, or says who has it. `before` is a dead holder's record: what it left is ours to tidy. */
export function claim(folder: string): Claim {
  const file = fileOf(folder);
  const holder = read(file);
  if (holder !== undefined && isHolding(holder)) return { won: false, by: holder.pid };
  // The dead record is moved aside before a new one is linked, so that of two who find it dead one wins; who moved a living one puts it back.
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  if (moved(file, aside)) {
    const taken = read(aside);
    if (taken !== undefined && isHolding(taken)) {
      linked(aside, file);
      rmSync(aside, { force: true });
      return { won: false, by: taken.pid };
    }
    rmSync(aside, { force: true });
  }
  writeFileSync(aside, textOf({}), { mode: 0o600 });
  const won = linked(aside, file);
  rmSync(aside, { force: true });
  return won ? { won, before: holder } : { won, by: read(file)?.pid ?? 0 };
}

/** Writes down what a successor needs to tidy up after us. Only the holder calls it. */
export function note(folder: string, more: Pick<LockOwner, 'postgres' | 'socketFolder'>): void {
  const file = fileOf(folder);
  writeFileSync(`${file}.new`, textOf(more), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export const release = (folder: string): void => rmSync(fileOf(folder), { force: true });

const textOf = (more: Pick<LockOwner, 'postgres' | 'socketFolder'>): string =>
  JSON.stringify({ pid: process.pid, born: bornOf(process.pid), ...more } satisfies LockOwner);

function moved(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw cause;
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw cause;
  }
}
