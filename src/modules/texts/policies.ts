// Current policies: from the files in shop/, or the later desk version. Loaded at start-up and reloaded when a text changes.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { AppContext } from '../../infra/app-context.ts';
import { type DbClient, transaction } from '../../infra/database/database.ts';
import type { PolicySources } from '../../infra/shop-source/policy-source.ts';
import { cachedSource } from '../../infra/source-cache.ts';
import { hashInputs } from '../../infra/web/builds/build-inputs.ts';
import type { ShopTexts } from '../../lib/rendering.ts';
import { lockFolder, newestNumbers, seenHash } from './queries.ts';
import { currentTexts, importFiles } from './versions.ts';

export type PoliciesModule = {
  current(): Policies;
  /** Changes with every new text version. */
  version(): string;
  reload(): Promise<void>;
};

type Naming = Pick<ShopTexts, 'brand' | 'company'>;
type Policies = ShopTexts['policies'];
type PolicySnapshot = { readonly version: string; readonly policies: Policies };

/** `texts`: the files of the shop folder, read at start-up. `naming`: the current brand and company, which the policies name. */
export async function openPolicies(
  ctx: Pick<AppContext, 'db' | 'config'>,
  texts: ShopTexts,
  shopFolder: string,
  naming: () => Naming = () => texts,
): Promise<PoliciesModule> {
  const { db, config } = ctx;
  await importPolicies(db, join(shopFolder, 'policies'));
  const sourcesNow = () => {
    const { brand, company } = naming();
    return { brand, company, shopUrl: config.shopUrl };
  };
  const read = async (version: string): Promise<PolicySnapshot> => ({
    version,
    policies: await readCached(db.orm, sourcesNow(), shopFolder),
  });
  const first = await versionOf(db.orm, naming());
  // Without desk versions, the files already read are current.
  const isAsRead = !first.includes(' desk ') && named(naming()) === named(texts);
  let now = isAsRead ? { version: first, policies: texts.policies } : await read(first);
  let reading = Promise.resolve();
  return {
    current: () => now.policies,
    version: () => now.version,
    reload() {
      // Sequential, so that an older read never replaces a newer one.
      reading = reading
        .catch(() => undefined)
        .then(async () => {
          const version = await versionOf(db.orm, naming());
          if (version !== now.version) now = await read(version);
        });
      return reading;
    },
  };
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
