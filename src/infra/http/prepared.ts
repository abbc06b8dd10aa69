// An answer that many people get: made into bytes once, in every encoding, with its headers ready. A request then costs one write.
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Bytes, sendBytes } from './send-bytes.ts';

export type Encoding = 'br' | 'gzip' | 'identity';
export type Prepared = Readonly<Record<Encoding, Bytes>>;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Off the event loop: the thread pool compresses. */
export async function prepare(body: Buffer, headers: OutgoingHttpHeaders, brotliQuality = 9): Promise<Prepared> {
  const [br, gz] = await Promise.all([
    brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    zip(body, { level: 9 }),
  ]);
  const variant = (bytes: Buffer, encoding: Encoding): Bytes => ({
    body: bytes,
    headers: { ...headers, 'content-length': bytes.length, ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }) },
  });
  return { br: variant(br, 'br'), gzip: variant(gz, 'gzip'), identity: variant(body, 'identity') };
}

/** The best encoding that the request accepts; `q=0` says no, and only what is said counts. */
export function encodingOf(accept: string | undefined): Encoding {
  if (!accept) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/.test(accept)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/.test(accept)) return 'gzip';
  return 'identity';
}

/** What hooks have put on the reply, such as CORS, goes along. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): FastifyReply {
  const more = reply.getHeaders() as OutgoingHttpHeaders;
  return sendBytes(request, reply, prepared[encodingOf(request.headers['accept-encoding'])], { status: 200, more });
}
