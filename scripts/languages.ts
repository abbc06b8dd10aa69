// npm run languages: says what the languages of the shop are missing; `-- fr` only of one. `--write` adds
// what is missing to the catalogs, to be translated.
// `--strict` exits with 1 if something is missing.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isLanguageTag, listLanguages } from '#lib/language-names.ts';
import { isBuiltIn, isLocale, type Locale, localeNames } from '#lib/locale.ts';
import { getPoKey, listTopComments, writePo } from '#lib/words/po.ts';
import { openLanguages } from '#modules/content/languages/languages.ts';
import { nameFiles } from '#modules/content/source/shop-files.ts';
import { readConfig, StartError } from '#platform/config/config.ts';
import { findTranslationErrors, type LanguageFile, listLanguageFiles, listMissingParts } from './missing-texts.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { strict: { type: 'boolean', default: false }, write: { type: 'boolean', default: false } },
});
const { config } = readConfig(process.env);
try {
  await openLanguages(config.shopDir);
  let open = 0;
  for (const locale of parseTags(positionals)) {
    if (values.write) await writeMissing(locale);
    open += await report(locale);
  }
  if (values.strict && open > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof StartError ? nameFiles(error.lines, config.shopDir).join('\n') : error);
  process.exitCode = 1;
}

/** A language that is not on the list yet can be prepared. */
function parseTags(tags: readonly string[]): readonly Locale[] {
  const invalid = tags.filter((tag) => !isBuiltIn(tag) && !isLanguageTag(tag));
  if (invalid.length > 0) throw new StartError(invalid.map((tag) => `${tag} is no language tag, such as fr, ar or pt-BR.`));
  return tags.length > 0 ? (tags as Locale[]) : localeNames;
}

async function report(locale: Locale): Promise<number> {
  const name = listLanguages([locale])[locale]?.name ?? locale;
  console.log(`${locale}, ${name}${isLocale(locale) ? '' : ' (not in languages.yaml)'}`);
  if (isBuiltIn(locale)) {
    console.log('  The release has its messages, and the shop does not start without its texts.');
    return 0;
  }
  const parts = await listMissingParts(config.shopDir, locale);
  for (const { name: part, all, count, missing } of parts) {
    console.log(count === 0 ? `  ${part}: all ${all}` : `  ${part}: ${count} of ${all} are missing`);
    for (const file of missing) console.log(`    ${file}`);
  }
  const errors = await findTranslationErrors(config.shopDir, locale);
  for (const line of nameFiles(errors, config.shopDir)) console.log(`  ${line}`);
  return parts.reduce((sum, { count }) => sum + count, errors.length);
}

/** What is translated stays, also if it is marked as a suggestion. */
async function writeMissing(locale: Locale): Promise<void> {
  if (isBuiltIn(locale)) return;
  for (const { file, wanted, present } of await listLanguageFiles(config.shopDir, locale)) {
    const path = join(config.shopDir, file);
    const source = await readFile(path, 'utf8').catch(() => '');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, writePo(locale, listTopComments(source), fillEntries({ file, wanted, present })));
  }
}

function fillEntries({ wanted, present }: LanguageFile) {
  const known = new Map(present.map((entry) => [getPoKey(entry), entry]));
  return wanted.map((entry) => {
    const { text = '', isFuzzy = false } = known.get(getPoKey(entry)) ?? {};
    return { ...entry, text, isFuzzy };
  });
}
