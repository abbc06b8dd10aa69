// npm run seed: publishes what changed in the files of catalogue, currencies, brand, contents of pages,
// policies, emails and settings; every node shows it immediately. What the desk has changed since is refused
// with its fields, unless `--force` has a reason. `--export FOLDER` writes what is in force as files.
// `--large` adds a million customers and five million
// orders, `--year` a year of two hundred orders a day.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { CatalogueImport } from '#modules/catalogue/actions.ts';
import { openLanguages } from '#modules/content/languages/languages.ts';
import type { TextFolder } from '#modules/content/shapes.ts';
import { nameFiles } from '#modules/content/source/shop-files.ts';
import { getFilePath } from '#modules/content/sources.ts';
import { type ImportConflict, type ImportedText, listDeskContent } from '#modules/content/versions.ts';
import { StartError } from '#platform/config/config.ts';
import { publishFiles } from '../src/server/publish-files.ts';
import { fillLarge } from './large-shop/fill.ts';
import { aYear, type Size } from './large-shop/rows.ts';
import { findRunningShop, openRunningShop } from './running-shop.ts';

const { values } = parseArgs({
  options: {
    large: { type: 'boolean', default: false },
    year: { type: 'boolean', default: false },
    accounts: { type: 'string', default: '1000000' },
    orders: { type: 'string', default: '5000000' },
    force: { type: 'string' },
    export: { type: 'string' },
  },
});
const unchanged: Readonly<Record<TextFolder, string>> = {
  catalogue: 'The catalogue is unchanged.',
  brand: 'The brand is unchanged.',
  content: 'Company, questions, home page, menus and samples are unchanged.',
  policies: 'The policies are unchanged.',
  mails: 'The emails are unchanged.',
  settings: 'Taxes, deposits, support, withdrawal and the policy gate are unchanged.',
};

const { config, connection } = findRunningShop();
const { shopDir, production } = config;
const { pool, ...db } = await openRunningShop();
try {
  await openLanguages(shopDir);
  if (values.force?.trim() === '') throw new Error('--force needs a reason, such as --force "prices of 2027". It stays in the history.');
  if (values.large) await fill(readSize());
  else if (values.year) await fill(aYear);
  else {
    if (values.export !== undefined) {
      const { exportTexts } = await import('#modules/content/export.ts');
      const { written, removed } = await exportTexts(db.orm, resolve(values.export));
      console.log(`${resolve(values.export)}: ${written.length} files written, ${removed.length} removed.`);
      for (const file of [...written, ...removed]) console.log(file);
    }
    if (values.export === undefined || resolve(values.export) === resolve(shopDir)) await publish();
    if (existsSync(join(shopDir, 'languages.yaml')))
      console.log('Languages are read at a start: restart the shop after a change of languages.yaml or of languages/.');
    if (existsSync(join(shopDir, 'plugins.yaml')))
      console.log('Plugins are read at a start: restart the shop after a change of plugins.yaml or of a plugin.');
  }
} catch (error) {
  console.error(error instanceof StartError ? nameFiles(error.lines, shopDir).join('\n') : error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await pool.end();
}

/** Publishes every file or, beside an error, none. */
async function publish(): Promise<void> {
  const conflicts: ImportConflict[] = [];
  const settle = (conflict: ImportConflict) => {
    conflicts.push(conflict);
    return values.force === undefined ? 'desk' : 'files';
  };
  const choice = { settle, ...(values.force ? { reason: values.force } : {}) };
  const done = await publishFiles({ pool, ...db }, config, choice, () => {
    if (conflicts.length > 0 && values.force === undefined) throw new Error(formatConflicts(conflicts).join('\n'));
  });
  console.log(done.catalogue ? formatImport(done.catalogue).join('\n') : unchanged.catalogue);
  for (const { folder, changed } of done.texts)
    for (const line of formatTexts(changed, await listDeskContent(db.orm, folder), unchanged[folder])) console.log(line);
}

function formatConflicts(conflicts: readonly ImportConflict[]): readonly string[] {
  return [
    ...conflicts.map(
      ({ folder, file, version, fields }) =>
        `${join(shopDir, getFilePath(folder, file))}: the desk has changed ${fields.join(', ')} (version ${version}), and the file says something else.`,
    ),
    'Nothing was published. npm run seed -- --export FOLDER writes what the desk has into files; npm run seed -- --force "reason" publishes your files instead. The versions of the desk stay in the history.',
  ];
}

function formatTexts(
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

function formatImport({ added, archived, restored, currencies }: CatalogueImport): readonly string[] {
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
