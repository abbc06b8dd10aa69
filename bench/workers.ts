// One process against WORKERS=2: pages that are rendered for each request, and cached ones. Both shops run all the time and are loaded in turn, in pairs, so that
// what else the machine does meets both. The processor time of a request does not depend on it, so the ratio is computed from that, too. nginx with one and two
// workers shows what the cores leave, which wrk shares.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BUILT, type ShopProcess, startShop, whenReady } from '../ops/lab/shop-process.ts';
import { buildShop, run } from '../ops/lab/tools.ts';
import { pageAt, startNginx } from './http/nginx.ts';
import { wrk } from './http/wrk.ts';
import { cpuSecondsOf } from './processes.ts';

const PAIRS = Number(process.env.BENCH_PAIRS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const WARM_SECONDS = 8;
const CONNECTIONS = 16;
const MISSING = '/no-such-page';
const paths = { 'rendered for each request': MISSING, cached: '/services' } as const;

type Measured = { readonly perSecond: number; readonly cpuMicroseconds: number; readonly busiest: number };

/** Members of the shop, without its database. */
function pidsOf(pid: number): number[] {
  const isNode = (child: number) => /node|MainThread/.test(readFileSync(`/proc/${child}/comm`, 'utf8'));
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' '),
  );
  return [pid, ...children.filter(Boolean).map(Number).filter(isNode)];
}

function measure({ pid, url }: ShopProcess, path: string): Measured {
  const pids = pidsOf(pid);
  const before = pids.map(cpuSecondsOf);
  const { total, perSecond } = wrk(url + path, { seconds: SECONDS, connections: CONNECTIONS, missing: path === MISSING });
  const used = pids.map((each, place) => cpuSecondsOf(each) - (before[place] ?? 0));
  const sum = used.reduce((all, seconds) => all + seconds, 0);
  return { perSecond, cpuMicroseconds: (sum / total) * 1e6, busiest: Math.max(...used) / sum };
}

const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
const medianOf = (all: readonly Measured[], what: keyof Measured): number => median(all.map((each) => each[what]));

if (!run(['wrk', '-v'])) throw new Error('wrk is not installed (apt-get install wrk)');
buildShop();
const environment = { NODE_ENV: 'production', SHOP_URL: 'https://shop.example', HOST: '127.0.0.1' };
const one = await startShop(environment, BUILT);
const two = await startShop({ ...environment, WORKERS: '2' }, BUILT);
try {
  await Promise.all([whenReady(one), whenReady(two)]);
  for (const [name, path] of Object.entries(paths)) {
    // Each member compiles the code for itself.
    for (const shop of [one, two]) wrk(shop.url + path, { seconds: WARM_SECONDS, connections: CONNECTIONS, missing: path === MISSING });
    const measured: { one: Measured; two: Measured }[] = [];
    for (let pair = 0; pair < PAIRS; pair++) measured.push({ one: measure(one, path), two: measure(two, path) });
    const [ones, twos] = [measured.map((each) => each.one), measured.map((each) => each.two)];
    const ratios = measured.map((each) => each.two.perSecond / each.one.perSecond);
    const [cpuOfOne, cpuOfTwo] = [medianOf(ones, 'cpuMicroseconds'), medianOf(twos, 'cpuMicroseconds')];
    console.log(
      `${name}: ${medianOf(ones, 'perSecond').toFixed(0)} a second by one process, ${medianOf(twos, 'perSecond').toFixed(0)} by two: ${median(ratios).toFixed(2)} times (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}).`,
    );
    console.log(
      `  Processor time of a request: ${cpuOfOne.toFixed(0)} and ${cpuOfTwo.toFixed(0)} µs, so with a core for each ${((2 * cpuOfOne) / cpuOfTwo).toFixed(2)} times. The busier member does ${(medianOf(twos, 'busiest') * 100).toFixed(0)} %.`,
    );
  }
  if (run(['nginx', '-v']) !== undefined) await compareNginx();
} finally {
  await Promise.all([one.stop(), two.stop()]);
}

/** The cached page from a file. */
async function compareNginx(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-workers-'));
  const page = await pageAt(one.url + paths.cached);
  const servers = [await startNginx(page, { folder }), await startNginx(page, { folder, workers: 2 })];
  try {
    const rates = Array.from({ length: PAIRS }, () =>
      servers.map(({ url }) => wrk(url, { seconds: SECONDS, connections: CONNECTIONS }).perSecond),
    );
    const [ones, twos] = [0, 1].map((place) => median(rates.map((each) => each[place] ?? Number.NaN)));
    const ratio = median(rates.map(([first = Number.NaN, second = Number.NaN]) => second / first));
    console.log(
      `nginx with the cached page: ${ones?.toFixed(0)} a second by one worker, ${twos?.toFixed(0)} by two: ${ratio.toFixed(2)} times.`,
    );
  } finally {
    for (const { stop } of servers) stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
