// The source of a commit in a folder of its own, with the packages of this one. For npm run test:ops.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../src/infra/paths.ts';

export const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

export function unpackSource(commit: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-ops-source-'));
  const archive = join(folder, 'source.tar');
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: root });
  execFileSync('tar', ['--extract', '--file', archive, '--directory', folder]);
  rmSync(archive);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
