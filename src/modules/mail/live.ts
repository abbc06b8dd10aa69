// The current texts of mails: from the files in shop/mails, or the later desk version. Loaded at start-up and
// reloaded when one changes.

import { folderVersion, type LiveText, liveText, parsedTexts } from '#modules/texts/live-text.ts';
import { seenHash } from '#modules/texts/queries.ts';
import { type Import, type ImportChoice, type ImportedText, importFiles, keepDesk } from '#modules/texts/versions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { defaultShop } from '#platform/paths.ts';
import type { CurrentMails, MailFiles } from './source.ts';

const globs = ['mails/*.md'] as const;

export async function openMailTexts({ db, log }: Pick<AppContext, 'db' | 'log'>, shopFolder: string): Promise<LiveText<CurrentMails>> {
  await importMails(db, shopFolder, keepDesk(log));
  const versionNow = () => folderVersion(db.orm, 'mails');
  const read = async () => {
    const current = await parsedTexts(db.orm, 'mails', async (files) => {
      const { currentMails, readDefaultMails } = await import('./source.ts');
      return currentMails(files, await readDefaultMails());
    });
    for (const mail of current.outdated) log.warn({ mail }, 'mail.text.outdated');
    return current;
  };
  return liveText({ version: await versionNow(), value: await read() }, { versionNow, read });
}

/** Throws the errors of the files: one refuses all. */
export async function prepareMails(db: AppContext['db'], shopFolder: string): Promise<Import> {
  const hash = await hashInputs(shopFolder, globs);
  if ((await seenHash(db.orm, 'mails')) === hash) return async () => [];
  const files = [...(await checkedMails(shopFolder))].map(([file, text]) => ({ file, text }));
  return (tx, choice) => importFiles(tx, { folder: 'mails', files, hash, together: mailOf }, choice);
}

export async function importMails(db: AppContext['db'], shopFolder: string, choice?: ImportChoice): Promise<readonly ImportedText[]> {
  const run = await prepareMails(db, shopFolder);
  return transaction(db, (tx) => run(tx, choice));
}

/** The files of a shop. Throws all their errors. */
export async function checkedMails(shopFolder: string): Promise<MailFiles> {
  const { checkMails, readDefaultMails, readMailFiles } = await import('./source.ts');
  const files = await readMailFiles(shopFolder);
  checkMails(files, shopFolder === defaultShop ? undefined : await readDefaultMails());
  return files;
}

/** The languages of a mail share a version. */
const mailOf = (file: string): string => file.replace(/\.\w+\.md$/, '');
