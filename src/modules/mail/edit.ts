// Edits a mail at the desk: all languages get one version. Loaded lazily.
import { type BuiltInLocale, builtInLocales, locales } from '#lib/locale.ts';
import { isSame } from '#lib/yaml/merge.ts';
import type { SourceError } from '#lib/yaml/source.ts';
import { type EditedKind, openText, type Values } from '#modules/content/edit.ts';
import { formatReason, withLineEnd, withoutPath } from '#modules/content/rules.ts';
import { toSources } from '#modules/content/sources.ts';
import { getCurrentContent, getValues } from '#modules/content/versions.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { MailForm } from './desk-shapes.ts';
import { createStyleSheet, getBody, LOGO_PATH } from './layout.ts';
import type { Letterhead } from './rules.ts';
import { sampleValues } from './samples.ts';
import { FOOTER, listOptional, type MailTextName, mailFile, mails, mailTextNames, type RenderedMail } from './shapes.ts';
import { type MailTexts, parseMail, readDefaultMails } from './source.ts';
import { writeLetter } from './write.ts';

const createForAllLocales = <T>(make: (locale: BuiltInLocale) => T): Record<BuiltInLocale, T> =>
  Object.fromEntries(builtInLocales.map((locale) => [locale, make(locale)])) as Record<BuiltInLocale, T>;

/** As the release has them, by file. */
const readDefaults = async (names?: readonly MailTextName[]): Promise<Values> =>
  new Map([...(await readDefaultMails(names))].map(([file, { value }]) => [file, value as MailForm['en']]));

const toForm = (name: MailTextName, own: Values, defaults: Values): MailForm =>
  createForAllLocales((locale) => {
    const files = own.has(mailFile(name, 'en')) ? own : defaults;
    const { markdown = '', ...head } = (files.get(mailFile(name, locale)) ?? {}) as Partial<MailForm['en']>;
    return { ...head, markdown: markdown.trim() };
  });

/** The default texts are not stored, so that the mail follows the release again. */
export const editedMail: EditedKind<MailTextName, MailForm, MailTexts[MailTextName]> = {
  folder: 'mails',
  files: (name) => builtInLocales.map((locale) => mailFile(name, locale)),
  read: async (name, stored) => toForm(name, stored, await readDefaults([name])),
  async write(name, text) {
    const isStandard = isSame(text, toForm(name, new Map(), await readDefaults([name])));
    return new Map(builtInLocales.map((locale) => [mailFile(name, locale), isStandard ? null : withLineEnd(text[locale])]));
  },
  async check(name, values) {
    return parseMail(toSources('mails', values.has(mailFile(name, 'en')) ? values : await readDefaults([name])), name);
  },
  describe(name, { file, path, line, reason }: SourceError) {
    const locale = builtInLocales.find((each) => file.endsWith(`/${mailFile(name, each)}`)) ?? 'en';
    const sentence = path === 'markdown' ? `Line ${line}: ${reason}.` : formatReason(withoutPath(reason, path ?? ''));
    return { field: `text.${locale}.${path ?? 'markdown'}`, place: locales[locale].name, sentence };
  },
};

export async function listMails(of: DbClient, outdated: readonly MailTextName[]) {
  const [own, defaults] = [getValues(await getCurrentContent(of, 'mails')), await readDefaults()];
  return mailTextNames.map((name) => {
    const text = toForm(name, own, defaults);
    const isDefault = isSame(text, toForm(name, new Map(), defaults));
    return { name, subject: text.en.subject ?? '', isDefault, isOutdated: outdated.includes(name) };
  });
}

/** What its form shows beside the texts. */
export async function describeMail(of: DbClient, name: MailTextName, outdated: readonly MailTextName[]) {
  const { text } = await openText(of, editedMail, name);
  const defaults = toForm(name, new Map(), await readDefaults([name]));
  return {
    isDefault: isSame(text, defaults),
    isOutdated: outdated.includes(name),
    values: name === FOOTER ? [] : [...mails[name].values],
    optional: name === FOOTER ? [] : [...listOptional(name)],
    defaults,
  };
}

type Previewing = {
  readonly current: MailTexts;
  readonly letterhead: Letterhead;
  readonly shopUrl: string;
  readonly at: Date;
  readonly to: string;
};

/** The draft with sample values. The footer is shown below the test mail. */
export function previewMail(made: MailTexts[MailTextName], name: MailTextName, locale: BuiltInLocale, sending: Previewing): RenderedMail {
  const { current, letterhead, shopUrl, at, to } = sending;
  const [text, footer] = name === FOOTER ? [current.trial, made] : [made, current[FOOTER]];
  const reader = { locale, timeZone: letterhead.timeZone, dateLocale: letterhead.dateLocale };
  return writeLetter({
    id: `preview-${at.getTime()}`,
    to,
    reader,
    values: sampleValues(name === FOOTER ? 'trial' : name, { shopUrl, at, reader }),
    text: text[locale],
    footer: footer[locale],
    letterhead,
    shopUrl,
  });
}

/** What the desk shows of a mail. The logo's address there is another one than in mails. */
export function toShownMail({ subject, html, text }: RenderedMail, shopUrl: string, logo: string | undefined) {
  return { subject, text, html: getBody(html).replace(`${shopUrl}${LOGO_PATH}`, logo ?? '') };
}

export const mailSheet = ({ look }: Letterhead): string => createStyleSheet(look.accent);
