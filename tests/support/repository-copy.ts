// A copy of the repository, for tests that change its files.
import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

export type RepositoryCopy = {
  readonly folder: string;
  at(path: string): string;
  write(path: string, text: string): void;
  drop(): void;
};

/** The files of git that are wanted, and the installed packages. */
export function copyRepository(isWanted: (path: string) => boolean): RepositoryCopy {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-copy-'));
  const at = (path: string): string => join(folder, path);
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const path of new Set(listed.split('\0'))) if (path && isWanted(path) && existsSync(join(root, path))) link(path);
  symlinkSync(join(root, 'node_modules'), at('node_modules'), 'junction');

  /** A link to the file is the cheapest copy; a changed file replaces it. */
  function link(path: string): void {
    mkdirSync(dirname(at(path)), { recursive: true });
    try {
      linkSync(join(root, path), at(path));
    } catch {
      writeFileSync(at(path), readFileSync(join(root, path)));
    }
  }

  function write(path: string, text: string): void {
    mkdirSync(dirname(at(path)), { recursive: true });
    rmSync(at(path), { force: true });
    writeFileSync(at(path), text);
  }

  write('.gitignore', 'node_modules\n');
  return {
    folder,
    at,
    write,
    drop: () => rmSync(folder, { recursive: true, force: true }),
  };
}
