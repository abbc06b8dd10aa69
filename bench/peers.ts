// Benchmark of the same work in Fanfare, in Vendure and in a storefront of Next: a home page, a list of
// offers with prices, a log-in, an order. All on one embedded PostgreSQL with fsync, one after the other in
// rounds, on this machine; the median of the rounds. The others come from npm into a temporary folder.
// BENCH_PEERS_DIR: keeps packages and databases, so that the next run only measures. BENCH_ROUNDS=3
// BENCH_SECONDS=4 BENCH_PEERS=fanfare,vendure,next
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '#platform/embedded-postgres/supervisor.ts';
import { makeLog } from '#platform/logging/log.ts';
import { findFreePort } from '../ops/lab/servers.ts';
import { sendLoad } from './load.ts';
import { computeMedian } from './measure.ts';
import { fanfare } from './peers/fanfare.ts';
import { next } from './peers/next.ts';
import { type Act, OFFERS, type Peer, type Place, type Sent, sendRequest, startPeer, waitForAnswer } from './peers/peer.ts';
import { vendure } from './peers/vendure.ts';
import { measureCpuSeconds, measureMebibytes } from './processes.ts';

const all: Readonly<Record<string, Peer>> = { fanfare, vendure, next };
const peers = (process.env.BENCH_PEERS ?? Object.keys(all).join(',')).split(',').flatMap((name) => all[name] ?? []);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const WARM_UP_SECONDS = 1;
const CONNECTIONS = 16;
const START_SECONDS = 180;

type Figures = { readonly perSecond: number; readonly p50: number; readonly cpuMs: number };
type Running = {
  readonly peer: Peer;
  readonly place: Place;
  readonly child: ChildProcess;
  readonly startSeconds: number;
  readonly atRest: number;
};
type Done = Omit<Figures, 'cpuMs'> & { readonly total: number };
type Run = (seconds: number) => Promise<Done>;
/** `open` prepares what is not measured. It returns undefined if the peer cannot do this work. */
type Work = { readonly name: string; readonly open: (running: Running) => Promise<Run | undefined> };

const keptFolder = process.env.BENCH_PEERS_DIR;
const top = keptFolder ?? mkdtempSync(join(tmpdir(), 'fanfare-peers-'));
mkdirSync(top, { recursive: true });
const postgres = await startPostgres({ dataDir: join(top, 'database'), log: makeLog({ level: 'error', readable: false }) });
const running: Running[] = [];
const peerErrors = new Map<Peer, string>();
const figures = new Map<string, Figures[]>();
try {
  for (const peer of peers) await begin(peer).catch((cause: Error) => recordError(peer, cause));
  for (let round = 0; round < ROUNDS; round++)
    for (const work of listWorks())
      for (const each of running) await measure(each, work).catch((cause: Error) => recordError(each.peer, cause));
  report();
} finally {
  for (const { child } of running) await stop(child);
  await postgres.stop();
  if (!keptFolder) rmSync(top, { recursive: true, force: true });
}

async function begin(peer: Peer): Promise<void> {
  const port = await findFreePort();
  const database = { ...postgres.connection, database: peer.name.toLowerCase() };
  const place: Place = { folder: join(top, database.database), database, port, url: `http://127.0.0.1:${port}` };
  const mark = join(place.folder, 'prepared');
  if (!existsSync(mark)) {
    console.log(`${peer.name}: installing and preparing …`);
    mkdirSync(place.folder, { recursive: true });
    const client = new pg.Client(postgres.connection);
    await client.connect();
    await client.query(`drop database if exists "${database.database}"`);
    await client.query(`create database "${database.database}"`);
    await client.end();
    await peer.prepare(place);
    writeFileSync(mark, '');
  }
  const { args, environment } = peer.command(place);
  const begun = performance.now();
  const child = startPeer(place.folder, args, environment);
  running.push({ peer, place, child, startSeconds: 0, atRest: 0 });
  await waitForAnswer(child, place.url + peer.readyPath, place.folder, START_SECONDS);
  running.pop();
  running.push({ peer, place, child, startSeconds: (performance.now() - begun) / 1_000, atRest: measureMebibytes(child.pid ?? 0) });
}

/** A peer that fails is in the table, with its reason. */
function recordError(peer: Peer, { message }: Error): void {
  peerErrors.set(peer, message);
  console.error(`${peer.name}: ${message}`);
  const place = running.findIndex((each) => each.peer === peer);
  if (place >= 0) for (const { child } of running.splice(place, 1)) void stop(child);
}

function listWorks(): readonly Work[] {
  const call = (name: string, createRequest: (running: Running) => Promise<Sent | undefined>): Work => ({
    name,
    async open(each) {
      const sent = await createRequest(each);
      return sent && ((seconds) => measureLoad(each, sent, seconds));
    },
  });
  return [
    call('home page', async ({ peer }) => peer.home),
    call(`list of ${OFFERS} offers`, async ({ peer, place }) => peer.list(place)),
    { name: 'log-in', open: openLogIns },
    { name: 'order', open: runOrders },
  ];
}

async function measure(each: Running, work: Work): Promise<void> {
  const run = await work.open(each);
  if (!run) return;
  await run(WARM_UP_SECONDS);
  const cpu = () => measureCpuSeconds(each.child.pid ?? 0) + measureCpuSeconds(postgres.pid() ?? 0);
  const before = cpu();
  const { total, ...found } = await run(SECONDS);
  const name = `${each.peer.name} ${work.name}`;
  figures.set(name, [...(figures.get(name) ?? []), { ...found, cpuMs: ((cpu() - before) * 1_000) / total }]);
}

async function measureLoad({ place }: Running, { path, ...sent }: Sent, duration: number): Promise<Done> {
  const { requests, latency, non2xx, errors } = await sendLoad({ url: place.url + path, connections: CONNECTIONS, duration, ...sent });
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} were refused, ${errors} failed`);
  return { perSecond: requests.average, p50: latency.p50, total: requests.total };
}

async function openLogIns({ peer, place }: Running): Promise<Run> {
  const { path, ...sent } = await peer.logIn(place);
  const act = async () => void (await sendRequest(place.url + path, sent));
  return (seconds) =>
    repeat(
      Array.from({ length: CONNECTIONS }, () => act),
      seconds,
    );
}

/** An order may need several calls, so the customers of this process place them, for all peers alike. */
async function runOrders({ peer, place }: Running): Promise<Run> {
  const customers: Act[] = [];
  while (customers.length < CONNECTIONS) customers.push(await peer.customer(place));
  return (seconds) => repeat(customers, seconds);
}

/** Each again and again. What has begun is finished and counted, because at some peers it takes seconds. */
async function repeat(acts: readonly Act[], seconds: number): Promise<Done> {
  const begun = performance.now();
  const times: number[] = [];
  const again = async (act: Act) => {
    for (let now = begun; now < begun + seconds * 1_000; ) {
      await act();
      const then = performance.now();
      times.push(then - now);
      now = then;
    }
  };
  await Promise.all(acts.map(again));
  return { perSecond: (times.length * 1_000) / (performance.now() - begun), p50: computeMedian(times), total: times.length };
}

function report(): void {
  console.log(
    `\n${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.versions.node}, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s\n`,
  );
  for (const { name } of listWorks()) {
    console.log(`${name.padEnd(22)}${'per second'.padStart(11)}${'p50 ms'.padStart(9)}${'CPU ms'.padStart(9)}   CPU of Fanfare's`);
    for (const peer of peers) console.log(formatLine(peer, name));
  }
  console.log(`${''.padEnd(22)}${'start s'.padStart(11)}${'MiB'.padStart(9)}${'loaded'.padStart(9)}   what`);
  for (const { peer, startSeconds, atRest, child } of running) {
    const numbers = [
      startSeconds.toFixed(1).padStart(11),
      atRest.toFixed(0).padStart(9),
      measureMebibytes(child.pid ?? 0)
        .toFixed(0)
        .padStart(9),
    ];
    console.log(
      `${peer.name.padEnd(22)}${numbers.join('')}   ${peer.versions}; an order is ${peer.callsOfOrder} ${peer.callsOfOrder === 1 ? 'call' : 'calls'}`,
    );
  }
}

function formatLine(peer: Peer, work: string): string {
  const getFigures = (of: Peer): Figures => computeMedians(figures.get(`${of.name} ${work}`) ?? []);
  const { perSecond, p50, cpuMs } = getFigures(peer);
  const peerError = peerErrors.get(peer);
  if (peerError !== undefined) return `  ${peer.name.padEnd(20)}failed: ${peerError}`;
  if (Number.isNaN(perSecond)) return `  ${peer.name.padEnd(20)}${'none'.padStart(11)}`;
  const digits = perSecond < 100 ? 1 : 0;
  const numbers = [perSecond.toFixed(digits).padStart(11), p50.toFixed(1).padStart(9), cpuMs.toFixed(2).padStart(9)];
  return `  ${peer.name.padEnd(20)}${numbers.join('')}   ${(cpuMs / getFigures(fanfare).cpuMs).toFixed(1)} times`;
}

function computeMedians(rounds: readonly Figures[]): Figures {
  const of = (name: keyof Figures) => computeMedian(rounds.map((round) => round[name]));
  return { perSecond: of('perSecond'), p50: of('p50'), cpuMs: of('cpuMs') };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
