// Asks the database of a shop that runs whether all is well: prints nothing and ends with 0, or the rows that break a rule, and ends with 1.
// npm run --silent audit
import { audit } from '../src/audit/audit.ts';
import { openRunningShop } from './running-shop.ts';

const db = openRunningShop();
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
