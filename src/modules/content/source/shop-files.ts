// The files of an owner's folder: what a shop needs, and how errors name them.
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { builtInLocales, isNeeded } from '#lib/locale.ts';
import { BRAND_FILE, defaultedPolicy, policyNames } from '#lib/rendering.ts';
import { defaultShop } from '#platform/paths.ts';

/** What only the owner can say. All else has a default, or is nothing if it is absent. */
const listNeededFiles = (): readonly string[] => [
  BRAND_FILE,
  'company.yaml',
  'home.yaml',
  'faq.yaml',
  'tax.yaml',
  'catalogue/common.yaml',
  ...policyNames
    .filter((name) => name !== defaultedPolicy)
    .flatMap((name) => builtInLocales.filter(isNeeded).map((locale) => `policies/${name}.${locale}.md`)),
];

/** Empty if the folder is a shop. */
export function findFolderErrors(folder: string): readonly string[] {
  if (!existsSync(folder)) return [`SHOP_DIR: there is no folder ${folder}.`];
  const needed = listNeededFiles();
  const missing = needed.filter((file) => !existsSync(join(folder, file)));
  if (missing.length === needed.length)
    return [`SHOP_DIR: ${folder} is not the folder of a shop: it has no brand.yaml, no company.yaml and no catalogue.`];
  return missing.map((file) => `${formatFilePath(join(folder, file))} is missing: every shop needs one.`);
}

/** Errors name the owner's files as shop/…, wherever they are. */
export const nameFiles = (lines: readonly string[], folder: string): readonly string[] =>
  folder === defaultShop
    ? lines
    : lines.map((line) => (line.startsWith('shop/') ? formatFilePath(join(folder, line.slice('shop/'.length))) : line));

/** As a person at this prompt would name it. */
function formatFilePath(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}
