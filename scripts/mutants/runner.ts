// The process that tries mutants, one after the other: `node runner.ts`, started by try-mutants.ts. A mutant's file is loaded again, with everything between it and
// the tests; nothing else is. Node strips the types.
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { type Mutant, mutated } from './mutate.ts';

/** From the parent: the first has a file, its tests, and all mutants; then the index of the first to be tried. */
export type MutantsToTry = {
  readonly file: string;
  readonly source: string;
  readonly tests: readonly string[];
  readonly mutants: readonly Mutant[];
  readonly from: number;
};
/** To the parent: -1 is the file as it is, with the time that its tests take. */
export type Tried = { readonly index: number; readonly killedBy?: string | undefined; readonly isDone: boolean; readonly ms?: number };

const SEED = 1;
const root = join(import.meta.dirname, '../..');
const rootUrl = `${pathToFileURL(root)}/`;
const collectUrl = new URL('collect.ts', import.meta.url).href;

/** Modules by those that they import, without a mark. */
const importers = new Map<string, Set<string>>();
let target = '';
let current: { readonly mark: string; readonly text: string } | undefined;
let affected = new Set<string>();

const withoutMark = (url: string): string => url.replace(/\?mutant=.*$/, '');
const isOurs = (url: string): boolean => url.startsWith(rootUrl) && !url.includes('/node_modules/');

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'vitest' && context.parentURL !== collectUrl) return { url: collectUrl, shortCircuit: true };
    const found = next(specifier, context);
    const url = withoutMark(found.url);
    if (!isOurs(url)) return found;
    if (context.parentURL) importers.set(url, (importers.get(url) ?? new Set()).add(withoutMark(context.parentURL)));
    return current && affected.has(url) ? { ...found, url: `${url}?mutant=${current.mark}` } : found;
  },
  load(url, context, next) {
    const loaded = next(url, context);
    return current && withoutMark(url) === target ? { ...loaded, source: current.text } : loaded;
  },
});

/** Everything that leads to the file. */
function importersOf(url: string, found = new Set<string>()): Set<string> {
  if (found.has(url)) return found;
  found.add(url);
  for (const importer of importers.get(url) ?? []) importersOf(importer, found);
  return found;
}

async function firstFailure(tests: readonly string[], mark: string): Promise<string | undefined> {
  const { runTests, takeTests } = await import('./collect.ts');
  for (const path of tests) {
    try {
      await import(`${pathToFileURL(join(root, path))}?mutant=${mark}`);
    } catch (cause) {
      takeTests();
      return `${path} does not load: ${cause instanceof Error ? cause.message : String(cause)}`;
    }
    const failure = await runTests(takeTests());
    if (failure) return `${path}: ${failure.title}: ${failure.cause instanceof Error ? failure.cause.message : String(failure.cause)}`;
  }
  return undefined;
}

const answer = (tried: Tried): void => void process.send?.(tried);
// A mutant may leave a promise without a handler; then it is noticed, and this process goes on.
process.on('unhandledRejection', () => undefined);
process.on('uncaughtException', () => undefined);

process.on('message', (work: MutantsToTry) => void tryAll(work));

async function tryAll({ file, source, tests, mutants, from }: MutantsToTry): Promise<void> {
  // The same cases in each run, so that a mutant is killed always or never; the first counterexample is enough.
  fc.configureGlobal({ seed: SEED, endOnFailure: true });
  target = pathToFileURL(join(root, file)).href;
  await firstFailure(tests, 'load');
  const startedAt = performance.now();
  const killedBy = await firstFailure(tests, 'none');
  answer({ index: -1, killedBy, isDone: killedBy !== undefined, ms: performance.now() - startedAt });
  affected = importersOf(target);
  for (let index = from; index < mutants.length; index++) {
    const mutant = mutants[index] as Mutant;
    current = { mark: String(index), text: mutated(source, mutant) };
    answer({ index, isDone: false });
    answer({ index, killedBy: await firstFailure(tests, current.mark), isDone: true });
  }
  process.disconnect?.();
}
