// Files through the door: one that comes as the body of a call, handed on as it comes, and one that goes out to be saved. What customers sent us is never
// shown by our origin: whatever it pretends to be, a browser saves it, runs nothing of it and guesses nothing about it.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Message, UserError } from '../../lib/user-error.ts';
import { filePolicy } from './headers.ts';

/** Nobody has read it yet. */
export type ByteBody = {
  readonly body: AsyncIterable<Buffer>;
  /** As the request announces it; absent where it does not. */
  readonly announcedBytes: number | undefined;
  readonly mostBytes: number;
};

/** `bytes`: undefined where nobody knows before it is made. */
export type SavedFile = { readonly name: string; readonly bytes: number | undefined; readonly stream: Readable };

const messages = {
  bytes: /*i18n*/ { id: 'request.bytes', message: 'Send the file itself, as application/octet-stream.' },
} as const satisfies Record<string, Message>;

/** Who was refused may send what is on its way, so that the answer is read and not lost with the line; but not for ever. */
const GOES_ON_MS = 5_000;

/** In a scope of its own: elsewhere bytes that are no JSON stay refused. */
export function takeBytes(app: FastifyInstance, mostBytes: number, serve: (scope: FastifyInstance) => void): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/octet-stream', (_request, body, parsed) => parsed(null, body));
    scope.addContentTypeParser('*', (_request, _body, parsed) => parsed(new UserError(415, { '': [messages.bytes] })));
    scope.addHook('preHandler', (request, _reply, next) => {
      const length = request.headers['content-length'];
      const body = (request.body as Readable | undefined) ?? request.raw;
      request.body = { body, announcedBytes: length === undefined ? undefined : Number(length), mostBytes } satisfies ByteBody;
      next();
    });
    scope.addHook('onResponse', (request, _reply, next) => {
      letGo(request);
      next();
    });
    serve(scope);
    done();
  });
}

function letGo({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  const timer = setTimeout(() => raw.destroy(), GOES_ON_MS);
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
/** The signs that RFC 8187 lets stand. */
const encodedName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
