// npm run --silent move-in -- --from FOLDER [--system csv|stripe] [--dry-run], or --undo ID: moves clients
// with their history, balances and subscriptions into the running shop, all or nothing, and prints a report
// as JSON.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openCatalogue } from '#modules/catalogue/actions.ts';
import { isStripeStored } from '#modules/connections/queries.ts';
import { openLanguages } from '#modules/content/languages/languages.ts';
import type { MoveResult } from '#modules/moving/deps.ts';
import { openFolder } from '#modules/moving/folder.ts';
import { moveIn } from '#modules/moving/move-in.ts';
import { createFindings, createMoveError, moveSystems } from '#modules/moving/rules.ts';
import { undoMove } from '#modules/moving/undo.ts';
import { closeDb } from '#platform/database/database.ts';
import { openStore } from '#platform/files/store.ts';
import { openShopContext } from './running-shop.ts';

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    system: { type: 'string', default: 'csv' },
    'dry-run': { type: 'boolean', default: false },
    undo: { type: 'string' },
  },
});
const { from, undo, 'dry-run': dryRun } = values;
const system = moveSystems.find((each) => each === values.system);
if (!system || (from === undefined) === (undo === undefined)) {
  console.error('Usage: npm run --silent move-in -- --from FOLDER [--system csv|stripe] [--dry-run] | --undo ID [--dry-run]');
  process.exit(1);
}

const ctx = await openShopContext();
await openLanguages(ctx.config.shopDir);
try {
  const result = await run();
  console.log(JSON.stringify(result, null, 2));
  process.exitCode = result.errors.length > 0 ? 1 : 0;
} finally {
  await closeDb(ctx.db);
}

async function run(): Promise<MoveResult> {
  if (undo !== undefined) return undoMove(ctx, undo, { dryRun });
  const source = await openFolder(resolve(from ?? ''));
  if (!source) return { id: null, dryRun, counts: {}, ...createFindings(), errors: [createMoveError(`There is no folder ${from}.`)] };
  const catalogue = await openCatalogue(ctx, async () => undefined, { kinds: [], instantMakers: [] });
  const isStripeConnected = ctx.config.stripe !== undefined || (await isStripeStored(ctx.db.orm));
  return moveIn({ ctx, catalogue, store: await openStore(ctx.config), isStripeConnected }, source, { system: system ?? 'csv', dryRun });
}
