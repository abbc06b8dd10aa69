// The current company, questions, home page, menus and samples: from the files in shop/, or the later desk
// version. Loaded at start-up and reloaded when they change.
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { folderVersion, type LiveText, liveText, parsedTexts } from './live-text.ts';
import { lockFolder, seenHash } from './queries.ts';
import type { ShopContent } from './source/content.ts';
import { changedFiles, type ImportedText, importFiles } from './versions.ts';

/** Relative to the shop's folder. */
const globs = ['company.yaml', 'faq.yaml', 'home.yaml', 'menus.yaml', 'samples/*.yaml'] as const;

/** `content`: as the files of the shop folder have it. */
export async function openContent(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  content: ShopContent,
  shopFolder: string,
): Promise<LiveText<ShopContent>> {
  for (const { file, replaced } of await importContent(db, shopFolder))
    if (replaced !== undefined) log.warn({ file, version: replaced }, 'content.replaced');
  const versionNow = () => folderVersion(db.orm, 'content');
  const read = () => parsedTexts(db.orm, 'content', async (files) => (await import('./source/content.ts')).readContent(files));
  const version = await versionNow();
  // Without desk versions, the files already read are current.
  return liveText({ version, value: version.includes(' desk ') ? await read() : content }, { versionNow, read });
}

/** Throws the faults of the files. */
async function checkContentFiles(shopFolder: string): Promise<ReadonlyMap<string, string>> {
  const { readContent, readContentFiles } = await import('./source/content.ts');
  const files = await readContentFiles(shopFolder);
  readContent(files);
  return files;
}

/** `replaced`: the version of the desk that was current until now. */
/** Imports the files that changed since the last import. */
export async function importContent(db: AppContext['db'], shopFolder: string): Promise<readonly ImportedText[]> {
  const hash = await hashInputs(shopFolder, globs);
  if ((await seenHash(db.orm, 'content')) === hash) return [];
  const files = await checkContentFiles(shopFolder);
  return transaction(db, async (tx) => {
    if ((await lockFolder(tx, 'content')) === hash) return [];
    const imported = [...files].map(([file, text]) => ({ file, text }));
    return changedFiles(tx, 'content', () => importFiles(tx, { folder: 'content', files: imported, hash }));
  });
}
