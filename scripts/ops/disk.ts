// Full disks and folders that cannot be written, for npm run test:ops: a running shop whose disk fills up, and starts that cannot work.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../src/infra/paths.ts';
import { type Customer, newCustomer, purchase, purchasesOf } from './customers.ts';
import { BUILT, type ShopProcess, startShop, whenReady } from './shop-process.ts';
import { unpackSource } from './source.ts';
import { buildShop, makeReport, run } from './tools.ts';

const report = makeReport();

/** The database of a new shop, with its log, takes a third of it. */
const DISK_MB = 400;
/** Too small for a database. */
const SMALL_DISK_MB = 24;
const FULL_SECONDS = 25;
const BACK_SECONDS = 30;
const BUYERS = 4;

type Disk = { readonly folder: string; remove(): void };

/** Undefined if this machine does not allow it. */
function mountDisk(megabytes: number, options = ''): Disk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-ops-disk-'));
  const mounted = run(['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755${options}`, 'tmpfs', folder]);
  const remove = () => {
    if (mounted?.ok) execFileSync('umount', ['--lazy', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  if (mounted?.ok) return { folder, remove };
  remove();
  return undefined;
}

/** Takes all that is left, and again what is given back meanwhile. */
function fill({ folder }: Disk) {
  const path = join(folder, 'filler');
  const refill = () => {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail > 0) writeFileSync(path, Buffer.alloc(Math.min(bavail * bsize, 2 ** 30)), { flag: 'a' });
  };
  const again = setInterval(() => {
    try {
      refill();
    } catch {
      // The shop was faster.
    }
  }, 200);
  return () => {
    clearInterval(again);
    rmSync(path, { force: true });
  };
}

type Outcome = { readonly status: number; readonly at: number; readonly purchaseId?: string };

function startBuying({ url }: ShopProcess, customers: readonly Customer[]) {
  const outcomes: Outcome[] = [];
  let isOver = false;
  const buy = async ({ token }: Customer): Promise<void> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
    const at = performance.now();
    const answer = await fetch(`${url}/api/orders`, { method: 'POST', headers, body: JSON.stringify(purchase) }).catch(() => undefined);
    const text = (await answer?.text()) ?? '';
    const placed = answer?.status === 200 ? (JSON.parse(text) as { purchaseId: string }) : {};
    outcomes.push({ status: answer?.status ?? 0, at, ...placed });
  };
  const all = customers.map(async (customer) => {
    while (!isOver) {
      await buy(customer);
      await pause(100);
    }
  });
  return {
    outcomes,
    async end() {
      isOver = true;
      await Promise.all(all);
    },
  };
}

const statusOf = (address: string): Promise<number> => fetch(address).then(async (answer) => (await answer.arrayBuffer()) && answer.status);

const countsOf = (outcomes: readonly Outcome[]): Record<string, number> =>
  Object.fromEntries(Object.entries(Object.groupBy(outcomes, ({ status }) => status)).map(([status, each]) => [status, each?.length ?? 0]));

async function seconds(isDone: () => boolean | Promise<boolean>, most: number): Promise<number> {
  const since = performance.now();
  const passed = () => (performance.now() - since) / 1_000;
  while (!(await isDone())) {
    if (passed() > most) return Number.POSITIVE_INFINITY;
    await pause(200);
  }
  return passed();
}

async function tryFullDisk(disk: Disk): Promise<void> {
  const shop = await startShop({ DATA_DIR: join(disk.folder, 'data'), RATE_LIMITS: 'off' }, BUILT);
  try {
    await whenReady(shop);
    const customers = await Promise.all(Array.from({ length: BUYERS }, () => newCustomer(shop.url)));
    const buying = startBuying(shop, customers);
    await seconds(() => buying.outcomes.length >= BUYERS * 3, BACK_SECONDS);
    const giveBack = fill(disk);
    const fullFrom = performance.now();
    const unready = await seconds(async () => (await statusOf(`${shop.url}/readyz`)) === 503, FULL_SECONDS);
    const state = await fetch(`${shop.url}/readyz`).then((answer) => answer.text());
    report('full disk: not ready', unready < FULL_SECONDS, { after: `${unready.toFixed(1)} s`, readyz: state });
    const pages = await Promise.all(['/', '/services', '/faq', '/readyz/pages'].map((path) => statusOf(shop.url + path)));
    report(
      'full disk: pages are served',
      pages.every((status) => status === 200),
      pages,
    );
    await pause(Math.max(0, fullFrom + FULL_SECONDS * 1_000 - performance.now()));
    const refused = buying.outcomes.filter(({ at }) => at > fullFrom + 2_000 + unready * 1_000);
    report('full disk: each order gets 503', refused.length > 0 && refused.every(({ status }) => status === 503), countsOf(refused));
    report('full disk: no order gets 500', !buying.outcomes.some(({ status }) => status === 500), countsOf(buying.outcomes));
    giveBack();
    const freedAt = performance.now();
    const back = await seconds(() => buying.outcomes.some(({ at, status }) => at > freedAt && status === 200), BACK_SECONDS);
    report('disk with room again: orders are placed', back < BACK_SECONDS, `${back.toFixed(1)} s later`);
    const ready = await seconds(async () => (await statusOf(`${shop.url}/readyz`)) === 200, BACK_SECONDS);
    report('disk with room again: ready', ready < BACK_SECONDS, `${ready.toFixed(1)} s later`);
    await buying.end();
    await expectPlaced(shop, customers, buying.outcomes);
  } finally {
    report('full disk: stop', (await shop.stop()) === 0, 'exit code 0');
  }
}

async function expectPlaced({ url, output }: ShopProcess, customers: readonly Customer[], outcomes: readonly Outcome[]): Promise<void> {
  const acknowledged = outcomes.flatMap(({ purchaseId = [] }) => purchaseId);
  const listed = new Set<string>();
  for (const customer of customers) for (const id of await purchasesOf(url, customer)) listed.add(id);
  const lost = acknowledged.filter((id) => !listed.has(id));
  report('full disk: acknowledged purchases', lost.length === 0 && acknowledged.length > 0, `${acknowledged.length}, ${lost.length} lost`);
  report('full disk: the log stays short', output().length < 1_000_000, `${(output().length / 1_000).toFixed(0)} kB`);
}

/** It must end with one line for a person. */
async function expectOneSentence(what: string, environment: Readonly<Record<string, string>>, sentence: RegExp, cwd = root): Promise<void> {
  const shop = await startShop(environment, undefined, cwd);
  const code = await Promise.race([shop.ended, pause(90_000)]);
  await shop.stop();
  // Before the reason, the log says what was begun.
  const lines = shop
    .output()
    .trim()
    .split('\n')
    .filter((line) => !/^(\{|\[|\d\d:\d\d|Building|Compiling)/.test(line));
  report(what, code === 1 && lines.length === 1 && sentence.test(lines[0] ?? ''), { code, output: shop.output().trim().slice(-1_500) });
}

async function tryStarts(): Promise<void> {
  const [small, readOnly, source] = [mountDisk(SMALL_DISK_MB), mountDisk(1, ',ro'), unpackSource('HEAD')];
  const written = mountDisk(1_000);
  try {
    if (!small || !readOnly || !written) return;
    await expectOneSentence(
      'start: a disk without room for the database',
      { DATA_DIR: join(small.folder, 'data') },
      /No space left on device/,
    );
    await expectOneSentence(
      'start: a data folder on a disk that is read-only',
      { DATA_DIR: join(readOnly.folder, 'data') },
      /^DATA_DIR: .*\(EROFS\)\.$/,
    );
    execFileSync('mount', ['--bind', source, source]);
    execFileSync('mount', ['-o', 'remount,ro,bind', source]);
    const data = join(written.folder, 'data');
    await expectOneSentence('start: dist is missing and cannot be written', { DATA_DIR: data }, /dist cannot be written \(EROFS\)/, source);
    execFileSync('mount', ['-o', 'remount,rw,bind', source]);
    mkdirSync(join(source, 'dist'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', join(source, 'dist')]);
    await expectOneSentence('start: dist is on a full disk', { DATA_DIR: data }, /dist.* \(ENOSPC\)/, source);
  } finally {
    for (const disk of [small, readOnly, written]) disk?.remove();
    // The watchdog of PostgreSQL may still be there.
    run(['umount', '--lazy', join(source, 'dist')]);
    run(['umount', '--lazy', source]);
    rmSync(source, { recursive: true, force: true });
  }
}

/** The number of results that are not as expected; undefined if no disk can be mounted. */
export async function tryDisks(): Promise<number | undefined> {
  const disk = mountDisk(DISK_MB);
  if (!disk) {
    console.log('not run: only root can mount a small disk, and not in every container');
    return undefined;
  }
  buildShop();
  try {
    await tryFullDisk(disk);
    await tryStarts();
  } finally {
    disk.remove();
  }
  return report.faults();
}
