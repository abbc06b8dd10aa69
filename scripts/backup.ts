// npm run backup -- --to /backups (or s3://bucket/prefix): copies the embedded database of the running shop,
// its files and its secrets, encrypted with BACKUP_KEY. Without --to: to BACKUP_TO. `--keep 7` removes all
// but the newest seven.
import { parseArgs } from 'node:util';
import { makeBaseBackup } from '#platform/backup/base-backup.ts';
import { markBackup, openBackupVault } from '#platform/backup/open-backup.ts';
import { pruneBackups } from '#platform/backup/prune.ts';
import { StartError } from '#platform/config/config.ts';
import { findRunningShop } from './running-shop.ts';

const MB = 1024 * 1024;

const { values } = parseArgs({ options: { to: { type: 'string' }, keep: { type: 'string' } } });
const keep = values.keep === undefined ? undefined : Number(values.keep);
try {
  if (keep !== undefined && !(Number.isSafeInteger(keep) && keep > 0))
    throw new StartError(['--keep is a number of backups, such as --keep 7.']);
  const { config, connection } = findRunningShop();
  if (config.databaseUrl)
    throw new StartError(['This command is for the embedded database; docs/backup.md has recipes for a PostgreSQL of your own.']);
  const vault = openBackupVault(config, values.to ?? config.backup.to);
  const began = performance.now();
  const { manifest, bytes } = await makeBaseBackup(config, connection, vault);
  await markBackup(config, 'last-backup', JSON.stringify({ at: manifest.finishedAt, bytes }));
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  console.log(`${manifest.line} ${manifest.id}: ${(bytes / MB).toFixed(1)} MB in ${seconds} s, ${manifest.files.length} files.`);
  const { removed, unreadable } = keep === undefined ? { removed: 0, unreadable: [] } : await pruneBackups(vault, manifest, keep);
  for (const { name, cause } of unreadable)
    console.error(`${name} cannot be read (${cause}). It cannot be restored; it stays in the vault, with all that it may need.`);
  if (removed > 0) console.log(`Removed ${removed} older ${removed === 1 ? 'backup' : 'backups'}.`);
} catch (error) {
  console.error(error instanceof StartError ? error.lines.join('\n') : error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
