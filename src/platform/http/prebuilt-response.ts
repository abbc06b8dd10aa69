// A response that many clients get, serialized and compressed once in every encoding: a request costs one
// write.
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Bytes, sendBytes } from './send-bytes.ts';

export type Encoding = 'br' | 'gzip' | 'identity';
export type EncodedResponse = Readonly<Record<Encoding, Bytes>>;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const unzip = promisify(gunzip);

/** Asynchronous, so that the thread pool compresses and not the event loop. */
export async function encodeResponse(body: Buffer, headers: OutgoingHttpHeaders, brotliQuality = 9): Promise<EncodedResponse> {
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

/** `q=0` excludes an encoding; encodings that are not listed are not accepted. */
const takesBrotli = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/;
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|\s|$))/;

/** The best encoding that the request accepts. */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity';
  if (takesBrotli.test(accept)) return 'br';
  return takesGzip.test(accept) ? 'gzip' : 'identity';
}

/**
 * Sends compressed bytes as they are; the thread pool decompresses them for clients that do not accept the
 * encoding.
 */
export async function unpackFor(packed: Buffer, headers: OutgoingHttpHeaders, accept: string | undefined): Promise<Bytes> {
  const asItLies = takesGzip.test(accept ?? '');
  const body = asItLies ? packed : await unzip(packed);
  return { body, headers: { ...headers, 'content-length': body.length, ...(asItLies ? { 'content-encoding': 'gzip' } : {}) } };
}

/** Includes headers that hooks have set on the reply, such as CORS. */
export function sendPrepared(request: FastifyRequest, reply: FastifyReply, prepared: EncodedResponse): FastifyReply {
  const more = reply.getHeaders() as OutgoingHttpHeaders;
  return sendBytes(request, reply, prepared[chooseEncoding(request.headers['accept-encoding'])], { status: 200, more });
}
