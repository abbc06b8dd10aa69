// npm run migrate: applies new migrations and changed SQL functions, and in an empty database publishes
// the files of the shop, as a start does (unless MIGRATE=off). Safe beside running processes, and beside
// other migrations.
import { StartError } from '#platform/config/config.ts';
import { openExternalDatabase } from '#platform/database/check-database.ts';
import { createReadableStream, makeLog } from '#platform/logging/log.ts';
import { prepareDatabase } from '../src/server/prepare-database.ts';
import { findRunningShop } from './running-shop.ts';

const { config, connection } = findRunningShop();
const log = makeLog({ level: 'info', readable: await createReadableStream() });
try {
  const access = await openExternalDatabase(config, log);
  await prepareDatabase(access?.direct ?? access?.connection ?? connection, log, {
    shopDir: config.shopDir,
    shopUrl: config.shopUrl,
  });
  console.log('The database is up to date.');
} catch (error) {
  console.error(error instanceof StartError ? error.lines.join('\n') : error);
  process.exitCode = 1;
}
