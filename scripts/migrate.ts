// npm run migrate: applies new migrations and changed SQL functions, and imports the catalogue, as a start
// does (unless MIGRATE=off). Safe beside running processes, and beside other migrations.
import { StartFaults } from '#platform/config/config.ts';
import { openExternalDatabase } from '#platform/database/check-database.ts';
import { makeLog, readableLines } from '#platform/logging/log.ts';
import { prepareDatabase } from '../src/server/prepare-database.ts';
import { findRunningShop } from './running-shop.ts';

const { config, connection } = findRunningShop();
const log = makeLog({ level: 'info', readable: await readableLines() });
try {
  const access = await openExternalDatabase(config, log);
  await prepareDatabase(access?.direct ?? access?.connection ?? connection, log, {
    shopDir: config.shopDir,
    databaseUrl: config.databaseUrl,
  });
  console.log('The database is up to date.');
} catch (fault) {
  console.error(fault instanceof StartFaults ? fault.lines.join('\n') : fault);
  process.exitCode = 1;
}
