// Spans, the context that carries the current one, and the W3C traceparent header.
import type { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type { SpanStart } from './tracer.ts';

/** A span that has not ended. */
export type OpenSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly isSampled: boolean;
  readonly start: SpanStart;
  readonly startedAtMs: number;
};

export type Spans = {
  readonly storage: AsyncLocalStorage<OpenSpan | undefined>;
  /** Undefined outside a trace, and in one that is not sampled. */
  openChild(start: SpanStart): OpenSpan | undefined;
  close(span: OpenSpan, end?: { readonly error?: unknown; readonly attributes?: SpanStart['attributes']; readonly name?: string }): void;
};

const TRACE_BYTES = 16;
const SPAN_BYTES = 8;
/** 52 bits, which a number can hold. */
const SAMPLE_DIGITS = 13;

export const nowMs = (): number => performance.timeOrigin + performance.now();

export const traceparentOf = ({ traceId, spanId, isSampled }: OpenSpan): string => `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

export type Parent = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean };

/** https://www.w3.org/TR/trace-context/#traceparent-header. Undefined if it is invalid: then a new trace begins. */
export function parseTraceparent(header: unknown): Parent | undefined {
  const found = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:$|-)/.exec(String(header ?? ''));
  if (!found) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = found;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Depends on the trace id only, so that all systems with the same ratio choose the same traces, and no client can force one. */
export const isInSample = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-SAMPLE_DIGITS), 16) / 16 ** SAMPLE_DIGITS < ratio;

/** `ratio`: the share of new traces that is recorded. */
export function openSpan(start: SpanStart, parent: Parent | undefined, ratio: number): OpenSpan {
  const traceId = parent?.traceId ?? randomBytes(TRACE_BYTES).toString('hex');
  const isSampled = parent ? parent.isSampled : isInSample(traceId, ratio);
  const spanId = randomBytes(SPAN_BYTES).toString('hex');
  return { traceId, spanId, parentSpanId: parent?.spanId, isSampled, start, startedAtMs: nowMs() };
}
