// npm run --silent move-out -- --to FOLDER [--with-passwords]: writes clients, history, balances,
// subscriptions and tickets of the running shop into plain files, which only this user may read, and prints
// how many.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openCatalogue } from '#modules/catalogue/actions.ts';
import { getOpenedLanguages, openLanguages } from '#modules/content/languages/languages.ts';
import { moveOut } from '#modules/moving/move-out.ts';
import { closeDb } from '#platform/database/database.ts';
import { openStore } from '#platform/files/store.ts';
import { loadMessages } from '#platform/i18n.ts';
import { openShopContext } from './running-shop.ts';

const { values } = parseArgs({ options: { to: { type: 'string' }, 'with-passwords': { type: 'boolean', default: false } } });
if (values.to === undefined) {
  console.error('Usage: npm run --silent move-out -- --to FOLDER [--with-passwords]');
  process.exit(1);
}
const ctx = await openShopContext();
await openLanguages(ctx.config.shopDir);
// Documents are printed in the language of their buyer.
await loadMessages(getOpenedLanguages().server);
try {
  const catalogue = await openCatalogue(ctx, async () => undefined, { kinds: [], instantMakers: [] });
  const deps = { ctx, catalogue, store: await openStore(ctx.config) };
  console.log(JSON.stringify(await moveOut(deps, resolve(values.to), { withPasswords: values['with-passwords'] }), null, 2));
} finally {
  await closeDb(ctx.db);
}
