// The current texts of mails: from the files in shop/mails, or the later desk version. Loaded at start-up and
// reloaded when one changes.

import {
  changedFiles,
  folderVersion,
  type ImportedText,
  importFiles,
  type LiveText,
  liveText,
  lockFolder,
  parsedTexts,
  seenHash,
} from '#modules/texts/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { defaultShop } from '#platform/paths.ts';
import type { CurrentMails, MailFiles } from './source.ts';

const globs = ['mails/*.md'] as const;

export async function openMailTexts({ db, log }: Pick<AppContext, 'db' | 'log'>, shopFolder: string): Promise<LiveText<CurrentMails>> {
  await importMails(db, shopFolder);
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

/** Imports the files that changed since the last import. A fault in one refuses all. */
export async function importMails(db: AppContext['db'], shopFolder: string): Promise<readonly ImportedText[]> {
  const hash = await hashInputs(shopFolder, globs);
  if ((await seenHash(db.orm, 'mails')) === hash) return [];
  const files = await checkedMails(shopFolder);
  return transaction(db, async (tx) => {
    if ((await lockFolder(tx, 'mails')) === hash) return [];
    return changedFiles(tx, 'mails', () =>
      importFiles(tx, { folder: 'mails', files: [...files].map(([file, text]) => ({ file, text })), hash, together: mailOf }),
    );
  });
}

/** The files of a shop. Throws all their faults. */
export async function checkedMails(shopFolder: string): Promise<MailFiles> {
  const { checkMails, readDefaultMails, readMailFiles } = await import('./source.ts');
  const files = await readMailFiles(shopFolder);
  checkMails(files, shopFolder === defaultShop ? undefined : await readDefaultMails());
  return files;
}

/** The languages of a mail share a version. */
const mailOf = (file: string): string => file.replace(/\.\w+\.md$/, '');
