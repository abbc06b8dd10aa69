// PostgreSQL of the system, for npm run ops: servers in a temporary folder, as an ordinary user.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const bin = '/usr/lib/postgresql/15/bin';
const isRoot = process.getuid?.() === 0;

export const hasPostgres = (): boolean => existsSync(`${bin}/postgres`) && existsSync(`${bin}/pg_basebackup`);

const DATABASE = 'fanfare';
/** No superuser, as in production. */
const USER = 'shop';

export type Server = { readonly port: number; readonly folder: string; stop(): void };

export const serversFolder = mkdtempSync(join(tmpdir(), 'fanfare-ops-'));
const servers: Server[] = [];

export function stopAll(): void {
  for (const { stop } of servers.splice(0).reverse()) stop();
  rmSync(serversFolder, { recursive: true, force: true });
}

export const formatUrl = (ports: readonly number[], options = ''): string =>
  `postgres://${USER}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${DATABASE}${options}`;

export const runAsPostgres = (command: string, ...args: readonly string[]): string => run([command, ...args]);

/** The statement is the input, because an argument has at most 128 kB. */
export const runSql = (server: Server, statement: string, database = 'postgres'): string =>
  run(
    [`${bin}/psql`, '-h', '127.0.0.1', '-p', String(server.port), '-U', 'postgres', '-d', database, '-At', '-v', 'ON_ERROR_STOP=1'],
    statement,
  ).trim();

/** Servers refuse to run as root. */
function run(command: readonly string[], input?: string): string {
  const [name = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  const options = { encoding: 'utf8', cwd: '/' } as const;
  return input === undefined
    ? execFileSync(name, rest, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    : execFileSync(name, rest, { ...options, input, stdio: ['pipe', 'pipe', 'pipe'] });
}

export async function startPrimary(): Promise<Server> {
  // The part before may have removed it.
  mkdirSync(serversFolder, { recursive: true });
  chmodSync(serversFolder, 0o777);
  const data = join(serversFolder, 'primary');
  runAsPostgres(`${bin}/initdb`, '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8');
  const server = await startPostgres(data);
  runSql(server, `create role ${USER} login`);
  runSql(server, `create database ${DATABASE} owner ${USER}`);
  return server;
}

async function startPostgres(data: string): Promise<Server> {
  const port = await findFreePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${serversFolder} -c max_connections=60`;
  runAsPostgres(`${bin}/pg_ctl`, '-D', data, '-l', `${data}.log`, '-w', '-o', options, 'start');
  const stop = () => {
    if (existsSync(join(data, 'postmaster.pid'))) runAsPostgres(`${bin}/pg_ctl`, '-D', data, '-m', 'immediate', 'stop');
  };
  const server = { port, folder: data, stop };
  servers.push(server);
  return server;
}

/** The server and all of its connections. */
export function listProcesses({ folder }: Server): number[] {
  const [main = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  const children = readFileSync(`/proc/${main}/task/${main}/children`, 'utf8').trim().split(' ');
  return [Number(main), ...children.map(Number)];
}

/** After its folder was restored. */
export const startAgain = ({ folder: data }: Server): Promise<Server> => startPostgres(data);

/** With the same options. */
export const restartServer = ({ folder: data }: Server): string =>
  runAsPostgres(`${bin}/pg_ctl`, '-D', data, '-l', `${data}.log`, '-w', '-m', 'fast', 'restart');

export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}
