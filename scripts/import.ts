// npm run fanfare -- import --from shop.tar.gz: loads an exported shop into the empty folder DATA_DIR, or
// into the empty database DATABASE_URL, and audits it.
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { expectEmpty } from '#platform/backup/restore.ts';
import { openFilesVault } from '#platform/backup/vault.ts';
import { type Config, readConfig, StartError } from '#platform/config/config.ts';
import { closeDb, openDb } from '#platform/database/database.ts';
import { startPostgres } from '#platform/embedded-postgres/supervisor.ts';
import { createReadableStream, makeLog } from '#platform/logging/log.ts';
import { expectArchive, importShop } from '#platform/transfer/import-shop.ts';
import { auditBooks } from '../src/audit/audit.ts';
import { prepareDatabase } from '../src/server/prepare-database.ts';

const { values } = parseArgs({ options: { from: { type: 'string' } } });
const log = makeLog({ level: 'warn', readable: await createReadableStream() });

try {
  const { config, errors } = readConfig(process.env);
  if (values.from === undefined) throw new StartError(['npm run fanfare -- import --from shop.tar.gz']);
  if (errors.length > 0) throw new StartError(errors);
  await run(config, resolve(values.from));
} catch (error) {
  console.error(error instanceof StartError ? error.lines.join('\n') : error);
  process.exitCode = 1;
}

async function run(config: Config, path: string): Promise<void> {
  await expectArchive(path);
  if (!config.databaseUrl) await expectEmpty(config.dataDir);
  const postgres = config.databaseUrl ? undefined : await startPostgres({ dataDir: config.dataDir, log });
  const connection = postgres?.connection ?? { connectionString: config.databaseUrl };
  const client = new pg.Client(connection);
  try {
    await prepareDatabase(connection, log, { shopDir: config.shopDir, shopUrl: config.shopUrl });
    await client.connect();
    await expectNoShop(client);
    const saveSecrets = (content: Buffer) => writeFile(join(config.dataDir, 'secrets.json'), content, { mode: 0o600, flag: 'wx' });
    const { rows, files } = await importShop({ client, files: openFilesVault(config), saveSecrets }, path);
    const db = openDb(connection, { poolSize: 1, log });
    const breaches = await auditBooks(db.pool);
    await closeDb(db);
    console.log(`Imported ${rows} rows and ${files} files.`);
    for (const { rule, row } of breaches) console.log(`Broken: ${rule} ${JSON.stringify(row)}`);
    if (breaches.length > 0) process.exitCode = 1;
    else console.log('The audit found nothing.');
  } finally {
    await client.end();
    await postgres?.stop();
  }
}

async function expectNoShop(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select from account union all select from operator union all select from purchase limit 1');
  if (rows.length > 0) throw new StartError(['The database has customers or operators already. Import into an empty one.']);
}
