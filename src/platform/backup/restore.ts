// Restores a backup into an empty data folder, up to the end of the copied log or to a moment before.
// PostgreSQL replays the log in a start of its own.
import { createHash } from 'node:crypto';
import { chown, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { extract } from 'tar-stream';
import { StartError } from '../config/config.ts';
import { makeDataDir } from '../embedded-postgres/folder.ts';
import type { SupervisorLog } from '../embedded-postgres/program.ts';
import { findDatabaseOwner, type Postgres, startPostgres } from '../embedded-postgres/supervisor.ts';
import {
  type BackupManifest,
  getSegmentPosition,
  getWalFolder,
  getWalStateName,
  parsePosition,
  readName,
  SEGMENT_BYTES,
  showPosition,
  uploadName,
  type WalState,
} from './layout.ts';
import { listBackups, type UnreadableBackup } from './prune.ts';
import type { SealedVault } from './sealed-vault.ts';
import { undefinedIfMissing } from './vault.ts';
import { listFiles } from './wal.ts';

export type RestoreOptions = {
  readonly dataDir: string;
  readonly vault: SealedVault;
  /** Undefined: as late as possible. */
  readonly toTime: Date | undefined;
  readonly log: SupervisorLog;
};

export type Restored = {
  readonly manifest: BackupManifest;
  /** Until when the copied log is known to be complete. */
  readonly endsAt: string;
  readonly files: number;
  /** Backups that could not be read, and so could not be chosen. */
  readonly unreadable: readonly UnreadableBackup[];
  /** Running; the caller stops it. */
  readonly postgres: Postgres;
};

export async function restoreBackup({ dataDir, vault, toTime, log }: RestoreOptions): Promise<Restored> {
  await expectEmpty(dataDir);
  const { manifest, endsAt, unreadable } = await chooseBackup(vault, toTime);
  for (const { name, cause } of unreadable) log.warn({ name, cause }, 'backup.manifest.unreadable');
  makeDataDir(dataDir);
  const owner = findDatabaseOwner(dataDir);
  const folder = join(dataDir, 'postgres');
  await unpack(vault, manifest, dataDir);
  const end = await placeWal(vault, manifest, folder);
  if (end < parsePosition(manifest.stopLsn))
    throw new StartError([`The backup is not whole: its log ends at ${showPosition(end)}, before the copy is consistent.`]);
  const files = await restoreFiles(vault, dataDir);
  await writeFile(join(folder, 'recovery.signal'), '', { mode: 0o600 });
  if (owner !== undefined && process.getuid?.() === 0)
    for (const name of ['', ...(await readdir(folder, { recursive: true }))]) await chown(join(folder, name), owner, owner);
  const start = (target?: Date) => startPostgres({ dataDir, log, settings: getRecoverySettings(target) });
  // A moment after the last commit is no target for PostgreSQL; the whole log is the same state then.
  const postgres = await start(toTime).catch((cause: unknown) => {
    if (toTime === undefined || !isPastEnd(cause)) throw cause;
    return start();
  });
  return { manifest, endsAt, files, unreadable, postgres };
}

/** A folder that does not exist is empty. */
export async function expectEmpty(dataDir: string): Promise<void> {
  if ((await readdir(dataDir).catch(undefinedIfMissing))?.length)
    throw new StartError([`${dataDir} is not empty. Restore into an empty folder: set DATA_DIR to another one.`]);
}

async function chooseBackup(vault: SealedVault, toTime: Date | undefined) {
  const { backups, unreadable } = await listBackups(vault);
  if (backups.length === 0)
    throw new StartError(unreadable.length > 0 ? unreadable.map(({ cause }) => cause) : ['There is no complete backup there.']);
  const manifest = backups.find(({ finishedAt }) => toTime === undefined || new Date(finishedAt) <= toTime);
  if (!manifest) throw new StartError([`The oldest backup ends at ${backups.at(-1)?.finishedAt}; an earlier moment cannot be restored.`]);
  const state = await vault.get(getWalStateName(manifest.line));
  const copiedAt = state ? (JSON.parse(state.toString('utf8')) as WalState).at : '';
  const endsAt = copiedAt > manifest.finishedAt ? copiedAt : manifest.finishedAt;
  if (toTime && toTime > new Date(endsAt)) throw new StartError([`The backup ends at ${endsAt}; a later moment cannot be restored.`]);
  return { manifest, endsAt, unreadable };
}

async function unpack(vault: SealedVault, { parts, entries }: BackupManifest, dataDir: string): Promise<void> {
  const sums = new Map(entries.map((entry) => [entry.name, entry.sha256]));
  const readParts = async function* () {
    for (const part of parts) yield await vault.getChecked(part);
  };
  const archive = extract();
  // An error arrives in the loop.
  pipeline(readParts, archive, () => undefined);
  for await (const entry of archive) {
    const { name, type } = entry.header;
    if (name.split('/').includes('..') || name.startsWith('/'))
      throw new StartError([`The backup has a file of an impossible name: ${name}.`]);
    const path = join(dataDir, name);
    if (type === 'directory') {
      entry.resume();
      await mkdir(path, { recursive: true, mode: 0o700 });
      continue;
    }
    const hash = createHash('sha256');
    await using file = await open(path, 'wx', 0o600);
    for await (const chunk of entry as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    if (sums.get(name) !== hash.digest('hex'))
      throw new StartError([`The backup is damaged: ${name} has another checksum than its manifest says.`]);
  }
}

/**
 * Puts the log where PostgreSQL looks after its restore_command has found nothing. Returns up to where it is
 * complete.
 */
async function placeWal(vault: SealedVault, { line, startSegment }: BackupManifest, folder: string): Promise<number> {
  const segments = Map.groupBy(await vault.list(getWalFolder(line)), (name) => readName(name).segment ?? '');
  let end = getSegmentPosition(startSegment);
  for (const [segment, names] of segments) {
    const start = getSegmentPosition(segment);
    // The log before the backup is not needed, and what follows a gap cannot be replayed.
    if (start !== end) continue;
    const log = Buffer.alloc(SEGMENT_BYTES);
    // A whole segment comes first and has all that its pieces have.
    for (const name of names) {
      const offset = Number.parseInt(readName(name).offset ?? '0', 16);
      if (end === start + SEGMENT_BYTES || start + offset > end) continue;
      const content = await vault.get(name);
      content?.copy(log, offset);
      end = Math.max(end, start + offset + (content?.length ?? 0));
    }
    await writeFile(join(folder, 'pg_wal', segment), log, { mode: 0o600, flag: 'wx' });
  }
  return end;
}

async function restoreFiles(vault: SealedVault, dataDir: string): Promise<number> {
  const folder = join(dataDir, 'files/kept');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const ids = await listFiles(vault);
  for (const id of ids) {
    const content = await vault.get(uploadName(id));
    if (content) await writeFile(join(folder, id), content, { mode: 0o600, flag: 'wx' });
  }
  return ids.size;
}

const getRecoverySettings = (target: Date | undefined) => ({
  // The log is in pg_wal already; this says that nothing else has it, in any shell.
  restore_command: 'exit 1',
  recovery_target_timeline: 'current',
  hot_standby: 'off',
  // A numeric offset: PostgreSQL knows no names of time zones yet when it reads this.
  ...(target && { recovery_target_time: target.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }),
});

const isPastEnd = (cause: unknown): boolean =>
  cause instanceof StartError && /recovery ended before configured recovery target/.test(cause.message);
