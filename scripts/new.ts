// npm run new -- module|call|page|table|service-kind NAME: writes the files and the rows of the tables that CONTRIBUTING.md describes, with a test that fails until
// the new part is done. Formats what it wrote, and prints what comes next.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { NewFault } from './new/draft.ts';
import { draftOf, isKind, kinds } from './new/kinds.ts';

const root = join(import.meta.dirname, '..');
const [kind = '', name, ...more] = process.argv.slice(2);

if (!isKind(kind) || name === undefined || more.length > 0) {
  const lines = Object.entries(kinds).map(([each, { takes, about }]) => `  npm run new -- ${`${each} ${takes}`.padEnd(28)} ${about}`);
  console.error(`Write what is new, and its name:\n${lines.join('\n')}`);
  process.exit(1);
}

try {
  const { files, next } = draftOf(kind, name, (path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined,
  );
  for (const [path, text] of files) {
    console.log(`${existsSync(join(root, path)) ? 'changed' : 'written'}  ${path}`);
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  format([...files.keys()]);
  console.log(`\nNext:\n${next.map((step) => `- ${step}`).join('\n')}`);
} catch (cause) {
  if (!(cause instanceof NewFault)) throw cause;
  console.error(`${cause.message} Nothing was written.`);
  process.exitCode = 1;
}

function format(paths: readonly string[]): void {
  const windows = process.platform === 'win32';
  const biome = join(root, 'node_modules/.bin', windows ? 'biome.cmd' : 'biome');
  const { status, stderr } = spawnSync(biome, ['check', '--write', ...paths], { cwd: root, encoding: 'utf8', shell: windows });
  if (status === 0) return;
  console.error(stderr);
  process.exitCode = 1;
}
