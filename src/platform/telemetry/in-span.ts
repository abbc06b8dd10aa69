import { context, type Span, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api';
import { formatCause } from '../logging/log.ts';

/** Runs the work in a span. Without a parent it begins a trace; without the SDK it only runs the work. */
export const runInSpan = <T>(name: string, options: SpanOptions, work: () => Promise<T>, parent = context.active()): Promise<T> =>
  trace.getTracer('fanfare').startActiveSpan(name, options, parent, async (span: Span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: formatCause(error) });
      throw error;
    } finally {
      span.end();
    }
  });
