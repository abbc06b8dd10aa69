// Current policies: from the files in shop/, or the later desk version. Loaded at start-up and reloaded when a text changes.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { AppContext } from '../../infra/app-context.ts';
import { type DbClient, transaction } from '../../infra/database/database.ts';
import type { PolicySources } from '../../infra/shop-source/policy-source.ts';
import { cachedSource } from '../../infra/source-cache.ts';
import { hashInputs } from '../../infra/web/builds/build-inputs.ts';
import type { ShopTexts } from '../../lib/rendering.ts';
import { type LiveText, liveText } from './live-text.ts';
import { lockFolder, newestNumbers, seenHash } from './queries.ts';
import { currentTexts, importFiles } from './versions.ts';

type Naming = Pick<ShopTexts, 'brand' | 'company'>;
type Policies = ShopTexts['policies'];

/** `texts`: the files of the shop folder, read at start-up. `naming`: the current brand and company, which the policies name. */
export async function openPolicies(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  texts: ShopTexts,
  shopFolder: string,
  naming: () => Naming = () => texts,
): Promise<LiveText<Policies>> {
  await importPolicies(db, join(shopFolder, 'policies'));
  const versionNow = () => versionOf(db.orm, naming());
  const read = () => {
    const { brand, company } = naming();
    return readCached(db.orm, { brand, company, shopUrl: config.shopUrl }, shopFolder);
  };
  const version = await versionNow();
  // Without desk versions, the files already read are current.
  const isAsRead = !version.includes(' desk ') && named(naming()) === named(texts);
  return liveText({ version, value: isAsRead ? texts.policies : await read() }, { versionNow, read });
}

/** A change in one language's file makes a new version of all languages. Says whether the files changed since the last import. */
export async function importPolicies(db: AppContext['db'], folder: string): Promise<boolean> {
  const hash = await hashInputs(folder, ['*.*.md']);
  if ((await seenHash(db.orm, 'policies')) === hash) return false;
  const { readPolicyFiles } = await import('../../infra/shop-source/policy-source.ts');
  const files = [...(await readPolicyFiles(folder))].map(([file, text]) => ({ file, text }));
  return transaction(db, async (tx) => {
    if ((await lockFolder(tx, 'policies')) === hash) return false;
    await importFiles(tx, { folder: 'policies', files, hash, together: (file) => file.split('.')[0] ?? file });
    return true;
  });
}

/** What the policies say of the brand and the company. */
const named = ({ brand: { name, supportEmail }, company }: Naming): string => `${name} ${supportEmail} ${JSON.stringify(company)}`;

const versionOf = async (of: DbClient, naming: Naming): Promise<string> =>
  [...(await newestNumbers(of, 'policies')).map(({ file, number, origin }) => `${file} ${origin} ${number}`), named(naming)].join(', ');

/** Caches the parsed policies, so that desk versions do not slow down start-up. */
async function readCached(of: DbClient, sources: PolicySources, folder: string): Promise<Policies> {
  const files = new Map([...(await currentTexts(of, 'policies')).values()].map(({ file, text }) => [file, text]));
  const also = `${sources.shopUrl} ${createHash('sha256')
    .update(JSON.stringify([...files, named(sources)]))
    .digest('hex')}`;
  return cachedSource({ name: 'policies', folder, files: [], also }, async () => {
    const { policiesOf } = await import('../../infra/shop-source/policy-source.ts');
    return policiesOf(files, sources);
  });
}
