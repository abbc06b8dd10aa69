// Past Fastify's own sending: ready headers and ready bytes are what makes a page cost what a file costs. What its hooks have put on the raw answer,
// such as the request's id, goes along.
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Bytes = { readonly body: Buffer; readonly headers: OutgoingHttpHeaders };
type Answer = { readonly status: number; readonly cookies?: readonly string[] };

export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, headers }: Bytes,
  { status, cookies = [] }: Answer,
): FastifyReply {
  const { raw } = reply.hijack();
  if (cookies.length > 0) raw.setHeader('set-cookie', [...cookies]);
  if (status === 304) {
    const { 'content-length': _, 'content-encoding': __, 'content-type': ___, ...rest } = headers;
    raw.writeHead(304, rest);
  } else raw.writeHead(status, headers);
  raw.end(status === 304 || request.method === 'HEAD' ? undefined : body);
  return reply;
}
