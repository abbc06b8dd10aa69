// Benchmark of the start and of memory: from the creation of the process to the first page, and what node and
// PostgreSQL use at rest and under load. Medians of BENCH_RUNS=5; `npm run bench -- start -- built worker`
// runs only these. Start it on a quiet machine; the processor time tells how quiet it was.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get, type RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '#platform/paths.ts';
import { findFreePort } from '../ops/lab/servers.ts';
import { ensureBundled } from '../scripts/bundle/bundle.ts';
import { makeRelease } from '../scripts/release/release.ts';
import { computeMedian } from './measure.ts';
import { measureCpuSeconds, readText, toTree } from './processes.ts';

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const REST_MS = Number(process.env.BENCH_REST_MS ?? 75_000);
const LOAD_MS = 10_000;
const CONNECTIONS = 32;
const LOOK_EVERY_MS = 5;
const MAX_START_MS = 120_000;

type Row = Record<string, number | undefined>;
type Case = { readonly what: string; readonly measure: () => Promise<Row>; readonly targetSeconds?: number };
type Place = {
  readonly cwd?: string;
  readonly command?: readonly string[];
  readonly data: string;
  readonly environment?: Record<string, string>;
  readonly path?: string;
};
type Running = { readonly child: ChildProcess; readonly url: string; readonly row: Row; stop(): Promise<void> };

const folders: string[] = [];
const createFolder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'fanfare-start-'));
  folders.push(made);
  return made;
};
const BUILT = [process.execPath, '--max-semi-space-size=8', 'dist/server/main.js'];
const data = createFolder();

const cases: Readonly<Record<string, Case>> = {
  built: { what: 'built server, again', targetSeconds: 0.8, measure: () => startAndStop({ data }) },
  source: { what: 'npm start, again', targetSeconds: 1.2, measure: () => startAndStop({ data, command: ['npm', 'start'] }) },
  worker: { what: 'worker (to /livez)', targetSeconds: 0.6, measure: measureWorker },
  release: { what: 'release, first start', targetSeconds: 2.5, measure: measureRelease },
  clone: { what: 'clone, first npm start', targetSeconds: 8, measure: measureClone },
  memory: { what: 'memory', measure: () => measureMemory({}) },
  storefront: { what: 'memory, JOBS=off', measure: () => measureMemory({ JOBS: 'off' }) },
};

const chosen = process.argv.slice(2);
let release: string | undefined;
try {
  await ensureBundled({ log: (line) => console.log(line) });
  // The first start creates the database and fills the caches.
  for (const command of [BUILT, ['npm', 'start']]) await startAndStop({ data, command });
  const rows: Record<string, Row> = {};
  for (const [name, { what, targetSeconds, measure }] of Object.entries(cases)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const runs: Row[] = [];
    for (let run = 0; run < RUNS; run++) runs.push(await measure());
    rows[what] = { ...computeMedians(runs), ...(targetSeconds ? { 'target s': targetSeconds } : {}) };
  }
  console.table(rows);
} finally {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
}

async function startAndStop(place: Place): Promise<Row> {
  const { row, stop } = await start(place);
  await stop();
  return row;
}

async function start({
  cwd = root,
  command: [program = '', ...args] = BUILT,
  data: dataDir,
  environment = {},
  path = '/',
}: Place): Promise<Running> {
  const [port, desk, sandbox, worker] = [await findFreePort(), await findFreePort(), await findFreePort(), await findFreePort()];
  const ports = { PORT: `${port}`, DESK_PORT: `${desk}`, SANDBOX_PORT: `${sandbox}`, WORKER_PORT: `${worker}` };
  const isWorker = environment.JOBS === 'only';
  const url = `http://127.0.0.1:${isWorker ? worker : port}`;
  const began = performance.now();
  const child = spawn(program, args, {
    cwd,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, LOG_LEVEL: 'warn', DATA_DIR: dataDir, ...ports, ...environment },
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const seconds = () => Math.round(performance.now() - began) / 1_000;
  const row: Row = {};
  const pidFile = join(dataDir, 'postgres/postmaster.pid');
  const until = async (name: string, isTrue: () => boolean | Promise<boolean>) => {
    while (!(await isTrue())) {
      if (child.exitCode !== null || performance.now() - began > MAX_START_MS) throw new Error(`${name} was not reached:\n${output}`);
      await pause(LOOK_EVERY_MS);
    }
    row[name] = seconds();
  };
  const cpu = () => Math.round(measureCpuSeconds(child.pid ?? 0) * 100) / 100;
  const phases = [until('page s', () => doesAnswer(url + path)).then(() => (row['page CPU s'] = cpu()))];
  if (!isWorker)
    phases.push(
      until('database s', () => existsSync(pidFile) && /^(ready|standby)/m.test(readFileSync(pidFile, 'utf8'))).then(() => 0),
      until('open s', () => output.includes('Fanfare is open')).then(() => 0),
    );
  await Promise.all(phases);
  row['CPU s'] = cpu();
  const stop = async () => {
    const ended = once(child, 'close');
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
  };
  return { child, url, row, stop };
}

async function measureWorker(): Promise<Row> {
  const shop = await start({ data, environment: { JOBS: 'off' } });
  try {
    return await startAndStop({ data, environment: { JOBS: 'only' }, path: '/livez' });
  } finally {
    await shop.stop();
  }
}

async function measureRelease(): Promise<Row> {
  if (release === undefined) {
    release = join(createFolder(), 'release');
    await makeRelease(await ensureBundled(), { folder: release, withDatabase: true, withNode: true });
  }
  return startAndStop({ data: createFolder(), cwd: release, command: ['bin/node', ...BUILT.slice(1)] });
}

/** The files that git knows, with the installed packages and no build. */
async function measureClone(): Promise<Row> {
  const clone = createFolder();
  const sh = (line: string) => execFileSync('sh', ['-c', line], { cwd: root });
  sh(
    `git ls-files -z | xargs -0 cp -P --parents -t ${clone} && mkdir ${clone}/node_modules && cp -al node_modules/. ${clone}/node_modules && rm -rf ${clone}/node_modules/.cache`,
  );
  return startAndStop({ data: createFolder(), cwd: clone, command: ['npm', 'start'] });
}

/** RSS, because PSS would depend on other Node processes of the machine. */
async function measureMemory(environment: Record<string, string>): Promise<Row> {
  const shop = await start({ data, environment });
  try {
    const pids = () => toTree(shop.child.pid ?? 0);
    await pause(REST_MS);
    const rest = sumMemory(pids());
    let most = sumMemory(pids());
    const loading = load(shop.url);
    for (let waited = 0; waited < LOAD_MS; waited += 500) {
      await pause(500);
      const now = sumMemory(pids());
      if (now.all > most.all) most = now;
    }
    const answered = await loading;
    return {
      'rest MB': rest.all,
      'rest node': rest.node,
      'rest PostgreSQL': rest.postgres,
      'load MB': most.all,
      'load node': most.node,
      answered,
    };
  } finally {
    await shop.stop();
  }
}

async function load(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const until = performance.now() + LOAD_MS;
  let answered = 0;
  const paths = ['/', '/services', '/api/orders', '/faq', '/services?lang=es', '/services?lang=jp'];
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) {
        await fetchStatus(url + paths[answered++ % paths.length], { agent, headers: { 'accept-encoding': 'br' } });
      }
    }),
  );
  agent.destroy();
  return answered;
}

async function doesAnswer(url: string): Promise<boolean> {
  return (await fetchStatus(url, { agent: false })) === 200;
}

function fetchStatus(url: string, options: RequestOptions): Promise<number> {
  return new Promise((done) => {
    get(url, options, (answer) => answer.resume().once('end', () => done(answer.statusCode ?? 0))).on('error', () => done(0));
  });
}

function sumMemory(pids: readonly number[]) {
  const sum = { all: 0, node: 0, postgres: 0 };
  for (const pid of pids) {
    const name = readText(`/proc/${pid}/comm`).trim();
    const pages = readText(`/proc/${pid}/smaps_rollup`);
    const kilobytes = (what: 'Pss' | 'Rss') => Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(pages)?.[1] ?? 0);
    if (name === 'postgres') sum.postgres += kilobytes('Pss');
    else if (/^(node|MainThread)/.test(name)) sum.node += kilobytes('Rss');
  }
  const megabytes = (kilobytes: number) => Math.round((kilobytes * 1_024) / 100_000) / 10;
  return { all: megabytes(sum.node + sum.postgres), node: megabytes(sum.node), postgres: megabytes(sum.postgres) };
}

function computeMedians(rows: readonly Row[]): Row {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return Object.fromEntries(names.map((name) => [name, computeMedian(rows.map((row) => row[name] ?? 0))]));
}
