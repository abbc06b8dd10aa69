// `npm run coverage`: runs the tests, and lists the functions of the server that none of them enters, by file, and the files that none loads. Words after `--` choose
// tests, as with npm test. Processes and threads that tests start are not seen.
import { spawnSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'artefacts/coverage');
rmSync(folder, { recursive: true, force: true });

const { status } = spawnSync(process.execPath, ['--require', './check-node.cjs', 'scripts/test.ts', ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, COVERAGE: '1' },
  stdio: 'inherit',
});

const entered = new Map<string, Map<string, boolean>>();
for (const name of readdirSync(folder)) {
  const files = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, Record<string, boolean>>;
  for (const [file, functions] of Object.entries(files)) {
    const known = entered.get(file) ?? new Map<string, boolean>();
    entered.set(file, known);
    for (const [key, isEntered] of Object.entries(functions)) known.set(key, known.get(key) === true || isEntered);
  }
}

/** The browser's code is bundled before it runs, so its functions are not at their places. */
const isServer = (file: string): boolean =>
  !/^(web|ui|desk\/(app|features|shared))\/|\.test\.ts$|\.d\.ts$/.test(file) && file.endsWith('.ts');
const files = globSync('**/*.ts', { cwd: join(root, 'src') }).filter(isServer);
const hasFunctions = /^export (?:async )?(?:function|const \w+ = .*=>)/m;
let all = 0;
let missing = 0;
for (const file of files.toSorted()) {
  const functions = entered.get(file);
  const text = readFileSync(join(root, 'src', file), 'utf8');
  if (!functions && hasFunctions.test(text)) console.log(`${file}: not loaded`);
  const lineOf = (offset: number): number => text.slice(0, offset).split('\n').length;
  for (const [key, isEntered] of functions ?? []) {
    all++;
    if (isEntered) continue;
    missing++;
    const [offset = '0', name = ''] = key.split(' ');
    console.log(`${file}:${lineOf(Number(offset))} ${name || '(without a name)'}`);
  }
}
console.log(`\n${missing} of ${all} functions of ${files.length} files are not entered.`);
process.exit(status ?? 1);
