// Connects a command to the database of the running shop, by DATABASE_URL or by its data folder. Exits with a
// message if there is none.
import { usualCalendar } from '#lib/time/calendar.ts';
import type { AppContext } from '#platform/app-context.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import { parseConnection } from '#platform/database/connection.ts';
import { type Db, openDb } from '#platform/database/database.ts';
import { findPostgres } from '#platform/embedded-postgres/find.ts';
import { createReadableStream, makeLog } from '#platform/logging/log.ts';

/** Prints a message and exits if it is not found. `reads`: a replica will do. */
export function findRunningShop(environment: NodeJS.ProcessEnv = process.env, { reads = false } = {}) {
  const { config, errors } = readConfig(environment);
  const databaseUrl = (reads ? config.databaseReadUrl : undefined) ?? config.databaseDirectUrl ?? config.databaseUrl;
  const connection = databaseUrl ? parseConnection(databaseUrl) : findPostgres(config.dataDir);
  if (errors.length === 0 && connection) return { config, connection };
  console.error(
    [
      ...errors,
      ...(connection ? [] : [`No shop is running with the data in ${config.dataDir}. Start it first, or set DATABASE_URL.`]),
    ].join('\n'),
  );
  process.exit(1);
}

export const openRunningShop = async (options: { readonly reads?: boolean } = {}): Promise<Db> =>
  openDb(findRunningShop(process.env, options).connection, {
    poolSize: 1,
    log: makeLog({ level: 'warn', readable: await createReadableStream() }),
  });

/** What actions of modules need, without a log on standard output. */
export async function openShopContext(): Promise<AppContext> {
  const { config, connection } = findRunningShop();
  const log = makeLog({ level: 'silent', readable: false });
  return { config, db: openDb(connection, { poolSize: 2, log }), clock: systemClock, log, calendar: () => usualCalendar };
}
