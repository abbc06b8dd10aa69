// Current policies: from the files in shop/, or the later desk version. Loaded at start-up and reloaded when
// a text changes.
import { join } from 'node:path';
import { defaultedPolicy, type ShopTexts } from '#lib/rendering.ts';
import type { AppContext } from '#platform/app-context.ts';
import { transaction } from '#platform/database/database.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { defaultShop } from '#platform/paths.ts';
import { folderVersion, type LiveText, liveText, parsedTexts } from './live-text.ts';
import { seenHash } from './queries.ts';
import { type Import, type ImportChoice, type ImportedText, importFiles, keepDesk } from './versions.ts';

type Naming = Pick<ShopTexts, 'brand' | 'company'>;
type Policies = ShopTexts['policies'];

/**
 * `texts`: the files of the shop folder, read at start-up. `naming`: the current brand and company, which the
 * policies name.
 */
export async function openPolicies(
  { db, config, log }: Pick<AppContext, 'db' | 'config' | 'log'>,
  texts: ShopTexts,
  shopFolder: string,
  naming: () => Naming = () => texts,
): Promise<LiveText<Policies>> {
  await importPolicies(db, join(shopFolder, 'policies'), keepDesk(log));
  const versionNow = async () => `${await folderVersion(db.orm, 'policies')}, ${named(naming())}`;
  const read = async () => {
    const { brand, company } = naming();
    const { readPolicies } = await import('./source/policies.ts');
    return parsedTexts(db.orm, 'policies', (files) => readPolicies(files, { brand, company, shopUrl: config.shopUrl }));
  };
  const version = await versionNow();
  // Without desk versions, the files already read are current.
  const isAsRead = !version.includes(' desk ') && named(naming()) === named(texts);
  return liveText({ version, value: isAsRead ? texts.policies : await read() }, { versionNow, read });
}

/** A change in one language's file makes a new version of all languages. */
export async function preparePolicies(db: AppContext['db'], folder: string): Promise<Import> {
  const hash = (await hashInputs(folder, ['*.*.md'])) + (await hashInputs(join(defaultShop, 'policies'), [`${defaultedPolicy}.*.md`]));
  if ((await seenHash(db.orm, 'policies')) === hash) return async () => [];
  const { readPolicyFiles } = await import('./source/policies.ts');
  const files = [...(await readPolicyFiles(folder))].map(([file, text]) => ({ file, text }));
  return (tx, choice) => importFiles(tx, { folder: 'policies', files, hash, together: (file) => file.split('.')[0] ?? file }, choice);
}

export async function importPolicies(db: AppContext['db'], folder: string, choice?: ImportChoice): Promise<readonly ImportedText[]> {
  const run = await preparePolicies(db, folder);
  return transaction(db, (tx) => run(tx, choice));
}

/** What the policies say of the brand and the company. */
const named = ({ brand: { name, supportEmail }, company }: Naming): string => `${name} ${supportEmail} ${JSON.stringify(company)}`;
