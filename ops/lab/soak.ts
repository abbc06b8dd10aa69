// A shop under steady traffic for an hour (SOAK_MINUTES): no request fails, requests do not need more work of
// the shop or of the database, memory does not grow, and the books are in order.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { openStripe } from '../../tests/support/stripe.ts';
import { startBuying } from './buying.ts';
import { createCustomer, startTraffic, type Traffic } from './customers.ts';
import { formatUrl, listProcesses, runSql, type Server, startPrimary } from './servers.ts';
import { BUILT, type ShopProcess, startShop, waitUntilReady } from './shop-process.ts';
import { checkBooks, type Report } from './tools.ts';

const MINUTES = Number(process.env.SOAK_MINUTES ?? '60');
const SAMPLES = 20;
/** Caches fill at first. */
const WARM_SHARE = 0.25;
/** Between the medians of the first and the last third after that. */
const MAX_MEMORY_RATIO = 1.25;
const MAX_WORK_RATIO = 1.5;
/** The tables grow meanwhile, and vacuum with them. */
const MAX_DATABASE_RATIO = 2;
/** A shop whose event loop is late answers 503; others may use the machine too. */
const MAX_BUSY_SHARE = 0.01;
const MAX_DUE_JOBS = 50;

/**
 * `workMs` and `databaseMs`: of the processor for each request, which does not depend on what else runs on
 * the machine.
 */
type Sample = {
  readonly minute: number;
  readonly memoryMb: number;
  readonly handles: number;
  readonly workMs: number;
  readonly databaseMs: number;
};

export async function trySoak(report: Report): Promise<void> {
  const stripe = await openStripe();
  try {
    const primary = await startPrimary();
    const shop = await startShop({ ...stripe.environment, DATABASE_URL: formatUrl([primary.port]), RATE_LIMITS: 'off' }, BUILT);
    await waitUntilReady(shop);
    const traffic = await startTraffic(shop.url);
    const buying = startBuying({ stripe, url: shop.url, customers: [await createCustomer(shop.url)] });
    const samples = await watch(shop, primary, traffic);
    await Promise.all([traffic.stop(), buying.stop()]);
    console.table(
      samples.map((sample) => ({
        ...sample,
        minute: sample.minute.toFixed(1),
        workMs: sample.workMs.toFixed(1),
        databaseMs: sample.databaseMs.toFixed(1),
      })),
    );
    const [busy, failed] = [traffic.failures.filter(isBusy), traffic.failures.filter((failure) => !isBusy(failure))];
    report('requests', failed.length === 0, failed.slice(0, 20).join('\n') || `${traffic.requests()}, none failed`);
    const busyShare = busy.length / traffic.requests();
    report('refused as busy', busyShare <= MAX_BUSY_SHARE, `${busy.length}, ${(100 * busyShare).toFixed(2)} %`);
    reportGrowth(samples, report);
    const ids = [...traffic.purchaseIds, ...buying.purchases];
    const stored = Number(runSql(primary, `select count(*) from purchase where id = any('{${ids.join()}}')`, 'fanfare'));
    report('acknowledged purchases', stored === ids.length, `${ids.length}, ${ids.length - stored} lost; ${buying.payments.length} paid`);
    const due = Number(
      runSql(primary, 'select count(*) from graphile_worker.jobs where run_at < now() and attempts < max_attempts', 'fanfare'),
    );
    report('jobs keep up', due < MAX_DUE_JOBS, `${due} are due`);
    report('stop', (await shop.stop()) === 0, 'exit code 0');
    checkBooks(formatUrl([primary.port]), report);
  } finally {
    await stripe.close();
  }
}

const isBusy = (failure: string): boolean => /^\S+: 503 /.test(failure);

async function watch(shop: ShopProcess, database: Server, traffic: Pick<Traffic, 'requests' | 'failures'>): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  const startedAt = performance.now();
  const look = () => ({ requests: traffic.requests(), work: sumCpuMs([shop.pid]), database: sumCpuMs(listProcesses(database)) });
  let before = look();
  for (let count = 1; count <= SAMPLES; count++) {
    await pause(startedAt + (count * MINUTES * 60_000) / SAMPLES - performance.now());
    const status = readFileSync(`/proc/${shop.pid}/status`, 'utf8');
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
    const handles = readdirSync(`/proc/${shop.pid}/fd`).length;
    const now = look();
    const minute = (performance.now() - startedAt) / 60_000;
    const requests = Math.max(1, now.requests - before.requests);
    const workMs = (now.work - before.work) / requests;
    const databaseMs = (now.database - before.database) / requests;
    samples.push({ minute, memoryMb: Math.round(kilobytes / 1_024), handles, workMs, databaseMs });
    const failed = traffic.failures.filter((failure) => !isBusy(failure));
    console.log(`minute ${minute.toFixed(0)} of ${MINUTES}: ${now.requests} requests, ${failed.length} failed. ${failed.at(-1) ?? ''}`);
    before = now;
  }
  return samples;
}

/** Of all threads, and of the children that have ended, in hundredths of a second, as Linux counts. */
function sumCpuMs(processes: readonly number[]): number {
  let ticks = 0;
  for (const id of processes) {
    // A process that has just ended is counted by its parent.
    if (!existsSync(`/proc/${id}/stat`)) continue;
    const times = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 15).map(Number) ?? [];
    for (const time of times) ticks += time;
  }
  return ticks * 10;
}

const computeMedian = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

function reportGrowth(samples: readonly Sample[], report: Report): void {
  const warm = samples.slice(Math.floor(samples.length * WARM_SHARE));
  const third = Math.ceil(warm.length / 3);
  const compare = (what: keyof Sample, name: string, most: number, unit: string) => {
    const [first, last] = [warm.slice(0, third), warm.slice(-third)].map((part) => computeMedian(part.map((sample) => sample[what])));
    const ratio = (last ?? 0) / (first ?? 1);
    report(
      `${name} of the last third beside the first`,
      ratio <= most,
      `${first?.toFixed(1)} to ${last?.toFixed(1)} ${unit}, ${ratio.toFixed(2)} times`,
    );
  };
  compare('memoryMb', 'memory', MAX_MEMORY_RATIO, 'MB');
  compare('handles', 'open files', MAX_MEMORY_RATIO, '');
  compare('workMs', 'work of a request', MAX_WORK_RATIO, 'ms');
  compare('databaseMs', 'work of the database for a request', MAX_DATABASE_RATIO, 'ms');
}
