// Failovers of a cluster under Patroni, beside a shop that knows all its hosts or HAProxy before them: what
// the shop acknowledged must be there afterwards.
import { setTimeout as pause } from 'node:timers/promises';
import { openStripe, type StripeWorld } from '../../../tests/support/stripe.ts';
import { type Acknowledged, startBuying } from '../buying.ts';
import { type Customer, createCustomer } from '../customers.ts';
import { BUILT, type ShopProcess, startShop, waitUntilReady } from '../shop-process.ts';
import type { Report } from '../tools.ts';
import { type Cluster, findWalReceiver, isWritable, type Member, queryPort, startCluster, tryKill } from './cluster.ts';
import { type DatabaseProxy, startHaproxy } from './haproxy.ts';

const MEMBERS = 3;
const BUYERS = 4;
const PER_SCENE = 130;
const MAX_SECONDS_AFTER_PROMOTION = 2;
const STOP_MS = 10_000;

type Row = Readonly<Record<string, string | number>>;

export const tryFailovers = (report: Report): Promise<void> => playAll(report, async ({ url }) => ({ url, stop: async () => undefined }));

/** With one address, whose connections HAProxy ends. */
export const tryFailoversBehindProxy = (report: Report): Promise<void> => playAll(report, startHaproxy);

type Way = Pick<DatabaseProxy, 'url' | 'stop'> & Partial<Pick<DatabaseProxy, 'readUrl'>>;

async function playAll(report: Report, openWay: (cluster: Cluster) => Promise<Way>): Promise<void> {
  const rows: Row[] = [];
  const stripe = await openStripe();
  const cluster = await startCluster(MEMBERS);
  let shop: ShopProcess | undefined;
  let way: Way | undefined;
  try {
    way = await openWay(cluster);
    shop = await startShop(
      { ...stripe.environment, DATABASE_URL: way.url, ...(way.readUrl ? { DATABASE_READ_URL: way.readUrl } : {}), RATE_LIMITS: 'off' },
      BUILT,
    );
    await waitUntilReady(shop);
    const { url } = shop;
    const customers = await Promise.all(Array.from({ length: BUYERS }, () => createCustomer(url)));
    const world = { cluster, stripe, url, customers };
    const all: Acknowledged = { purchases: [], payments: [] };
    for (const scene of scenes) rows.push(await play(scene, world, all, report));
    await checkAll(cluster, all, report);
    report('stop', (await shop.stop()) === 0, 'exit code 0');
  } finally {
    await Promise.race([shop?.stop(), pause(STOP_MS)]);
    await way?.stop();
    cluster.stop();
    await stripe.close();
  }
  console.table(rows);
}

type World = {
  readonly cluster: Cluster;
  readonly stripe: StripeWorld;
  readonly url: string;
  readonly customers: readonly Customer[];
};
type Scene = {
  readonly name: string;
  /** Harms the cluster; the primary is another one afterwards. */
  harm(cluster: Cluster, primary: Member): Promise<void>;
  /** Brings back what was harmed. */
  mend?(cluster: Cluster, primary: Member): Promise<void>;
};

const LAG_MS = 10_000;
let frozen: number | undefined;

const scenes: readonly Scene[] = [
  { name: 'switchover', harm: (cluster) => cluster.switchOver() },
  {
    name: 'host killed',
    harm: async (cluster, primary) => cluster.kill(primary),
    mend: async (cluster, primary) => cluster.start(primary),
  },
  {
    name: 'host killed, one replica 10 s behind, all apply late',
    async harm(cluster, primary) {
      await cluster.configure({ postgresql: { parameters: { recovery_min_apply_delay: `${LAG_MS}ms` } } });
      const synchronous = await cluster.synchronous();
      if (!synchronous) throw new Error('no replica is synchronous');
      const behind = cluster.members.find((member) => member !== primary && member !== synchronous);
      frozen = behind && findWalReceiver(behind);
      if (frozen !== undefined) tryKill(frozen, 'SIGSTOP');
      await pause(LAG_MS);
      cluster.kill(primary);
    },
    async mend(cluster, primary) {
      if (frozen !== undefined) tryKill(frozen, 'SIGCONT');
      cluster.start(primary);
      await cluster.configure({ postgresql: { parameters: { recovery_min_apply_delay: null } } });
    },
  },
  {
    name: 'host silent (nothing closes its connections)',
    harm: async (cluster, primary) => cluster.freeze(primary),
    async mend(cluster, primary) {
      cluster.kill(primary);
      cluster.start(primary);
    },
  },
];

async function play(scene: Scene, world: World, all: Acknowledged, report: Report): Promise<Row> {
  const { cluster } = world;
  await cluster.whenWhole();
  const primary = await cluster.primary();
  if (!primary) throw new Error('the cluster has no primary');
  const buying = startBuying(world);
  await pause(2_000);
  const harmed = scene.harm(cluster, primary);
  const promotedAt = await waitUntilPromoted(cluster, primary);
  await harmed;
  const again = await waitUntil(() => buying.times.find((time) => time > promotedAt));
  while (buying.times.length < PER_SCENE) await pause(200);
  await buying.stop();
  await scene.mend?.(cluster, primary);
  all.purchases.push(...buying.purchases);
  all.payments.push(...buying.payments);
  const after = (again - promotedAt) / 1_000;
  const gap = Math.max(...buying.times.slice(1).map((time, place) => time - (buying.times[place] ?? time))) / 1_000;
  report(`${scene.name}: orders after the promotion`, after <= MAX_SECONDS_AFTER_PROMOTION, `again after ${after.toFixed(2)} s`);
  return {
    scene: scene.name,
    'acknowledged purchases': buying.purchases.length,
    'acknowledged payments': buying.payments.length,
    'after promotion s': after.toFixed(2),
    'without orders s': gap.toFixed(1),
    'longest request s': (buying.slowestMs / 1_000).toFixed(1),
  };
}

/** When another member accepts writes. */
async function waitUntilPromoted(cluster: Cluster, before: Member): Promise<number> {
  const others = cluster.members.filter((member) => member !== before);
  return waitUntil(async () => {
    const writable = await Promise.all(others.map(({ port }) => isWritable(port)));
    return writable.includes(true) ? performance.now() : undefined;
  });
}

const UNTIL_MS = 120_000;

async function waitUntil<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (const startedAt = performance.now(); performance.now() - startedAt < UNTIL_MS; await pause(20)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`not within ${UNTIL_MS / 1_000} s`);
}

async function checkAll(cluster: Cluster, { purchases, payments }: Acknowledged, report: Report): Promise<void> {
  const primary = await cluster.primary();
  const count = async (statement: string, ids: readonly string[]) => {
    const text = statement.replace('$1', `'{${ids.join()}}'::uuid[]`);
    const [row] = await queryPort<{ count: number }>(primary?.port ?? 0, text, 'fanfare');
    return ids.length - Number(row?.count);
  };
  const lost = await count('select count(*)::integer as count from purchase where id = any($1)', purchases);
  report('acknowledged purchases', lost === 0 && purchases.length >= 500, `${purchases.length}, ${lost} lost`);
  const unpaid = await count(
    "select count(distinct subject_id)::integer as count from payment where state = 'paid' and subject_id = any($1)",
    payments,
  );
  report('acknowledged payments', unpaid === 0 && payments.length >= 500, `${payments.length}, ${unpaid} lost`);
}
