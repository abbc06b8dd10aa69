// Edits a mail at the desk: all languages get one version. Drafts pass the same checks as files. Loaded
// lazily.
import { type BuiltInLocale, builtInLocales, locales } from '#lib/locale.ts';
import { UserError } from '#lib/user-error.ts';
import { isSourceErrors, type SourceError, type Sources } from '#lib/yaml/source.ts';
import { lockFolder, newestNumbers } from '#modules/content/queries.ts';
import { createFormError, formatReason, nothingChanged, withoutPath } from '#modules/content/rules.ts';
import type { ContentValue } from '#modules/content/shapes.ts';
import { toSources } from '#modules/content/sources.ts';
import { contentAt, currentSources, type Saved, type SaveOptions, writeContent } from '#modules/content/versions.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { MailDetails, MailTextDraft } from './desk-shapes.ts';
import { createStyleSheet, getBody, LOGO_PATH } from './layout.ts';
import type { Letterhead } from './rules.ts';
import { sampleValues } from './samples.ts';
import { FOOTER, listOptional, type MailTextName, mailFile, mails, mailTextNames, type RenderedMail } from './shapes.ts';
import { type MailTexts, parseMail, readDefaultMails } from './source.ts';
import { writeLetter } from './write.ts';

type MailTyped = MailTextDraft['texts'];
type MailValues = ReadonlyMap<string, ContentValue>;

const inAll = <T>(make: (locale: BuiltInLocale) => T): Record<BuiltInLocale, T> =>
  Object.fromEntries(builtInLocales.map((locale) => [locale, make(locale)])) as Record<BuiltInLocale, T>;
const exportFiles = (name: MailTextName): string[] => builtInLocales.map((locale) => mailFile(name, locale));

export async function listMails(of: DbClient, outdated: readonly MailTextName[]) {
  const [own, defaults] = [await currentSources(of, 'mails'), await readDefaultMails()];
  return mailTextNames.map((name) => {
    const texts = typedNow(name, own, defaults);
    return { name, subject: texts.en.subject, isDefault: isDefault(name, texts, defaults), isOutdated: outdated.includes(name) };
  });
}

export async function openMailText(
  of: DbClient,
  name: MailTextName,
  outdated: readonly MailTextName[],
): Promise<Omit<MailDetails, 'versions'>> {
  const [own, defaults] = [await currentSources(of, 'mails'), await readDefaultMails([name])];
  const texts = typedNow(name, own, defaults);
  return {
    name,
    number: await newestNumber(of, name),
    isDefault: isDefault(name, texts, defaults),
    isOutdated: outdated.includes(name),
    values: name === FOOTER ? [] : [...mails[name].values],
    optional: name === FOOTER ? [] : [...listOptional(name)],
    texts,
    defaults: typedOf(name, defaults),
  };
}

/** An old version. One in which the own texts were removed has the default texts. */
export async function mailAt(of: DbClient, { name, number }: { name: MailTextName; number: number }): Promise<{ texts: MailTyped }> {
  if (number > (await newestNumber(of, name))) throw new UserError(404);
  const old = toSources('mails', await contentAt(of, 'mails', exportFiles(name), number));
  return { texts: typedOf(name, old.size > 0 ? old : await readDefaultMails([name])) };
}

export type PreparedMail = { readonly texts: MailTexts[MailTextName]; readonly values: MailValues };

/** Checks a draft. Saves nothing. */
export function makeMail({ name, texts }: MailTextDraft): PreparedMail {
  const values = new Map(builtInLocales.map((locale) => [mailFile(name, locale), toMailValue(name, texts[locale])]));
  const parsed = parseMail(toSources('mails', values), name);
  if (isSourceErrors(parsed)) throw toFormError(parsed, name);
  return { texts: parsed, values };
}

type Previewing = {
  readonly current: MailTexts;
  readonly letterhead: Letterhead;
  readonly shopUrl: string;
  readonly at: Date;
  readonly to: string;
};

/** The draft with sample values. The footer is shown below the test mail. */
export function previewMail(made: PreparedMail, name: MailTextName, locale: BuiltInLocale, sending: Previewing): RenderedMail {
  const { current, letterhead, shopUrl, at, to } = sending;
  const [text, footer] = name === FOOTER ? [current.trial, made.texts] : [made.texts, current[FOOTER]];
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
export function shownMail({ subject, html, text }: RenderedMail, shopUrl: string, logo: string | undefined) {
  return { subject, text, html: getBody(html).replace(`${shopUrl}${LOGO_PATH}`, logo ?? '') };
}

export const mailSheet = ({ look }: Letterhead): string => createStyleSheet(look.accent);

/**
 * Saves the draft as the current version. Fails if a newer version exists. The default texts are not stored,
 * so that the mail follows the release again.
 */
export async function saveMail(tx: DbClient, { made, draft, from, why, by, at }: SaveOptions<PreparedMail, MailTextDraft>): Promise<Saved> {
  await lockFolder(tx, 'mails');
  const { name, texts } = draft;
  if ((await newestNumber(tx, name)) !== from) return { saved: false, isOld: false };
  const [own, defaults] = [await currentSources(tx, 'mails'), await readDefaultMails([name])];
  if (isSameText(typedNow(name, own, defaults), texts)) throw nothingChanged();
  const isStandard = isDefault(name, texts, defaults);
  const files = exportFiles(name).map((file) => ({ file, value: isStandard ? null : (made.values.get(file) ?? null) }));
  await writeContent(tx, { folder: 'mails', files, by, why, at });
  return { saved: true, number: from + 1 };
}

/** Counts removed versions too. */
async function newestNumber(of: DbClient, name: MailTextName): Promise<number> {
  const rows = await newestNumbers(of, 'mails');
  return rows.find(({ file }) => file === mailFile(name, 'en'))?.number ?? 0;
}

const typedNow = (name: MailTextName, own: Sources, defaults: Sources): MailTyped =>
  typedOf(name, own.has(mailFile(name, 'en')) ? own : defaults);

const typedOf = (name: MailTextName, files: Sources): MailTyped =>
  inAll((locale) => {
    const { subject = '', markdown = '' } = (files.get(mailFile(name, locale))?.value ?? {}) as Partial<MailTyped[BuiltInLocale]>;
    return { subject, markdown: markdown.trim() };
  });

const toMailValue = (name: MailTextName, { subject, markdown }: MailTyped[BuiltInLocale]): ContentValue => ({
  ...(name === FOOTER ? {} : { subject }),
  markdown: `${markdown.trim()}\n`,
});

const isSameText = (a: MailTyped, b: MailTyped): boolean =>
  builtInLocales.every((locale) => a[locale].subject === b[locale].subject && a[locale].markdown.trim() === b[locale].markdown.trim());

const isDefault = (name: MailTextName, texts: MailTyped, defaults: Sources): boolean => isSameText(texts, typedOf(name, defaults));

function toFormError(errors: readonly SourceError[], name: MailTextName): UserError {
  return createFormError(
    errors.flatMap(({ file, path, line, reason }) => {
      const locale = builtInLocales.find((each) => file.endsWith(`/${mailFile(name, each)}`));
      if (!locale) return [];
      const sentence = path === 'markdown' ? `Line ${line}: ${reason}.` : formatReason(withoutPath(reason, path ?? ''));
      return { field: `texts.${locale}.${path ?? 'markdown'}`, place: locales[locale].name, sentence };
    }),
  );
}
