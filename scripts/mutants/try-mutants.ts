// Tries all mutants of one file in a process of its own, and starts it again after one that does not end.
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Mutant } from './mutate.ts';
import type { MutantsToTry, Tried } from './runner.ts';

/** `killedBy`: the test that failed; undefined if all pass, so that nothing holds this code. */
export type Result = { readonly mutant: Mutant; readonly killedBy: string | undefined };

/** A mutant that needs so much longer than the file as it is does not end. */
const MAX_RATIO = 10;
const MIN_LIMIT_MS = 5_000;
/** Modules are never unloaded. */
const MAX_PER_PROCESS = 400;

export async function tryMutants(work: Omit<MutantsToTry, 'from'>): Promise<readonly Result[]> {
  const results: Result[] = [];
  while (results.length < work.mutants.length) {
    const mutants = work.mutants.slice(0, results.length + MAX_PER_PROCESS);
    const more = await tryFrom({ ...work, mutants, from: results.length });
    if (more.length === 0) throw new Error(`${work.file}: no mutant was tried`);
    results.push(...more);
  }
  return results;
}

/** Until the end, or until a mutant that does not end, which counts as killed. */
function tryFrom(work: MutantsToTry): Promise<Result[]> {
  const results: Result[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Result[]>();
  const child = startRunner();
  let limitMs = 120_000;
  let timer = setTimeout(() => reject(new Error(`${work.file}: its tests do not end`)), limitMs);
  const add = (killedBy: string | undefined) => {
    const mutant = work.mutants[work.from + results.length];
    if (mutant) results.push({ mutant, killedBy });
  };
  child.on('message', ({ index, killedBy, isDone, ms = 0 }: Tried) => {
    clearTimeout(timer);
    if (index === -1 && isDone) {
      child.kill('SIGKILL');
      reject(new Error(`without a change a test fails: ${killedBy}`));
      return;
    }
    if (index === -1) limitMs = Math.max(MIN_LIMIT_MS, ms * MAX_RATIO);
    if (index >= 0 && isDone) add(killedBy);
    timer = setTimeout(() => {
      add('does not end');
      child.kill('SIGKILL');
    }, limitMs);
  });
  child.on('exit', (code) => {
    clearTimeout(timer);
    // A mutant that ends the process is noticed too.
    if (code !== null && code !== 0) add('ends the process');
    resolve(results);
  });
  child.send(work);
  return promise;
}

function startRunner(): ChildProcess {
  return fork(join(import.meta.dirname, 'runner.ts'), [], {
    execArgv: ['--require', join(import.meta.dirname, '../../check-node.cjs')],
    env: { ...process.env, NODE_ENV: 'test', NODE_DISABLE_COMPILE_CACHE: '1', NO_COLOR: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
