// Records traces by OpenTelemetry's SDK and sends them to a collector. main.ts imports this file before the
// code that it observes, and only if OTEL_EXPORTER_OTLP_ENDPOINT is set; the SDK reads its other OTEL_
// variables itself.
import { createRequire } from 'node:module';
import FastifyOtelInstrumentation from '@fastify/otel';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { registerInstrumentations } from '@opentelemetry/instrumentation';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici';
import { defaultResource, detectResources, envDetector, hostDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider, type SpanProcessor } from '@opentelemetry/sdk-trace-node';
import { formatCause, type Log } from '../logging/log.ts';
import { bundle } from '../paths.ts';
import { withTimeout } from '../process/with-timeout.ts';

const STOP_TIMEOUT_MS = 2_000;

// The share is decided by the trace's id, not by the caller, so no client can have its requests recorded.
process.env.OTEL_TRACES_SAMPLER ??= 'traceidratio';

/** Paths and queries contain the secrets of mailed links and of webhooks, and messages contain addresses. */
const redaction: SpanProcessor = {
  onStart: () => undefined,
  onEnding(span) {
    const { 'http.route': route, 'http.request.method': method, 'url.scheme': scheme, 'server.address': host } = span.attributes;
    if ('url.path' in span.attributes) {
      span.setAttribute('url.path', String(route ?? ''));
      span.updateName(`${method} ${route ?? host ?? '(none)'}`);
    }
    if ('url.full' in span.attributes) span.setAttributes({ 'url.full': `${scheme}://${host}`, 'url.query': '' });
    // @fastify/otel names a handler after its plugin, which is a whole text of code if the plugin's function
    // has no name.
    if ('hook.name' in span.attributes) span.updateName('handler').setAttribute('hook.name', 'handler');
    if (span.status.message !== undefined) span.setStatus({ ...span.status, message: formatCause(span.status.message) });
  },
  onEnd: () => undefined,
  forceFlush: async () => undefined,
  shutdown: async () => undefined,
};

const own = resourceFromAttributes({
  'service.name': 'fanfare',
  'process.pid': process.pid,
  ...(bundle && { 'service.version': bundle.id }),
});
const provider = new NodeTracerProvider({
  resource: defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [hostDetector, envDetector] })),
  spanProcessors: [redaction, new BatchSpanProcessor(new OTLPTraceExporter())],
});
// Without baggage, which clients could send through the shop to others.
provider.register({ propagator: new W3CTraceContextPropagator() });
registerInstrumentations({
  instrumentations: [
    new FastifyOtelInstrumentation({ registerOnInitialization: true, instrumentHooks: false, recordExceptions: false }),
    new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    new UndiciInstrumentation({ requireParentforSpans: true }),
  ],
});
// The instrumentation observes what `require` loads; the app's import finds the same module afterwards.
createRequire(import.meta.url)('pg');

export function logFailures(log: Log): void {
  const warn = (message: string) => log.warn({ cause: formatCause(message) }, 'tracing.export.failed');
  const ignore = () => undefined;
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
}

/** Sends what is left. */
export async function stopTelemetry(): Promise<void> {
  await withTimeout(
    STOP_TIMEOUT_MS,
    provider.shutdown().catch((cause: unknown) => diag.warn(formatCause(cause))),
  );
}
