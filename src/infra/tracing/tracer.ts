// The tracer of this process. Without OTEL_EXPORTER_OTLP_ENDPOINT there is none: nothing else of this folder is loaded, and nothing is wrapped.
import type { FastifyInstance } from 'fastify';

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** Values must contain no personal data, and names no values: a name is the same for all spans of its kind. */
export type SpanStart = {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
  /** A W3C traceparent. Absent: the current span. */
  readonly parent?: string | undefined;
};

export type Tracer = {
  /** A span for the time of the work. Without a parent it begins a trace. */
  span<T>(start: SpanStart, work: () => Promise<T>): Promise<T>;
  /** The current span as a W3C traceparent. */
  traceparent(): string | undefined;
  /** For log lines. */
  logFields(): { readonly traceId: string; readonly spanId: string } | undefined;
  /** A span for each request except health checks and streams. */
  traceServer(app: FastifyInstance): void;
  /** Sends what is left. */
  stop(): Promise<void>;
};

let tracer: Tracer | undefined;

export const currentTracer = (): Tracer | undefined => tracer;

export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

export const inSpan = <T>(start: SpanStart, work: () => Promise<T>): Promise<T> => (tracer ? tracer.span(start, work) : work());
