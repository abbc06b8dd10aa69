// The backup of a running shop: copies its log every few seconds while BACKUP_TO is set, and says how old the
// last copies are.
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Config, StartError } from '../config/config.ts';
import { formatCause, type Log } from '../logging/log.ts';
import type { GaugeReading } from '../logging/metrics.ts';
import { encryptVault, type SealedVault } from './sealed-vault.ts';
import { openVault } from './vault.ts';
import { copyLog, dropSlot } from './wal.ts';

export function openBackupVault({ backup }: Pick<Config, 'backup'>, address = backup.to): SealedVault {
  const errors = [
    ...(address === undefined ? ['Say where the backups are: a folder, or s3://bucket/prefix.'] : []),
    ...(backup.key === undefined
      ? ['BACKUP_KEY must be set: backups are encrypted. Generate it with openssl rand -base64 32, and keep it elsewhere.']
      : []),
  ];
  if (address === undefined || backup.key === undefined) throw new StartError(errors);
  return encryptVault(openVault(address, backup.s3), backup.key);
}

export type RunningBackup = { stop(): Promise<void> };

/** Copies the log until it is stopped, and once more then. Failures are logged once, and tried again. */
export async function startBackup(config: Config, connection: pg.ClientConfig, log: Log): Promise<RunningBackup> {
  if (config.backup.to === undefined) {
    await dropSlot(connection);
    return { stop: async () => undefined };
  }
  const vault = openBackupVault(config);
  const stopping = new AbortController();
  let copies = copyLog(config, connection, vault);
  let failing = false;
  const copyOnce = async (): Promise<void> => {
    try {
      await copies.next();
      await markBackup(config, 'last-wal');
      if (failing) log.info('backup.wal.resumed');
      failing = false;
    } catch (cause) {
      if (!failing) log.error({ cause: formatCause(cause) }, 'backup.wal.failed');
      failing = true;
      await copies.return().catch(() => undefined);
      copies = copyLog(config, connection, vault);
    }
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await copyOnce();
      await pause(config.backup.everySeconds * 1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await copyOnce();
    await copies.return();
  })();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

/** Files of the data folder; their times say when a backup, a copy of the log or a check last succeeded. */
type Mark = 'last-backup' | 'last-wal' | 'last-backup-check';

/** `text`: the size of a base backup, as JSON. */
export const markBackup = ({ dataDir }: Pick<Config, 'dataDir'>, mark: Mark, text = ''): Promise<void> =>
  writeFile(join(dataDir, mark), text, { mode: 0o600 });

/** Undefined: there is none yet. */
export type BackupStatus = {
  readonly ageSeconds: number | undefined;
  readonly bytes: number | undefined;
  readonly logAgeSeconds: number | undefined;
  readonly checkAgeSeconds: number | undefined;
};

export async function readBackupStatus({ dataDir }: Pick<Config, 'dataDir'>): Promise<BackupStatus> {
  const secondsSince = async (mark: Mark) => {
    const file = await stat(join(dataDir, mark)).catch(() => undefined);
    return file && Math.max(0, Math.floor((Date.now() - file.mtimeMs) / 1_000));
  };
  // Empty if another program made it.
  const text = await readFile(join(dataDir, 'last-backup'), 'utf8').catch(() => '');
  return {
    ageSeconds: await secondsSince('last-backup'),
    bytes: text.startsWith('{') ? (JSON.parse(text) as { bytes: number }).bytes : undefined,
    logAgeSeconds: await secondsSince('last-wal'),
    checkAgeSeconds: await secondsSince('last-backup-check'),
  };
}

/** NaN, Prometheus's value for "unknown", if there is none yet. */
export function backupGauges(config: Pick<Config, 'dataDir' | 'databaseUrl'>, pool: pg.Pool): readonly GaugeReading[] {
  const read = (value: keyof BackupStatus) => async () => (await readBackupStatus(config))[value] ?? Number.NaN;
  return [
    {
      name: 'fanfare_database_archiving',
      help: 'Whether a PostgreSQL of your own archives its log: 1; 0 if its last attempt failed; -1 if it has no archive',
      read: async () => (config.databaseUrl === undefined ? Number.NaN : readArchiving(pool)),
    },
    { name: 'fanfare_backup_age_seconds', help: 'Time since the last base backup', read: read('ageSeconds') },
    { name: 'fanfare_backup_bytes', help: 'Size of the last base backup, encrypted', read: read('bytes') },
    { name: 'fanfare_backup_wal_age_seconds', help: 'Time since the log was last copied', read: read('logAgeSeconds') },
  ];
}

/** Every role may read this view. */
async function readArchiving(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ archiving: number }>(`
    select case when current_setting('archive_mode') = 'off' then -1
                when last_failed_time > coalesce(last_archived_time, '-infinity') then 0
                else 1 end as archiving
      from pg_stat_archiver`);
  return rows[0]?.archiving ?? Number.NaN;
}
