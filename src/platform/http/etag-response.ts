// Prebuilt responses in every encoding with an ETag each; answers 304 if the client has the current version.
import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, type EncodedResponse, encodeResponse } from './prebuilt-response.ts';
import { type Bytes, sendBytes } from './send-bytes.ts';

const TAG_CHARS = 22;

export async function prepareTagged(body: Buffer, headers: OutgoingHttpHeaders, brotliQuality?: number): Promise<EncodedResponse> {
  const hash = createEtag(body);
  const { br, gzip, identity } = await encodeResponse(body, { ...headers, 'content-length': body.length }, brotliQuality);
  return { br: addEtag(br, `${hash}-br`), gzip: addEtag(gzip, `${hash}-gz`), identity: addEtag(identity, `${hash}-id`) };
}

/**
 * Sent uncompressed, for content that is compressed already, such as images. `tag`: what names the content,
 * if something does.
 */
export function tagUncompressed(body: Buffer, headers: OutgoingHttpHeaders, tag: string = createEtag(body)): EncodedResponse {
  const response = addEtag({ body, headers: { ...headers, 'content-length': body.length } }, tag);
  return { br: response, gzip: response, identity: response };
}

export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  ready: EncodedResponse,
  more: OutgoingHttpHeaders = {},
): FastifyReply {
  const bytes = selectEncoding(request, ready);
  const unchanged = isUnchanged(request.headers['if-none-match'], String(bytes.headers.etag));
  return sendBytes(request, reply, bytes, { status: unchanged ? 304 : 200, more });
}

export const selectEncoding = ({ headers }: FastifyRequest, ready: EncodedResponse): Bytes =>
  ready[chooseEncoding(headers['accept-encoding'])];

/** The prefix of a response's ETags. */
const createEtag = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, TAG_CHARS);

/** RFC 9110: a list of ETags, weak or not, or *. */
export const isUnchanged = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag));

const addEtag = ({ body, headers }: Bytes, tag: string): Bytes => ({ body, headers: { ...headers, etag: `"${tag}"` } });
