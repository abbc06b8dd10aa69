// Sends ended spans to a collector, by OTLP over HTTP as JSON: https://opentelemetry.io/docs/specs/otlp/#otlphttp. What cannot be sent is dropped.
import { hostname } from 'node:os';
import type { TracingConfig } from '../config/config.ts';
import { causeLine } from '../jobs/log.ts';
import type { Log } from '../logging/log.ts';
import { atMost } from '../process/at-most.ts';
import type { OpenSpan } from './spans.ts';
import type { SpanKind, SpanStart } from './tracer.ts';

type EndedSpan = Omit<OpenSpan, 'start' | 'isSampled'> & {
  readonly start: Pick<SpanStart, 'kind'>;
  readonly name: string;
  readonly endedAtMs: number;
  readonly attributes: NonNullable<SpanStart['attributes']>;
  readonly error: string | undefined;
};

export type Exporter = { add(span: EndedSpan): void; stop(): Promise<void> };

const SEND_EVERY_MS = 5_000;
const MAX_BATCH = 512;
/** More than this waits only if the collector does not keep up. */
const MAX_WAITING = 4_096;
const TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 2_000;

const kinds: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };
const ERROR_STATUS = 2;

/** `untraced`: runs the exporter's own request outside any trace. */
export function openExporter(config: TracingConfig, log: Log, untraced: (work: () => Promise<void>) => Promise<void>): Exporter {
  let waiting: EndedSpan[] = [];
  let dropped = 0;
  let sending: Promise<void> | undefined;
  let isFailing = false;

  async function send(): Promise<void> {
    const batch = waiting.slice(0, MAX_BATCH);
    waiting = waiting.slice(MAX_BATCH);
    if (batch.length === 0) return;
    try {
      const answer = await fetch(`${config.endpoint}/v1/traces`, {
        method: 'POST',
        headers: { ...config.headers, 'content-type': 'application/json' },
        body: JSON.stringify(toOtlp(batch, config.serviceName, log)),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`collector answered with status ${answer.status}`);
      if (isFailing) log.info({ dropped }, 'tracing.export.recovered');
      isFailing = false;
      dropped = 0;
    } catch (cause) {
      dropped += batch.length;
      // Logged once, not for each batch.
      if (!isFailing) log.warn({ cause: causeLine(cause) }, 'tracing.export.failed');
      isFailing = true;
    }
  }

  function sendSoon(): Promise<void> {
    sending ??= untraced(send).finally(() => {
      sending = undefined;
    });
    return sending;
  }

  const timer = setInterval(() => void sendSoon(), SEND_EVERY_MS).unref();
  return {
    add(span) {
      if (waiting.length >= MAX_WAITING) dropped++;
      else waiting.push(span);
      if (waiting.length >= MAX_BATCH) void sendSoon();
    },
    async stop() {
      clearInterval(timer);
      const rest = async () => {
        await sending;
        while (waiting.length > 0 && !isFailing) await sendSoon();
      };
      await atMost(STOP_TIMEOUT_MS, rest());
    },
  };
}

function toOtlp(spans: readonly EndedSpan[], serviceName: string, log: Log): object {
  const resource = {
    'service.name': serviceName,
    'service.version': String(log.bindings().build ?? ''),
    'host.name': hostname(),
    'process.pid': process.pid,
  };
  const scopeSpans = [{ scope: { name: 'fanfare' }, spans: spans.map(spanOf) }];
  return { resourceSpans: [{ resource: { attributes: attributesOf(resource) }, scopeSpans }] };
}

const spanOf = ({ traceId, spanId, parentSpanId, name, start, startedAtMs, endedAtMs, attributes, error }: EndedSpan): object => ({
  traceId,
  spanId,
  parentSpanId,
  name,
  kind: kinds[start.kind ?? 'internal'],
  startTimeUnixNano: nanoseconds(startedAtMs),
  endTimeUnixNano: nanoseconds(endedAtMs),
  attributes: attributesOf(attributes),
  status: error === undefined ? {} : { code: ERROR_STATUS, message: error },
});

/** A number cannot hold nanoseconds since 1970, so the microseconds get three zeros. */
const nanoseconds = (ms: number): string => `${Math.round(ms * 1_000)}000`;

const attributesOf = (attributes: NonNullable<SpanStart['attributes']>): object[] =>
  Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(value) }));

function otlpValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
