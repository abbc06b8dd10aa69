// npm run audit over a database, after a run of npm run test:ops.
import { spawnSync } from 'node:child_process';
import { root } from '../../../src/infra/paths.ts';
import type { Report } from '../tools.ts';

export function checkBooks(databaseUrl: string, report: Report): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', './check-node.cjs', 'scripts/run.cjs', 'audit'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl },
  });
  const output = `${stdout}${stderr}`.trim();
  report('audit of all books', status === 0 && output === '', output.slice(0, 2_000) || 'no rule is broken');
}
