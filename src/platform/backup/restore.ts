// Restores a backup into an empty data folder, up to the end of the copied log or to a moment before.
// PostgreSQL replays the log in a start of its own.
import { createHash } from 'node:crypto';
import { chown, mkdir, open, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { extract } from 'tar-stream';
import { StartFaults } from '../config/config.ts';
import { makeDataDir } from '../embedded-postgres/folder.ts';
import type { SupervisorLog } from '../embedded-postgres/log.ts';
import { ownerOfNew, type Postgres, startPostgres } from '../embedded-postgres/supervisor.ts';
import {
  type BackupManifest,
  parsePosition,
  positionOf,
  readWalName,
  SEGMENT_BYTES,
  showPosition,
  uploadName,
  type WalObject,
  type WalState,
  walFolder,
  walStateName,
} from './layout.ts';
import { listBackups, type UnreadableBackup } from './prune.ts';
import type { SealedVault } from './sealed-vault.ts';
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
  /** The end of the copied log: its position, and until when it is known to be complete. */
  readonly end: WalState;
  readonly files: number;
  /** Backups that could not be read, and so could not be chosen. */
  readonly unreadable: readonly UnreadableBackup[];
  /** Running; the caller stops it. */
  readonly postgres: Postgres;
};

export async function restore({ dataDir, vault, toTime, log }: RestoreOptions): Promise<Restored> {
  await expectEmpty(dataDir);
  const { manifest, end, unreadable } = await chooseBackup(vault, toTime);
  for (const { name, cause } of unreadable) log.warn({ name, cause }, 'backup.manifest.unreadable');
  makeDataDir(dataDir);
  const owner = ownerOfNew(dataDir);
  await unpack(vault, manifest, dataDir, owner);
  const wal = await placeWal(vault, manifest, { folder: join(dataDir, 'postgres'), owner });
  if (wal < parsePosition(manifest.stopLsn))
    throw new StartFaults([`The backup is not whole: its log ends at ${showPosition(wal)}, before the copy is consistent.`]);
  const files = await restoreFiles(vault, dataDir);
  const postgres = await recover({ dataDir, toTime, log, owner });
  return { manifest, end: { ...end, lsn: showPosition(wal) }, files, unreadable, postgres };
}

/** A folder that does not exist is empty. */
export async function expectEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    return [];
  });
  if (names.length > 0) throw new StartFaults([`${dataDir} is not empty. Restore into an empty folder: set DATA_DIR to another one.`]);
}

async function chooseBackup(vault: SealedVault, toTime: Date | undefined) {
  const unreadable: UnreadableBackup[] = [];
  const backups = await listBackups(vault, (each) => unreadable.push(each));
  if (backups.length === 0)
    throw new StartFaults(unreadable.length > 0 ? unreadable.map(({ cause }) => cause) : ['There is no complete backup there.']);
  const manifest = backups.find(({ finishedAt }) => toTime === undefined || new Date(finishedAt) <= toTime);
  if (!manifest) throw new StartFaults([`The oldest backup ends at ${backups.at(-1)?.finishedAt}; an earlier moment cannot be restored.`]);
  const stored = await vault.get(walStateName(manifest.line));
  const copied = stored && (JSON.parse(stored.toString('utf8')) as WalState);
  const base: WalState = { lsn: manifest.stopLsn, at: manifest.finishedAt };
  const end = copied && copied.at > base.at ? copied : base;
  if (toTime && toTime > new Date(end.at)) throw new StartFaults([`The backup ends at ${end.at}; a later moment cannot be restored.`]);
  return { manifest, end, unreadable };
}

async function unpack(vault: SealedVault, { parts, entries }: BackupManifest, dataDir: string, owner: number | undefined): Promise<void> {
  const give = async (path: string) => {
    if (owner !== undefined && process.getuid?.() === 0) await chown(path, owner, owner);
  };
  const sums = new Map(entries.map((entry) => [entry.name, entry.sha256]));
  const stored = async function* () {
    for (const part of parts) yield await vault.getChecked(part);
  };
  const archive = extract();
  // An error arrives in the loop.
  pipeline(stored, archive, () => undefined);
  for await (const entry of archive) {
    const { name, type } = entry.header;
    if (name.split('/').includes('..') || name.startsWith('/'))
      throw new StartFaults([`The backup has a file of an impossible name: ${name}.`]);
    const path = join(dataDir, name);
    if (type === 'directory') {
      entry.resume();
      await mkdir(path, { recursive: true, mode: 0o700 });
      await give(path);
      continue;
    }
    const hash = createHash('sha256');
    {
      await using file = await open(path, 'wx', 0o600);
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        hash.update(chunk);
        await file.writeFile(chunk);
      }
    }
    if (sums.get(name) !== hash.digest('hex'))
      throw new StartFaults([`The backup is damaged: ${name} has another checksum than its manifest says.`]);
    if (name.startsWith('postgres/')) await give(path);
  }
}

/**
 * Puts the log where PostgreSQL looks after its restore_command has found nothing. Returns up to where it is
 * complete.
 */
async function placeWal(
  vault: SealedVault,
  { line, startSegment }: BackupManifest,
  { folder, owner }: { folder: string; owner: number | undefined },
): Promise<number> {
  const objects = (await vault.list(walFolder(line)))
    .map(readWalName)
    .filter((each): each is WalObject => each !== undefined && each.segment >= startSegment)
    // A whole segment comes last and replaces its pieces.
    .sort((a, b) => (a.segment === b.segment ? (a.offset ?? SEGMENT_BYTES) - (b.offset ?? SEGMENT_BYTES) : a.segment < b.segment ? -1 : 1));
  let end = positionOf(startSegment);
  for (const [segment, pieces] of Map.groupBy(objects, (each) => each.segment)) {
    // What follows a gap cannot be replayed.
    if (positionOf(segment) !== end) break;
    const path = join(folder, 'pg_wal', segment);
    await using file = await open(path, 'wx', 0o600);
    await file.truncate(SEGMENT_BYTES);
    for (const { name, offset = 0 } of pieces) {
      const content = await vault.get(name);
      // A gap between two pieces.
      if (!content || positionOf(segment) + offset > end) break;
      await file.write(content, 0, content.length, offset);
      end = Math.max(end, positionOf(segment) + offset + content.length);
    }
    if (owner !== undefined && process.getuid?.() === 0) await chown(path, owner, owner);
  }
  return end;
}

async function restoreFiles(vault: SealedVault, dataDir: string): Promise<number> {
  const folder = join(dataDir, 'files', 'kept');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const ids = await listFiles(vault);
  for (const id of ids) {
    const content = await vault.get(uploadName(id));
    if (content) await writeFile(join(folder, id), content, { mode: 0o600, flag: 'wx' });
  }
  return ids.length;
}

const isPastEnd = (cause: unknown): boolean =>
  cause instanceof StartFaults && /recovery ended before configured recovery target/.test(cause.message);

/** A moment after the last commit is no target for PostgreSQL; the whole log is the same state then. */
async function recover(options: Pick<RestoreOptions, 'dataDir' | 'toTime' | 'log'> & { owner: number | undefined }): Promise<Postgres> {
  const { dataDir, toTime, log, owner } = options;
  const signal = join(dataDir, 'postgres', 'recovery.signal');
  await writeFile(signal, '', { mode: 0o600 });
  if (owner !== undefined && process.getuid?.() === 0) await chown(signal, owner, owner);
  const settings = {
    // The log is in pg_wal already; this says that nothing else has it, in any shell.
    restore_command: 'exit 1',
    recovery_target_timeline: 'current',
    hot_standby: 'off',
    // A numeric offset: PostgreSQL knows no names of time zones yet when it reads this.
    ...(toTime && { recovery_target_time: toTime.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' }),
  };
  try {
    return await startPostgres({ dataDir, log, settings });
  } catch (cause) {
    if (toTime === undefined || !isPastEnd(cause)) throw cause;
    return recover({ ...options, toTime: undefined });
  }
}

/** Removes a restored copy. */
export const removeRestored = (dataDir: string): Promise<void> =>
  rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
