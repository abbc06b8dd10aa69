// The server's side of the table of calls: each row becomes a route with its guard, its limit and its shape. A handler is a translation only.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Api, api, type Call, type CallRow, type Input, type Output } from '../../api.ts';
import type { Locale } from '../../lib/locale.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { Config } from '../config.ts';
import { securityHeaders } from '../headers.ts';
import { setSubject } from '../security-log.ts';
import { type ByteBody, type SavedFile, sendFile, takeBytes } from './bytes.ts';
import { shapeRefusal } from './faults.ts';
import { isForeign } from './origin.ts';
import { bytesOfPacked, type Prepared, sendPrepared } from './prepared.ts';
import { localeOf } from './problem.ts';
import { sendBytes, sendStream } from './send-bytes.ts';

/** Who asks, where the table says that somebody must. */
export type Caller = {
  readonly accountId: string;
  readonly sessionId: string;
  /** When the token is over, in milliseconds. */
  readonly overAt: number;
};
type CallerOf<C extends Call> = Api[C]['who'] extends 'token' ? Caller : undefined;

type BodyOf<C extends Call> = Api[C] extends { body: 'bytes' } ? ByteBody : undefined;

export type Ask<C extends Call> = {
  readonly input: Input<C>;
  readonly body: BodyOf<C>;
  readonly caller: CallerOf<C>;
  readonly locale: Locale;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** Bytes that were made ready are an answer too. */
export class Ready {
  readonly prepared: Prepared;
  constructor(prepared: Prepared) {
    this.prepared = prepared;
  }
}

/** JSON that is written already. */
export class Written {
  readonly json: Buffer;
  constructor(json: Buffer) {
    this.json = json;
  }
}

/** JSON that lies packed by gzip: nobody reads it on the way. */
export class Packed {
  readonly gzip: Buffer;
  constructor(gzip: Buffer) {
    this.gzip = gzip;
  }
}

/** So is a file that is to be saved. */
export class Download {
  readonly file: SavedFile;
  constructor(file: SavedFile) {
    this.file = file;
  }
}

/** And so is what goes on and on. */
export class Streaming {
  readonly begin: (raw: ServerResponse) => void;
  constructor(begin: (raw: ServerResponse) => void) {
    this.begin = begin;
  }
}

export type Handlers<C extends Call = Call> = {
  readonly [K in C]: (ask: Ask<K>) => Promise<Answered<K> | Ready | Written | Packed | Download | Streaming>;
};
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers with nothing returns nothing
type Answered<K extends Call> = undefined extends Output<K> ? void : Output<K>;

/** Who may: answers with the caller, or refuses. Asked before the body is read. */
export type Guard = (request: FastifyRequest, row: CallRow) => Promise<Caller>;

export const ORDINARY_BODY_BYTES = 256 * 1024;

export function serveCalls(app: FastifyInstance, config: Config, handlers: Handlers, guard: Guard): void {
  const shared = { ...securityHeaders(config), 'cache-control': 'no-store' };
  for (const [name, row] of Object.entries(api) as [Call, CallRow][]) {
    const handler = handlers[name] as (ask: unknown) => Promise<unknown>;
    const serve = (scope: FastifyInstance) => serveCall(scope, config, { name, row, handler, guard, shared });
    if (row.body === 'bytes') takeBytes(app, row.bodyBytes ?? ORDINARY_BODY_BYTES, serve);
    else serve(app);
  }
}

type Served = {
  readonly name: Call;
  readonly row: CallRow;
  readonly handler: (ask: unknown) => Promise<unknown>;
  readonly guard: Guard;
  readonly shared: OutgoingHttpHeaders;
};

function serveCall(app: FastifyInstance, config: Config, { name, row, handler, guard, shared }: Served): void {
  const [method, path] = name.split(' ') as ['GET' | 'POST', string];
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.route({
    method,
    url: path,
    bodyLimit: row.bodyBytes ?? ORDINARY_BODY_BYTES,
    config: { streams: row.answer === 'stream' },
    async onRequest(request) {
      if (method === 'POST' && isForeign(request.headers, config)) throw new Refusal(403);
      if (row.who !== 'token') return;
      const caller = await guard(request, row);
      callers.set(request, caller);
      setSubject(request, { account: caller.accountId });
    },
    async handler(request, reply) {
      const isJson = method === 'POST' && row.body === undefined;
      const input = row.input ? parseSent(row.input, isJson ? request.body : request.query) : undefined;
      const body = row.body === undefined ? undefined : request.body;
      const answer = await handler({ input, body, caller: callers.get(request), locale: localeOf(request), request, reply });
      return sendAnswer(request, reply, row.output || row.answer ? answer : undefined, shared);
    },
  });
}

export function parseSent(shape: NonNullable<CallRow['input']>, sent: unknown): unknown {
  const parsed = shape.safeParse(sent);
  if (!parsed.success) throw shapeRefusal(parsed.error.issues, sent);
  return parsed.data;
}

/** Past Fastify's own sending, as the pages are: its hooks would put a dozen headers on one by one. What hooks and handlers have put on goes along. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: unknown, shared: OutgoingHttpHeaders): unknown {
  if (answer instanceof Download) return sendFile(reply, answer.file);
  if (answer instanceof Streaming) return sendStream(request, reply, answer.begin, shared);
  if (answer instanceof Ready) return sendPrepared(request, reply, answer.prepared);
  const more = reply.getHeaders() as OutgoingHttpHeaders;
  if (answer === undefined) return sendBytes(request, reply, { body: nothing, headers: shared }, { status: 204, more });
  const json = { ...shared, 'content-type': 'application/json; charset=utf-8' };
  if (answer instanceof Packed)
    return bytesOfPacked(answer.gzip, json, request.headers['accept-encoding']).then((bytes) =>
      sendBytes(request, reply, bytes, { status: 200, more }),
    );
  const body = answer instanceof Written ? answer.json : Buffer.from(JSON.stringify(answer));
  return sendBytes(request, reply, { body, headers: { ...json, 'content-length': body.length } }, { status: 200, more });
}

const nothing = Buffer.alloc(0);
