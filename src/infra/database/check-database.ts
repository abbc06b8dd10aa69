// Checks that an external PostgreSQL is durable: what it acknowledges must be on disk.
import pg from 'pg';
import { StartFaults } from '../config/config.ts';

const OLDEST_MAJOR = 15;

type Settings = { version: string; fsync: string; commit: string; encoding: string };

export async function checkDatabase(connection: pg.ClientConfig, production: boolean): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000, application_name: 'fanfare check' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<Settings>(
      "select current_setting('server_version_num') as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()",
    );
    const faults = databaseFaults(rows[0] as Settings, production);
    if (faults.length > 0) throw new StartFaults(faults);
  } catch (cause) {
    if (cause instanceof StartFaults) throw cause;
    throw new StartFaults([
      `DATABASE_URL: the database does not answer (${(cause as Error).message || (cause as NodeJS.ErrnoException).code}).`,
    ]);
  } finally {
    await client.end().catch(() => undefined);
  }
}

export function databaseFaults({ version, fsync, commit, encoding }: Settings, production: boolean): string[] {
  const major = Math.floor(Number(version) / 10_000);
  return [
    ...(major < OLDEST_MAJOR ? [`DATABASE_URL: PostgreSQL ${OLDEST_MAJOR} or later is needed; this one is ${major}.`] : []),
    ...(encoding === 'UTF8' ? [] : [`DATABASE_URL: the database must be encoded in UTF8; this one is in ${encoding}.`]),
    ...(production && fsync !== 'on' ? ['DATABASE_URL: fsync is off; a shop in production would lose orders in a power cut.'] : []),
    ...(production && commit === 'off'
      ? ['DATABASE_URL: synchronous_commit is off; a shop in production would lose orders in a crash.']
      : []),
  ];
}
