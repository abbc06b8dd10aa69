// Tries the mutants of one file with the tests that import it: Vitest runs them again for each mutant, and
// its server gives them the changed text. A mutant that does not end costs the process.
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { applyMutant, type Mutant } from './mutate.ts';

/** From the parent. `from`: the first mutant to be tried. */
export type Work = {
  readonly file: string;
  readonly source: string;
  readonly tests: readonly string[];
  readonly mutants: readonly Mutant[];
  readonly from: number;
};
/** To the parent, before the mutant is tried and after it. The index -1 is the file as it is. */
export type Tried = { readonly index: number; readonly isKilled?: boolean };

const root = join(import.meta.dirname, '../..');
const answer = (tried: Tried): void => void process.send?.(tried);

process.once('message', (work: Work) => void tryAll(work));

async function tryAll({ file, source, tests, mutants, from }: Work): Promise<never> {
  const target = join(root, file);
  let text = source;
  const vitest = await createVitest(
    {
      config: false,
      root,
      include: [...tests],
      watch: false,
      pool: 'threads',
      maxWorkers: 1,
      fsModuleCache: false,
      bail: 1,
      reporters: [{}],
    },
    { plugins: [{ name: 'mutant', enforce: 'pre', load: (id) => (id.split('?')[0] === target ? text : undefined) }] },
  );
  const specifications = await vitest.globTestSpecifications();
  for (let index = from === 0 ? -1 : from; index < mutants.length; index++) {
    answer({ index });
    const mutant = mutants[index];
    text = mutant ? applyMutant(source, mutant) : source;
    vitest.invalidateFile(target);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    answer({ index, isKilled: unhandledErrors.length > 0 || testModules.some((module) => !module.ok()) });
  }
  return process.exit(0);
}
