// What a language that the owner has added does not have yet.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { getMessagesFile, getOwnerTextsFile, getServerMessagesFile } from '#lib/language-names.ts';
import { builtInLocales, fallbackLocale, type Locale } from '#lib/locale.ts';
import { splitFrontMatter } from '#lib/markdown/front-matter.ts';
import { policyNames } from '#lib/rendering.ts';
import { isName } from '#lib/words/owner-texts.ts';
import { getPoKey, isTranslated, type PoEntry, readPo } from '#lib/words/po.ts';
import { readCatalogFile } from '#modules/content/languages/translations.ts';
import { getPolicyFile } from '#modules/content/source/policies.ts';
import { mailFile, mailTextNames } from '#modules/mail/shapes.ts';
import { codeFile, findFolderWith } from '#platform/paths.ts';
import { listPlaceholders } from './placeholders.ts';

/** `missing`: names of what is missing, with their number if a file has several. */
export type LanguagePart = { readonly name: string; readonly all: number; readonly count: number; readonly missing: readonly string[] };
export type LanguageFile = { readonly file: string; readonly wanted: readonly PoEntry[]; readonly present: readonly PoEntry[] };

/** The catalogs: what the release and the owner's files have, and what is translated. */
export async function listLanguageFiles(shopFolder: string, locale: Locale): Promise<readonly LanguageFile[]> {
  const english = async (path: string) => readPo(await readFile(codeFile(path), 'utf8'));
  const pages = (
    await Promise.all(['site', 'account', 'funds', 'plans', 'settings', 'support'].map((name) => english(`locales/${name}/en.po`)))
  ).flat();
  const wanted = [
    // A message of several catalogs is translated once.
    { file: getMessagesFile(locale), wanted: [...new Map(pages.map((entry) => [getPoKey(entry), entry])).values()] },
    { file: getServerMessagesFile(locale), wanted: withEnglish(await english('locales/server/en.po')) },
    { file: getOwnerTextsFile(locale), wanted: await listOwnerEntries(shopFolder) },
  ];
  return Promise.all(wanted.map(async (each) => ({ ...each, present: await readCatalogFile(shopFolder, each.file) })));
}

/** A message of the server has an id; translators need the English text. */
const withEnglish = (entries: readonly PoEntry[]): PoEntry[] => entries.map((entry) => ({ ...entry, notes: [entry.text] }));

export async function listMissingParts(shopFolder: string, locale: Locale): Promise<readonly LanguagePart[]> {
  const files = await listLanguageFiles(shopFolder, locale);
  const ofFile = ({ file, wanted, present }: LanguageFile, name: string): LanguagePart => {
    const known = new Set(present.flatMap((entry) => (isTranslated(entry) ? [getPoKey(entry)] : [])));
    const open = wanted.filter((entry) => !known.has(getPoKey(entry)));
    return {
      name,
      all: wanted.length,
      count: open.length,
      missing: name === 'texts of the shop' ? formatByPlace(open) : open.length > 0 ? [`shop/${file}`] : [],
    };
  };
  const names = ['messages of the pages', 'messages of the server', 'texts of the shop'];
  return [
    ...files.map((file, index) => ofFile(file, names[index] ?? '')),
    await listMissingMails(shopFolder, locale),
    await listMissingPolicies(shopFolder, locale),
  ];
}

/** "catalogue/brand-stories.yaml (12)" */
function formatByPlace(entries: readonly PoEntry[]): string[] {
  const counts = new Map<string, number>();
  for (const { places } of entries) for (const place of places.slice(0, 1)) counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts].map(([place, count]) => `${place} (${count})`);
}

/** Translations with other placeholders than the message, or of a message that is gone. */
export async function findTranslationErrors(shopFolder: string, locale: Locale): Promise<readonly string[]> {
  const files = await listLanguageFiles(shopFolder, locale);
  return files.flatMap(({ file, wanted, present }) => {
    const sources = new Map(wanted.map((entry) => [getPoKey(entry), entry.text || entry.id]));
    return present.flatMap((entry) => {
      const source = sources.get(getPoKey(entry));
      const at = `shop/${file}:${entry.line}`;
      if (source === undefined) return [`${at}: no text of the shop or the release is like this one any more: ${entry.id}`];
      if (!isTranslated(entry) || file === getOwnerTextsFile(locale)) return [];
      const [asked, found] = [listPlaceholders(source), listPlaceholders(entry.text)];
      const differences = [...asked.symmetricDifference(found)];
      return differences.length > 0 ? [`${at}: has other placeholders than the English text: ${differences.join(', ')}`] : [];
    });
  });
}

/** The desk is in English. */
const isForCustomers = (name: string): boolean => !/^(desk-|staff-)|-desk$|^trial$/.test(name);

async function listMissingMails(shopFolder: string, locale: Locale): Promise<LanguagePart> {
  const names = mailTextNames.filter(isForCustomers);
  const present = new Set(await readdir(join(shopFolder, 'mails')).catch(() => []));
  const missing = names.map((name) => mailFile(name, locale)).filter((file) => !present.has(file));
  return { name: 'emails', all: names.length, count: missing.length, missing: missing.map((file) => `mails/${file}`) };
}

/** Also those that are not of the version of the fallback language. */
async function listMissingPolicies(shopFolder: string, locale: Locale): Promise<LanguagePart> {
  const readHead = async (file: string): Promise<string | undefined> => {
    const text = await readFile(join(shopFolder, 'policies', file), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    const { version, updated } = (parse(splitFrontMatter(text).head) ?? {}) as { version?: unknown; updated?: unknown };
    return `${version} ${updated}`;
  };
  const heads = await Promise.all(
    policyNames.map(
      async (name) =>
        [
          getPolicyFile(name, locale),
          await readHead(getPolicyFile(name, locale)),
          await readHead(getPolicyFile(name, fallbackLocale)),
        ] as const,
    ),
  );
  const open = heads.filter(([, own, current]) => own !== current);
  return {
    name: 'policies',
    all: policyNames.length,
    count: open.length,
    missing: open.map(([file, own]) => `policies/${file}${own === undefined ? '' : ' (another version)'}`),
  };
}

const single = ['brand.yaml', 'company.yaml', 'home.yaml', 'menus.yaml', 'faq.yaml', 'tax.yaml', 'support.yaml'];

/** Every text of the owner's files once, in the fallback language. */
async function listOwnerEntries(shopFolder: string): Promise<PoEntry[]> {
  const within = async (folder: string): Promise<string[]> =>
    (await readdir(join(shopFolder, folder)).catch(() => []))
      .filter((name) => name.endsWith('.yaml'))
      .sort()
      .map((name) => `${folder}/${name}`);
  const files = [...single, ...(await within('catalogue')), ...(await within('samples'))];
  const places = new Map<string, string[]>();
  for (const file of files) {
    const source = await readFile(join(findFolderWith(shopFolder, file), file), 'utf8').catch(() => '');
    for (const text of listTexts(parse(source))) places.set(text, [...new Set([...(places.get(text) ?? []), file])]);
  }
  return [...places].map(([id, of]) => ({ id, context: '', text: '', line: 0, isFuzzy: false, notes: [], places: of }));
}

function listTexts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = (value as Readonly<Record<string, unknown>>)[fallbackLocale];
  const isInLocales = own !== undefined && Object.keys(value).every((key) => (builtInLocales as readonly string[]).includes(key));
  return isInLocales ? listStrings(own) : Object.values(value).flatMap(listTexts);
}

/** As the shapes of the files trim them. */
function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return /\p{L}/u.test(value) ? [value.trim()] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => (isName(key) ? [] : listStrings(item)));
}
