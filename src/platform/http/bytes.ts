// Streams file uploads and downloads. Uploaded files are sent as attachments with nosniff and are never
// rendered by our origin.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Message, UserError } from '#lib/user-error.ts';
import { filePolicy } from './headers.ts';

/** The unread body. */
export type ByteBody = {
  readonly body: AsyncIterable<Buffer>;
  /** Content-Length; absent if the request has none. */
  readonly announcedBytes: number | undefined;
  readonly maxBytes: number;
};

/** `bytes`: undefined if the size is not known in advance. */
export type SavedFile = { readonly name: string; readonly bytes: number | undefined; readonly stream: Readable };

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

export function sendFile(reply: FastifyReply, { name, bytes, stream }: SavedFile): FastifyReply {
  return reply
    .headers({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${plainName(name)}"; filename*=UTF-8''${encodedName(name)}`,
      ...(bytes === undefined ? {} : { 'content-length': bytes }),
      'content-security-policy': `sandbox; ${filePolicy()}`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(stream);
}

const plainName = (name: string): string => name.replace(/[^\w. -]/g, '_');
/** The characters that RFC 8187 leaves unescaped. */
const encodedName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
