// Traces of real processes against a stub of a collector: what is recorded, and what is not.
import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { formatConnectionUrl } from '#platform/embedded-postgres/find.ts';
import { root } from '#platform/paths.ts';
import { newcomer } from './support/accounts.ts';
import { dataFolder, startShop, unhurried } from './support/process.ts';
import { copyDatabase } from './support/shop.ts';

type SentSpan = { readonly traceId: string; readonly spanId: string; readonly parentSpanId?: string; readonly name: string };
type SentBatch = { readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[] };

/** Stores what it receives. */
async function openCollector() {
  const batches: { readonly path: string; readonly headers: NodeJS.Dict<string | string[]>; readonly text: string }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      batches.push({ path: request.url ?? '', headers: request.headers, text });
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    batches,
    spans: () =>
      batches.flatMap(({ text }) =>
        (JSON.parse(text) as SentBatch).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    close: () => server.close(),
  };
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const traceparent = `00-${TRACE}-${CALLER}-01`;

test('request with a traceparent: request, statements, job and mail are in its trace, without personal data', async () => {
  const collector = await openCollector();
  const [database, data] = [await copyDatabase(), dataFolder()];
  const shop = await startShop({
    DATABASE_URL: formatConnectionUrl(database.connection as Parameters<typeof formatConnectionUrl>[0]),
    DATA_DIR: data.path,
    LOG_LEVEL: 'debug',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=k',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  await shop.said('Fanfare is open.');
  const sent = newcomer();
  const headers = { 'content-type': 'application/json', traceparent };
  const register = () => fetch(`${shop.url}/api/Accounts/register`, { method: 'POST', headers, body: JSON.stringify(sent) });
  expect((await unhurried(register)).status).toBe(204);
  await fetch(`${shop.url}/secret-path?code=secret-query`, { headers: { traceparent } });
  await fetch(`${shop.url}/livez`, { headers: { traceparent } });
  const inTrace = () => collector.spans().filter(({ traceId }) => traceId === TRACE);
  await expect.poll(() => inTrace().map(({ name }) => name), { timeout: 30_000 }).toContain('mail send');
  shop.child.kill('SIGTERM');
  await shop.ended;
  await database.drop();
  data.drop();
  collector.close();

  const requests = inTrace().filter(({ parentSpanId }) => parentSpanId === CALLER);
  expect(requests.map(({ name }) => name)).toEqual(['POST /api/Accounts/register', expect.stringMatching(/^GET /)]);
  const listChildren = (parent: SentSpan | undefined): SentSpan[] =>
    inTrace().filter(({ parentSpanId }) => parent && parentSpanId === parent.spanId);
  const [handler] = listChildren(requests[0]);
  expect(handler?.name).toBe('handler');
  const names = listChildren(handler).map(({ name }) => name);
  expect(names).toContainEqual(expect.stringMatching(/^pg\.query:/));
  const job = listChildren(handler).find(({ name }) => name === 'job mail.send');
  expect(listChildren(job).map(({ name }) => name)).toContain('mail send');
  expect(collector.batches.every(({ path, headers: { 'x-key': key } }) => path === '/v1/traces' && key === 'k')).toBe(true);
  const texts = collector.batches.map(({ text }) => text).join();
  for (const secret of [sent.email, 'secret-path', 'secret-query', '/livez']) expect(texts).not.toContain(secret);
  const done = shop
    .output()
    .split('\n')
    .find((line) => line.includes('jobs.job.done') && line.includes('mail.send'));
  expect(JSON.parse(done ?? '{}')).toMatchObject({ traceId: TRACE, spanId: job?.spanId });
});

describe('spans of a process', () => {
  /** Calls `other` in a span. */
  async function call(other: string, environment: Readonly<Record<string, string>>): Promise<string> {
    const script = `
      const { logFailures, stopTelemetry } = await import('./src/platform/telemetry/telemetry.ts');
      const { makeLog } = await import('./src/platform/logging/log.ts');
      const { runInSpan } = await import('./src/platform/telemetry/in-span.ts');
      const log = makeLog({ level: 'info', readable: false });
      logFailures(log);
      await runInSpan('work', {}, async () => {
        await fetch('${other}/secret-path?key=secret-query', { method: 'POST' });
        log.info('inside');
      });
      log.info('outside');
      await stopTelemetry();`;
    const options = { cwd: root, env: { PATH: process.env.PATH, ...environment } };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], options);
    return stdout;
  }

  test('call to another system: gets the traceparent of its own span, and log lines have the ids', async () => {
    const [collector, other] = await Promise.all([openCollector(), openCollector()]);
    const lines = (await call(other.endpoint, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })).trim().split('\n');
    for (const each of [collector, other]) each.close();
    const [sent, work] = ['POST 127.0.0.1', 'work'].map((wanted) => collector.spans().find(({ name }) => name === wanted));
    expect(sent?.parentSpanId).toBe(work?.spanId);
    expect(other.batches[0]?.headers.traceparent).toBe(`00-${work?.traceId}-${sent?.spanId}-01`);
    expect(collector.batches[0]?.text).not.toMatch(/secret-path|secret-query/);
    const [inside, outside] = lines.map((line) => JSON.parse(line));
    expect(inside).toMatchObject({ msg: 'inside', traceId: work?.traceId, spanId: work?.spanId });
    expect(outside).not.toHaveProperty('traceId');
  });

  test('trace that the sample leaves out: nothing is sent', async () => {
    const [collector, other] = await Promise.all([openCollector(), openCollector()]);
    await call(other.endpoint, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: '0' });
    for (const each of [collector, other]) each.close();
    expect(other.batches[0]?.headers.traceparent).toMatch(/-00$/);
    expect(collector.batches).toEqual([]);
  });

  test('collector that does not answer: work goes on, and the failure is logged', async () => {
    const other = await openCollector();
    const output = await call(other.endpoint, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_EXPORTER_OTLP_TIMEOUT: '500' });
    other.close();
    expect(output).toContain('"inside"');
    expect(output).toContain('tracing.export.failed');
  });
});
