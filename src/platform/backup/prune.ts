// Removes the oldest base backups of a vault, with the log and the files that only they need.
import { StartFaults } from '../config/config.ts';
import { causeLine } from '../logging/log.ts';
import {
  type BackupManifest,
  baseIdOf,
  manifestName,
  parsePosition,
  readBaseName,
  readUploadName,
  readWalName,
  readWalStateName,
  SEGMENT_BYTES,
  segmentOf,
  walName,
} from './layout.ts';
import type { SealedVault } from './sealed-vault.ts';

const DAY_MS = 24 * 3_600_000;

/** A backup whose manifest is damaged, of another key, or of a later version. What it needs is not known. */
export type UnreadableBackup = Pick<BackupManifest, 'line' | 'id'> & { readonly name: string; readonly cause: string };
type Report = (unreadable: UnreadableBackup) => void;

/**
 * Complete backups, newest first. `names`: what the vault contains. One that cannot be read is reported, and
 * the others count.
 */
export async function listBackups(vault: SealedVault, onUnreadable: Report, names?: readonly string[]): Promise<BackupManifest[]> {
  const found: BackupManifest[] = [];
  for (const name of names ?? (await vault.list())) {
    const base = readBaseName(name);
    if (!base?.isManifest) continue;
    try {
      const content = await vault.get(name);
      if (content) found.push(parseManifest(content));
    } catch (cause) {
      if (!isUnreadable(cause)) throw cause;
      onUnreadable({ line: base.line, id: base.id, name, cause: causeLine(cause) });
    }
  }
  return found.sort((a, b) => (a.finishedAt < b.finishedAt ? 1 : -1));
}

function parseManifest(content: Buffer): BackupManifest {
  const manifest = JSON.parse(content.toString('utf8')) as BackupManifest;
  if (manifest.format !== 1) throw new StartFaults([`its format ${manifest.format} is of another version of Fanfare`]);
  return manifest;
}

const unreadableFile = new Set(['EACCES', 'EPERM', 'EIO']);

/** A vault that does not answer is something else. */
const isUnreadable = (cause: unknown): boolean =>
  cause instanceof StartFaults || cause instanceof SyntaxError || unreadableFile.has((cause as NodeJS.ErrnoException).code ?? '');

type PruneOptions = {
  /** The backup of this run: always stays. */
  readonly made: BackupManifest;
  readonly keep: number;
  readonly onUnreadable: Report;
};

/**
 * Removes all but the newest `keep` backups, and those that cannot be read. Returns how many were removed.
 */
export async function pruneBackups(vault: SealedVault, { made, keep, onUnreadable }: PruneOptions): Promise<number> {
  // Listed once: what others store meanwhile is not judged.
  const names = await vault.list();
  expectWhole(made, new Set(names));
  const unreadable: UnreadableBackup[] = [];
  const report = (each: UnreadableBackup) => {
    unreadable.push(each);
    onUnreadable(each);
  };
  const others = (await listBackups(vault, report, names)).filter((each) => !isSame(each, made));
  const [kept, removed] = [[made, ...others.slice(0, keep - 1)], others.slice(keep - 1)];
  // The manifests first: what is left of a backup without one does not count.
  for (const { line, id } of removed) await vault.remove(manifestName(line, id));
  const needs = [...kept, ...unreadable.map((each) => needsAtMost(each, [made, ...others]))];
  const isNeeded = neededBy(needs, removed, baseIdOf(new Date(Date.parse(made.startedAt) - DAY_MS)));
  for (const name of names) if (!isNeeded(name)) await vault.remove(name);
  return removed.length;
}

/** What says which objects a backup needs. */
type Needs = Pick<BackupManifest, 'line' | 'id' | 'startSegment' | 'formerFiles'>;

/**
 * Of a backup that cannot be read: at most what the one before it needs, because the log goes on and files
 * that are gone do not come back.
 */
function needsAtMost({ line, id }: UnreadableBackup, readable: readonly BackupManifest[]): Needs {
  const [before] = readable.filter((each) => each.line === line && each.id < id).sort((a, b) => (a.id < b.id ? 1 : -1));
  return { line, id, startSegment: before?.startSegment ?? '', formerFiles: before?.formerFiles ?? [] };
}

const isSame = (a: Pick<BackupManifest, 'line' | 'id'>, b: Pick<BackupManifest, 'line' | 'id'>): boolean =>
  a.line === b.line && a.id === b.id;

/** Older backups stay until the new one is known to be in the vault. */
function expectWhole({ line, id, timeline, startLsn, stopLsn, parts }: BackupManifest, names: ReadonlySet<string>): void {
  const needed = [manifestName(line, id), ...parts.map(({ name }) => name)];
  const stop = parsePosition(stopLsn);
  for (let at = parsePosition(startLsn); at < stop; at += SEGMENT_BYTES) needed.push(walName(line, segmentOf(timeline, at)));
  const missing = needed.find((name) => !names.has(name));
  if (missing !== undefined) throw new Error(`${missing} is missing in the vault, so no older backup was removed`);
}

/**
 * `unfinished`: copies without a manifest are removed if their id is before this one; others may still be
 * written.
 */
function neededBy(kept: readonly Needs[], removed: readonly BackupManifest[], unfinished: string): (name: string) => boolean {
  const startOf = new Map<string, string>();
  for (const { line, startSegment } of kept) {
    const start = startOf.get(line);
    if (start === undefined || startSegment < start) startOf.set(line, startSegment);
  }
  const formerFiles = kept.map((each) => new Set(each.formerFiles));
  return (name) => {
    const base = readBaseName(name);
    if (base) return kept.some((each) => isSame(each, base)) || (base.id >= unfinished && !removed.some((each) => isSame(each, base)));
    const wal = readWalName(name);
    if (wal) return isFrom(startOf.get(wal.line), wal.segment);
    const line = readWalStateName(name);
    if (line !== undefined) return startOf.has(line);
    const file = readUploadName(name);
    // What a backup does not list as former existed then, or came later and the log refers to it.
    if (file !== undefined) return !formerFiles.every((ids) => ids.has(file));
    // Not of a backup.
    return true;
  };
}

const isFrom = (start: string | undefined, segment: string): boolean => start !== undefined && start <= segment;
