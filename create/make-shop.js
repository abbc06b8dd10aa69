// Writes the owner's files of a new shop: a copy of a trade's template, with the name, the language and the currencies in it.
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { findCurrencyError, listCodes, sellIn } from './sell-in.js';

export const languages = ['en', 'es', 'jp'];
export const trades = ['content', 'translation', 'studio', 'empty'];

const lists = { language: languages, trade: trades };
const MAX_NAME_CHARS = 60;
const templates = join(import.meta.dirname, 'templates');

/** Why a value will not do; undefined if it will. */
export function whyNot(key, value) {
  if (key === 'name') {
    const isPlain = value.trim() !== '' && value.length <= MAX_NAME_CHARS && !/[\p{Cc}"\\<>]/u.test(value);
    return isPlain ? undefined : `name: one line of at most ${MAX_NAME_CHARS} characters, without quotation marks.`;
  }
  if (key === 'currency') return findCurrencyError(value);
  return lists[key].includes(value) ? undefined : `${key}: "${value}" is none of ${lists[key].join(', ')}.`;
}

/** A name for the folder and for sample addresses. */
export const toSlug = (name) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'my-shop';

export async function makeShop(folder, { name, language, currency, trade }) {
  const present = await readdir(folder).catch(() => []);
  if (present.length > 0) throw new Error(`${folder} is not empty: choose another folder.`);
  await mkdir(folder, { recursive: true });
  await cp(join(templates, trade), folder, { recursive: true });
  await edit(join(folder, 'brand.yaml'), (text) => readBrand(text, { name, language }));
  await sellIn(folder, listCodes(currency));
  await edit(join(folder, 'company.yaml'), (text) => text.replace(/^email: .*$/m, `email: company@${toSlug(name)}.example`));
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, 'package.json'), 'utf8'));
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(toPackage(folder, version), null, 2)}\n`);
  await writeFile(join(folder, '.gitignore'), 'node_modules/\ndata/\n.env\n');
  const readme = await readFile(join(templates, 'README.md'), 'utf8');
  await writeFile(join(folder, 'README.md'), readme.replaceAll('{name}', name));
}

async function edit(path, change) {
  await writeFile(path, change(await readFile(path, 'utf8')));
}

/** Addresses end in .example, which nobody can own, until the owner enters real ones. */
function readBrand(text, { name, language }) {
  const domain = `${toSlug(name)}.example`;
  const values = {
    name: JSON.stringify(name),
    defaultLocale: language,
    supportEmail: `support@${domain}`,
    mailFrom: JSON.stringify(`${name} <hello@${domain}>`),
  };
  return Object.entries(values).reduce((edited, [key, value]) => {
    const line = new RegExp(`^${key}: .*$`, 'm');
    return line.test(edited) ? edited.replace(line, () => `${key}: ${value}`) : `${edited}${key}: ${value}\n`;
  }, text);
}

const commands = ['start', 'seed', 'audit', 'backup', 'restore', 'export', 'import', 'operator', 'mail', 'languages'];

const toPackage = (folder, version) => ({
  name: toSlug(basename(folder)),
  version: '1.0.0',
  private: true,
  scripts: Object.fromEntries(commands.map((name) => [name, `fanfare ${name}`])),
  dependencies: { fanfare: `^${version}` },
});
