// npm run --silent audit: checks the books of the running shop. Prints nothing and exits with 0, or prints
// the rows that break a rule and exits with 1.
import { auditBooks } from '../src/audit/audit.ts';
import { openRunningShop } from './running-shop.ts';

const db = await openRunningShop({ reads: true });
try {
  const breaches = await auditBooks(db.pool);
  for (const [rule, rows] of Map.groupBy(breaches, (breach) => breach.rule)) {
    console.log(`Broken: ${rule}`);
    for (const { row } of rows) console.log(`  ${JSON.stringify(row)}`);
  }
  process.exitCode = breaches.length > 0 ? 1 : 0;
} finally {
  await db.pool.end();
}
