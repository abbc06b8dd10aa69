// An upgrade with an older release's data and shop folder, beside its process, and the way back. Needs the
// repository's history and an installed PostgreSQL.
import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '#platform/paths.ts';

const tryReleases = (): Promise<string> =>
  new Promise((resolve) => {
    execFile(process.execPath, ['ops/lab/run.ts', 'rollback'], { cwd: root }, (_error, output) => resolve(output));
  });

test('older and newest release over one database and one shop folder: both sell, in each order', async ({ skip }) => {
  const output = await tryReleases();
  skip(output.includes('not run without'), 'PostgreSQL is not installed');
  expect(output).toContain('rollback: as expected');
});
