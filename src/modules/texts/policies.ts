// The policies as they count now: those of the files, or what the desk wrote since. They are read with the shop at its start, and anew when a node is told
// that a text has changed; whoever holds the shop's texts sees the new ones without asking.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { AppContext } from '../../infra/app-context.ts';
import type { Config } from '../../infra/config/config.ts';
import { type DbClient, transaction } from '../../infra/database/database.ts';
import { keptSource } from '../../infra/source-cache.ts';
import { hashInputs } from '../../infra/web/builds/build-inputs.ts';
import type { ShopTexts } from '../../lib/rendering.ts';
import { lockFolder, newestNumbers, seenHash } from './queries.ts';
import { currentTexts, importFiles } from './versions.ts';

export type PoliciesRoom = {
  /** The shop's texts, with the policies of this moment whenever they are read. */
  readonly shop: ShopTexts;
  /** Another one with every change. */
  version(): string;
  reload(): Promise<void>;
};

type Policies = ShopTexts['policies'];
type Read = { readonly version: string; readonly policies: Policies };

/** `texts`: as the files of the shop's folder have just been read. */
export async function openPolicies(ctx: Pick<AppContext, 'db' | 'config'>, texts: ShopTexts, shopFolder: string): Promise<PoliciesRoom> {
  const { db, config } = ctx;
  await takeOver(db, join(shopFolder, 'policies'));
  let now = await readFirst(db.orm, texts, config, shopFolder);
  let reading = Promise.resolve();
  return {
    shop: {
      ...texts,
      get policies() {
        return now.policies;
      },
    },
    version: () => now.version,
    reload() {
      // One after the other: an older reading must never replace a newer one.
      reading = reading
        .catch(() => undefined)
        .then(async () => {
          const version = await versionOf(db.orm);
          if (version !== now.version) now = { version, policies: await readKept(db.orm, texts, config, shopFolder) };
        });
      return reading;
    },
  };
}

/** A policy is one text in all languages: where one file of it has changed, all of them count again. */
async function takeOver(db: AppContext['db'], folder: string): Promise<void> {
  const hash = await hashInputs(folder, ['*.*.md']);
  if ((await seenHash(db.orm, 'policies')) === hash) return;
  const { readPolicyFiles } = await import('../../infra/shop-source/policy-source.ts');
  const files = [...(await readPolicyFiles(folder))].map(([file, text]) => ({ file, text }));
  await transaction(db, async (tx) => {
    if ((await lockFolder(tx, 'policies')) === hash) return;
    await importFiles(tx, { folder: 'policies', files, hash, together: (file) => file.split('.')[0] ?? file });
  });
}

async function readFirst(of: DbClient, texts: ShopTexts, config: Config, shopFolder: string): Promise<Read> {
  const version = await versionOf(of);
  // Where the desk has written nothing since, the files are what counts, and they are read already.
  return { version, policies: version.includes('desk') ? await readKept(of, texts, config, shopFolder) : texts.policies };
}

const versionOf = async (of: DbClient): Promise<string> =>
  (await newestNumbers(of, 'policies')).map(({ file, number, origin }) => `${file} ${origin} ${number}`).join(', ');

/** A shop whose desk writes starts no slower for it: what its texts come to is kept as that of the files is. */
async function readKept(of: DbClient, { brand, company }: ShopTexts, { shopUrl }: Config, folder: string): Promise<Policies> {
  const files = new Map([...(await currentTexts(of, 'policies')).values()].map(({ file, text }) => [file, text]));
  const also = `${shopUrl} ${createHash('sha256')
    .update(JSON.stringify([...files]))
    .digest('hex')}`;
  return keptSource({ name: 'policies', folder, files: ['brand.yaml', 'company.yaml'], also }, async () => {
    const { policiesOf } = await import('../../infra/shop-source/policy-source.ts');
    return policiesOf(files, { brand, company, shopUrl });
  });
}
