// The current company, questions, home page and samples: from the files in shop/. Loaded at start-up and reloaded when a file changes.
import type { AppContext } from '../../infra/app-context.ts';
import { transaction } from '../../infra/database/database.ts';
import type { ShopContent } from '../../infra/shop-source/content-source.ts';
import { hashInputs } from '../../infra/web/builds/build-inputs.ts';
import { folderVersion, type LiveText, liveText, parsedTexts } from './live-text.ts';
import { lockFolder, seenHash } from './queries.ts';
import { changedFiles, importFiles } from './versions.ts';

/** Relative to the shop's folder. */
const globs = ['company.yaml', 'faq.yaml', 'home.yaml', 'samples/*.yaml'] as const;

/** `content`: as the files of the shop folder have it. */
export async function openContent(
  { db }: Pick<AppContext, 'db'>,
  content: ShopContent,
  shopFolder: string,
): Promise<LiveText<ShopContent>> {
  await importContent(db, shopFolder);
  const versionNow = () => folderVersion(db.orm, 'content');
  const read = () =>
    parsedTexts(db.orm, {
      folder: 'content',
      shopFolder,
      async parse(files) {
        const { contentOf } = await import('../../infra/shop-source/content-source.ts');
        return contentOf(files);
      },
    });
  // The files that were just imported are current.
  return liveText({ version: await versionNow(), value: content }, { versionNow, read });
}

/** Imports the files that changed since the last import; returns their names. */
export async function importContent(db: AppContext['db'], shopFolder: string): Promise<readonly string[]> {
  const hash = await hashInputs(shopFolder, globs);
  if ((await seenHash(db.orm, 'content')) === hash) return [];
  const { contentOf, readContentFiles } = await import('../../infra/shop-source/content-source.ts');
  const files = await readContentFiles(shopFolder);
  contentOf(files);
  return transaction(db, async (tx) => {
    if ((await lockFolder(tx, 'content')) === hash) return [];
    const imported = [...files].map(([file, text]) => ({ file, text }));
    return changedFiles(tx, 'content', () => importFiles(tx, { folder: 'content', files: imported, hash }));
  });
}
