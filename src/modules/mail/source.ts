// Reads and parses the texts of mails: those of the owner, and the default ones for mails that the owner did not write.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartFaults } from '../../infra/config/config.ts';
import { defaultShop } from '../../infra/paths.ts';
import { type Locale, localeNames } from '../../lib/locale.ts';
import { faultLine, isFaults, type SourceFault } from '../../lib/yaml/source.ts';
import { FOOTER, type MailTextName, mailFile, mails, mailTextNames } from './shapes.ts';
import { type MailText, parseMailText } from './text.ts';

type InAll = Readonly<Record<Locale, MailText>>;
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

const hasOwn = (files: MailFiles, name: MailTextName): boolean => localeNames.some((locale) => files.has(mailFile(name, locale)));

/** A mail is needed in every language. */
export function parseMail(files: MailFiles, name: MailTextName): InAll | readonly SourceFault[] {
  const faults: SourceFault[] = [];
  const texts = localeNames.flatMap((locale): [Locale, MailText][] => {
    const file = `shop/mails/${mailFile(name, locale)}`;
    const source = files.get(mailFile(name, locale));
    if (source === undefined) {
      faults.push({ file, line: 1, reason: 'is missing: every mail is needed in every language' });
      return [];
    }
    const parsed = name === FOOTER ? parseMailText(file, source, [], 'part') : parseMailText(file, source, mails[name].values, 'mail');
    if (!isFaults(parsed)) return [[locale, parsed]];
    faults.push(...parsed);
    return [];
  });
  return faults.length > 0 ? faults : (Object.fromEntries(texts) as InAll);
}

/** Throws all faults of the files of a shop. Without `defaults`, every mail must be there. */
export function checkMails(own: MailFiles, defaults?: MailFiles): void {
  const known = new Set(mailTextNames.flatMap((name) => localeNames.map((locale) => mailFile(name, locale))));
  const faults = mailTextNames.flatMap((name) => {
    const parsed = hasOwn(own, name) || !defaults ? parseMail(own, name) : [];
    return isFaults(parsed) ? parsed : [];
  });
  const strays = [...own.keys()].filter((file) => !known.has(file));
  faults.push(...strays.map((file) => ({ file: `shop/mails/${file}`, line: 1, reason: 'is no mail of the shop' })));
  if (faults.length > 0) throw new StartFaults(faults.map(faultLine));
}

/** A mail has one source: the owner's, or the default in every language. A text that an older release accepted must not stop the shop. */
export function currentMails(own: MailFiles, defaults: MailFiles): CurrentMails {
  const outdated: MailTextName[] = [];
  const texts = mailTextNames.map((name) => {
    const parsed = hasOwn(own, name) ? parseMail(own, name) : undefined;
    if (parsed && !isFaults(parsed)) return [name, parsed] as const;
    if (parsed) outdated.push(name);
    const standard = parseMail(defaults, name);
    if (isFaults(standard)) throw new StartFaults(standard.map(faultLine));
    return [name, standard] as const;
  });
  return { texts: Object.fromEntries(texts) as MailTexts, outdated };
}

/** The texts of the release. */
export async function readDefaultMails(names: readonly MailTextName[] = mailTextNames): Promise<MailFiles> {
  const files = names.flatMap((name) => localeNames.map((locale) => mailFile(name, locale)));
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(join(defaultShop, 'mails', file), 'utf8')] as const)));
}
