// The current company, questions, home page, menus and samples: from the files in shop/, or the later desk
// version. Loaded at start-up and reloaded when they change.
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { folderVersion, type LiveText, liveText, parsedTexts } from './live-text.ts';
import { seenHash } from './queries.ts';
import type { ShopContent } from './source/content.ts';
import { type Import, type ImportChoice, type ImportedText, importFiles, keepDesk } from './versions.ts';

/** Relative to the shop's folder. */
const globs = ['company.yaml', 'faq.yaml', 'home.yaml', 'menus.yaml', 'samples/*.yaml'] as const;

/** `content`: as the files of the shop folder have it. */
export async function openContent(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  content: ShopContent,
  shopFolder: string,
): Promise<LiveText<ShopContent>> {
  await importContent(db, shopFolder, keepDesk(log));
  const versionNow = () => folderVersion(db.orm, 'content');
  const read = () => parsedTexts(db.orm, 'content', async (files) => (await import('./source/content.ts')).readContent(files));
  const version = await versionNow();
  // Without desk versions, the files already read are current.
  return liveText({ version, value: version.includes(' desk ') ? await read() : content }, { versionNow, read });
}

/** Throws the faults of the files. */
export async function prepareContent(db: AppContext['db'], shopFolder: string): Promise<Import> {
  const hash = await hashInputs(shopFolder, globs);
  if ((await seenHash(db.orm, 'content')) === hash) return async () => [];
  const { readContent, readContentFiles } = await import('./source/content.ts');
  const found = await readContentFiles(shopFolder);
  readContent(found);
  const files = [...found].map(([file, text]) => ({ file, text }));
  return (tx, choice) => importFiles(tx, { folder: 'content', files, hash }, choice);
}

export async function importContent(db: AppContext['db'], shopFolder: string, choice?: ImportChoice): Promise<readonly ImportedText[]> {
  const run = await prepareContent(db, shopFolder);
  return transaction(db, (tx) => run(tx, choice));
}
