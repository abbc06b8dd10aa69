// Test projects: which files, and how each kind runs. `npm test -- src/modules/coupons` runs these files;
// `--mode full` every file, with the large matrices; `-u` accepts the pictures of tests/pictures, and writes
// .env.example. `npx vitest src/lib` needs no database.

import { availableParallelism } from 'node:os';
import { lingui } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { BaseSequencer, parseCLI, type Reporter, type TestSpecification } from 'vitest/node';
import { compileMacros } from '#site/builds/compile-macros.ts';
import { inFirefox, onlyInFullRun, pureTests } from './tests/support/full-run.ts';
import { patience } from './tests/support/patience.ts';

// More than cores, because tests also wait for timers, browsers and processes that are started and killed;
// few more, because each loads the whole server.
const workers = availableParallelism() + 1;

/** Short files with long tests. */
const longFirst = [
  // Waits for the lease of messages whose sender was killed.
  'tests/faults/webhooks.test.ts',
  'tests/histories.test.ts',
  'tests/journeys/every-page.test.ts',
  'plugins/text-checks/slow-texts.test.ts',
  'tests/faults/money.test.ts',
  'src/modules/wallet/ledger.test.ts',
  'tests/desk-calls.test.ts',
  'tests/calls.test.ts',
  'tests/html.test.ts',
  'tests/faults/nodes.test.ts',
  'tests/journeys/service-looks.test.ts',
  'tests/demo-story.test.ts',
];

const { filter, options } = parseCLI(['vitest', ...process.argv.slice(2)], { allowUnknownOptions: true });
process.env.NODE_ENV = 'test';
// Tests ask for it.
if (options.mode === 'full') process.env.FULL = '1';
if (options.update) process.env.PICTURES = 'accept';
const isFull = process.env.FULL !== undefined;
const waiting = isFull ? [] : onlyInFullRun({ isNamed: filter.length > 0 });

/** `--sequence.shuffle` has an order of its own. */
const isShuffled = options.sequence?.shuffle !== undefined;

/**
 * The last line of a run. A test without a result, because its process died, has failed, and so has a file
 * that did not load.
 */
const count: Reporter = {
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      const failedBefore = counts.failed;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === 'pending' ? 'failed' : state]++;
      }
      if (!module.ok() && counts.failed === failedBefore) counts.failed++;
    }
    if (counts.skipped > 0) console.log(`${counts.skipped} skipped`);
    console.log(`${counts.passed} passed, ${counts.failed} failed`);
  },
};

/**
 * On a clean checkout Vitest starts large files first: a short file with long tests would run last, alone,
 * while the other cores are idle.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const index = longFirst.findIndex((path) => moduleId.endsWith(path));
      return index === -1 ? longFirst.length : index;
    };
    // The files of a project stay together, because another project needs other workers.
    return (await super.sort(files)).toSorted((a, b) => a.project.name.localeCompare(b.project.name) || rank(a) - rank(b));
  }
}

// Node loads the server's code without a bundler, as in production.
// Workers keep modules between files, because loading them takes longer than most tests.
const asInProduction = {
  pool: 'forks',
  maxWorkers: workers,
  isolate: false,
  // Production has a small young generation, to save memory; a large one saves a tenth of the processor time.
  execArgv: ['--require', './check-node.cjs', '--max-semi-space-size=64'],
  experimental: { viteModuleRunner: false },
  setupFiles: ['./tests/support/random-seed.ts'],
} satisfies TestUserConfig;

const web = [
  'src/ui/**/*.test.{ts,tsx}',
  'src/account/**/*.test.{ts,tsx}',
  'src/site/{enhance,frame,pages}/**/*.test.{ts,tsx}',
  'src/desk/{app,features,shared}/**/*.test.{ts,tsx}',
];
// Time limits are only for tests that hang: a busy machine is no failure.
const limits = {
  testTimeout: patience(300_000),
  hookTimeout: patience(300_000),
  expect: { poll: { timeout: patience(60_000) } },
} satisfies TestUserConfig;

const withShop = {
  ...asInProduction,
  setupFiles: [...asInProduction.setupFiles, './tests/support/cheap-hashes.ts'],
  globalSetup: ['tests/support/postgres.ts'],
  ...limits,
} satisfies TestUserConfig;

export default defineConfig({
  test: {
    // A forgotten .only would skip all other tests.
    allowOnly: false,
    reporters: ['default', count],
    sequence: isShuffled ? {} : { sequencer: LongFirst },
    projects: [
      { test: { ...asInProduction, name: 'pure', include: pureTests, exclude: [...waiting], ...limits } },
      {
        plugins: [react(), lingui(), compileMacros()],
        test: {
          name: 'web',
          include: web,
          pool: 'forks',
          maxWorkers: workers,
          isolate: false,
          css: { modules: { classNameStrategy: 'non-scoped' } },
          setupFiles: ['./tests/support/random-seed.ts'],
          ...limits,
        },
      },
      {
        test: {
          ...withShop,
          name: 'shop',
          include: ['src/**/*.test.ts', 'plugins/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...pureTests, ...web, ...waiting, 'node_modules/**'],
        },
      },
      // In the full run these journeys run a second time.
      ...(isFull ? [{ test: { ...withShop, name: 'firefox', include: [...inFirefox], env: { TEST_BROWSER: 'firefox' } } }] : []),
    ],
  },
});
