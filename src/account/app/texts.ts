// The messages of the account in each language: one catalog for all pages, and one more for each feature
// that only its own pages need.
import type { I18n, Messages } from '@lingui/core';
import { type BuiltInLocale, isBuiltIn, type Locale } from '#lib/locale.ts';
import { createI18n } from '#ui/i18n/i18n.ts';
import type { AppPageName } from '../../pages.ts';

const features: Readonly<Partial<Record<AppPageName, string>>> = {
  plans: 'plans',
  accountDetails: 'settings',
  changePassword: 'settings',
  invitation: 'settings',
  funds: 'funds',
  support: 'support',
};
const catalogs = import.meta.glob<Messages>('../../../locales/{account,funds,plans,settings,support}/*.po', { import: 'messages' });
const getFile = (catalog: string, locale: BuiltInLocale) => `locales/${catalog}/${locale}.po`;
const load = async (file: string): Promise<Messages> => (await catalogs[`../../../${file}`]?.()) ?? {};

/** From the root of the repository. */
export const listCatalogFiles = (page: AppPageName, locale: BuiltInLocale): readonly string[] =>
  ['account', features[page] ?? []].flat().map((catalog) => getFile(catalog, locale));

export async function loadTexts(locale: Locale): Promise<I18n> {
  return createI18n(locale, await (isBuiltIn(locale) ? load(getFile('account', locale)) : fetchMessages(locale)));
}

/** A language that the shop has added has all messages from the start. */
export async function addPageTexts(i18n: I18n, locale: Locale, page: AppPageName): Promise<void> {
  const catalog = features[page];
  if (catalog && isBuiltIn(locale)) i18n.load(locale, await load(getFile(catalog, locale)));
}

export async function loadAllMessages(locale: BuiltInLocale): Promise<Messages> {
  const files = [...new Set(['account', ...Object.values(features)])].map((catalog) => getFile(catalog, locale));
  return Object.assign({}, ...(await Promise.all(files.map(load)))) as Messages;
}

/** Of a language that the shop has added: the server has them, and English for what is missing. */
async function fetchMessages(locale: string): Promise<Messages> {
  const answer = await fetch(`/messages/${document.getElementById('root')?.dataset.messages}/account.${locale}.json`);
  if (!answer.ok) throw new Error(`the messages in ${locale}: ${answer.status}`);
  return (await answer.json()) as Messages;
}
