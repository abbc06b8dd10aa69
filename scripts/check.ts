// npm run check: every static check by its own tool, two at a time, with one line each.
// `npm run check -- types lint` runs only these parts, `npm run check -- --changed` the quick ones over what
// is not committed yet.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#platform/paths.ts';
import { findDependencyErrors } from './dependencies/errors.ts';

const isQuick = process.argv.includes('--changed');
const files = isQuick ? listChanged() : ['.'];
const code = files.filter((file) => file === '.' || /\.(ts|tsx|js|cjs|mjs)$/.test(file));
const formatTscCommand = (project: string) => `tsc -p ${project} --singleThreaded`;

/** The commands of a part run one after the other. */
const parts: Readonly<Record<string, readonly (string | (() => string))[]>> = {
  promises: ['oxlint --type-aware --deny-warnings .'],
  // Code of the browser sees no types of Node, code of the server none of the DOM.
  types: [
    formatTscCommand('tsconfig.json'),
    ...(isQuick ? [] : [formatTscCommand('src/tsconfig.browser.json'), formatTscCommand('src/tsconfig.server.json')]),
  ],
  words: [checkCatalogs, 'lingui compile --strict'],
  lint: [
    `biome check --error-on-warnings --diagnostic-level=warn --max-diagnostics=100 --no-errors-on-unmatched ${files.join(' ')}`,
    ...(code.length > 0 ? [`oxlint --deny-warnings ${code.join(' ')}`] : []),
  ],
  unused: ['knip --no-progress'],
  // One process for all three, because its start takes longer than any of them.
  rules: ['vitest run tests/architecture.test.ts tests/terms.test.ts tests/texts.test.ts --reporter=dot'],
  dependencies: [() => findDependencyErrors(root).join('\n')],
};
const quick = ['types', 'lint', 'rules'];

const requested = isQuick ? quick : process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
const waiting = requested.length > 0 ? [...requested] : Object.keys(parts);
const began = performance.now();
await Promise.all([runWaiting(), runWaiting()]);
console.log(`${process.exitCode ? 'Not all is well' : 'All is well'} (${formatSecondsSince(began)}).`);

async function runWaiting(): Promise<void> {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const since = performance.now();
    const output = await runAll(parts[name] ?? []);
    if (output !== '') process.exitCode = 1;
    console.log(
      `${output === '' ? 'ok   ' : 'ERROR'} ${name.padEnd(12)} ${formatSecondsSince(since)}${output && `\n--- ${name} ---\n${output}`}`,
    );
  }
}

async function runAll(commands: readonly (string | (() => string))[]): Promise<string> {
  const outputs: string[] = [];
  for (const command of commands) outputs.push(typeof command === 'string' ? await run(command) : command());
  return outputs.filter((output) => output !== '').join('\n');
}

/** What it prints if it fails. npm has put the folder of its programs into PATH. */
function run(command: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const child = spawn(command, { cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.on('close', (status) => resolve(status === 0 ? '' : output || `${command} ended with ${status}`));
  return promise;
}

/** Extracts the messages of the code, and puts the catalogs back as they were. */
function checkCatalogs(): string {
  const read = () => new Map(globSync('locales/**/*.po', { cwd: root }).map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const before = read();
  execFileSync('lingui', ['extract', '--workers', '1'], { cwd: root, stdio: 'ignore', shell: process.platform === 'win32' });
  const behind = [...read()].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  for (const [path, text] of before) writeFileSync(join(root, path), text);
  return behind.length === 0
    ? ''
    : `The catalogs are behind the code: ${behind.join(', ')}.\nRun npm run extract, translate what is new, and commit.`;
}

/** Not committed, and still there. */
function listChanged(): string[] {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  const changed = new Set([...git('diff', '--name-only', '-z', 'HEAD'), ...git('ls-files', '-z', '--others', '--exclude-standard')]);
  return [...changed].filter((path) => existsSync(join(root, path)));
}

function formatSecondsSince(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
}
