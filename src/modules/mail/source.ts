// Checks the texts of mails: those of the owner, and the default ones for mails that the owner did not write.
import { isLanguageTag } from '#lib/language-names.ts';
import {
  type BuiltInLocale,
  builtInLocales,
  fallbackLocale,
  type InLocales,
  isBuiltIn,
  isNeeded,
  type Locale,
  localeNames,
} from '#lib/locale.ts';
import { createLineErrorBuilder, formatSourceError, isSourceErrors, type SourceError, type Sources } from '#lib/yaml/source.ts';
import { StartError } from '#platform/config/config.ts';
import { mailReasons } from './errors.ts';
import { FOOTER, listOptional, type MailTextName, mailFile, mails, mailTextNames } from './shapes.ts';
import { type MailText, parseMailText } from './text.ts';

type InAll = InLocales<MailText>;
export type MailTexts = Readonly<Record<MailTextName, InAll>>;
/** `outdated`: mails whose own text does not fit this release any more, so that the default text is used. */
export type CurrentMails = { readonly texts: MailTexts; readonly outdated: readonly MailTextName[] };

const hasOwn = (files: Sources, name: MailTextName): boolean => builtInLocales.some((locale) => files.has(mailFile(name, locale)));

/**
 * A mail is needed in every language of the release that the shop has. Those of added languages are parsed
 * apart.
 */
export function parseMail(files: Sources, name: MailTextName): Readonly<Record<BuiltInLocale, MailText>> | readonly SourceError[] {
  const errors: SourceError[] = [];
  const texts: Partial<Record<BuiltInLocale, MailText>> = {};
  for (const locale of builtInLocales) {
    const parsed = parseIn(files, name, locale);
    if (parsed === undefined && !isNeeded(locale)) continue;
    if (parsed === undefined) errors.push(createLineErrorBuilder(mailReasons, `shop/mails/${mailFile(name, locale)}`)('language-missing'));
    else if (isSourceErrors(parsed)) errors.push(...parsed);
    else texts[locale] = parsed;
  }
  const gaps = Object.fromEntries(builtInLocales.map((locale) => [locale, texts[fallbackLocale]]));
  return errors.length > 0 ? errors : ({ ...gaps, ...texts } as Record<BuiltInLocale, MailText>);
}

function parseIn(files: Sources, name: MailTextName, locale: Locale): MailText | readonly SourceError[] | undefined {
  const source = files.get(mailFile(name, locale));
  if (source === undefined) return undefined;
  return name === FOOTER ? parseMailText(source, [], 'part') : parseMailText(source, mails[name].values, 'mail', listOptional(name));
}

const listAddedLocales = (): readonly Locale[] => localeNames.filter((locale) => !isBuiltIn(locale));

/** Mails in added languages that fit this release. */
const getAddedTexts = (files: Sources, name: MailTextName): Readonly<Record<string, MailText>> =>
  Object.fromEntries(
    listAddedLocales().flatMap((locale) => {
      const parsed = parseIn(files, name, locale);
      return parsed === undefined || isSourceErrors(parsed) ? [] : [[locale, parsed]];
    }),
  );

/** Throws all errors of the files of a shop. A mail that has no file is that of the release. */
export function checkMails(own: Sources): void {
  const errors = mailTextNames.flatMap((name) => {
    const all = [hasOwn(own, name) ? parseMail(own, name) : [], ...listAddedLocales().map((locale) => parseIn(own, name, locale) ?? [])];
    return all.flatMap((parsed) => (isSourceErrors(parsed) ? parsed : []));
  });
  const strays = [...own.keys()].filter((file) => !isMailFile(file));
  errors.push(...strays.map((file) => createLineErrorBuilder(mailReasons, `shop/mails/${file}`)('no-mail')));
  if (errors.length > 0) throw new StartError(errors.map(formatSourceError));
}

/** Also those of languages that the shop does not have at present. */
function isMailFile(file: string): boolean {
  const [name = '', locale = '', ...rest] = file.split('.');
  return rest.join('.') === 'md' && mailTextNames.some((each) => each === name) && (isBuiltIn(locale) || isLanguageTag(locale));
}

/**
 * A mail has one source: the owner's, or the default in every language. A text that an older release accepted
 * must not stop the shop.
 */
export async function parseCurrentMails(own: Sources): Promise<CurrentMails> {
  const outdated: MailTextName[] = [];
  const texts = new Map<MailTextName, InAll>();
  for (const name of mailTextNames.filter((name) => hasOwn(own, name))) {
    const parsed = parseMail(own, name);
    if (isSourceErrors(parsed)) outdated.push(name);
    else texts.set(name, { ...parsed, ...getAddedTexts(own, name) });
  }
  const others = mailTextNames.filter((name) => !texts.has(name));
  const defaults = await readDefaultMails(others);
  for (const name of others) {
    const standard = parseMail(defaults, name);
    if (isSourceErrors(standard)) throw new StartError(standard.map(formatSourceError));
    texts.set(name, { ...standard, ...getAddedTexts(own, name) });
  }
  return { texts: Object.fromEntries(texts) as MailTexts, outdated };
}

/** The texts of the release. */
export async function readDefaultMails(names: readonly MailTextName[] = mailTextNames): Promise<Sources> {
  if (names.length === 0) return new Map();
  const { readDefault } = await import('#modules/content/source/read-files.ts');
  const files = names.flatMap((name) => builtInLocales.map((locale) => mailFile(name, locale)));
  return new Map(await Promise.all(files.map(async (file) => [file, await readDefault('mails', file)] as const)));
}
