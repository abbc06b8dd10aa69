// Traces against a stub of a collector: what is recorded, what is not, and that nothing is touched without it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { makeLog } from '../src/infra/logging/log.ts';
import { startTracing } from '../src/infra/tracing/start-tracing.ts';
import { register } from './support/accounts.ts';
import { describe, expect, shop as openShop, test } from './support/shop.ts';

type SentSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
};
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
    spans: () => batches.flatMap(({ text }) => (JSON.parse(text) as SentBatch).resourceSpans[0]?.scopeSpans[0]?.spans ?? []),
    close: () => server.close(),
  };
}

const silent = pino({ level: 'silent' });
const config = (endpoint: string, sampleRatio = 1) => ({ endpoint, headers: { 'x-key': 'k' }, serviceName: 'fanfare', sampleRatio });

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

test('request with a traceparent: request, statements, job and mail are in its trace, without personal data', async () => {
  const collector = await openCollector();
  const tracer = startTracing(config(collector.endpoint), silent);
  const shop = await openShop();
  const email = await register(shop, {}, { headers: { traceparent: `00-${TRACE}-${CALLER}-01` } });
  await shop.mail(email);
  await shop.close();
  await tracer.stop();
  collector.close();

  const spans = collector.spans().filter(({ traceId }) => traceId === TRACE);
  const request = spans.find(({ parentSpanId }) => parentSpanId === CALLER);
  expect(request?.name).toMatch(/^POST \/api\//);
  const childrenOf = (parent: SentSpan | undefined) => spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
  expect(childrenOf(request).map(({ name }) => name)).toContainEqual(expect.stringMatching(/^database /));
  const job = spans.find(({ name }) => name === 'job mail.send');
  expect(childrenOf(request)).toContain(job);
  expect(childrenOf(job).map(({ name }) => name)).toContain('mail send');
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  expect(collector.batches.every(({ path, headers }) => path === '/v1/traces' && headers['x-key'] === 'k')).toBe(true);
  expect(collector.batches.map(({ text }) => text).join()).not.toContain(email);
});

test('request that the sample leaves out: nothing is sent, whatever the client asks for', async () => {
  const collector = await openCollector();
  const tracer = startTracing(config(collector.endpoint, 0), silent);
  const shop = await openShop({ jobs: false });
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
  expect((await shop.call('POST /api/prices', { currency: 0 }, { headers })).status).toBe(200);
  await shop.close();
  await tracer.stop();
  collector.close();
  expect(collector.spans()).toEqual([]);
});

describe('spans of a process', () => {
  test('call to another system: gets the traceparent of its own span', async () => {
    const [collector, other] = await Promise.all([openCollector(), openCollector()]);
    const tracer = startTracing(config(collector.endpoint), silent);
    await tracer.span({ name: 'work' }, async () => {
      await fetch(`${other.endpoint}/secret-path`);
    });
    await tracer.stop();
    for (const each of [collector, other]) each.close();
    const [call, work] = ['GET 127.0.0.1', 'work'].map((wanted) => collector.spans().find(({ name }) => name === wanted));
    expect(call?.parentSpanId).toBe(work?.spanId);
    expect(other.batches[0]?.headers.traceparent).toBe(`00-${work?.traceId}-${call?.spanId}-01`);
    expect(collector.batches[0]?.text).not.toContain('secret-path');
  });

  test('collector that does not answer: work goes on, and the failure is logged once', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
    const tracer = startTracing(config('http://127.0.0.1:1'), log);
    expect(await tracer.span({ name: 'work' }, async () => 'done')).toBe('done');
    await tracer.stop();
    expect(lines.filter((line) => line.includes('tracing.export.failed'))).toHaveLength(1);
  });

  test('log line inside a span: has the ids of the trace and the span', async () => {
    const collector = await openCollector();
    const tracer = startTracing(config(collector.endpoint), silent);
    const lines: Record<string, unknown>[] = [];
    const log = makeLog({
      level: 'info',
      readable: new Writable({ write: (chunk: Buffer, _, done) => done(void lines.push(JSON.parse(chunk.toString()))) }),
    });
    await tracer.span({ name: 'work' }, async () => log.info('inside'));
    log.info('outside');
    await tracer.stop();
    collector.close();
    const [work] = collector.spans();
    expect(lines[0]).toMatchObject({ msg: 'inside', traceId: work?.traceId, spanId: work?.spanId });
    expect(lines[1]).not.toHaveProperty('traceId');
  });

  test('tracing that was stopped: leaves nothing wrapped', async () => {
    const before = [pg.Client.prototype.query, pg.Pool.prototype.connect];
    const tracer = startTracing(config('http://127.0.0.1:1'), silent);
    expect(pg.Client.prototype.query).not.toBe(before[0]);
    await tracer.stop();
    expect([pg.Client.prototype.query, pg.Pool.prototype.connect]).toEqual(before);
  });
});
