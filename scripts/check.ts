// `npm run check`: all static checks, one line per part with its time, and the tool's output for a failure. `npm run check -- types lint` runs only these
// parts, `npm run check -- --changed` the quick ones over what is not committed yet.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { readRepository } from '../tests/support/architecture/code.ts';
import { rules } from '../tests/support/architecture/rules.ts';
import { termFaults } from '../tests/support/architecture/terms.ts';
import { doubleTranslationFaults } from '../tests/support/architecture/translations.ts';
import { dependencyFaults } from './dependencies/faults.ts';

type Outcome = { readonly ok: boolean; readonly output: string };
/** `alone`: parts that share files (catalogs, build) run in sequence. */
type Part = { readonly run: () => Promise<Outcome>; readonly alone?: 'files' };

const root = join(import.meta.dirname, '..');

// Longest first, so that the lanes end at the same time.
const parts: Readonly<Record<string, Part>> = {
  words: { run: checkWords, alone: 'files' },
  size: { run: checkSize, alone: 'files' },
  promises: { run: () => tool('oxlint', '--type-aware', '--deny-warnings', '.') },
  unused: { run: () => tool('knip', '--no-progress') },
  types: { run: checkTypes },
  lint: { run: checkLint },
  architecture: { run: checkArchitecture },
  dependencies: { run: checkDependencies },
};

/** What a change breaks most often. `lint` looks at the changed files only, `types` at the project of all of them. */
const quickParts = ['types', 'lint', 'architecture'];

const isQuick = process.argv.includes('--changed');
const changed = isQuick ? changedFiles() : [];
if (isQuick && changed.length === 0) {
  console.log('Nothing is changed since the last commit.');
  process.exit(0);
}
const requested = isQuick ? quickParts : process.argv.slice(2);
const unknown = requested.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; the parts are ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}

const began = performance.now();
const faults = await runParts(requested.length > 0 ? requested : Object.keys(parts));
for (const { name, output } of faults) console.log(`\n--- ${name} ---\n${output.trim()}`);
const seconds = secondsSince(began);
if (isQuick)
  console.log(
    `${changed.length} changed files. Not checked: ${Object.keys(parts)
      .filter((name) => !quickParts.includes(name))
      .join(', ')}.`,
  );
console.log(faults.length === 0 ? `\nAll is well (${seconds}).` : `\n${faults.length} of the parts found faults (${seconds}).`);
process.exit(faults.length === 0 ? 0 : 1);

/** Tests and tools see both; code of the browser sees no types of Node, code of the server none of the DOM. */
async function checkTypes(): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  // Several checkers in one run repeat each other's work and take twice the CPU time; the other parts use the other cores.
  for (const project of isQuick ? ['tsconfig.json'] : ['tsconfig.json', 'tsconfig.browser.json', 'tsconfig.server.json'])
    outcomes.push(await tool('tsc', '-p', project, '--singleThreaded'));
  return { ok: outcomes.every(({ ok }) => ok), output: [...new Set(outcomes.flatMap(({ output }) => output.split('\n')))].join('\n') };
}

/** Without types, oxlint checks the rules of React; with types, which takes longer, it is the part `promises`. */
async function checkLint(): Promise<Outcome> {
  const files = isQuick ? changed : ['.'];
  const code = files.filter((file) => file === '.' || /\.(ts|tsx|js|cjs|mjs)$/.test(file));
  const outcomes = [
    await tool(
      'biome',
      'check',
      '--error-on-warnings',
      '--diagnostic-level=warn',
      '--max-diagnostics=100',
      '--no-errors-on-unmatched',
      ...files,
    ),
    ...(code.length > 0 ? [await tool('oxlint', '--deny-warnings', ...code)] : []),
  ];
  return { ok: outcomes.every(({ ok }) => ok), output: outcomes.map(({ output }) => output).join('\n') };
}

async function runParts(names: readonly string[]): Promise<{ name: string; output: string }[]> {
  const found: { name: string; output: string }[] = [];
  const waiting = [...names];
  const heldLocks = new Set<string>();
  const lane = async (): Promise<void> => {
    for (;;) {
      const index = waiting.findIndex((name) => !heldLocks.has(parts[name]?.alone ?? ''));
      const [name] = index === -1 ? [] : waiting.splice(index, 1);
      const part = parts[name ?? ''];
      if (name === undefined || !part) return;
      if (part.alone) heldLocks.add(part.alone);
      const since = performance.now();
      const { ok, output } = await part.run();
      if (part.alone) heldLocks.delete(part.alone);
      console.log(`${ok ? 'ok   ' : 'FAULT'} ${name.padEnd(12)} ${secondsSince(since).padStart(7)}`);
      if (!ok) found.push({ name, output });
    }
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, lane));
  // Then the parts that share files.
  return waiting.length > 0 ? [...found, ...(await runParts(waiting))] : found;
}

function tool(name: string, ...args: readonly string[]): Promise<Outcome> {
  const windows = process.platform === 'win32';
  return command(join(root, 'node_modules/.bin', windows ? `${name}.cmd` : name), args, windows);
}

function command(path: string, args: readonly string[], shell = false): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const child = spawn(path, args, { cwd: root, shell, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const take = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  child.on('error', (cause) => resolve({ ok: false, output: cause.message }));
  child.on('close', (code) => resolve({ ok: code === 0, output }));
  return promise;
}

/** Not committed, and still there. */
function changedFiles(): string[] {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  const files = new Set([...git('diff', '--name-only', '-z', 'HEAD'), ...git('ls-files', '-z', '--others', '--exclude-standard')]);
  return [...files].filter((path) => existsSync(join(root, path)));
}

async function checkArchitecture(): Promise<Outcome> {
  const code = readRepository(root);
  const found = Object.entries(rules).flatMap(([name, faultsOf]) => faultsOf(code).map((fault) => `${name}: ${fault}`));
  return { ok: found.length === 0, output: found.join('\n') };
}

async function checkDependencies(): Promise<Outcome> {
  const found = dependencyFaults(root);
  return { ok: found.length === 0, output: found.join('\n') };
}

/** Every message of the code is in the catalogs and translated, in the terms of docs/terms.md. Restores the files. */
async function checkWords(): Promise<Outcome> {
  const before = readCatalogs();
  const extracted = await tool('lingui', 'extract');
  const after = readCatalogs();
  for (const path of Object.keys(after)) if (before[path] === undefined) rmSync(join(root, path));
  for (const [path, text] of Object.entries(before)) if (after[path] !== text) writeFileSync(join(root, path), text);
  if (!extracted.ok) return extracted;
  const behind = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((path) => before[path] !== after[path]);
  if (behind.length > 0)
    return {
      ok: false,
      output: `The catalogs are behind the code: ${behind.join(', ')}.\nRun npm run extract, translate what is new, and commit.`,
    };
  const double = doubleTranslationFaults({ files: new Map(Object.entries(before)) });
  const terms = termFaults({ files: new Map(Object.entries({ ...before, ...readTexts() })) });
  const found = [...double, ...terms];
  if (found.length > 0) return { ok: false, output: found.join('\n') };
  return tool('lingui', 'compile', '--strict');
}

function readCatalogs(): Record<string, string> {
  return readFiles('locales/**/*.po');
}

/** The owner's texts, and the words they must not contain. */
function readTexts(): Record<string, string> {
  return readFiles('shop/**/*.{md,yaml}', 'shop-samples/*/**/*.{md,yaml}', 'docs/terms.md');
}

function readFiles(...patterns: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    globSync(patterns, { cwd: root }).map((path) => [path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')]),
  );
}

async function checkSize(): Promise<Outcome> {
  const script = join(root, 'scripts/size.ts');
  return existsSync(script) ? command(process.execPath, [script]) : { ok: true, output: '' };
}

function secondsSince(since: number): string {
  return `${((performance.now() - since) / 1_000).toFixed(1)} s`;
}
