// Restarts two nodes of the built server in turn under load, behind each balancer: no request may fail.
import { setTimeout as pause } from 'node:timers/promises';
import { type Balancer, balancers, startBalancer } from './balancers.ts';
import { startTraffic } from './customers.ts';
import { findFreePort, formatUrl, runSql, type Server, startPrimary } from './servers.ts';
import { BUILT, type ShopProcess, startShop, waitUntilReady } from './shop-process.ts';
import type { Report } from './tools.ts';

const NODES = 2;
/** Of each node. */
const RESTARTS = 2;
const MIN_REQUESTS = 2_000;
const DRAIN_SECONDS = 5;
/** Beyond the drain. */
const MAX_STOP_SECONDS = 3;

type Row = Readonly<Record<'balancer' | 'requests' | 'failed' | 'streams resumed' | 'slowest s' | 'stop s', string | number>>;

export async function tryRollingRestarts(report: Report): Promise<void> {
  const primary = await startPrimary();
  const nodes = await Promise.all(Array.from({ length: NODES }, () => findFreePort()));
  const running = await startNodes(primary, nodes);
  const rows: Row[] = [];
  for (const name of balancers) {
    const balancer = await startBalancer(name, nodes);
    rows.push(await restartAll({ name, balancer, primary, nodes, running, report }));
    await balancer.stop();
  }
  await Promise.all(running.map((node) => node.stop()));
  console.table(rows);
}

type Restarting = {
  readonly name: string;
  readonly balancer: Balancer;
  readonly primary: Server;
  readonly nodes: readonly number[];
  /** By place; a restart replaces the process. */
  readonly running: ShopProcess[];
  readonly report: Report;
};

async function restartAll({ name, balancer, primary, nodes, running, report }: Restarting): Promise<Row> {
  const traffic = await startTraffic(balancer.url);
  const stops: number[] = [];
  for (let place = 0; place < nodes.length * RESTARTS; place++) {
    const node = place % nodes.length;
    // The balancer must have noticed that the other node is back.
    await pause(3_000);
    const startedAt = performance.now();
    const code = await running[node]?.stop();
    stops.push((performance.now() - startedAt) / 1_000);
    if (code !== 0) report(`${name}: exit code of node ${node}`, false, running[node]?.output().slice(-2_000) ?? code);
    running[node] = await startNode(primary, nodes[node] ?? 0);
    await waitUntilReady(running[node]);
  }
  while (traffic.requests() < MIN_REQUESTS) await pause(500);
  await traffic.stop();
  const { failures, purchaseIds } = traffic;
  const stored = runSql(primary, `select count(*) from purchase where id = any('{${[...purchaseIds].join()}}')`, 'fanfare');
  const missing = purchaseIds.size - Number(stored);
  report(`${name}: requests`, failures.length === 0, failures.length === 0 ? `${traffic.requests()}, none failed` : failures.slice(0, 20));
  report(`${name}: acknowledged purchases`, missing === 0, `${purchaseIds.size}, ${missing} missing`);
  const slowest = Math.max(...stops);
  report(`${name}: stop`, slowest < DRAIN_SECONDS + MAX_STOP_SECONDS, `${slowest.toFixed(1)} s at most`);
  return {
    balancer: name,
    requests: traffic.requests(),
    failed: failures.length,
    'streams resumed': traffic.resumed(),
    'slowest s': (traffic.slowestMs() / 1_000).toFixed(2),
    'stop s': stops.map((seconds) => seconds.toFixed(2)).join(' '),
  };
}

async function startNodes(primary: Server, ports: readonly number[]): Promise<ShopProcess[]> {
  const nodes: ShopProcess[] = [];
  // One after the other: the first one migrates the database.
  for (const port of ports) {
    const node = await startNode(primary, port);
    await waitUntilReady(node);
    nodes.push(node);
  }
  return nodes;
}

const startNode = (primary: Server, port: number): Promise<ShopProcess> =>
  startShop(
    {
      PORT: String(port),
      DATABASE_URL: formatUrl([primary.port]),
      SECRET_KEYS: 'a sample key for two nodes that are one shop',
      RATE_LIMITS: 'off',
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    },
    BUILT,
  );
