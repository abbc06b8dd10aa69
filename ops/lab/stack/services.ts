// Starts the services of ops/compose.yaml.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import { SMTPServer } from 'smtp-server';
import { root } from '#platform/paths.ts';
import { openS3 } from '../../../tests/support/s3.ts';
import { bin, runAsPostgres } from '../servers.ts';
import { BUILT } from '../shop-process.ts';
import { waitUntil } from '../tools.ts';
import { addresses, inNamespace, openNetwork, type Service } from './network.ts';
import { type Compose, getSecret, ops, readCompose } from './settings.ts';

export type Running = {
  readonly output: () => string;
  signal(signal: NodeJS.Signals): void;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};
export type Mail = { readonly to: string; readonly text: string };

export type Stack = {
  readonly mails: readonly Mail[];
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Nodes, the worker and the other programs, by service. */
  readonly running: Map<Service, Running>;
  startShop(service: 'node-a' | 'node-b' | 'worker'): void;
  startDatabase(): void;
  stopDatabase(): void;
  /** Runs a command of the shop in the container of node-a, and returns its output. */
  command(name: string, ...args: readonly string[]): string;
  stop(): Promise<void>;
};

export async function startStack(folder: string): Promise<Stack> {
  chmodSync(folder, 0o755);
  openNetwork(folder);
  for (const name of ['certificates', 'secrets', 'data', 'prometheus']) mkdirSync(join(folder, name));
  const compose = readCompose(folder);
  writeFileSync(join(folder, 'secrets/metrics-token'), getSecret('METRICS_TOKEN'));
  makeCertificates(folder, compose);
  const running = new Map<Service, Running>();
  const database = makeDatabase(folder);
  database.start();
  const { mails, stop: stopMail } = await startMail();
  const s3 = await startS3(compose);
  const start = (service: Service, command: readonly string[], environment: Record<string, string> = {}) =>
    running.set(service, spawnAt(service, command, environment));
  const createEnvironment = (service: 'node-a' | 'node-b' | 'worker') => ({
    ...compose.environment(service),
    // As the image sets them.
    ...{ NODE_ENV: 'production', DESK_HOST: '0.0.0.0', DATA_DIR: join(folder, 'data', service) },
  });
  const startShop: Stack['startShop'] = (service) => void start(service, [process.execPath, ...BUILT], createEnvironment(service));
  spawnAt('proxy', [process.execPath, '--require', './check-node.cjs', 'ops/lab/stack/name-server.ts'], {});
  for (const service of ['node-a', 'node-b'] as const) startShop(service);
  startObservers(folder, compose, start);
  await waitUntil(async () => (await fetch('http://node-a:3000/livez')).ok, HEALTHY_SECONDS);
  startShop('worker');
  return {
    mails,
    objects: s3.objects,
    running,
    startShop,
    startDatabase: database.start,
    stopDatabase: database.stop,
    command: (name, ...args) => {
      const [program, all] = inNamespace('node-a', [process.execPath, join(root, `dist/server/${name}.js`), ...args]);
      return execFileSync(program, all, {
        encoding: 'utf8',
        env: { ...own, ...createEnvironment('node-a') },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    },
    async stop() {
      await Promise.all([...running.values()].map(({ stop }) => stop('SIGKILL')));
      database.stop();
      await Promise.all([stopMail(), s3[Symbol.asyncDispose]()]);
    },
  };
}

/** The worker waits for node-a, which migrates. */
const HEALTHY_SECONDS = 120;

const own = { PATH: process.env.PATH };
const all = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of all) child.kill('SIGKILL');
});

function spawnAt(service: Service, command: readonly string[], environment: Readonly<Record<string, string>>): Running {
  const [program, args] = inNamespace(service, command);
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...own, ...environment } });
  all.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (output = (output + part.toString()).slice(-200_000)));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    output: () => output,
    signal: (signal) => void child.kill(signal),
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** By the commands of the service `certificates`. */
function makeCertificates(folder: string, compose: Compose): void {
  execFileSync('sh', ['-euc', ...compose.command('certificates')], { stdio: 'ignore' });
  setDefaultCACertificates([readFileSync(join(folder, 'certificates/authority.crt'), 'utf8')]);
}

/** As the image of PostgreSQL does: the user of the shop owns the server. */
function makeDatabase(folder: string) {
  const [data, password] = [join(folder, 'database'), join(folder, 'password')];
  writeFileSync(password, getSecret('POSTGRES_PASSWORD'));
  mkdirSync(data);
  for (const path of [data, password]) execFileSync('chown', ['postgres', path]);
  runAsPostgres(`${bin}/initdb`, '-D', data, '-U', 'fanfare', '-A', 'scram-sha-256', '--pwfile', password, '-E', 'UTF8');
  writeFileSync(join(data, 'pg_hba.conf'), 'host all all all scram-sha-256\nlocal all all trust\n');
  const options = `-c listen_addresses=* -c unix_socket_directories=${data}`;
  const control = (...args: readonly string[]) =>
    execFileSync(
      ...inNamespace('database', ['runuser', '-u', 'postgres', '--', `${bin}/pg_ctl`, '-D', data, '-l', `${data}/log`, '-w', ...args]),
      {
        stdio: 'ignore',
        cwd: '/',
      },
    );
  const start = () => control('-o', options, 'start');
  start();
  runAsPostgres(`${bin}/createdb`, '-h', data, '-U', 'fanfare', 'fanfare');
  const stop = () => control('-m', 'fast', 'stop');
  stop();
  return { start, stop };
}

async function startMail() {
  const mails: Mail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      let text = '';
      stream.on('data', (part: Buffer) => (text += part.toString()));
      stream.on('end', () => {
        for (const { address } of envelope.rcptTo) mails.push({ to: address, text });
        done();
      });
    },
  });
  await new Promise<void>((listening) => server.listen(1025, addresses.mail, listening));
  return { mails, stop: () => new Promise<void>((closed) => server.close(closed)) };
}

function startS3(compose: Compose) {
  const environment = compose.environment('node-a');
  const of = (name: string) => environment[`FILES_S3_${name}`] ?? '';
  return openS3({ bucket: of('BUCKET'), region: of('REGION'), key: of('KEY'), secret: of('SECRET'), host: addresses.s3, port: 8333 });
}

function startObservers(folder: string, compose: Compose, start: (service: Service, command: readonly string[]) => unknown): void {
  const copyFile = (path: string): string => {
    const copy = join(folder, path.split('/').at(-1) ?? '');
    writeFileSync(copy, compose.file(path));
    return copy;
  };
  start('proxy', ['haproxy', '-db', '-f', copyFile('haproxy/haproxy.cfg')]);
  copyFileSync(join(ops, 'prometheus/alerts.yml'), join(folder, 'alerts.yml'));
  start('prometheus', ['prometheus', `--config.file=${copyFile('prometheus/prometheus.yml')}`, `--storage.tsdb.path=${folder}/prometheus`]);
  const alerts = copyFile('prometheus/alertmanager.yml');
  start('alertmanager', [
    'prometheus-alertmanager',
    `--config.file=${alerts}`,
    `--storage.path=${folder}/alertmanager`,
    '--cluster.listen-address=',
  ]);
}
