// The languages of the shop: languages.yaml lists them, and files in the folder languages/ have the translations of those that the release does not have.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AddedLocale, builtInLocales, isBuiltIn, type Locale, setLocales } from '../../lib/locale.ts';
import { type OwnerTexts, setOwnerTexts } from '../../lib/owner-texts.ts';
import type { AddedLanguages, CompiledMessages } from '../../lib/rendering.ts';
import { StartFaults } from '../config/config.ts';

export const LANGUAGES_FILE = 'languages.yaml';
export const messagesFile = (locale: Locale): string => `languages/${locale}.po`;
export const serverMessagesFile = (locale: Locale): string => `languages/${locale}.server.po`;
export const ownerTextsFile = (locale: Locale): string => `languages/${locale}.shop.po`;

type Languages = {
  readonly pages: AddedLanguages;
  /** By language, then by the message's id. */
  readonly server: Readonly<Record<string, CompiledMessages>>;
};

let current: Languages = { pages: { names: builtInLocales, messages: {}, texts: {} }, server: {} };

/** Of the shop that this process runs. */
export const openedLanguages = (): Languages => current;

/** Sets the languages of this process. Call before anything else of the shop's folder is read. */
export async function openLanguages(shopFolder: string): Promise<readonly Locale[]> {
  const names = await readLanguageNames(shopFolder);
  setLocales(names);
  const added = names.filter((name) => !isBuiltIn(name)) as AddedLocale[];
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
  current = { pages: { names, messages, texts }, server };
  setOwnerTexts(texts);
  return names;
}

/** Without a file, the languages of the release. */
async function readLanguageNames(shopFolder: string): Promise<readonly Locale[]> {
  const path = join(shopFolder, LANGUAGES_FILE);
  if (!existsSync(path)) return builtInLocales;
  const { parseLanguages } = await import('./languages-source.ts');
  const names = parseLanguages(await readFile(path, 'utf8'));
  if ('faults' in names) throw new StartFaults(names.faults);
  return names.names;
}
