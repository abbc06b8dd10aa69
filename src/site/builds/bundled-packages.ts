// Which packages of node_modules a bundle contains, for the list of licences.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The folders of packages, such as `node_modules/react`, in the paths of modules and files. */
export function listPackages(paths: Iterable<string>): readonly string[] {
  const found = new Set<string>();
  for (const path of paths) {
    const [, folder] = /(?:^|\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/@][^/]*)\//.exec(path) ?? [];
    if (folder !== undefined) found.add(folder);
  }
  return [...found].sort();
}

/** Vite plugin: writes packages.json into the folder of each build. */
export const bundledPackages = (): Plugin => ({
  name: 'bundled-packages',
  apply: 'build',
  async writeBundle({ dir = '' }, output) {
    const assets = Object.values(output).flatMap((each) => (each.type === 'asset' ? each.originalFileNames : []));
    await writeFile(join(dir, 'packages.json'), JSON.stringify(listPackages([...this.getModuleIds(), ...assets])));
  },
});
