// The packages that `npm ci --omit=dev` would install on this machine, read from the lock file: their folders, such as `node_modules/piscina`.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../src/infra/paths.ts';

type Lock = { readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devOptional?: boolean }>> };

/** Of the packages for other systems nothing is installed. */
export async function installedPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as Lock;
  return Object.entries(packages).flatMap(([folder, { dev, devOptional }]) =>
    folder !== '' && !dev && !devOptional && existsSync(join(root, folder)) ? [folder] : [],
  );
}
