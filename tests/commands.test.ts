// Commands in a shell.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '#platform/paths.ts';

test.each(['backup', 'export', 'import', 'restore', 'seed'])('%s with an unknown option: exits with its name, without a stack', (name) => {
  const { status, stderr } = spawnSync(process.execPath, ['--require', './check-node.cjs', 'scripts/run.cjs', name, '--no-such-option'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain("'--no-such-option'");
  expect(stderr).toContain(`docs/commands.md lists the options of npm run ${name}.`);
  expect(stderr).not.toMatch(/^\s+at /m);
});
