// npm run seed: imports shop/catalogue and the brand into the running shop; every node shows it immediately. `--large` adds a million customers and five million orders,
// `--year` a year of two hundred orders a day.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig, StartFaults } from '../src/infra/config/config.ts';
import { shopFolder } from '../src/infra/paths.ts';
import { type CatalogueImport, importCatalogue } from '../src/modules/catalogue/actions.ts';
import { importBrand } from '../src/modules/texts/actions.ts';
import { aYear, fillLarge } from './large-shop.ts';
import { openRunningShop } from './running-shop.ts';

const { values } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    year: { type: 'boolean', default: false },
    accounts: { type: 'string', default: '1000000' },
    orders: { type: 'string', default: '5000000' },
  },
});
const { pool, ...db } = await openRunningShop();
try {
  if (values.large) await makeLarge();
  else if (values.year) await makeYear();
  else {
    const imported = await importCatalogue({ pool, ...db }, join(shopFolder, 'catalogue'));
    console.log(imported ? linesOf(imported).join('\n') : 'shop/catalogue is unchanged; nothing was imported.');
    const isNewBrand = await importBrand({ pool, ...db }, shopFolder);
    console.log(isNewBrand ? 'The brand was imported; it is live.' : 'shop/brand.yaml and shop/brand are unchanged.');
    console.log('Company, tax, policies and the other files of shop/ are read when the shop starts: restart it after changing them.');
  }
} catch (fault) {
  console.error(fault instanceof StartFaults ? fault.lines.join('\n') : fault instanceof Error ? fault.message : fault);
  process.exitCode = 1;
} finally {
  await pool.end();
}

function linesOf({ added, archived, restored }: CatalogueImport): readonly string[] {
  return [
    'The catalogue was imported; it is live.',
    ...added.map(({ name, number }) => `New: ${name}, service ${number}.`),
    ...restored.map(({ name, number }) => `Sold again: ${name}, service ${number}.`),
    ...archived.map(({ name, number }) => `Archived: ${name}, service ${number}. It is no longer sold; its orders go on.`),
  ];
}

async function makeYear(): Promise<void> {
  refuseInProduction('--year');
  await fillLarge(pool, aYear, console.log);
  await reckonDays();
}

async function makeLarge(): Promise<void> {
  refuseInProduction('--large');
  const [accounts, orders] = [values.accounts, values.orders].map(Number);
  if (!accounts || !orders || !Number.isSafeInteger(accounts) || !Number.isSafeInteger(orders))
    throw new Error('--accounts and --orders are whole numbers, such as --accounts=1000000 --orders=5000000.');
  await fillLarge(pool, { accounts, orders }, console.log);
  await reckonDays();
}

/** Reset the reports' aggregates. */
async function reckonDays(): Promise<void> {
  await pool.query(`select graphile_worker.add_job('desk.aggregateReports', '{}'::json)`);
}

function refuseInProduction(name: string): void {
  if (readConfig(process.env).config.production)
    throw new Error(`${name} fills a shop with customers that do not exist: refused in production.`);
}
