// The set-up of ops/compose.yaml as a whole, without a container registry: its configuration files with the
// programs of this machine, each "container" as a process in a network namespace of its own. Stand-ins: this
// machine's PostgreSQL, a mail catcher and an S3 store in the test's process. No Grafana.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Report } from '../tools.ts';

export async function tryStack(report: Report): Promise<void> {
  const node = [process.execPath, '--require', './check-node.cjs', 'ops/lab/stack/inside.ts'];
  const inside = spawn('unshare', ['--mount', '--net', '--', ...node], { stdio: 'inherit' });
  const [code] = (await once(inside, 'exit')) as [number | null];
  report('set-up of ops/compose.yaml', code === 0, `${code ?? 'some'} not as expected`);
}
