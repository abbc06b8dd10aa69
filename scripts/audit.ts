// Asks the database of a shop that runs whether all is well: prints nothing and ends with 0, or the rows that break a rule, and ends with 1.
// npm run --silent audit
import { audit } from '../src/audit.ts';
import { readConfig } from '../src/infra/config.ts';
import { openDb } from '../src/infra/db.ts';
import { makeLog } from '../src/infra/log.ts';
import { findPostgres } from '../src/infra/postgres/find.ts';

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
  const breaches = await audit(db.pool);
  for (const [rule, rows] of Map.groupBy(breaches, (breach) => breach.rule)) {
    console.log(`Broken: ${rule}`);
    for (const { row } of rows) console.log(`  ${JSON.stringify(row)}`);
  }
  process.exitCode = breaches.length > 0 ? 1 : 0;
} finally {
  await db.pool.end();
}
