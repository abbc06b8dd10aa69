// Collects tests as Vitest does, and runs them without its processes: hundreds of mutants can be tried in the time of one test run. Loaded in place of `vitest` by
// runner.ts; `expect` and `vi` are Vitest's own.
import { format } from 'node:util';
import { expect as vitestExpect } from 'vitest';

export { vi } from 'vitest';

type Run = (...values: readonly unknown[]) => unknown;
type Suite = {
  readonly beforeAll: Run[];
  readonly afterAll: Run[];
  readonly beforeEach: Run[];
  readonly afterEach: Run[];
  readonly parent: Suite | undefined;
};
type Collected = { readonly title: string; readonly run: () => unknown; readonly suite: Suite };

const newSuite = (parent?: Suite): Suite => ({ beforeAll: [], afterAll: [], beforeEach: [], afterEach: [], parent });

let tests: Collected[] = [];
let suite = newSuite();
let finishing: Run[] = [];

/** What a file of tests registered while it was loaded. */
export function takeTests(): readonly Collected[] {
  const taken = tests;
  tests = [];
  suite = newSuite();
  return taken;
}

const lineage = (from: Suite): Suite[] => (from.parent ? [...lineage(from.parent), from] : [from]);

/** Stops at the first failure. */
export async function runTests(collected: readonly Collected[]): Promise<{ title: string; cause: unknown } | undefined> {
  const begun = new Set<Suite>();
  let failure: { title: string; cause: unknown } | undefined;
  for (const each of collected) {
    try {
      for (const above of lineage(each.suite)) {
        if (begun.has(above)) continue;
        begun.add(above);
        for (const hook of above.beforeAll) await hook();
      }
      await runOne(each);
    } catch (cause) {
      failure = { title: each.title, cause };
      break;
    }
  }
  for (const begunSuite of [...begun].toReversed()) for (const hook of begunSuite.afterAll) await hook();
  return failure;
}

async function runOne({ run, suite: own }: Collected): Promise<void> {
  const suites = lineage(own);
  finishing = [];
  try {
    for (const hook of suites.flatMap(({ beforeEach }) => beforeEach)) await hook();
    await run();
  } finally {
    for (const hook of suites.toReversed().flatMap(({ afterEach }) => afterEach)) await hook();
    for (const hook of finishing.toReversed()) await hook();
  }
}

const title = (name: string, values: readonly unknown[]): string => format(name, ...values);

function define(name: string, ...rest: readonly unknown[]): void {
  const run = rest.find((each) => typeof each === 'function') as Run;
  tests.push({ title: name, run: () => run({ expect, onTestFinished }), suite });
}

function defineSuite(_name: string, ...rest: readonly unknown[]): void {
  const run = rest.find((each) => typeof each === 'function') as Run;
  const outer = suite;
  suite = newSuite(outer);
  try {
    run();
  } finally {
    suite = outer;
  }
}

/** `each` passes the values of a row, `for` the row itself. */
const rowsOf = (add: (name: string, run: Run) => void, isSpread: boolean) => (rows: readonly unknown[]) => (name: string, run: Run) => {
  for (const row of rows) {
    const values = isSpread && Array.isArray(row) ? row : [row];
    add(title(name, values), () => run(...values));
  }
};

const skip = (): void => undefined;
const table = (add: typeof define) => ({
  each: rowsOf(add, true),
  for: rowsOf(add, false),
  skipIf: (isSkipped: unknown) => (isSkipped ? skip : add),
  runIf: (isRun: unknown) => (isRun ? add : skip),
  skip,
});
export const test = Object.assign(define, table(define));
export const describe = Object.assign(defineSuite, table(defineSuite));

export const beforeAll = (hook: Run) => suite.beforeAll.push(hook);
export const afterAll = (hook: Run) => suite.afterAll.push(hook);
export const beforeEach = (hook: Run) => suite.beforeEach.push(hook);
export const afterEach = (hook: Run) => suite.afterEach.push(hook);
export const onTestFinished = (hook: Run) => finishing.push(hook);

const POLL_MS = 3_000;
const POLL_STEP_MS = 20;

/** Vitest's own needs its processes. */
const poll = (read: () => unknown) =>
  new Proxy(
    {},
    {
      get:
        (_, matcher: string) =>
        async (...values: readonly unknown[]) => {
          for (const since = performance.now(); ; await new Promise((done) => setTimeout(done, POLL_STEP_MS))) {
            try {
              return (vitestExpect(await read()) as unknown as Record<string, Run>)[matcher]?.(...values);
            } catch (cause) {
              if (performance.now() - since > POLL_MS) throw cause;
            }
          }
        },
    },
  );
export const expect = Object.assign(vitestExpect, { poll });
