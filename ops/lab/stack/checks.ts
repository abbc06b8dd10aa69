// What a person would try in the set-up of ops/compose.yaml: pages, orders and files over TLS, mails, a
// deployment, an outage of the database, and its metrics.
import { setTimeout as pause } from 'node:timers/promises';
import { createCustomer, startTraffic, type Traffic } from '../customers.ts';
import { makeReport, waitUntil } from '../tools.ts';
import { tryAlert, tryDashboards, tryMetrics } from './observers.ts';
import type { Stack } from './services.ts';

const SHOP = 'https://shop.localhost:8443';
const DESK = 'https://desk.localhost:8443';
const START_SECONDS = 120;
const NODES = ['node-a', 'node-b'] as const;
/** `stop_grace_period` of the nodes. */
const STOP_SECONDS = 35;

/** Longer than a node may be late. Health checks are answered in between. */
const [LATE_MS, FREE_MS, BUSY_SECONDS] = [1_000, 5, 15];

/**
 * In HAProxy's log: the fifth count of connections is that of repeats; with a plus, another server took it.
 */
const REPEATED = / \d+\/\d+\/\d+\/\d+\/\+?[1-9]\d* \d+\/\d+ /;

const report = makeReport();

const fetchStatus = async (address: string, init?: RequestInit): Promise<number> => {
  const answer = await fetch(address, init);
  await answer.arrayBuffer();
  return answer.status;
};
const prices = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"currency":0}' };

export async function tryAll(stack: Stack): Promise<number> {
  const started = await waitUntil(async () => (await fetchStatus(`${SHOP}/api/prices`, prices)) === 200, START_SECONDS);
  report('the set-up serves', started < START_SECONDS, `${started.toFixed(1)} s`);
  if (started === Number.POSITIVE_INFINITY) throw new Error('the set-up does not serve');
  await tryProxy();
  await tryCustomer(stack);
  await tryDesk(stack);
  await tryMetrics(report);
  const traffic = await startTraffic(SHOP);
  await tryDeployment(stack, traffic);
  await tryBusyNode(stack, traffic);
  await traffic.stop();
  await tryDashboards(report);
  await tryOutage(stack);
  await tryAlert(stack, report);
  for (const service of [...NODES, 'worker'] as const) await stopOne(stack, service);
  return report.errors();
}

async function tryProxy(): Promise<void> {
  const page = await fetch(`${SHOP}/services`);
  const isPage = page.status === 200 && (await page.text()).includes('</html>');
  report('page over TLS, with HSTS', isPage && page.headers.get('strict-transport-security') === 'max-age=31536000', page.status);
  const hidden = await Promise.all(['/metrics', '/status', '/readyz', '/livez', '/METRICS'].map((path) => fetchStatus(SHOP + path)));
  report(
    'what only the supervisor uses is not there',
    hidden.every((status) => status === 404),
    hidden,
  );
  const ofDesk = await fetchStatus(`${DESK}/metrics`);
  report('the metrics are not on the desk’s host', ofDesk === 404, ofDesk);
}

async function tryCustomer({ mails, objects }: Stack): Promise<void> {
  const customer = await createCustomer(SHOP);
  const mailed = await waitUntil(() => mails.some(({ to }) => to === customer.email), 30);
  report('mail to a new customer, sent by the worker', mailed < 30, `${mailed.toFixed(1)} s`);
  const headers = { authorization: `Bearer ${customer.token}`, 'content-type': 'application/octet-stream' };
  const content = 'The bakery opens at seven.\n';
  const sent = await fetch(`${SHOP}/api/files?name=notes.txt`, { method: 'POST', headers, body: content });
  const { id = '' } = (await sent.json()) as { id?: string };
  const read = await fetch(`${SHOP}/api/files/content?id=${id}`, { headers });
  report('file of a customer: stored in the bucket, and read from it', (await read.text()) === content && objects.size > 0, {
    sent: sent.status,
    objects: objects.size,
  });
}

async function tryDesk({ command }: Stack): Promise<void> {
  const link = command('operator', 'add', 'ada@shop.example', 'Ada', 'owner').trim();
  report('link for the first operator', link.startsWith(`${DESK}/`), link.replace(/[^/]+$/, '…'));
  report('the desk opens it', (await fetchStatus(link)) === 200, DESK);
  const audit = command('audit').trim();
  report('the audit finds nothing', audit === '', audit || 'nothing');
}

async function stopOne({ running }: Stack, service: (typeof NODES)[number] | 'worker'): Promise<void> {
  const since = performance.now();
  const code = await running.get(service)?.stop();
  const seconds = (performance.now() - since) / 1_000;
  report(`${service}: stop`, code === 0 && seconds < STOP_SECONDS, `exit code ${code}, ${seconds.toFixed(1)} s`);
}

/** Each node and the worker are replaced under orders, log-ins and live streams. */
async function tryDeployment(stack: Stack, traffic: Traffic): Promise<void> {
  const reportRequests = watch(stack, traffic);
  await pause(3_000);
  for (const node of NODES) {
    await stopOne(stack, node);
    stack.startShop(node);
    await waitUntil(async () => (await fetchStatus(`http://${node}:3000/readyz`)) === 200, START_SECONDS);
    await pause(5_000);
  }
  await stopOne(stack, 'worker');
  stack.startShop('worker');
  await waitUntil(async () => (await fetchStatus('http://worker:3003/readyz')) === 200, START_SECONDS);
  reportRequests('deployment', `, ${traffic.resumed()} streams resumed`);
  report('deployment: the audit finds nothing', stack.command('audit').trim() === '', `${traffic.purchaseIds.size} purchases`);
}

/**
 * The event loop of one node is late all the time: it is slow, and refuses what is more than it can serve.
 */
async function tryBusyNode(stack: Stack, traffic: Traffic): Promise<void> {
  const reportRequests = watch(stack, traffic);
  const node = stack.running.get('node-a');
  for (const until = performance.now() + BUSY_SECONDS * 1_000; performance.now() < until; ) {
    node?.signal('SIGSTOP');
    await pause(LATE_MS);
    node?.signal('SIGCONT');
    await pause(FREE_MS);
  }
  await pause(2_000);
  reportRequests('one node busy');
}

/** Reports the requests from now on. */
function watch({ running }: Stack, traffic: Traffic): (what: string, more?: string) => void {
  const lines = () => (running.get('proxy')?.output() ?? '').split('\n');
  const [requests, failed, since] = [traffic.requests(), traffic.failures.length, lines().at(-2)];
  return (what, more = '') => {
    // All log-ins come from one address, and production has limits.
    const failures = traffic.failures.slice(failed).filter((failure) => !failure.includes(': 429 '));
    const logged = lines();
    const mine = logged.slice(logged.lastIndexOf(since ?? '') + 1);
    const repeated = mine.filter((line) => REPEATED.test(line)).length;
    const isGood = failures.length === 0;
    const refused = mine.filter((line) => / 503 \d+ - - /.test(line)).slice(-10);
    report(
      `${what}: requests`,
      isGood,
      isGood ? `${traffic.requests() - requests}, none failed, ${repeated} repeated${more}` : { failures: failures.slice(0, 10), refused },
    );
  };
}

async function tryOutage({ startDatabase, stopDatabase }: Stack): Promise<void> {
  const both = async () => [await fetchStatus(`${SHOP}/services`), await fetchStatus(`${SHOP}/api/prices`, prices)];
  stopDatabase();
  const away = await waitUntil(async () => (await both()).join() === '200,503', 30);
  report('database away: pages are served, calls get 503', away < 30, `${away.toFixed(1)} s later`);
  let refused = 0;
  for (let tries = 0; tries < 20; tries++) {
    const [page, call] = await both();
    if (page !== 200 || call !== 503) refused++;
    await pause(200);
  }
  report('database away: it stays so', refused === 0, `${20 - refused} of 20`);
  startDatabase();
  const back = await waitUntil(async () => (await both()).join() === '200,200', 30);
  report('database back: calls are answered', back < 30, `${back.toFixed(1)} s later`);
}
