// A span for each request except health checks and streams. It continues the trace of an incoming traceparent.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isHealthPath } from '../http/health.ts';
import { isInSample, type OpenSpan, openSpan, type Parent, parseTraceparent, type Spans } from './spans.ts';

const SERVER_ERROR = 500;

export function traceRequests(app: FastifyInstance, { storage, close }: Spans, ratio: number): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (isHealthPath(request.url) || request.routeOptions.config.streams) return done();
    const span = openSpan({ name: request.method, kind: 'server' }, parentOf(request, ratio), ratio);
    spans.set(request, span);
    storage.run(span, done);
  });
  // The end of a body is a socket event, which does not carry the context of the first hook.
  app.addHook('preValidation', (request, _reply, done) => storage.run(spans.get(request), done));
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (!span) return done();
    // The route, never the path: paths contain the secrets of mailed links.
    const route = request.routeOptions.url ?? '(none)';
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': reply.statusCode,
      'fanfare.request_id': request.id,
    };
    const error = reply.statusCode >= SERVER_ERROR ? `status ${reply.statusCode}` : undefined;
    close(span, { attributes, error, name: `${request.method} ${route}` });
    done();
  });
}

/** A client must not be able to have its requests recorded. */
function parentOf({ headers }: FastifyRequest, ratio: number): Parent | undefined {
  const parent = parseTraceparent(headers.traceparent);
  return parent && { ...parent, isSampled: parent.isSampled && isInSample(parent.traceId, ratio) };
}
