// The set-up of ops/compose.yaml as a whole, without a container registry: its configuration files with the programs of this machine, each "container" as a
// process in a network namespace of its own. Stand-ins: this machine's PostgreSQL, a mail catcher and an S3 store in the test's process. No Grafana.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hasPostgres } from '../servers.ts';
import { buildShop, run } from '../tools.ts';

const tools = ['unshare', 'ip', 'openssl', 'haproxy', 'prometheus', 'promtool', 'alertmanager'];
const toolOf: Readonly<Record<string, readonly string[]>> = { alertmanager: ['/usr/bin/prometheus-alertmanager', '--version'] };

function missingTools(): string[] {
  const missing = tools.filter((tool) => {
    const [name = tool, ...args] = toolOf[tool] ?? [tool, ...(tool === 'openssl' ? ['version'] : tool === 'ip' ? ['-V'] : ['--version'])];
    const version = tool === 'haproxy' ? run(['haproxy', '-v']) : run([name, ...args]);
    return version === undefined;
  });
  return hasPostgres() ? missing : [...missing, 'postgresql-15'];
}

/** The number of results that are not as expected; undefined if it could not run. */
export async function tryStack(): Promise<number | undefined> {
  const missing = missingTools();
  if (missing.length > 0 || process.getuid?.() !== 0) {
    const why = missing.length > 0 ? `${missing.join(', ')} is not installed` : 'networks of its own need root';
    console.log(`not run: ${why} (apt-get install iproute2 openssl postgresql-15 haproxy prometheus prometheus-alertmanager)`);
    return undefined;
  }
  buildShop();
  const node = [process.execPath, '--require', './check-node.cjs', 'scripts/ops/stack/inside.ts'];
  const inside = spawn('unshare', ['--mount', '--net', '--', ...node], { stdio: 'inherit' });
  const [code] = (await once(inside, 'exit')) as [number | null];
  return code ?? 1;
}
