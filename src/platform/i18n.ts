// Translates the server's own messages. The English text is in the code as `/*i18n*/ { id, message }`;
// translations are compiled from locales/server. A missing translation falls back to English.
import { pathToFileURL } from 'node:url';
import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { builtInLocales, getLanguage, type Locale } from '#lib/locale.ts';
import type { CompiledMessages } from '#lib/rendering.ts';
import type { FieldMessages, Message } from '#lib/user-error.ts';
import { codeFile } from './paths.ts';

const instances = new Map<string, I18n>();

/** Call once, before the first request. `added`: of the languages that the shop has added, compiled. */
export async function loadMessages(added: Readonly<Record<string, CompiledMessages>> = {}): Promise<void> {
  for (const locale of builtInLocales) {
    const { messages } = (await import(pathToFileURL(codeFile(`locales/server/${locale}.mjs`)).href)) as { messages: Messages };
    instances.set(locale, setupI18n({ locale, messages: { [locale]: messages } }));
  }
  for (const [locale, messages] of Object.entries(added))
    instances.set(
      locale,
      setupI18n({ locale, locales: getLanguage(locale as Locale).intl, messages: { [locale]: { ...messages } as Messages } }),
    );
}

export function translate({ id, message, values }: Message, locale: Locale): string {
  const i18n = instances.get(locale) ?? instances.get('en');
  if (!i18n) throw new Error('messages not loaded: call loadMessages() first');
  return i18n._(id, values ?? {}, { message });
}

export const translateErrors = (errors: FieldMessages, locale: Locale): Record<string, string[]> =>
  Object.fromEntries(Object.entries(errors).map(([field, messages]) => [field, messages.map((message) => translate(message, locale))]));
