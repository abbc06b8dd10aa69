// Connects a command to the database of the running shop, by DATABASE_URL or by its data folder. Exits with a message if there is none.
import { readConfig } from '../src/infra/config/config.ts';
import { connectionOf } from '../src/infra/database/connection.ts';
import { type Db, openDb } from '../src/infra/database/database.ts';
import { findPostgres } from '../src/infra/embedded-postgres/find.ts';
import { makeLog, readableLines } from '../src/infra/logging/log.ts';

/** Prints a message and exits if it is not found. */
export function findRunningShop(environment: NodeJS.ProcessEnv = process.env) {
  const { config, faults } = readConfig(environment);
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl;
  const connection = databaseUrl ? connectionOf(databaseUrl) : findPostgres(config.dataDir);
  if (faults.length === 0 && connection) return { config, connection };
  console.error(
    [
      ...faults,
      ...(connection ? [] : [`No shop is running with the data in ${config.dataDir}. Start it first, or set DATABASE_URL.`]),
    ].join('\n'),
  );
  process.exit(1);
}

export const openRunningShop = async (): Promise<Db> =>
  openDb(findRunningShop().connection, { poolSize: 1, log: makeLog({ level: 'warn', readable: await readableLines() }) });
