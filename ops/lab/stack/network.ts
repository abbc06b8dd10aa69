// A network as Docker Compose makes it: each service has an address and a name of its own, and listens on all
// of its ports. Only inside `unshare --mount --net`.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const OUTSIDE = '172.30.0.1';
/** That of the proxy is in ops/compose.yaml. */
export const addresses = {
  proxy: '172.30.0.2',
  'node-a': '172.30.0.11',
  'node-b': '172.30.0.12',
  worker: '172.30.0.13',
  database: '172.30.0.14',
  prometheus: '172.30.0.15',
  alertmanager: '172.30.0.16',
  mail: '172.30.0.17',
  s3: '172.30.0.18',
} as const;
export type Service = keyof typeof addresses;
const inTheTest: readonly Service[] = ['mail', 's3'];

/** Names that browsers use. */
const published = { 'shop.localhost': addresses.proxy, 'desk.localhost': addresses.proxy };

const runIp = (...args: readonly string[]) => execFileSync('ip', args);

export function openNetwork(folder: string): void {
  const hosts = join(folder, 'hosts');
  const lines = Object.entries({ localhost: '127.0.0.1', ...addresses, ...published }).map(([name, address]) => `${address} ${name}`);
  writeFileSync(hosts, `${lines.join('\n')}\n`);
  execFileSync('mount', ['--make-rprivate', '/']);
  execFileSync('mount', ['--bind', hosts, '/etc/hosts']);
  // The names of namespaces are files in /run/netns.
  mkdirSync('/run/netns', { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run/netns']);
  runIp('link', 'set', 'lo', 'up');
  runIp('link', 'add', 'compose', 'type', 'bridge');
  for (const address of [OUTSIDE, ...inTheTest.map((name) => addresses[name])]) runIp('address', 'add', `${address}/24`, 'dev', 'compose');
  runIp('link', 'set', 'compose', 'up');
  for (const [name, address] of Object.entries(addresses)) if (!inTheTest.includes(name as Service)) addService(name, address);
}

function addService(name: string, address: string): void {
  runIp('netns', 'add', name);
  runIp('link', 'add', `to-${name}`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  runIp('link', 'set', `to-${name}`, 'master', 'compose', 'up');
  runIp('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
  for (const link of ['eth0', 'lo']) runIp('-n', name, 'link', 'set', link, 'up');
}

/** Runs a command where the service is. */
export const inNamespace = (service: Service, command: readonly string[]): [string, string[]] => [
  'ip',
  ['netns', 'exec', service, ...command],
];
