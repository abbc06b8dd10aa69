// A span for each request by fetch inside a trace, such as to the payment provider, and its traceparent header. Without the path, which may contain secrets.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type OpenSpan, type Spans, traceparentOf } from './spans.ts';

type Requested = { readonly origin: string; readonly method: string; addHeader(name: string, value: string): void };
type FetchMessage = { readonly request: Requested; readonly response?: { readonly statusCode: number }; readonly error?: unknown };

/** Returns a function that undoes it. */
export function traceFetch({ openChild, close }: Spans): () => void {
  const open = new WeakMap<Requested, OpenSpan>();

  function end(request: Requested, result: Parameters<Spans['close']>[1]): void {
    const span = open.get(request);
    if (span) close(span, result);
    open.delete(request);
  }

  const listeners: Readonly<Record<string, (message: FetchMessage) => void>> = {
    'undici:request:create': ({ request }) => {
      const { hostname } = new URL(request.origin);
      const attributes = { 'http.request.method': request.method, 'server.address': hostname };
      const span = openChild({ name: `${request.method} ${hostname}`, kind: 'client', attributes });
      if (!span) return;
      open.set(request, span);
      request.addHeader('traceparent', traceparentOf(span));
    },
    'undici:request:headers': ({ request, response }) => {
      const status = response?.statusCode ?? 0;
      const error = status >= 400 ? `status ${status}` : undefined;
      end(request, { attributes: { 'http.response.status_code': status }, error });
    },
    'undici:request:error': ({ request, error }) => end(request, { error: error ?? 'failed' }),
  };
  const subscribed = Object.entries(listeners).map(([channel, listener]) => {
    const onMessage = (message: unknown) => listener(message as FetchMessage);
    subscribe(channel, onMessage);
    return () => unsubscribe(channel, onMessage);
  });
  return () => {
    for (const stop of subscribed) stop();
  };
}
