// Takes the files of shop/catalogue over into the database of a shop that runs: every node shows them at once, without a restart.
import { join } from 'node:path';
import { readConfig, StartFaults } from '../src/infra/config.ts';
import { openDb } from '../src/infra/db.ts';
import { makeLog } from '../src/infra/log.ts';
import { findPostgres } from '../src/infra/postgres/find.ts';
import { takeOverCatalogue } from '../src/rooms/catalogue/actions.ts';

const { config, faults } = readConfig(process.env);
const connection = config.databaseUrl ? { connectionString: config.databaseUrl } : findPostgres(config.dataDir);
if (faults.length > 0 || !connection) {
  console.error(
    [...faults, ...(connection ? [] : [`No shop runs over ${config.dataDir}: start it first, or set DATABASE_URL.`])].join('\n'),
  );
  process.exit(1);
}
const db = openDb(connection, { poolSize: 1, log: makeLog({ level: 'warn', readable: true }) });
try {
  const changed = await takeOverCatalogue(db, join(import.meta.dirname, '../shop/catalogue'));
  console.log(changed ? 'The catalogue was taken over.' : 'The catalogue is as its files are; nothing was changed.');
} catch (fault) {
  if (!(fault instanceof StartFaults)) throw fault;
  console.error(fault.lines.join('\n'));
  process.exitCode = 1;
} finally {
  await db.pool.end();
}
