// What may happen to the nodes of a shop and to their database, one after the other, while customers order
// and pay: what was acknowledged must be there afterwards, once, and the books must be in order.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openStripe, type StripeWorld } from '../../tests/support/stripe.ts';
import { type Buying, startBuying } from './buying.ts';
import { createCustomer } from './customers.ts';
import { findFreePort, formatUrl, listProcesses, runSql, type Server, serversFolder, startAgain, startPrimary } from './servers.ts';
import { BUILT, type ShopProcess, startShop, waitUntilReady } from './shop-process.ts';
import { openLink, type SlowLink } from './slow-link.ts';
import { checkBooks, type Report, runTool } from './tools.ts';

const NODES = 2;
const BUYERS_PER_NODE = 2;
const HARM_MS = 8_000;
const MAX_SECONDS_TO_RECOVER = 60;
const DELAY_MS = 150;
const CLOCK_AHEAD_MS = 120_000;
const DISK_MB = 700;
const AHEAD = ['--require', './ops/lab/ahead.cjs', ...BUILT] as const;

type World = {
  primary: Server;
  readonly link: SlowLink;
  readonly stripe: StripeWorld;
  readonly ports: readonly number[];
  readonly nodes: ShopProcess[];
  /** The folder of the database is a file system of its own. */
  readonly isOwnDisk: boolean;
};

/** Harms, waits, and mends. False if it cannot be tried here. */
const scenes: Readonly<Record<string, (world: World) => Promise<boolean>>> = {
  async 'node killed'(world) {
    process.kill(world.nodes[0]?.pid ?? 0, 'SIGKILL');
    await startNode(world, 0);
    return true;
  },
  async 'node paused'({ nodes }) {
    const { pid } = nodes[1] as ShopProcess;
    process.kill(pid, 'SIGSTOP');
    await pause(HARM_MS);
    process.kill(pid, 'SIGCONT');
    return true;
  },
  async 'database paused'({ primary }) {
    const stopped = listProcesses(primary);
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    await pause(HARM_MS);
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
    return true;
  },
  async 'database killed'(world) {
    for (const pid of listProcesses(world.primary)) process.kill(pid, 'SIGKILL');
    await pause(1_000);
    await startDatabaseAgain(world);
    return true;
  },
  async 'slow network to the database'({ link }) {
    link.delay(DELAY_MS);
    await pause(HARM_MS);
    link.delay(0);
    return true;
  },
  async 'network to the database cut'({ link }) {
    link.cut();
    await pause(HARM_MS);
    link.mend();
    return true;
  },
  async 'clock of a node ahead'(world) {
    await world.nodes[1]?.stop();
    await startNode(world, 1, AHEAD, { CLOCK_AHEAD_MS: String(CLOCK_AHEAD_MS) });
    await pause(HARM_MS);
    await world.nodes[1]?.stop();
    await startNode(world, 1);
    return true;
  },
  async 'disk of the database full'(world) {
    if (!world.isOwnDisk) return false;
    const filler = join(world.primary.folder, 'filler');
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(1024 * 1024), { flag: 'a' });
    } catch {
      // Full.
    }
    await pause(HARM_MS);
    rmSync(filler);
    if (!isAlive(world.primary)) await startDatabaseAgain(world);
    return true;
  },
};

export async function tryChaos(report: Report): Promise<void> {
  const stripe = await openStripe();
  const disk = mountDisk();
  let world: World | undefined;
  try {
    const primary = await startPrimary();
    const link = await openLink(primary.port);
    const ports = await Promise.all(Array.from({ length: NODES }, findFreePort));
    world = { primary, link, stripe, ports, nodes: [], isOwnDisk: disk !== undefined };
    for (const place of ports.keys()) await startNode(world, place);
    await playAll(world, report);
    const codes = await Promise.all(world.nodes.map((node) => node.stop()));
    const isClean = codes.every((code) => code === 0);
    report('stop', isClean, `exit codes ${codes.join(', ')}`);
    checkBooks(formatUrl([world.primary.port]), report);
  } finally {
    await Promise.race([Promise.all(world?.nodes.map((node) => node.stop()) ?? []), pause(HARM_MS)]);
    world?.link.stop();
    world?.primary.stop();
    disk?.unmount();
    await stripe.close();
  }
}

async function playAll(world: World, report: Report): Promise<void> {
  const urls = world.ports.map((port) => `http://localhost:${port}`);
  const customers = await Promise.all(urls.map((url) => Promise.all(Array.from({ length: BUYERS_PER_NODE }, () => createCustomer(url)))));
  const all = urls.map((url, place) => startBuying({ stripe: world.stripe, url, customers: customers[place] ?? [] }));
  for (const [name, play] of Object.entries(scenes)) {
    await pause(2_000);
    const isPlayed = await play(world);
    if (!isPlayed) console.log(`not run: ${name} needs a file system of its own, which only root can mount`);
    else await reportRecovery(name, all, report);
  }
  await Promise.all(all.map((buying) => buying.stop()));
  const purchases = all.flatMap((buying) => buying.purchases);
  const payments = all.flatMap((buying) => buying.payments);
  const count = (query: string, ids: readonly string[]) =>
    Number(runSql(world.primary, query.replace('$1', `'{${ids.join()}}'::uuid[]`), 'fanfare'));
  const lost = purchases.length - count('select count(*) from purchase where id = any($1)', purchases);
  report('acknowledged purchases', lost === 0 && purchases.length > 0, `${purchases.length}, ${lost} lost`);
  const unpaid =
    payments.length - count("select count(distinct subject_id) from payment where state = 'paid' and subject_id = any($1)", payments);
  report('acknowledged payments', unpaid === 0 && payments.length > 0, `${payments.length}, ${unpaid} lost`);
}

/** At each node a customer orders again. */
async function reportRecovery(name: string, all: readonly Buying[], report: Report): Promise<void> {
  const mendedAt = performance.now();
  const isBack = () => all.every(({ times }) => (times.at(-1) ?? 0) > mendedAt);
  while (!isBack() && performance.now() - mendedAt < MAX_SECONDS_TO_RECOVER * 1_000) await pause(50);
  report(`${name}: orders again at each node`, isBack(), `after ${((performance.now() - mendedAt) / 1_000).toFixed(1)} s`);
}

async function startNode(
  world: World,
  place: number,
  args: readonly string[] = BUILT,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const node = await startShop(
    {
      ...world.stripe.environment,
      PORT: String(world.ports[place]),
      DATABASE_URL: formatUrl([world.link.port]),
      SECRET_KEYS: 'a sample key for two nodes that are one shop',
      RATE_LIMITS: 'off',
      ...more,
    },
    args,
  );
  world.nodes[place] = node;
  await waitUntilReady(node);
}

const isAlive = ({ port }: Server): boolean =>
  runTool(['/usr/lib/postgresql/15/bin/pg_isready', '-h', '127.0.0.1', '-p', String(port)])?.ok === true;

async function startDatabaseAgain(world: World): Promise<void> {
  rmSync(join(world.primary.folder, 'postmaster.pid'), { force: true });
  world.primary = await startAgain(world.primary);
  world.link.leadTo(world.primary.port);
}

/** A small file system for the database's folder; undefined if this user may mount none. */
function mountDisk(): { unmount(): void } | undefined {
  const folder = join(serversFolder, 'primary');
  // The part before may have removed the folder around it.
  mkdirSync(folder, { recursive: true });
  const mounted = runTool(['mount', '-t', 'tmpfs', '-o', `size=${DISK_MB}m,uid=postgres,gid=postgres,mode=700`, 'tmpfs', folder]);
  if (!mounted?.ok) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  return { unmount: () => void runTool(['umount', '--lazy', folder]) };
}
