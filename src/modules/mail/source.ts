// Reads and parses the texts of mails: those of the owner, and the default ones for mails that the owner did
// not write.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
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
import { formatSourceError, isSourceErrors, type SourceError } from '#lib/yaml/source.ts';
import { StartError } from '#platform/config/config.ts';
import { defaultShop } from '#platform/paths.ts';
import { FOOTER, listOptional, type MailTextName, mailFile, mails, mailTextNames } from './shapes.ts';
import { type MailText, parseMailText } from './text.ts';

type InAll = InLocales<MailText>;
export type MailTexts = Readonly<Record<MailTextName, InAll>>;
/** By name: "trial.en.md". */
export type MailFiles = ReadonlyMap<string, string>;

/** `outdated`: mails whose own text does not fit this release any more, so that the default text is used. */
export type CurrentMails = { readonly texts: MailTexts; readonly outdated: readonly MailTextName[] };

/** None if the shop has no mails of its own. */
export async function readMailFiles(shopFolder: string): Promise<MailFiles> {
  const folder = join(shopFolder, 'mails');
  const names = (await readdir(folder).catch(() => [] as string[])).filter((name) => name.endsWith('.md') && name !== 'README.md').sort();
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)));
}

const hasOwn = (files: MailFiles, name: MailTextName): boolean => builtInLocales.some((locale) => files.has(mailFile(name, locale)));

/**
 * A mail is needed in every language of the release that the shop has. Those of added languages are parsed
 * apart.
 */
export function parseMail(files: MailFiles, name: MailTextName): Readonly<Record<BuiltInLocale, MailText>> | readonly SourceError[] {
  const errors: SourceError[] = [];
  const texts: Partial<Record<BuiltInLocale, MailText>> = {};
  for (const locale of builtInLocales) {
    const parsed = parseIn(files, name, locale);
    if (parsed === undefined && !isNeeded(locale)) continue;
    if (parsed === undefined)
      errors.push({ file: `shop/mails/${mailFile(name, locale)}`, line: 1, reason: 'is missing: every mail is needed in every language' });
    else if (isSourceErrors(parsed)) errors.push(...parsed);
    else texts[locale] = parsed;
  }
  const gaps = Object.fromEntries(builtInLocales.map((locale) => [locale, texts[fallbackLocale]]));
  return errors.length > 0 ? errors : ({ ...gaps, ...texts } as Record<BuiltInLocale, MailText>);
}

function parseIn(files: MailFiles, name: MailTextName, locale: Locale): MailText | readonly SourceError[] | undefined {
  const file = `shop/mails/${mailFile(name, locale)}`;
  const source = files.get(mailFile(name, locale));
  if (source === undefined) return undefined;
  return name === FOOTER
    ? parseMailText(file, source, [], 'part')
    : parseMailText(file, source, mails[name].values, 'mail', listOptional(name));
}

const addedLocales = (): readonly Locale[] => localeNames.filter((locale) => !isBuiltIn(locale));

/** Mails in added languages that fit this release. */
const addedTexts = (files: MailFiles, name: MailTextName): Readonly<Record<string, MailText>> =>
  Object.fromEntries(
    addedLocales().flatMap((locale) => {
      const parsed = parseIn(files, name, locale);
      return parsed === undefined || isSourceErrors(parsed) ? [] : [[locale, parsed]];
    }),
  );

/** Throws all errors of the files of a shop. Without `defaults`, every mail must be there. */
export function checkMails(own: MailFiles, defaults?: MailFiles): void {
  const errors = mailTextNames.flatMap((name) => {
    const all = [
      hasOwn(own, name) || !defaults ? parseMail(own, name) : [],
      ...addedLocales().map((locale) => parseIn(own, name, locale) ?? []),
    ];
    return all.flatMap((parsed) => (isSourceErrors(parsed) ? parsed : []));
  });
  const strays = [...own.keys()].filter((file) => !isMailFile(file));
  errors.push(...strays.map((file) => ({ file: `shop/mails/${file}`, line: 1, reason: 'is no mail of the shop' })));
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
export function currentMails(own: MailFiles, defaults: MailFiles): CurrentMails {
  const outdated: MailTextName[] = [];
  const texts = mailTextNames.map((name) => {
    const parsed = hasOwn(own, name) ? parseMail(own, name) : undefined;
    if (parsed && !isSourceErrors(parsed)) return [name, { ...parsed, ...addedTexts(own, name) }] as const;
    if (parsed) outdated.push(name);
    const standard = parseMail(defaults, name);
    if (isSourceErrors(standard)) throw new StartError(standard.map(formatSourceError));
    return [name, { ...standard, ...addedTexts(own, name) }] as const;
  });
  return { texts: Object.fromEntries(texts) as MailTexts, outdated };
}

/** The texts of the release. */
export async function readDefaultMails(names: readonly MailTextName[] = mailTextNames): Promise<MailFiles> {
  const files = names.flatMap((name) => builtInLocales.map((locale) => mailFile(name, locale)));
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(join(defaultShop, 'mails', file), 'utf8')] as const)));
}
