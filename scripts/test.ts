// `npm test`: rules, calls and the main journeys. The last line is the count; no tests at all is a failure. `npm test -- src/modules/coupons` runs these
// files; `--full` (or FULL=1) every file, and the large matrices; `--pictures` also takes the pictures.
import { relative } from 'node:path';
import { parseCLI, startVitest, type TestModule, type Vitest } from 'vitest/node';
import { onlyInFullRun } from '../tests/support/full-run.ts';

const SHOWN = 10;

type Count = { passed: number; failed: number; skipped: number };

const flags: Readonly<Record<string, readonly [name: string, value: string]>> = {
  '--full': ['FULL', '1'],
  '--pictures': ['PICTURES', 'take'],
  '--accept': ['PICTURES', 'accept'],
};
const wanted = process.argv.slice(2).filter((word) => !(word in flags));
for (const word of process.argv.slice(2)) {
  const [name, value] = flags[word] ?? [];
  if (name) process.env[name] = value;
}
process.env.NODE_ENV = 'test';

const { filter, options } = parseCLI(['vitest', 'run', ...wanted]);
// Named files run even if only the full run has them.
if (filter.length > 0) process.env.NAMED = '1';
const left = onlyInFullRun(process.env);
// A forgotten .only would skip all other tests.
const vitest = await startVitest(filter, { ...options, run: true, watch: false, allowOnly: false, passWithNoTests: false });
const modules = vitest.state.getTestModules();
const count = countOf(modules);
const faults = vitest.state.getUnhandledErrors().length;
printSlowest(modules);
if (left.length > 0) console.log(`${left.length} files run in the full run only: npm run test:full`);
await closeQuietly(vitest);

if (faults > 0) console.log(`${faults} ${faults === 1 ? 'error' : 'errors'} outside the tests, printed above.`);
if (count.passed + count.failed === 0) console.log('No test ran.');
console.log(`${count.passed} passed, ${count.failed} failed${count.skipped > 0 ? `, ${count.skipped} skipped` : ''}`);
process.exit(count.failed > 0 || faults > 0 || count.passed === 0 || process.exitCode ? 1 : 0);

function countOf(files: readonly TestModule[]): Count {
  const sum: Count = { passed: 0, failed: 0, skipped: 0 };
  for (const file of files) {
    let failedHere = 0;
    for (const test of file.children.allTests()) {
      const { state } = test.result();
      // A test without a result, because its process died, has failed.
      const kind = state === 'passed' || state === 'skipped' ? state : 'failed';
      sum[kind]++;
      if (kind === 'failed') failedHere++;
    }
    // A file that failed to load, or whose hooks failed, counts as an error.
    if (!file.ok() && failedHere === 0) sum.failed++;
  }
  return sum;
}

function printSlowest(files: readonly TestModule[]): void {
  const timed = files.map((file) => ({ name: relative(process.cwd(), file.moduleId), ms: file.diagnostic().duration }));
  const slowest = timed.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN);
  if (slowest.length === 0) return;
  console.log('Where the time went:');
  for (const { name, ms } of slowest) console.log(`${(ms / 1_000).toFixed(1).padStart(8)} s  ${name}`);
  console.log('');
}

async function closeQuietly(runner: Vitest): Promise<void> {
  await runner.close().catch((cause: Error) => {
    console.log(`The test run did not close: ${cause.message}`);
    process.exitCode = 1;
  });
}
