// Streams file uploads and downloads. Uploaded files are sent as attachments with nosniff and are never
// rendered by our origin.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Message, UserError } from '#lib/user-error.ts';
import type { ByteRange } from '../files/file-store.ts';
import { formatFilePolicy } from './headers.ts';

/** The unread body. */
export type ByteBody = {
  readonly body: AsyncIterable<Buffer>;
  /** Content-Length; absent if the request has none. */
  readonly announcedBytes: number | undefined;
  readonly maxBytes: number;
};

export type SavedFile = {
  readonly name: string;
  /** Undefined if the size is not known in advance. */
  readonly bytes: number | undefined;
  /** A function reads a part of the file, or undefined if it is gone. */
  readonly stream: Readable | ((range: ByteRange | undefined) => Promise<Readable | undefined>);
  /** Of a recording or a film, which a player streams, or of data. Absent: bytes of any kind. */
  readonly type?: string | undefined;
};

const messages = {
  bytes: /*i18n*/ { id: 'request.bytes', message: 'Send the file itself, as application/octet-stream.' },
} as const satisfies Record<string, Message>;

/**
 * After a rejection, read the rest of the body for a limited time, so that the client gets the answer instead
 * of a connection reset.
 */
const DISCARD_MS = 5_000;

/** In a plugin scope of its own: elsewhere a binary body is rejected. */
export function takeBytes(app: FastifyInstance, maxBytes: number, serve: (scope: FastifyInstance) => void): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/octet-stream', (_request, body, parsed) => parsed(null, body));
    scope.addContentTypeParser('*', (_request, _body, parsed) => parsed(new UserError(415, { '': [messages.bytes] })));
    scope.addHook('preHandler', (request, _reply, next) => {
      const length = request.headers['content-length'];
      const body = (request.body as Readable | undefined) ?? request.raw;
      request.body = { body, announcedBytes: length === undefined ? undefined : Number(length), maxBytes } satisfies ByteBody;
      next();
    });
    scope.addHook('onResponse', (request, _reply, next) => {
      discardBody(request);
      next();
    });
    serve(scope);
    done();
  });
}

function discardBody({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  const timer = setTimeout(() => raw.destroy(), DISCARD_MS);
  raw.once('close', () => clearTimeout(timer));
  raw.resume();
}

export async function sendFile(reply: FastifyReply, { name, bytes, stream, type }: SavedFile): Promise<FastifyReply> {
  const isWhole = typeof stream !== 'function' || bytes === undefined;
  const range = isWhole ? undefined : readRange(reply.request, bytes);
  const content = typeof stream === 'function' ? await stream(range) : stream;
  if (!content) throw new UserError(404);
  return reply
    .code(range ? 206 : 200)
    .headers({
      'content-type': type ?? 'application/octet-stream',
      'content-disposition': `attachment; filename="${toPlainName(name)}"; filename*=UTF-8''${encodeName(name)}`,
      ...(bytes === undefined ? {} : { 'content-length': range ? range.to - range.from + 1 : bytes }),
      ...(isWhole ? {} : { 'accept-ranges': 'bytes' }),
      ...(range ? { 'content-range': `bytes ${range.from}-${range.to}/${bytes}` } : {}),
      'content-security-policy': `sandbox; ${formatFilePolicy()}`,
      // A player is on the page of the shop, its file with the API.
      ...(type === undefined ? {} : { 'cross-origin-resource-policy': 'same-site' }),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(content);
}

/** One range, as players ask for it. Any other is ignored, and the file sent whole (RFC 9110, 14.2). */
function readRange({ headers }: FastifyRequest, bytes: number): ByteRange | undefined {
  const [, first = '', last = ''] = (headers['if-range'] === undefined && /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '')) || [];
  if (first === '' && last === '') return undefined;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return from <= to ? { from, to } : undefined;
}

const toPlainName = (name: string): string => name.replace(/[^\w. -]/g, '_');
/** The characters that RFC 8187 leaves unescaped. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
