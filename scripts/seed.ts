// Takes the files of shop/catalogue over into the database of a shop that runs: every node shows them at once, without a restart.
import { join } from 'node:path';
import { StartFaults } from '../src/infra/config.ts';
import { takeOverCatalogue } from '../src/rooms/catalogue/actions.ts';
import { openRunningShop } from './running-shop.ts';

const db = openRunningShop();
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
