// Reads and compiles the translations of a language that the owner has added. What is missing is shown in
// English.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { getMessagesFile, getOwnerTextsFile, getServerMessagesFile } from '#lib/language-names.ts';
import type { AddedLocale } from '#lib/locale.ts';
import type { CompiledMessages } from '#lib/rendering.ts';
import type { OwnerTexts } from '#lib/words/owner-texts.ts';
import { isTranslated, type PoEntry, readPo } from '#lib/words/po.ts';
import { StartError } from '#platform/config/config.ts';

type Translations = { readonly messages: CompiledMessages; readonly server: CompiledMessages; readonly texts: OwnerTexts };

/** Throws all errors: a message that cannot be shown must not reach a page. */
export async function readTranslations(shopFolder: string, locale: AddedLocale): Promise<Translations> {
  const errors: string[] = [];
  const [messages, server, texts] = await Promise.all(
    [getMessagesFile, getServerMessagesFile, getOwnerTextsFile].map((createCsvDownload) =>
      readCatalogFile(shopFolder, createCsvDownload(locale)),
    ),
  );
  const compileMessages = (file: string, entries: readonly PoEntry[] = [], getId: (entry: PoEntry) => string): CompiledMessages =>
    Object.fromEntries(
      entries.flatMap((entry) => compileEntry(entry, getId(entry), (reason) => errors.push(`shop/${file}:${entry.line}: ${reason}`))),
    );
  const found = {
    messages: compileMessages(getMessagesFile(locale), messages, ({ id, context }) => generateMessageId(id, context)),
    server: compileMessages(getServerMessagesFile(locale), server, ({ id }) => id),
    texts: Object.fromEntries((texts ?? []).filter(isTranslated).map(({ id, text }) => [id, text])),
  };
  if (errors.length > 0) throw new StartError(errors);
  return found;
}

/** None if there is no file. */
export async function readCatalogFile(shopFolder: string, file: string): Promise<PoEntry[]> {
  return readPo(await readFile(join(shopFolder, file), 'utf8').catch(() => ''));
}

function compileEntry(entry: PoEntry, id: string, refuse: (reason: string) => void): [string, CompiledMessages[string]][] {
  if (!isTranslated(entry)) return [];
  try {
    return [[id, compileMessageOrThrow(entry.text)]];
  } catch (cause) {
    refuse(`the message cannot be read: ${(cause as Error).message.split('\n')[0]}`);
    return [];
  }
}
