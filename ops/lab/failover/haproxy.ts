// HAProxy before the members of a cluster, with ops/haproxy/postgres.cfg: only hosts and ports are those of
// this machine.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#platform/paths.ts';
import { findFreePort } from '../servers.ts';
import { waitUntil } from '../tools.ts';
import { type Cluster, type Member, queryPort } from './cluster.ts';

export type DatabaseProxy = { readonly url: string; readonly readUrl: string; stop(): Promise<void> };

const START_SECONDS = 20;

export async function startHaproxy({ members, url }: Cluster): Promise<DatabaseProxy> {
  const [port, readPort] = [await findFreePort(), await findFreePort()];
  const file = join(members[0]?.folder ?? '', 'haproxy.cfg');
  writeFileSync(file, formatConfiguration(members, { 5432: port, 5433: readPort }));
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const open = await waitUntil(async () => (await queryPort(port, 'select 1')).length > 0, START_SECONDS);
  if (open > START_SECONDS) throw new Error('HAProxy leads to no primary');
  const behind = (at: number): string => {
    const { pathname, username } = new URL(url.replace(/,[^/]*/, ''));
    return `postgres://${username}@127.0.0.1:${at}${pathname}`;
  };
  return {
    url: behind(port),
    readUrl: behind(readPort),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

function formatConfiguration(members: readonly Member[], ports: Readonly<Record<number, number>>): string {
  const text = readFileSync(join(root, 'ops/haproxy/postgres.cfg'), 'utf8');
  const servers = members.map(({ name, port, api }) => `  server ${name} 127.0.0.1:${port} check port ${new URL(api).port}\n`).join('');
  return text
    .replace(/(?: {2}server db-.*\n)+/g, servers)
    .replace(/bind :(\d+)/g, (_, port: string) => `bind 127.0.0.1:${ports[Number(port)]}`);
}
