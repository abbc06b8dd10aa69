// A span for each SQL statement inside a trace: its text, never its values.
import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import type { Spans } from './spans.ts';

const TEXT_CHARS = 500;

type Callback = (error: unknown, ...results: unknown[]) => void;
type Method = (this: unknown, ...args: unknown[]) => unknown;
type Statement = { readonly text?: string; readonly name?: string; readonly submit?: unknown };

/** Returns a function that undoes it. */
export function traceStatements({ openChild, close, storage }: Spans): () => void {
  const client = pg.Client.prototype as unknown as Record<'query', Method>;
  const pool = pg.Pool.prototype as unknown as { connect?: Method };
  const { query } = client;
  const connect = pool.connect as Method;

  client.query = function tracedQuery(...args) {
    const statement = (typeof args[0] === 'string' ? { text: args[0] } : args[0]) as Statement | undefined;
    const text = statement?.text?.replace(/\s+/g, ' ').trim();
    if (text === undefined || statement?.submit || !storage.getStore()) return query.apply(this, args);
    const summary = statement?.name ?? text.split(' ', 1)[0]?.toLowerCase() ?? '';
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary, 'db.query.text': text.slice(0, TEXT_CHARS) };
    const span = openChild({ name: `database ${summary}`, kind: 'client', attributes });
    if (!span) return query.apply(this, args);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const ended: Callback = (error, ...results) => {
        close(span, error ? { error } : {});
        (callback as Callback)(error, ...results);
      };
      return query.apply(this, [...args.slice(0, -1), ended]);
    }
    const result = query.apply(this, args) as Promise<unknown>;
    result.then(
      () => close(span),
      (error: unknown) => close(span, { error }),
    );
    return result;
  };

  // A callback that waited for a connection would run in the context of the request that released it.
  pool.connect = function tracedConnect(...args) {
    return connect.apply(
      this,
      args.map((arg) => (typeof arg === 'function' ? AsyncResource.bind(arg as Callback) : arg)),
    );
  };

  return () => {
    client.query = query;
    // The original is inherited from pg-pool.
    delete pool.connect;
  };
}
