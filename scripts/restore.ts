// npm run restore -- --from /backups (or s3://bucket/prefix): restores the newest backup into the empty
// folder DATA_DIR, or with --to-time the state of that moment. `--check` restores into a temporary folder,
// audits it and removes it.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { skipNumbers } from '#modules/invoicing/skip-numbers.ts';
import { markBackup, openBackupVault } from '#platform/backup/open-backup.ts';
import { restoreBackup } from '#platform/backup/restore.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig, StartError } from '#platform/config/config.ts';
import { closeDb, openDb } from '#platform/database/database.ts';
import { migrateTables } from '#platform/database/migrate.ts';
import { createReadableStream, makeLog } from '#platform/logging/log.ts';
import { auditBooks } from '../src/audit/audit.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    'to-time': { type: 'string' },
    check: { type: 'boolean', default: false },
  },
});
const log = makeLog({ level: 'warn', readable: await createReadableStream() });

try {
  const { config, errors } = readConfig(process.env);
  const toTime = values['to-time'] === undefined ? undefined : new Date(values['to-time']);
  if (toTime && Number.isNaN(toTime.getTime())) throw new StartError(['--to-time is a moment, such as 2026-11-23T18:30:00Z.']);
  if (errors.length > 0) throw new StartError(errors);
  if (config.databaseUrl)
    throw new StartError(['This command is for the embedded database; docs/backup.md has recipes for a PostgreSQL of your own.']);
  const vault = openBackupVault(config, values.from ?? config.backup.to);
  const dataDir = values.check ? mkdtempSync(join(tmpdir(), 'fanfare-restore-')) : config.dataDir;
  try {
    await run(dataDir, vault, toTime);
    // For the status page of the desk, if this is the shop's machine.
    if (values.check && !process.exitCode && existsSync(config.dataDir)) await markBackup(config, 'last-backup-check');
  } finally {
    if (values.check) rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
} catch (error) {
  console.error(error instanceof StartError ? error.lines.join('\n') : error);
  process.exitCode = 1;
}

async function run(dataDir: string, vault: ReturnType<typeof openBackupVault>, toTime: Date | undefined): Promise<void> {
  const began = performance.now();
  const { manifest, endsAt, files, unreadable, postgres } = await restoreBackup({ dataDir, vault, toTime, log });
  try {
    await migrateTables(postgres.connection);
    const db = openDb(postgres.connection, { poolSize: 1, log });
    const until = toTime?.toISOString() ?? endsAt;
    const skipped = await skipNumbers(db, { reason: `restored from a backup, up to ${until}`, now: systemClock.now() });
    const breaches = await auditBooks(db.pool);
    await closeDb(db);
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    console.log(`Restored the backup of ${manifest.startedAt} and its log up to ${until} in ${seconds} s, with ${files} files.`);
    for (const { first, last } of skipped) console.log(`Skipped, because they may have been given out: ${first} to ${last}`);
    for (const { rule, row } of breaches) console.log(`Broken: ${rule} ${JSON.stringify(row)}`);
    for (const { name } of unreadable) console.log(`Cannot be read, so it cannot be restored: ${name}`);
    // The check is of the vault, too.
    if (breaches.length > 0 || (values.check && unreadable.length > 0)) process.exitCode = 1;
    if (breaches.length > 0) return;
    console.log(
      `The audit found nothing.${values.check ? ' The copy was removed.' : ' Start the shop; then npm run backup, and npm run fanfare -- reconcile.'}`,
    );
  } finally {
    await postgres.stop();
  }
}
