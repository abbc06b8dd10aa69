// The texts of mails: their files in the folder of a shop, and the versions in force.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LiveText, openLiveText } from '#modules/content/live-text.ts';
import type { Stamps } from '#modules/content/queries.ts';
import { type FileKind, getCurrentSources } from '#modules/content/versions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { type CurrentMails, checkMails, parseCurrentMails } from './source.ts';

export const openMailTexts = ({ db, log }: Pick<AppContext, 'db' | 'log'>, stamps: Stamps): Promise<LiveText<CurrentMails>> =>
  openLiveText('mails', stamps, async () => {
    const current = await parseCurrentMails(await getCurrentSources(db.orm, 'mails'));
    for (const mail of current.outdated) log.warn({ mail }, 'mail.text.outdated');
    return current;
  });

export const mailKind: FileKind = {
  folder: 'mails',
  // The languages of a mail share a version.
  together: (file) => file.replace(/\.\w+\.md$/, ''),
  hash: (shopFolder) => hashInputs(shopFolder, ['mails/*.md']),
  async read(shopFolder) {
    const { readSources } = await import('#modules/content/source/read-files.ts');
    const folder = join(shopFolder, 'mails');
    const names = (await readdir(folder).catch(() => [] as string[])).filter((name) => name.endsWith('.md') && name !== 'README.md').sort();
    const texts = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const));
    return readSources('mails', new Map(texts));
  },
  check: checkMails,
};
