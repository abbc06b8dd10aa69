// npm run reconcile: compares the books of the payment providers with those of the running shop, mends what
// is missing and prints what needs a person. The shop does the same every hour; after a restore, `--days 35`
// looks further back.
import { parseArgs } from 'node:util';
import { showMoney } from '#lib/money/money.ts';
import { formatProvider, mismatchText } from '#modules/failures/rules.ts';
import { openMismatches } from '#modules/payments/desk/queries-reports.ts';
import { reconcilePayments } from '#modules/payments/reconcile/reconcile.ts';
import { closeDb } from '#platform/database/database.ts';
import { createReadableStream, makeLog } from '#platform/logging/log.ts';
import { createModules } from '../src/app.ts';
import { findRunningShop } from './running-shop.ts';

const SHOWN = 1_000;

const { values } = parseArgs({ options: { days: { type: 'string' } } });
const days = values.days === undefined ? undefined : Number(values.days);
if (days !== undefined && !(days > 0)) {
  console.error('--days is a number, such as 35.');
  process.exit(1);
}
const { config, connection } = findRunningShop();
const log = makeLog({ level: 'error', readable: await createReadableStream() });
const { ctx, commerce, stop } = await createModules({ config, connection, log });
try {
  const { compared, mended } = await reconcilePayments(commerce.paying, new AbortController().signal, days);
  const open = await openMismatches(ctx.db.orm, SHOWN);
  console.log(`Compared ${compared} records, mended ${mended}; ${open.length} need a decision.`);
  for (const { amount, currency, provider, reference, kind, happenedAt } of open)
    console.log(
      `  ${happenedAt.toISOString()} ${showMoney({ amount, currency }, 'en')} ${provider} ${reference}: ${mismatchText[kind](formatProvider(provider))}`,
    );
  process.exitCode = open.length > 0 ? 1 : 0;
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause);
  process.exitCode = 1;
} finally {
  await commerce.payments.stop();
  stop();
  await closeDb(ctx.db);
}
