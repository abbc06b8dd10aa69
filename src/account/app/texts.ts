// The messages of the account: one catalog in each language.
import type { I18n, Messages } from '@lingui/core';
import { type BuiltInLocale, isBuiltIn, type Locale } from '#lib/locale.ts';
import { createI18n } from '#ui/i18n/i18n.ts';

export async function loadTexts(locale: Locale): Promise<I18n> {
  return createI18n(locale, await (isBuiltIn(locale) ? loadMessages(locale) : fetchMessages(locale)));
}

export async function loadMessages(locale: BuiltInLocale): Promise<Messages> {
  const { messages } = (await import(`../../../locales/account/${locale}.po`)) as { messages: Messages };
  return messages;
}

/** Of a language that the shop has added: the server has them, and English for what is missing. */
async function fetchMessages(locale: string): Promise<Messages> {
  const answer = await fetch(`/messages/${document.getElementById('root')?.dataset.messages}/account.${locale}.json`);
  if (!answer.ok) throw new Error(`the messages in ${locale}: ${answer.status}`);
  return (await answer.json()) as Messages;
}
