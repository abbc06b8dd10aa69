// A large shop that loses its machine, for npm run test:ops: how long a restore takes, and what is lost. `RESTORE_ORDERS=1000000` makes the shop that large.
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../src/infra/paths.ts';
import { type Customer, logIn, newCustomer, purchase, purchasesOf } from './customers.ts';
import { tryKill } from './patroni/cluster.ts';
import { BUILT, type ShopProcess, startShop, whenReady } from './shop-process.ts';
import { buildShop, makeReport } from './tools.ts';

const report = makeReport();

const ORDERS = Number(process.env.RESTORE_ORDERS ?? 20_000);
const MAX_RESTORE_SECONDS = 300;
const MAX_LOST_SECONDS = 60;
/** More than twice BACKUP_SECONDS. */
const BUY_SECONDS = 30;

type Acknowledged = { readonly purchaseId: string; readonly at: number };
type Environment = Readonly<Record<string, string>>;

const secondsOf = (since: number): number => (performance.now() - since) / 1_000;

function command(environment: Environment, name: string, ...args: readonly string[]): string {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, env: { PATH: process.env.PATH, ...environment } } as const;
  return execFileSync(process.execPath, ['--require', './check-node.cjs', 'scripts/run.cjs', name, ...args], options).trim();
}

async function buyFor(seconds: number, { url }: ShopProcess, { token }: Customer): Promise<Acknowledged[]> {
  const all: Acknowledged[] = [];
  for (const since = performance.now(); secondsOf(since) < seconds; await pause(50)) {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
    const answer = await fetch(`${url}/api/orders`, { method: 'POST', headers, body: JSON.stringify(purchase) });
    const placed = (await answer.json()) as { purchaseId: string };
    // A machine that does much else refuses some.
    if (answer.status === 200) all.push({ purchaseId: placed.purchaseId, at: performance.now() });
    else if (answer.status !== 503) throw new Error(`no order: ${answer.status}`);
  }
  return all;
}

async function tryLoss(folder: string): Promise<void> {
  const vault = join(folder, 'vault');
  const backup = { BACKUP_KEY: randomBytes(32).toString('base64'), BACKUP_TO: vault, RATE_LIMITS: 'off', FILES_FREE_MB: '0' };
  const first = { ...backup, DATA_DIR: join(folder, 'first') };
  const shop = await startShop(first, BUILT);
  process.once('exit', () => tryKill(shop.pid, 'SIGKILL'));
  await whenReady(shop);
  // Before the backup, because the log of a large fill is copied for a while, and what is newer may be lost.
  const { email } = await newCustomer(shop.url);
  let since = performance.now();
  command(first, 'seed', '--large', `--accounts=${Math.ceil(ORDERS / 5)}`, `--orders=${ORDERS}`);
  console.log(`       ${ORDERS} orders made in ${secondsOf(since).toFixed(0)} s`);
  since = performance.now();
  report('backup beside the running shop', true, `${command(first, 'backup')}; the command took ${secondsOf(since).toFixed(1)} s`);
  const acknowledged = await buyFor(BUY_SECONDS, shop, await logIn(shop.url, email));
  // The machine is lost: nothing is finished.
  process.kill(shop.pid, 'SIGKILL');
  const lostAt = performance.now();
  await shop.ended;
  rmSync(first.DATA_DIR, { recursive: true, force: true });

  const second = { ...backup, DATA_DIR: join(folder, 'second') };
  since = performance.now();
  const said = command(second, 'restore', '--from', vault);
  const seconds = secondsOf(since);
  report(
    `restore of ${ORDERS} orders with audit within ${MAX_RESTORE_SECONDS} s`,
    seconds <= MAX_RESTORE_SECONDS && said.includes('The audit found nothing.'),
    `${seconds.toFixed(1)} s: ${said}`,
  );
  const restored = await startShop(second, BUILT);
  await whenReady(restored);
  const customer = await logIn(restored.url, email);
  const there = await purchasesOf(restored.url, customer);
  const lost = acknowledged.filter(({ purchaseId }) => !there.has(purchaseId));
  const age = lost.length === 0 ? 0 : (lostAt - Math.min(...lost.map(({ at }) => at))) / 1_000;
  report(
    `lost at most: the last ${MAX_LOST_SECONDS} s`,
    acknowledged.length > 0 && there.size > 0 && age <= MAX_LOST_SECONDS,
    `${lost.length} of ${acknowledged.length} orders of ${BUY_SECONDS} s, from the last ${age.toFixed(1)} s`,
  );
  const [next] = await buyFor(2, restored, customer);
  report('the restored shop takes an order', next !== undefined, 'placed');
  report('stop', (await restored.stop()) === 0, 'exit code 0');
}

/** The number of results that are not as expected. */
export async function tryLargeRestore(): Promise<number> {
  buildShop();
  const folder = mkdtempSync(join(tmpdir(), 'fanfare-ops-restore-'));
  try {
    await tryLoss(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return report.faults();
}
