// The backup of a running shop: copies its log every few seconds while BACKUP_TO is set, and says how old the
// last copies are.
import { stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type Config, StartFaults } from '../config/config.ts';
import { folderOf } from '../embedded-postgres/folder.ts';
import { causeLine, type Log } from '../logging/log.ts';
import type { GaugeReading } from '../logging/metrics.ts';
import { LAST_BACKUP, readLastBackup } from './base-backup.ts';
import { type SealedVault, sealVault } from './sealed-vault.ts';
import { openVault } from './vault.ts';
import { type BackupSource, dropSlot, openWalCopy, type WalCopy } from './wal.ts';

/** Touched when the log was copied. */
const LAST_WAL = 'last-wal';

export function openBackupVault({ backup }: Pick<Config, 'backup'>, address = backup.to): SealedVault {
  const faults = [
    ...(address === undefined ? ['Say where the backups are: a folder, or s3://bucket/prefix.'] : []),
    ...(backup.key === undefined
      ? ['BACKUP_KEY must be set: backups are encrypted. Generate it with openssl rand -base64 32, and keep it elsewhere.']
      : []),
  ];
  if (address === undefined || backup.key === undefined) throw new StartFaults(faults);
  return sealVault(openVault(address, backup.s3), backup.key);
}

export const backupSource = ({ dataDir, filesS3 }: Pick<Config, 'dataDir' | 'filesS3'>, connection: pg.ClientConfig): BackupSource => ({
  connection,
  dataDir,
  postgresFolder: folderOf(dataDir),
  filesFolder: filesS3 ? undefined : join(dataDir, 'files', 'kept'),
});

export type RunningBackup = { stop(): Promise<void> };

/** Copies the log until it is stopped, and once more then. Failures are logged once, and tried again. */
export async function startBackup(config: Config, connection: pg.ClientConfig, log: Log): Promise<RunningBackup> {
  const source = backupSource(config, connection);
  if (config.backup.to === undefined) {
    // A slot that nobody reads would keep the log for ever.
    await dropSlot(connection);
    return { stop: async () => undefined };
  }
  const vault = openBackupVault(config);
  const stopping = new AbortController();
  let copy: WalCopy | undefined;
  let failing = false;
  const copyOnce = async (): Promise<void> => {
    try {
      copy ??= await openWalCopy(source, vault);
      await copy.copy();
      await touch(join(config.dataDir, LAST_WAL));
      if (failing) log.info('backup.wal.resumed');
      failing = false;
    } catch (cause) {
      if (!failing) log.error({ cause: causeLine(cause) }, 'backup.wal.failed');
      failing = true;
      await copy?.close().catch(() => undefined);
      copy = undefined;
    }
  };
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await copyOnce();
      await pause(config.backup.everySeconds * 1_000, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await copyOnce();
    await copy?.close().catch(() => undefined);
  })();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}

async function touch(path: string): Promise<void> {
  const now = new Date();
  await utimes(path, now, now).catch(() => writeFile(path, '', { mode: 0o600 }));
}

/** NaN if there is none. */
const ageOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => Math.max(0, (Date.now() - mtimeMs) / 1_000),
    () => Number.NaN,
  );

/** Touched when a restored copy has passed the audit. */
const LAST_CHECK = 'last-backup-check';

export const markBackupCheck = ({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> => touch(join(dataDir, LAST_CHECK));

/** Undefined: there is none yet. */
export type BackupStatus = {
  readonly ageSeconds: number | undefined;
  readonly bytes: number | undefined;
  readonly logAgeSeconds: number | undefined;
  readonly checkAgeSeconds: number | undefined;
};

export async function readBackupStatus({ dataDir }: Pick<Config, 'dataDir'>): Promise<BackupStatus> {
  const secondsSince = async (name: string) => {
    const age = await ageOf(join(dataDir, name));
    return Number.isNaN(age) ? undefined : Math.floor(age);
  };
  return {
    ageSeconds: await secondsSince(LAST_BACKUP),
    bytes: (await readLastBackup(dataDir))?.bytes,
    logAgeSeconds: await secondsSince(LAST_WAL),
    checkAgeSeconds: await secondsSince(LAST_CHECK),
  };
}

/** NaN, Prometheus's value for "unknown", if there is none yet. */
export const backupGauges = ({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>, pool: pg.Pool): readonly GaugeReading[] => [
  {
    name: 'fanfare_database_archiving',
    help: 'Whether a PostgreSQL of your own archives its log: 1; 0 if its last attempt failed; -1 if it has no archive',
    read: async () => (databaseUrl === undefined ? Number.NaN : readArchiving(pool)),
  },
  { name: 'fanfare_backup_age_seconds', help: 'Time since the last base backup', read: () => ageOf(join(dataDir, LAST_BACKUP)) },
  {
    name: 'fanfare_backup_bytes',
    help: 'Size of the last base backup, encrypted',
    read: async () => (await readLastBackup(dataDir))?.bytes ?? Number.NaN,
  },
  { name: 'fanfare_backup_wal_age_seconds', help: 'Time since the log was last copied', read: () => ageOf(join(dataDir, LAST_WAL)) },
];

/** Every role may read this view. */
async function readArchiving(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ archiving: number }>(`
    select case when current_setting('archive_mode') = 'off' then -1
                when last_failed_time > coalesce(last_archived_time, '-infinity') then 0
                else 1 end as archiving
      from pg_stat_archiver`);
  return rows[0]?.archiving ?? Number.NaN;
}
