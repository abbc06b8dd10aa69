// npm run seed: imports catalogue, currencies, brand, contents of pages, policies, emails and settings into
// the running shop; every node shows them immediately. `--large` adds a million customers and five million
// orders, `--year` a year of two hundred orders a day.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type CatalogueImport, importCatalogue } from '#modules/catalogue/actions.ts';
import { checkedMails, importMails } from '#modules/mail/actions.ts';
import { deskTexts, type ImportedText, importBrand, importContent, importPolicies } from '#modules/texts/actions.ts';
import { openLanguages } from '#modules/texts/languages/languages.ts';
import { nameFiles, shopFaults } from '#modules/texts/source/shop-files.ts';
import { readShopTexts } from '#modules/texts/source/shop-texts.ts';
import { StartFaults } from '#platform/config/config.ts';
import { checkShopSettings, importShopSettings } from '../src/server/settings.ts';
import { fillLarge } from './large-shop/fill.ts';
import { aYear, type Size } from './large-shop/rows.ts';
import { findRunningShop, openRunningShop } from './running-shop.ts';

const { values } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    year: { type: 'boolean', default: false },
    accounts: { type: 'string', default: '1000000' },
    orders: { type: 'string', default: '5000000' },
  },
});
const { config, connection } = findRunningShop();
const { shopDir, production, shopUrl } = config;
const { pool, ...db } = await openRunningShop();
try {
  await openLanguages(shopDir);
  if (values.large) await fill(readSize());
  else if (values.year) await fill(aYear);
  else {
    // Checks every file first, so that nothing is imported beside a fault.
    const missing = shopFaults(shopDir);
    if (missing.length > 0) throw new StartFaults(missing);
    await readShopTexts(shopDir, { shopUrl });
    await checkedMails(shopDir);
    await checkShopSettings(shopDir);
    const catalogue = await importCatalogue({ pool, ...db }, join(shopDir, 'catalogue'));
    console.log(catalogue ? linesOf(catalogue).join('\n') : 'The catalogue is unchanged.');
    console.log(formatLine('brand', await importBrand({ pool, ...db }, shopDir)));
    const content = await importContent({ pool, ...db }, shopDir);
    const unchanged = 'Company, questions, home page, menus and samples are unchanged.';
    for (const line of textLines(content, await deskTexts(db.orm, 'content'), unchanged)) console.log(line);
    console.log(formatLine('policies', await importPolicies({ pool, ...db }, join(shopDir, 'policies'))));
    const mails = await importMails({ pool, ...db }, shopDir);
    for (const line of textLines(mails, await deskTexts(db.orm, 'mails'), 'The emails are unchanged.')) console.log(line);
    const settings = await importShopSettings({ pool, ...db }, shopDir);
    const same = 'Taxes, deposits, support, withdrawal and the policy gate are unchanged.';
    for (const line of textLines(settings, await deskTexts(db.orm, 'settings'), same)) console.log(line);
    if (existsSync(join(shopDir, 'languages.yaml')))
      console.log('Languages are read at a start: restart the shop after a change of languages.yaml or of languages/.');
    if (existsSync(join(shopDir, 'plugins.yaml')))
      console.log('Plugins are read at a start: restart the shop after a change of plugins.yaml or of a plugin.');
  }
} catch (fault) {
  console.error(fault instanceof StartFaults ? nameFiles(fault.lines, shopDir).join('\n') : fault instanceof Error ? fault.message : fault);
  process.exitCode = 1;
} finally {
  await pool.end();
}

function formatLine(what: 'brand' | 'policies', isImported: boolean): string {
  const verb = what === 'brand' ? ['was', 'is'] : ['were', 'are'];
  return isImported ? `The ${what} ${verb[0]} imported and ${verb[1]} live.` : `The ${what} ${verb[1]} unchanged.`;
}

function textLines(
  changed: readonly ImportedText[],
  byDesk: readonly { readonly file: string; readonly number: number }[],
  unchanged: string,
) {
  const kept = byDesk.map(({ file, number }) => `${file} has not changed since the desk wrote version ${number}, which stays live.`);
  if (changed.length === 0 && kept.length === 0) return [unchanged];
  const imported = changed.map(({ file, replaced }) =>
    replaced === undefined
      ? `${file} was imported and is live.`
      : `${file} was imported and is live instead of version ${replaced}, which the desk wrote. An owner can open that version at the desk and publish it again.`,
  );
  return [...imported, ...kept];
}

function linesOf({ added, archived, restored, currencies }: CatalogueImport): readonly string[] {
  return [
    'The catalogue was imported; it is live.',
    ...(currencies?.added ?? []).map((code) => `The shop sells in ${code} now.`),
    ...(currencies?.removed ?? []).map(
      (code) => `The shop no longer sells in ${code}. Balances, orders, subscriptions and invoices in it go on.`,
    ),
    ...added.map(({ name, number }) => `New: ${name}, service ${number}.`),
    ...restored.map(({ name, number }) => `Sold again: ${name}, service ${number}.`),
    ...archived.map(({ name, number }) => `Archived: ${name}, service ${number}. It is no longer sold; its orders go on.`),
  ];
}

async function fill(size: Size): Promise<void> {
  if (production) throw new Error('A shop is filled with customers that do not exist: refused in production.');
  await fillLarge(connection, size, console.log);
  // Resets the reports' aggregates.
  await pool.query(`select graphile_worker.add_job('desk.aggregateReports', '{}'::json)`);
}

function readSize(): Size {
  const [accounts, orders] = [Number(values.accounts), Number(values.orders)];
  if (accounts > 0 && orders > 0 && Number.isSafeInteger(accounts) && Number.isSafeInteger(orders)) return { accounts, orders };
  throw new Error('--accounts and --orders are whole numbers, such as --accounts=1000000 --orders=5000000.');
}
