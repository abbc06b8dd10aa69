// npm run mutants: changes the pure rules, the money and the guards in small ways, and counts the changes that no test notices. `npm run mutants -- money tax` tries
// these groups, or files. Ends with 1 if a group has too many survivors.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { pureTests } from '../tests/support/pure-tests.ts';
import { type EqualMutant, equalMutants } from './mutants/equal.ts';
import { groups } from './mutants/groups.ts';
import { type Mutant, mutantsOf } from './mutants/mutate.ts';
import { tryMutants } from './mutants/try-mutants.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const filesOf = (...patterns: readonly string[]): string[] =>
  globSync([...patterns], { cwd: root }).map((path) => path.replaceAll('\\', '/'));

type Counts = { mutants: number; killed: number; equal: number };
type Survivor = { readonly where: string; readonly what: string };

const importsOf = new Map(
  // Tests that need a shop or a browser would take seconds for each mutant.
  filesOf(...pureTests).map((path) => [
    path,
    [...read(path).matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, to = '']) =>
      normalize(join(dirname(path), to)).replaceAll('\\', '/'),
    ),
  ]),
);
const testsOf = (file: string): string[] => [...importsOf].flatMap(([path, imported]) => (imported.includes(file) ? [path] : []));

const requested = process.argv.slice(2);
const isRequested = (name: string, file: string): boolean => requested.length === 0 || requested.includes(name) || requested.includes(file);
/** A file of a thread only passes on. */
const isCode = (file: string): boolean => !/\.test\.ts$|-thread\.ts$|\/shapes[^/]*\.ts$/.test(file) || /shapes-roles/.test(file);

const usedEquals = new Set<EqualMutant>();
const rows: Record<string, string | number>[] = [];
for (const [name, { files: patterns, leastKilled }] of Object.entries(groups)) {
  const files = filesOf(...patterns).filter((file) => isCode(file) && isRequested(name, file));
  if (files.length === 0) continue;
  const startedAt = performance.now();
  const sum: Counts = { mutants: 0, killed: 0, equal: 0 };
  for (const file of files.toSorted()) add(sum, await tryFile(file));
  const percent = (100 * sum.killed) / (sum.mutants - sum.equal);
  if (percent < leastKilled) process.exitCode = 1;
  rows.push({
    group: name,
    files: files.length,
    ...sum,
    survived: sum.mutants - sum.killed - sum.equal,
    'killed %': percent.toFixed(1),
    seconds: Math.round((performance.now() - startedAt) / 1_000),
  });
}
console.log('');
console.table(rows);
if (requested.length === 0) reportUnused();

function add(sum: Counts, more: Counts): void {
  for (const key of ['mutants', 'killed', 'equal'] as const) sum[key] += more[key];
}

async function tryFile(file: string): Promise<Counts> {
  const source = read(file);
  const mutants = mutantsOf(file, source);
  const tests = testsOf(file);
  const results =
    tests.length === 0 ? mutants.map((mutant) => ({ mutant, killedBy: undefined })) : await tryMutants({ file, source, tests, mutants });
  const alive = results.filter(({ killedBy }) => killedBy === undefined).map(({ mutant }) => mutant);
  const survivors = alive.filter((mutant) => !isEqual(file, source, mutant));
  console.log(
    `${file}: ${mutants.length} mutants, ${survivors.length} survived${tests.length === 0 ? ', no test without a database imports it' : ''}`,
  );
  for (const { where, what } of tests.length === 0 ? [] : survivors.map((mutant) => shown(file, source, mutant)))
    console.log(`  ${where}  ${what}`);
  return { mutants: mutants.length, killed: mutants.length - alive.length, equal: alive.length - survivors.length };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 90);
}

function shown(file: string, source: string, { start, end, replacement }: Mutant): Survivor {
  const line = source.slice(0, start).split('\n').length;
  return { where: `${file}:${line}`, what: `${oneLine(source.slice(start, end))} → ${oneLine(replacement) || '(nothing)'}` };
}

/** Rows name the line by its text, because its number changes. */
function isEqual(file: string, source: string, { start, end, replacement }: Mutant): boolean {
  const line =
    source
      .slice(source.lastIndexOf('\n', start) + 1)
      .split('\n')[0]
      ?.trim() ?? '';
  const changed = source.slice(start, end);
  const row = equalMutants.find(
    (each) =>
      each.file === file && line.includes(each.line) && (!each.from || each.from === changed) && (!each.to || each.to === replacement),
  );
  if (row) usedEquals.add(row);
  return row !== undefined;
}

function reportUnused(): void {
  for (const { file, line } of equalMutants.filter((row) => !usedEquals.has(row))) {
    console.log(`scripts/mutants/equal.ts: no mutant of "${line}" in ${file} survives`);
    process.exitCode = 1;
  }
}
