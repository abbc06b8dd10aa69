// The folders of node_modules that a release contains: the packages that are not bundled, and what they need
// on this machine.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '#platform/paths.ts';
import { externalPackages } from '../bundle/bundle.ts';

type Names = Readonly<Record<string, string>>;
type Locked = { readonly dependencies?: Names; readonly optionalDependencies?: Names };
type Lock = { readonly packages: Readonly<Record<string, Locked>> };

/** Of the packages for other systems nothing is installed. */
export async function listInstalledPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  const found = new Set<string>();
  const add = (name: string, from: string): void => {
    const folder = findFolder(packages, name, from);
    if (folder === undefined || found.has(folder) || !existsSync(join(root, folder))) return;
    found.add(folder);
    const { dependencies, optionalDependencies } = packages[folder] ?? {};
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(each, folder);
  };
  for (const name of [...externalPackages, ...Object.keys(packages['']?.optionalDependencies ?? {})]) add(name, '');
  return [...found];
}

/** As Node looks for a package: beside the one that asks, then further up. */
function findFolder(packages: Lock['packages'], name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name);
  if (packages[folder]) return folder;
  return from === '' ? undefined : findFolder(packages, name, from.includes('/') ? dirname(from).replace(/^\.$/, '') : '');
}
