// The messages of a language that the shop has added: the server has its translations, and English for what is missing.
import type { Messages } from '@lingui/core';
import type { AddedLocale } from '../../lib/locale.ts';
import type { AddedLanguages } from '../../lib/rendering.ts';
import type { TextFile, TextFiles } from './catalogs.ts';

let translations: AddedLanguages['messages'] = {};

/** On the server. */
export function setTranslations(messages: AddedLanguages['messages']): void {
  translations = messages;
}

export async function addedCatalog(files: Pick<TextFiles, 'area' | 'en'>, locale: AddedLocale): Promise<Awaited<ReturnType<TextFile>>> {
  if (!import.meta.env.SSR) return { messages: await fetchCatalog(files.area, locale) };
  const { messages } = await files.en();
  const own = translations[locale] ?? {};
  return { messages: Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, own[id] ?? text])) as Messages };
}

async function fetchCatalog(area: string, locale: AddedLocale): Promise<Messages> {
  const answer = await fetch(`/messages/${document.getElementById('root')?.dataset.messages}/${area}.${locale}.json`);
  if (!answer.ok) throw new Error(`the messages ${area} in ${locale}: ${answer.status}`);
  return (await answer.json()) as Messages;
}
