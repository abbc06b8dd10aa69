// Current policies: from the files in shop/, or the later desk version. Loaded at start-up and reloaded when a text changes.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { AppContext } from '../../infra/app-context.ts';
import type { Config } from '../../infra/config/config.ts';
import { type DbClient, transaction } from '../../infra/database/database.ts';
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

type Policies = ShopTexts['policies'];
type PolicySnapshot = { readonly version: string; readonly policies: Policies };

/** `texts`: the files of the shop folder, read at start-up, with the current brand. */
export async function openPolicies(ctx: Pick<AppContext, 'db' | 'config'>, texts: ShopTexts, shopFolder: string): Promise<PoliciesModule> {
  const { db, config } = ctx;
  await importPolicies(db, join(shopFolder, 'policies'));
  let now = await readFirst(db.orm, texts, config, shopFolder);
  let reading = Promise.resolve();
  return {
    current: () => now.policies,
    version: () => now.version,
    reload() {
      // Sequential, so that an older read never replaces a newer one.
      reading = reading
        .catch(() => undefined)
        .then(async () => {
          const version = await versionOf(db.orm, texts);
          if (version !== now.version) now = { version, policies: await readCached(db.orm, texts, config, shopFolder) };
        });
      return reading;
    },
  };
}

/** A change in one language's file makes a new version of all languages. */
async function importPolicies(db: AppContext['db'], folder: string): Promise<void> {
  const hash = await hashInputs(folder, ['*.*.md']);
  if ((await seenHash(db.orm, 'policies')) === hash) return;
  const { readPolicyFiles } = await import('../../infra/shop-source/policy-source.ts');
  const files = [...(await readPolicyFiles(folder))].map(([file, text]) => ({ file, text }));
  await transaction(db, async (tx) => {
    if ((await lockFolder(tx, 'policies')) === hash) return;
    await importFiles(tx, { folder: 'policies', files, hash, together: (file) => file.split('.')[0] ?? file });
  });
}

async function readFirst(of: DbClient, texts: ShopTexts, config: Config, shopFolder: string): Promise<PolicySnapshot> {
  const version = await versionOf(of, texts);
  // Without desk versions, the files already read are current.
  return { version, policies: version.includes(' desk ') ? await readCached(of, texts, config, shopFolder) : texts.policies };
}

/** The policies contain the brand's name and address. */
const versionOf = async (of: DbClient, { brand: { name, supportEmail } }: ShopTexts): Promise<string> =>
  [...(await newestNumbers(of, 'policies')).map(({ file, number, origin }) => `${file} ${origin} ${number}`), name, supportEmail].join(
    ', ',
  );

/** Caches the parsed policies, so that desk versions do not slow down start-up. */
async function readCached(of: DbClient, { brand, company }: ShopTexts, { shopUrl }: Config, folder: string): Promise<Policies> {
  const files = new Map([...(await currentTexts(of, 'policies')).values()].map(({ file, text }) => [file, text]));
  const also = `${shopUrl} ${createHash('sha256')
    .update(JSON.stringify([...files, brand.name, brand.supportEmail]))
    .digest('hex')}`;
  return cachedSource({ name: 'policies', folder, files: ['company.yaml'], also }, async () => {
    const { policiesOf } = await import('../../infra/shop-source/policy-source.ts');
    return policiesOf(files, { brand, company, shopUrl });
  });
}
