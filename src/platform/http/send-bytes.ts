// Writes prebuilt headers and bytes directly to the raw response, bypassing Fastify. No header may be set on
// it before, so that Node writes all in one go.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Bytes = { readonly body: Buffer; readonly headers: OutgoingHttpHeaders };
type ResponseHead = { readonly status: number; readonly more?: OutgoingHttpHeaders };

export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, headers }: Bytes,
  { status, more }: ResponseHead,
): FastifyReply {
  const { raw } = reply.hijack();
  const all: OutgoingHttpHeaders = { ...headers, ...more, 'x-request-id': request.id };
  const bodiless = status === 304;
  if (bodiless) for (const name of ['content-length', 'content-encoding', 'content-type']) delete all[name];
  raw.writeHead(status, all);
  raw.end(bodiless || request.method === 'HEAD' ? undefined : body);
  return reply;
}

/** Not cached: another node may have the file in a moment. */
export const sendNoFile = (reply: FastifyReply): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('There is no such file.\n');

/** Server-sent events: not buffered by proxies, and the connection ends with them. */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  begin: (raw: ServerResponse) => void,
  shared: OutgoingHttpHeaders,
): FastifyReply {
  const more = reply.getHeaders() as OutgoingHttpHeaders;
  const { raw } = reply.hijack();
  raw.writeHead(200, {
    ...shared,
    ...more,
    'x-request-id': request.id,
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  if (request.method === 'HEAD') raw.end();
  else begin(raw);
  return reply;
}
