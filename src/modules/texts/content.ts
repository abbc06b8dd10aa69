// The current company, questions, home page and samples: from the files in shop/. Loaded at start-up and reloaded when a file changes.
import { createHash } from 'node:crypto';
import type { AppContext } from '../../infra/app-context.ts';
import { type DbClient, transaction } from '../../infra/database/database.ts';
import type { ShopContent } from '../../infra/shop-source/content-source.ts';
import { cachedSource } from '../../infra/source-cache.ts';
import { hashInputs } from '../../infra/web/builds/build-inputs.ts';
import { type LiveText, liveText } from './live-text.ts';
import { lockFolder, newestNumbers, seenHash } from './queries.ts';
import { currentTexts, importFiles } from './versions.ts';

/** `content`: as the files of the shop folder have it. */
export async function openContent(
  { db }: Pick<AppContext, 'db'>,
  content: ShopContent,
  shopFolder: string,
): Promise<LiveText<ShopContent>> {
  await importContent(db, shopFolder);
  const versionNow = () => versionOf(db.orm);
  // The files that were just imported are current.
  return liveText({ version: await versionNow(), value: content }, { versionNow, read: () => readCached(db.orm, shopFolder) });
}

/** Imports the files that changed since the last import; returns their names. */
export async function importContent(db: AppContext['db'], shopFolder: string): Promise<readonly string[]> {
  const { contentGlobs, contentOf, readContentFiles } = await import('../../infra/shop-source/content-source.ts');
  const hash = await hashInputs(shopFolder, contentGlobs);
  if ((await seenHash(db.orm, 'content')) === hash) return [];
  const files = await readContentFiles(shopFolder);
  contentOf(files);
  return transaction(db, async (tx) => {
    if ((await lockFolder(tx, 'content')) === hash) return [];
    const before = await currentTexts(tx, 'content');
    const after = await importFiles(tx, { folder: 'content', files: [...files].map(([file, text]) => ({ file, text })), hash });
    return [...new Set([...before.keys(), ...after.keys()])].filter((file) => before.get(file)?.text !== after.get(file)?.text);
  });
}

const versionOf = async (of: DbClient): Promise<string> =>
  (await newestNumbers(of, 'content')).map(({ file, number }) => `${file} ${number}`).join(', ');

async function readCached(of: DbClient, folder: string): Promise<ShopContent> {
  const files = new Map([...(await currentTexts(of, 'content')).values()].map(({ file, text }) => [file, text]));
  const also = createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('hex');
  return cachedSource({ name: 'content', folder, files: [], also }, async () => {
    const { contentOf } = await import('../../infra/shop-source/content-source.ts');
    return contentOf(files);
  });
}
