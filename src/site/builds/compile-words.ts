// Compiles the server's sentences to files that Node imports, as `lingui compile` does. Run as a process of
// its own: the shop needs no compiler afterwards, and Lingui's command needs four times as long to start.
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCompiledCatalog } from '@lingui/cli/api';
import { formatter } from '@lingui/format-po';

const SOURCE_LOCALE = 'en';
const format = formatter();
const [folder = ''] = process.argv.slice(2);

const locales = (await readdir(folder)).filter((name) => name.endsWith('.po')).map((name) => name.slice(0, -'.po'.length));
const english = await translations(SOURCE_LOCALE);
for (const locale of locales) {
  const own = await translations(locale);
  // A sentence without a translation is shown in English.
  const messages = Object.fromEntries(Object.keys(own).map((id) => [id, own[id] || english[id] || id]));
  const path = join(folder, `${locale}.mjs`);
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, createCompiledCatalog(locale, messages, { namespace: 'es' }).source);
  await rename(unfinished, path);
}

async function translations(locale: string): Promise<Record<string, string | undefined>> {
  const filename = join(folder, `${locale}.po`);
  const entries = await format.parse(await readFile(filename, 'utf8'), { locale, sourceLocale: SOURCE_LOCALE, filename });
  return Object.fromEntries(Object.entries(entries).map(([id, { translation }]) => [id, translation]));
}
