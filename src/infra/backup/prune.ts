// Removes the oldest base backups of a vault, with the log and the files that only they need.
import { type BackupManifest, baseFolder, manifestName, readManifestName, readWalName } from './layout.ts';
import type { SealedVault } from './sealed-vault.ts';

/** Complete backups, newest first. */
export async function listBackups(vault: SealedVault): Promise<BackupManifest[]> {
  const found: BackupManifest[] = [];
  for (const name of await vault.list()) {
    const content = readManifestName(name) && (await vault.get(name));
    if (content) found.push(JSON.parse(content.toString('utf8')) as BackupManifest);
  }
  return found.sort((a, b) => (a.finishedAt < b.finishedAt ? 1 : -1));
}

/** Returns how many backups were removed. `line` and `files`: those of the shop that runs the command, which are never removed. */
export async function pruneBackups(
  vault: SealedVault,
  { keep, line, files }: { readonly keep: number; readonly line: string; readonly files: readonly string[] },
): Promise<number> {
  const backups = await listBackups(vault);
  const [kept, removed] = [backups.slice(0, keep), backups.slice(keep)];
  // The manifest first: what is left of a backup without one does not count.
  for (const each of removed) await vault.remove(manifestName(each.line, each.id));
  const neededFiles = new Set([...files, ...kept.flatMap((each) => each.files)]);
  for (const name of await vault.list()) if (!isNeeded(name, { kept, line, neededFiles })) await vault.remove(name);
  return removed.length;
}

type Needed = { readonly kept: readonly BackupManifest[]; readonly line: string; readonly neededFiles: ReadonlySet<string> };

function isNeeded(name: string, { kept, line, neededFiles }: Needed): boolean {
  if (name.startsWith('files/')) return neededFiles.has(name.slice('files/'.length));
  const own = kept.filter((each) => name.startsWith(`${each.line}/`));
  const wal = readWalName(name);
  if (wal) return own.length === 0 ? name.startsWith(`${line}/`) : own.some(({ startSegment }) => startSegment <= wal.segment);
  if (name.includes('/base/')) return own.some(({ line, id }) => name.startsWith(baseFolder(line, id)));
  return own.length > 0 || name.startsWith(`${line}/`);
}
