// A cluster of PostgreSQL servers under Patroni with etcd: in a temporary folder, as an ordinary user.
import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { bin, findFreePort } from '../servers.ts';
import { runTool, waitUntil } from '../tools.ts';

const etcd = '/usr/bin/etcd';
const patroni = '/usr/bin/patroni';
const DATABASE = 'fanfare';
const USER = 'shop';
/** How long a primary may be silent before another one takes over. Patroni's minimum is 20. */
const TTL_SECONDS = 20;
const ETCD_SECONDS = 10;

export type Member = { readonly name: string; readonly port: number; readonly api: string; readonly folder: string; readonly data: string };

export type Cluster = {
  readonly members: readonly Member[];
  /** With several hosts. */
  readonly url: string;
  primary(): Promise<Member | undefined>;
  /** All members run, and one is synchronous. */
  whenWhole(): Promise<void>;
  synchronous(): Promise<Member | undefined>;
  switchOver(): Promise<void>;
  /** As if the machine had lost its power. */
  kill(member: Member): void;
  /** As if the machine had lost its network: nothing is closed. */
  freeze(member: Member): void;
  start(member: Member): void;
  configure(settings: object): Promise<void>;
  stop(): void;
};

export async function startCluster(size: number): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-patroni-'));
  const owner = process.getuid?.() === 0 ? { uid: getSystemId('-u'), gid: getSystemId('-g') } : undefined;
  const own = (path: string) => owner && chownSync(path, owner.uid, owner.gid);
  own(folder);
  const etcdPort = await startEtcd(folder);
  const members: Member[] = [];
  for (let place = 0; place < size; place++) {
    const name = `pg${place}`;
    const home = join(folder, name);
    mkdirSync(home);
    own(home);
    const member = {
      name,
      port: await findFreePort(),
      api: `http://127.0.0.1:${await findFreePort()}`,
      folder: home,
      data: join(home, 'data'),
    };
    writeFileSync(join(home, 'patroni.yaml'), formatConfiguration(member, etcdPort));
    members.push(member);
  }

  const { start, signal } = listProcesses(owner);
  const { listRoles, withRole } = createRoleReader(members);
  const cluster: Cluster = {
    members,
    url: `postgres://${USER}@${members.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${DATABASE}?target_session_attrs=read-write`,
    primary: () => findPrimary(members),
    synchronous: () => withRole('sync_standby'),
    async whenWhole() {
      for (let tries = 0; tries < 300; tries++) {
        const roles = await listRoles();
        const running = roles.filter(({ state }) => /^(running|streaming)$/.test(state));
        if (
          running.length === size &&
          ['leader', 'sync_standby'].every((role) => roles.some((each) => each.role === role)) &&
          (await isStreaming(members, size - 1))
        )
          return;
        await pause(500);
      }
      throw new Error(`the cluster is not whole: ${JSON.stringify(await listRoles())}`);
    },
    async switchOver() {
      const [leader, candidate] = [await withRole('leader'), await withRole('sync_standby')];
      const body = JSON.stringify({ leader: leader?.name, candidate: candidate?.name });
      const answer = await fetch(`${leader?.api}/switchover`, { method: 'POST', body });
      if (!answer.ok) throw new Error(`no switchover: ${await answer.text()}`);
    },
    kill: (member) => signal(member, 'SIGKILL'),
    freeze: (member) => signal(member, 'SIGSTOP'),
    start,
    async configure(settings) {
      const body = JSON.stringify(settings);
      for (let tries = 0; tries < 50; tries++) {
        for (const { api } of members) {
          const answer = await fetch(`${api}/config`, { method: 'PATCH', body }).catch(() => undefined);
          if (answer?.ok) return;
        }
        await pause(200);
      }
      throw new Error('no member takes the configuration');
    },
    stop() {
      for (const member of members) signal(member, 'SIGKILL');
      etcds.get(etcdPort)?.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (const member of members) start(member);
  await cluster.whenWhole();
  const primary = await cluster.primary();
  if (!primary) throw new Error('the cluster has no primary');
  await queryPort(primary.port, `create role ${USER} login in role pg_monitor`);
  await queryPort(primary.port, `create database ${DATABASE} owner ${USER}`);
  return cluster;
}

type Owner = { readonly uid: number; readonly gid: number } | undefined;

function listProcesses(owner: Owner) {
  const processes = new Map<Member, ChildProcess>();
  const start = (member: Member): void => {
    const child = spawn(patroni, [join(member.folder, 'patroni.yaml')], { ...owner, stdio: 'ignore', cwd: member.folder });
    processes.set(member, child);
  };
  const pids = (member: Member): number[] => {
    const [postmaster] = findPostmaster(member);
    const all = [processes.get(member)?.pid, postmaster, ...(postmaster === undefined ? [] : listChildren(postmaster))];
    return all.filter((pid) => pid !== undefined);
  };
  const signal = (member: Member, name: NodeJS.Signals): void => {
    for (const pid of pids(member)) tryKill(pid, name);
  };
  return { start, signal };
}

function createRoleReader(members: readonly Member[]) {
  const listRoles = async (): Promise<readonly { readonly name: string; readonly role: string; readonly state: string }[]> => {
    for (const { api } of members) {
      const answer = await fetch(`${api}/cluster`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
      if (answer?.ok) return ((await answer.json()) as { members: { name: string; role: string; state: string }[] }).members;
    }
    return [];
  };
  const withRole = async (role: string) => {
    const found = (await listRoles()).find((each) => each.role === role);
    return members.find(({ name }) => name === found?.name);
  };
  return { listRoles, withRole };
}

const etcds = new Map<number, ChildProcess>();

async function startEtcd(folder: string): Promise<number> {
  const [port, peer] = [await findFreePort(), await findFreePort()];
  const [client, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peer}`];
  const own = ['--listen-client-urls', client, '--advertise-client-urls', client, '--listen-peer-urls', peers];
  const cluster = ['--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`, '--data-dir', join(folder, 'etcd')];
  etcds.set(port, spawn(etcd, [...own, ...cluster], { stdio: 'ignore' }));
  const answers = await waitUntil(async () => (await fetch(`${client}/health`)).ok, ETCD_SECONDS);
  if (answers > ETCD_SECONDS) throw new Error('etcd does not answer');
  return port;
}

const formatConfiguration = ({ name, port, api, folder, data }: Member, etcdPort: number): string => `
scope: fanfare
name: ${name}
restapi: { listen: "${new URL(api).host}", connect_address: "${new URL(api).host}" }
etcd3: { hosts: "127.0.0.1:${etcdPort}" }
bootstrap:
  dcs:
    ttl: ${TTL_SECONDS}
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    postgresql:
      use_pg_rewind: true
      parameters: { max_connections: 60, wal_log_hints: "on", wal_receiver_timeout: 10s }
  initdb: [ { encoding: UTF8 }, { locale: C.UTF-8 } ]
  pg_hba: [ host all all 127.0.0.1/32 trust, host replication all 127.0.0.1/32 trust, local all all trust ]
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${data}
  bin_dir: ${bin}
  pgpass: ${folder}/pgpass
  authentication:
    superuser: { username: postgres }
    replication: { username: postgres }
    rewind: { username: postgres }
  parameters: { unix_socket_directories: ${folder} }
`;

async function findPrimary(members: readonly Member[]): Promise<Member | undefined> {
  const writable = await Promise.all(members.map(({ port }) => isWritable(port)));
  return members.find((_, place) => writable[place]);
}

export const isWritable = (port: number): Promise<boolean> =>
  queryPort<{ writable: boolean }>(port, 'select not pg_is_in_recovery() as writable').then(
    ([row]) => row?.writable ?? false,
    () => false,
  );

async function isStreaming(members: readonly Member[], count: number): Promise<boolean> {
  const primary = await findPrimary(members);
  if (!primary) return false;
  const rows = await queryPort<{ state: string }>(primary.port, 'select state from pg_stat_replication').catch(() => []);
  return rows.filter(({ state }) => state === 'streaming').length === count;
}

export async function queryPort<Row extends object>(port: number, statement: string, database = 'postgres'): Promise<Row[]> {
  const options = { host: '127.0.0.1', port, user: 'postgres', database, connectionTimeoutMillis: 1_000, query_timeout: 5_000 };
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Row>(statement)).rows;
  } finally {
    // A frozen server never answers to the end of a connection.
    void client.end().catch(() => undefined);
  }
}

function findPostmaster({ data }: Member): number[] {
  try {
    return [Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])];
  } catch {
    return [];
  }
}

const listChildren = (pid: number): number[] =>
  (runTool(['ps', '--ppid', String(pid), '-o', 'pid=']) ?? { output: '' }).output.split('\n').map(Number).filter(Boolean);

export const findWalReceiver = (member: Member): number | undefined =>
  findPostmaster(member)
    .flatMap(listChildren)
    .find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walreceiver'));

export function tryKill(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

const getSystemId = (option: '-u' | '-g'): number => Number(runTool(['id', option, 'postgres'])?.output);
