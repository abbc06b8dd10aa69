// The languages of the shop: languages.yaml lists them, and files in the folder languages/ have the
// translations of those that the release does not have.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getFallback, listLanguages } from '#lib/language-names.ts';
import { type AddedLocale, isBuiltIn, type Locale, localeNames, locales, setLanguages } from '#lib/locale.ts';
import type { AddedLanguages, CompiledMessages } from '#lib/rendering.ts';
import { type OwnerTexts, setOwnerTexts } from '#lib/words/owner-texts.ts';
import { StartError } from '#platform/config/config.ts';

const LANGUAGES_FILE = 'languages.yaml';

type OpenedLanguages = {
  readonly pages: AddedLanguages;
  /** By language, then by the message's id. */
  readonly server: Readonly<Record<string, CompiledMessages>>;
};

const ofRelease: OpenedLanguages = { pages: { languages: locales, fallback: 'en', messages: {}, texts: {} }, server: {} };
let current = ofRelease;

/** Of the shop that this process runs. */
export const getOpenedLanguages = (): OpenedLanguages => current;

/** Sets the languages of this process. Call before anything else of the shop's folder is read. */
export async function openLanguages(shopFolder: string): Promise<void> {
  const names = await readLanguageNames(shopFolder);
  const languages = names ? listLanguages(names) : locales;
  setLanguages(languages, getFallback(languages));
  const added = localeNames.filter((name) => !isBuiltIn(name)) as AddedLocale[];
  const { readTranslations } = added.length > 0 ? await import('./translations.ts') : { readTranslations: undefined };
  const texts: Record<string, OwnerTexts> = {};
  const messages: Record<string, CompiledMessages> = {};
  const server: Record<string, CompiledMessages> = {};
  for (const name of added) {
    const found = await readTranslations?.(shopFolder, name);
    if (!found) continue;
    texts[name] = found.texts;
    messages[name] = found.messages;
    server[name] = found.server;
  }
  current = { pages: { languages, fallback: getFallback(languages), messages, texts }, server };
  setOwnerTexts(texts);
}

/** Without a file, the languages of the release. */
async function readLanguageNames(shopFolder: string): Promise<readonly Locale[] | undefined> {
  const path = join(shopFolder, LANGUAGES_FILE);
  if (!existsSync(path)) return undefined;
  const { parseLanguages } = await import('./languages-source.ts');
  const names = parseLanguages(await readFile(path, 'utf8'));
  if ('errors' in names) throw new StartError(names.errors);
  return names.names;
}
