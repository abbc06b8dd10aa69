// Cached pages against nginx with the same bytes and headers in a file, one worker each. Beside them,
// node:http and a socket that reads no HTTP, with the same bytes: what Node itself costs. All run all the
// time and are loaded in turn, so that what else the machine does meets all of them. Needs nginx and wrk.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT, startShop, waitUntilReady } from '../ops/lab/shop-process.ts';
import { buildShop, runTool } from '../ops/lab/tools.ts';
import { fetchPage, type Page, startNginx } from './http/nginx.ts';
import { runWrk } from './http/wrk.ts';
import { computeMedian, openTarget } from './measure.ts';
import { measureCpuSeconds } from './processes.ts';
import type { TargetName } from './target.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 2);
const WARM_SECONDS = 6;
const CONNECTIONS = 32;
const paths = ['/', '/services'] as const;

type Server = { readonly name: string; readonly pid: number; readonly url: string; stop(): unknown };
type Measured = { readonly perSecond: number; readonly cpuMicroseconds: number };

const folder = mkdtempSync(join(tmpdir(), 'fanfare-pages-'));

if (!runTool(['wrk', '-v'])) throw new Error('wrk is not installed (apt-get install wrk)');
const hasNginx = runTool(['nginx', '-v']) !== undefined;
if (!hasNginx) console.log('nginx is not installed (apt-get install nginx): compared with node:http only.');
buildShop();
const shop = await startShop({ NODE_ENV: 'production', SHOP_URL: 'https://shop.example', HOST: '127.0.0.1' }, BUILT);
try {
  await waitUntilReady(shop);
  for (const path of paths) await compare(path);
} finally {
  await shop.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function compare(path: string): Promise<void> {
  const page = await fetchPage(shop.url + path);
  const servers: Server[] = [
    { name: 'shop', pid: shop.pid, url: shop.url + path, stop: () => undefined },
    await startTarget('node:http', 'same bytes', page),
    await startTarget('socket without HTTP', 'same bytes, no HTTP', page),
    ...(hasNginx ? [await startNginx(page, folder)] : []),
  ];
  try {
    for (const { url } of servers) runWrk(url, { seconds: WARM_SECONDS, connections: CONNECTIONS });
    const rounds = Array.from({ length: ROUNDS }, () => servers.map(measure));
    print(path, page, servers, rounds);
    const rate = computeMedian(rounds.map(([ours]) => ours?.perSecond ?? 0));
    for (const server of servers) measureAtHalfLoad(server, rate / 2);
  } finally {
    for (const server of servers) server.stop();
  }
}

function measure({ pid, url }: Server): Measured {
  const before = measureCpuSeconds(pid);
  const { total, perSecond } = runWrk(url, { seconds: SECONDS, connections: CONNECTIONS });
  return { perSecond, cpuMicroseconds: ((measureCpuSeconds(pid) - before) / total) * 1e6 };
}

/** Medians of each round's ratios. On a shared processor rates vary more than the time per request. */
function print(path: string, { body }: Page, servers: readonly Server[], rounds: readonly (readonly Measured[])[]): void {
  console.log(`\n${path}, ${body.length} bytes, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s`);
  const of = (index: number, what: keyof Measured) => rounds.map((round) => round[index]?.[what] ?? Number.NaN);
  for (const [index, { name }] of servers.entries()) {
    const [rates, cpu] = [of(index, 'perSecond'), of(index, 'cpuMicroseconds')];
    const ratio = (ours: readonly number[], theirs: readonly number[]) =>
      computeMedian(ours.map((each, at) => each / (theirs[at] ?? 0))).toFixed(2);
    const compared =
      index === 0
        ? ''
        : `   shop / this: ${ratio(of(0, 'perSecond'), rates)} by rate, ${ratio(cpu, of(0, 'cpuMicroseconds'))} by processor time`;
    console.log(
      `${name.padEnd(20)}${computeMedian(rates).toFixed(0).padStart(7)} a second${computeMedian(cpu).toFixed(1).padStart(7)} µs of processor${compared}`,
    );
  }
}

/** wrk pauses each connection, so that together they send half of what the shop can answer. */
function measureAtHalfLoad({ name, url }: Server, rate: number): void {
  const script = join(folder, 'paced.lua');
  writeFileSync(script, `function delay() return math.random(0, ${Math.round((2 * CONNECTIONS * 1_000) / rate)}) end`);
  const { perSecond, p50, p99 } = runWrk(url, { seconds: 2 * SECONDS, connections: CONNECTIONS, script });
  console.log(`${name.padEnd(20)}at ${perSecond.toFixed(0)} a second: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`);
}

async function startTarget(name: string, kind: TargetName, { body, headers }: Page): Promise<Server> {
  const { pid, url, close } = await openTarget(kind, { bytes: body.length, headers });
  return { name, pid, url, stop: close };
}
