// The policies: their files in the folder of a shop, and the versions in force.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInLocales } from '#lib/locale.ts';
import { defaultedPolicy, type ShopTexts } from '#lib/rendering.ts';
import type { AppContext } from '#platform/app-context.ts';
import { hashInputs } from '#platform/hash-inputs.ts';
import { type LiveText, openLiveText } from './live-text.ts';
import type { Stamps } from './queries.ts';
import { defaultPolicyFolder, getPolicyFile, readPolicies } from './source/policies.ts';
import { type FileKind, getCurrentSources } from './versions.ts';

type Naming = Pick<ShopTexts, 'brand' | 'company'>;

/** `naming`: the current brand and company, which the policies name. */
export const openPolicies = (
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  stamps: Stamps,
  naming: () => Naming,
): Promise<LiveText<ShopTexts['policies']>> =>
  openLiveText(
    'policies',
    stamps,
    async () => readPolicies(await getCurrentSources(db.orm, 'policies'), { ...naming(), shopUrl: config.shopUrl }),
    () => formatNames(naming()),
  );

/** What the policies say of the brand and the company. */
const formatNames = ({ brand: { name, supportEmail }, company }: Naming): string => `${name} ${supportEmail} ${JSON.stringify(company)}`;

/**
 * A change in one language's file makes a new version of all languages. The files are checked with what they
 * name: see readShopTexts.
 */
export const policyKind: FileKind = {
  folder: 'policies',
  together: (file) => file.split('.')[0] ?? file,
  hash: async (shopFolder) =>
    (await hashInputs(join(shopFolder, 'policies'), ['*.*.md'])) + (await hashInputs(defaultPolicyFolder, [`${defaultedPolicy}.*.md`])),
  async read(shopFolder) {
    const { readSources } = await import('./source/read-files.ts');
    return readSources('policies', await readPolicyFiles(join(shopFolder, 'policies')));
  },
  check: () => undefined,
};

/** File contents by name. */
async function readPolicyFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const own = (await readdir(folder)).filter((name) => name.endsWith('.md') && name !== 'README.md');
  const readFrom = (from: string, names: readonly string[]) =>
    Promise.all(names.map(async (name) => [name, await readFile(join(from, name), 'utf8')] as const));
  const isWritten = own.some((name) => name.startsWith(`${defaultedPolicy}.`));
  const defaults = isWritten ? [] : builtInLocales.map((locale) => getPolicyFile(defaultedPolicy, locale));
  return new Map([...(await readFrom(defaultPolicyFolder, defaults)), ...(await readFrom(folder, own))]);
}
