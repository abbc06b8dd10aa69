// The database of a shop that runs, for commands beside it: the embedded one is found by its data folder. Where there is none it is said, and that is the end.
import { readConfig } from '../src/infra/config.ts';
import { type Db, openDb } from '../src/infra/db.ts';
import { makeLog } from '../src/infra/log.ts';
import { findPostgres } from '../src/infra/postgres/find.ts';

export function openRunningShop(): Db {
  const { config, faults } = readConfig(process.env);
  const connection = config.databaseUrl ? { connectionString: config.databaseUrl } : findPostgres(config.dataDir);
  if (faults.length === 0 && connection) return openDb(connection, { poolSize: 1, log: makeLog({ level: 'warn', readable: true }) });
  console.error(
    [...faults, ...(connection ? [] : [`No shop runs over ${config.dataDir}: start it first, or set DATABASE_URL.`])].join('\n'),
  );
  process.exit(1);
}
