// Runs a shop of two processes with traces switched on, and a collector that stores what they send.
import { createServer, request as openRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './servers.ts';
import { startShop, whenReady } from './shop-process.ts';
import type { Report } from './tools.ts';

type Attribute = { readonly key: string; readonly value: { readonly stringValue?: string; readonly intValue?: string } };
type Span = { readonly traceId: string; readonly spanId: string; readonly parentSpanId?: string; readonly name: string };
type Batch = {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
};
type SentSpan = Span & { readonly pid: string };

const AT_ONCE = 20;
const MAX_ROUNDS = 30;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

export async function tryTracing(report: Report): Promise<void> {
  const spans: SentSpan[] = [];
  let sent = 0;
  const collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString()) as Batch));
      response.end('{}');
    });
  });
  const port = await freePort();
  collector.listen(port, '127.0.0.1');
  const shop = await startShop({ WORKERS: '2', OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` });
  try {
    await whenReady(shop);
    // The first process serves before the second one is ready.
    const statuses: number[] = [];
    for (let rounds = 0; rounds < MAX_ROUNDS && pidsOf(spans).size < 2; rounds++) {
      statuses.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => askPrices(shop.url)))));
      await pause(1_000);
    }
    sent = statuses.length;
    report('requests', !statuses.some((status) => status !== 200), `${sent} with 200`);
    const code = await shop.stop();
    report('stop', code === 0, `exit code ${code}`);
  } finally {
    await shop.stop();
    collector.close();
  }
  const requests = spans.filter(isRequest);
  report('a span for each request, also of the last ones before the stop', requests.length === sent, `${requests.length} of ${sent}`);
  const pids = pidsOf(spans);
  report('spans of both processes', pids.size === 2, [...pids.values()]);
  report(
    'all in the trace of the caller',
    requests.every(({ traceId }) => traceId === TRACE),
    TRACE,
  );
  const jobs = spans.filter(({ name }) => name.startsWith('job '));
  const ids = new Set(jobs.map(({ spanId }) => spanId));
  const statements = spans.filter(({ parentSpanId = '' }) => ids.has(parentSpanId));
  report('jobs, and statements inside them', jobs.length > 0 && statements.length > 0, `${jobs.length} and ${statements.length}`);
  const failures = shop.output().match(/tracing\.export\.failed/g);
  report('no failure to send', failures === null, `${spans.length} spans arrived`);
}

const isRequest = ({ parentSpanId }: SentSpan): boolean => parentSpanId === CALLER;

/** Requests by process. */
function pidsOf(spans: readonly SentSpan[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { pid } of spans.filter(isRequest)) counts.set(pid, (counts.get(pid) ?? 0) + 1);
  return counts;
}

const spansOf = ({ resourceSpans }: Batch): SentSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const pid = resource.attributes.find(({ key }) => key === 'process.pid')?.value.intValue ?? '';
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, pid })));
  });

/** Each on a connection of its own, because the primary distributes connections. */
function askPrices(url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { 'content-type': 'application/json', traceparent: `00-${TRACE}-${CALLER}-01` };
  openRequest(`${url}/api/prices`, { method: 'POST', agent: false, headers }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode ?? 0));
  })
    .on('error', reject)
    .end('{"currency":1}');
  return promise;
}
