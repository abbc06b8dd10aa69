// Removes the oldest base backups of a vault, with the log and the files that only they need.
import { StartError } from '../config/config.ts';
import { formatCause } from '../logging/log.ts';
import {
  type BackupManifest,
  formatBaseId,
  formatSegment,
  getManifestName,
  getWalName,
  parsePosition,
  readName,
  SEGMENT_BYTES,
} from './layout.ts';
import type { SealedVault } from './sealed-vault.ts';

const DAY_MS = 24 * 3_600_000;

type BackupId = Pick<BackupManifest, 'line' | 'id'>;
/** A backup whose manifest is damaged, of another key, or of a later version. What it needs is not known. */
export type UnreadableBackup = BackupId & { readonly name: string; readonly cause: string };
/** Complete backups, newest first. */
export type Backups = { readonly backups: readonly BackupManifest[]; readonly unreadable: readonly UnreadableBackup[] };

/** `names`: what the vault contains. */
export async function listBackups(vault: SealedVault, names?: readonly string[]): Promise<Backups> {
  const backups: BackupManifest[] = [];
  const unreadable: UnreadableBackup[] = [];
  for (const name of names ?? (await vault.list())) {
    const { line = '', id = '' } = readName(name);
    if (name !== getManifestName(line, id)) continue;
    try {
      const content = await vault.get(name);
      if (content) backups.push(parseManifest(content));
    } catch (cause) {
      if (!isUnreadable(cause)) throw cause;
      unreadable.push({ line, id, name, cause: formatCause(cause) });
    }
  }
  return { backups: backups.sort((a, b) => (a.finishedAt < b.finishedAt ? 1 : -1)), unreadable };
}

function parseManifest(content: Buffer): BackupManifest {
  const manifest = JSON.parse(content.toString('utf8')) as BackupManifest;
  if (manifest.format !== 1) throw new StartError([`its format ${manifest.format} is of another version of Fanfare`]);
  return manifest;
}

const unreadableFile = new Set(['EACCES', 'EPERM', 'EIO']);

/** A vault that does not answer is something else. */
const isUnreadable = (cause: unknown): boolean =>
  cause instanceof StartError || cause instanceof SyntaxError || unreadableFile.has((cause as NodeJS.ErrnoException).code ?? '');

const isSame = (a: BackupId) => (b: BackupId) => a.line === b.line && a.id === b.id;

export type Pruned = { readonly removed: number; readonly unreadable: readonly UnreadableBackup[] };

/**
 * Removes all but the newest `keep` backups. `current`, the backup of this run, always stays, and so do those
 * that cannot be read.
 */
export async function pruneBackups(vault: SealedVault, current: BackupManifest, keep: number): Promise<Pruned> {
  // Listed once: what others store meanwhile is not judged.
  const names = await vault.list();
  expectWhole(current, new Set(names));
  const { backups, unreadable } = await listBackups(vault, names);
  const others = backups.filter((each) => !isSame(current)(each));
  const removed = others.slice(keep - 1);
  // The manifests first: what is left of a backup without one does not count.
  for (const { line, id } of removed) await vault.remove(getManifestName(line, id));
  // A backup that cannot be read needs at most what the one before it needs: the log goes on, and files that
  // are gone do not come back.
  const needsAtMost = ({ line, id }: UnreadableBackup) => {
    const before = others.find((each) => each.line === line && each.id < id);
    return { line, id, startSegment: before?.startSegment ?? '', formerFiles: before?.formerFiles ?? [] };
  };
  const remaining = [current, ...others.slice(0, keep - 1), ...unreadable.map(needsAtMost)];
  const formerFiles = remaining.map((each) => new Set(each.formerFiles)).reduce((all, each) => all.intersection(each));
  // Copies without a manifest that began later may still be written.
  const unfinished = formatBaseId(new Date(Date.parse(current.startedAt) - DAY_MS));
  const isNeeded = (name: string): boolean => {
    const { file, line, segment, id } = readName(name);
    // What a backup does not list as former existed then, or came later and the log refers to it.
    if (file !== undefined) return !formerFiles.has(file);
    // Not of a backup.
    if (line === undefined) return true;
    if (id === undefined) return remaining.some((each) => each.line === line && (segment === undefined || each.startSegment <= segment));
    return remaining.some(isSame({ line, id })) || (id >= unfinished && !removed.some(isSame({ line, id })));
  };
  for (const name of names) if (!isNeeded(name)) await vault.remove(name);
  return { removed: removed.length, unreadable };
}

/** Older backups stay until the new one is known to be in the vault. */
function expectWhole({ line, id, timeline, startLsn, stopLsn, parts }: BackupManifest, names: ReadonlySet<string>): void {
  const needed = [getManifestName(line, id), ...parts.map(({ name }) => name)];
  const stop = parsePosition(stopLsn);
  for (let at = parsePosition(startLsn); at < stop; at += SEGMENT_BYTES) needed.push(getWalName(line, formatSegment(timeline, at)));
  const missing = needed.find((name) => !names.has(name));
  if (missing !== undefined) throw new Error(`${missing} is missing in the vault, so no older backup was removed`);
}
