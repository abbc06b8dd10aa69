// An answer that many people get: made into bytes once, in every encoding, with its headers ready. A request then costs one write.
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Bytes, sendBytes } from './send-bytes.ts';

export type Encoding = 'br' | 'gzip' | 'identity';
export type Prepared = Readonly<Record<Encoding, Bytes>>;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const unzip = promisify(gunzip);

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

/** `q=0` says no, and only what is said counts. */
const takesBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/;
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/;

/** The best encoding that the request accepts. */
export function encodingOf(accept: string | undefined): Encoding {
  if (!accept) return 'identity';
  if (takesBrotli.test(accept)) return 'br';
  return takesGzip.test(accept) ? 'gzip' : 'identity';
}

/** What lies packed goes out as it lies; only for who does not take it so it is unpacked, by the thread pool. */
export async function bytesOfPacked(packed: Buffer, headers: OutgoingHttpHeaders, accept: string | undefined): Promise<Bytes> {
  const asItLies = takesGzip.test(accept ?? '');
  const body = asItLies ? packed : await unzip(packed);
  return { body, headers: { ...headers, 'content-length': body.length, ...(asItLies ? { 'content-encoding': 'gzip' } : {}) } };
}

/** What hooks have put on the reply, such as CORS, goes along. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, prepared: Prepared): FastifyReply {
  const more = reply.getHeaders() as OutgoingHttpHeaders;
  return sendBytes(request, reply, prepared[encodingOf(request.headers['accept-encoding'])], { status: 200, more });
}
