// The messages of a language that the shop has added: the server has its translations, and English for what
// is missing.
import type { Messages } from '@lingui/core';
import type { AddedLocale } from '#lib/locale.ts';
import type { AddedLanguages, CompiledMessages } from '#lib/rendering.ts';
import type { TextFile } from './catalogs.ts';

let translations: AddedLanguages['messages'] = {};

/** On the server. */
export function setTranslations(messages: AddedLanguages['messages']): void {
  translations = messages;
}

type AddedCatalog = { readonly area: string; readonly en?: TextFile | undefined };

export async function loadAdded({ area, en }: AddedCatalog, locale: AddedLocale): Promise<{ readonly messages: Messages }> {
  return { messages: (import.meta.env.SSR && en ? await merged(en, locale) : await fetched(area, locale)) as Messages };
}

/** All messages of the catalog. */
export async function merged(en: TextFile, locale: AddedLocale): Promise<CompiledMessages> {
  const { messages } = await en();
  const own = translations[locale] ?? {};
  return Object.fromEntries(Object.entries(messages as CompiledMessages).map(([id, text]) => [id, own[id] ?? text]));
}

async function fetched(area: string, locale: AddedLocale): Promise<unknown> {
  const answer = await fetch(`/messages/${document.getElementById('root')?.dataset.messages}/${area}.${locale}.json`);
  if (!answer.ok) throw new Error(`the messages ${area} in ${locale}: ${answer.status}`);
  return answer.json();
}
