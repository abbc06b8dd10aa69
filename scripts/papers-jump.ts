// npm run fanfare -- papers-jump --reason "restored from the backup of May 3": skips numbers of invoices,
// receipts and credit notes that a lost database may have given out. Records the gap with its reason, and
// prints it.
import { parseArgs } from 'node:util';
import { skipNumbers } from '#modules/invoicing/skip-numbers.ts';
import { systemClock } from '#platform/clock.ts';
import { closeDb } from '#platform/database/database.ts';
import { openRunningShop } from './running-shop.ts';

const MAX_COUNT = 1_000_000;
const { values } = parseArgs({ strict: false, options: { reason: { type: 'string' }, count: { type: 'string' } } });
const reason = String(values.reason ?? '').trim();
const count = values.count === undefined ? undefined : Number(values.count);
const errors = [
  ...(reason.length >= 5 ? [] : ['--reason is missing: it stays in the books, such as --reason "restored from the backup of May 3".']),
  ...(count === undefined || (Number.isInteger(count) && count >= 1 && count <= MAX_COUNT)
    ? []
    : [`--count must be from 1 to ${MAX_COUNT}.`]),
];
if (errors.length > 0) {
  console.error(errors.join('\n'));
  process.exit(1);
}
const db = await openRunningShop();
try {
  for (const { first, last } of await skipNumbers(db, { reason, count, now: systemClock.now() }))
    console.log(`Skipped: ${first} to ${last}`);
} finally {
  await closeDb(db);
}
