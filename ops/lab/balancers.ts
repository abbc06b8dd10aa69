// HAProxy in front of two nodes, for npm run ops: once as ops/haproxy/haproxy.cfg repeats requests at the
// other node, and once so that it only looks at /readyz.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './servers.ts';
import { waitUntil } from './tools.ts';

export type Balancer = { readonly url: string; stop(): Promise<void> };

const START_SECONDS = 10;
const repeats = {
  'HAProxy that repeats': 'option redispatch 1\n  retries 3',
  'HAProxy that only looks at /readyz': 'retries 0',
} as const;
export const balancers = Object.keys(repeats) as (keyof typeof repeats)[];

export async function startBalancer(name: keyof typeof repeats, ports: readonly number[]): Promise<Balancer> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-balancer-'));
  const port = await findFreePort();
  writeFileSync(
    join(folder, 'haproxy.cfg'),
    `
defaults
  mode http
  ${repeats[name]}
  timeout connect 2s
  timeout client 75s
  timeout server 5m
  default-server check inter 1s fall 1 rise 1
frontend shop
  bind 127.0.0.1:${port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /readyz
${ports.map((node, place) => `  server node-${place} 127.0.0.1:${node}`).join('\n')}
`,
  );
  const child = spawn('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(async () => (await fetch(`${url}/readyz`)).ok, START_SECONDS);
  return {
    url,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
