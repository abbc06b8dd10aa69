// Records spans of requests, statements, jobs, mails and calls to other systems, and sends them to a collector.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { TracingConfig } from '../config/config.ts';
import { causeLine } from '../jobs/log.ts';
import type { Log } from '../logging/log.ts';
import { openExporter } from './exporter.ts';
import { nowMs, type OpenSpan, openSpan, parseTraceparent, type Spans, traceparentOf } from './spans.ts';
import { traceFetch } from './trace-fetch.ts';
import { traceRequests } from './trace-server.ts';
import { traceStatements } from './trace-statements.ts';
import { setTracer, type Tracer } from './tracer.ts';

export function startTracing(config: TracingConfig, log: Log): Tracer {
  const storage = new AsyncLocalStorage<OpenSpan | undefined>();
  const exporter = openExporter(config, log, (work) => storage.run(undefined, work));

  const spans: Spans = {
    storage,
    openChild(start) {
      const parent = storage.getStore();
      return parent?.isSampled ? openSpan(start, parent, config.sampleRatio) : undefined;
    },
    close(span, { error, attributes, name = span.start.name } = {}) {
      if (!span.isSampled) return;
      exporter.add({
        ...span,
        name,
        endedAtMs: nowMs(),
        attributes: { ...span.start.attributes, ...attributes },
        error: error === undefined ? undefined : causeLine(error),
      });
    },
  };

  const ends = [traceStatements(spans), traceFetch(spans)];
  const tracer: Tracer = {
    async span(start, work) {
      const span = openSpan(start, parseTraceparent(start.parent) ?? storage.getStore(), config.sampleRatio);
      try {
        const done = await storage.run(span, work);
        spans.close(span);
        return done;
      } catch (error) {
        spans.close(span, { error });
        throw error;
      }
    },
    traceparent() {
      const span = storage.getStore();
      return span && traceparentOf(span);
    },
    logFields() {
      const span = storage.getStore();
      return span && { traceId: span.traceId, spanId: span.spanId };
    },
    traceServer: (app) => traceRequests(app, spans, config.sampleRatio),
    async stop() {
      setTracer(undefined);
      for (const end of ends) end();
      await exporter.stop();
    },
  };
  setTracer(tracer);
  return tracer;
}
