// Serves a table of calls: each row becomes a route with its guard, body limit and input shape. Handlers only
// translate between HTTP and a module.
import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallRow } from '#lib/calls.ts';
import type { Locale } from '#lib/locale.ts';
import { UserError } from '#lib/user-error.ts';
import { type Api, api, type Call, type Input, type Output } from '../../api.ts';
import type { Config } from '../config/config.ts';
import { setSubject } from '../logging/security-log.ts';
import { type ByteBody, type SavedFile, sendFile, takeBytes } from './bytes.ts';
import { sendTagged, tagUncompressed } from './etag-response.ts';
import { createSecurityHeaders } from './headers.ts';
import { isForeign } from './origin.ts';
import { type EncodedResponse, sendPrepared, unpackFor } from './prebuilt-response.ts';
import { getLocale } from './problem.ts';
import { sendBytes, sendStream } from './send-bytes.ts';
import { createValidationError } from './validation-errors.ts';

/** The authenticated caller, if the row requires one. */
export type Caller = {
  /** The account that buys. */
  readonly accountId: string;
  /** The account of the person who acts for it; the same if they act for themselves. */
  readonly personId: string;
  readonly sessionId: string;
  /** The person is a member of the account's team, and what they do is noted. */
  readonly isMember?: true;
  /** The account's discount, and since when it is blocked. */
  readonly terms?: { readonly discountPercent: number; readonly blockedAt: Date | null };
  /** Expiry of the token, in milliseconds. */
  readonly expiresAt: number;
};
type CallCaller<C extends Call> = Api[C]['who'] extends 'token' ? Caller : undefined;

type CallBody<C extends Call> = Api[C] extends { body: 'bytes' } ? ByteBody : undefined;

export type RequestContext<C extends Call> = {
  readonly input: Input<C>;
  readonly body: CallBody<C>;
  readonly caller: CallCaller<C>;
  readonly locale: Locale;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** A prebuilt response. */
export class PrebuiltResponse {
  readonly prepared: EncodedResponse;
  constructor(prepared: EncodedResponse) {
    this.prepared = prepared;
  }
}

/** Serialized JSON, compressed with gzip. */
export class GzippedJson {
  readonly gzip: Buffer;
  constructor(gzip: Buffer) {
    this.gzip = gzip;
  }
}

/** A file download. */
export class Download {
  readonly file: SavedFile;
  constructor(file: SavedFile) {
    this.file = file;
  }
}

/** A stream of server-sent events. */
export class Streaming {
  readonly begin: (raw: ServerResponse) => void;
  constructor(begin: (raw: ServerResponse) => void) {
    this.begin = begin;
  }
}

export type Handlers<C extends Call = Call> = {
  readonly [K in C]: (call: RequestContext<K>) => Promise<Answered<K> | PrebuiltResponse | GzippedJson | Download | Streaming>;
};
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers with nothing returns nothing
type Answered<K extends Call> = undefined extends Output<K> ? void : Output<K>;

/** Returns the caller, or throws a user error. Runs before the body is read. */
export type Guard = (request: FastifyRequest, row: CallRow) => Promise<Caller>;

export function serveCalls(app: FastifyInstance, config: Config, handlers: Handlers, guard: Guard): void {
  serveTable<CallRow>(app, config, {
    table: api,
    handlers,
    async admit(request, row) {
      if (request.method === 'POST' && isForeign(request.headers, config)) throw new UserError(403);
      const locale = getLocale(request);
      if (row.who !== 'token') return { caller: undefined, locale };
      const caller = await guard(request, row);
      setSubject(request, { account: caller.accountId, ...(caller.isMember && { person: caller.personId }) });
      return { caller, locale };
    },
  });
}

type ServedRow = Pick<CallRow, 'input' | 'output' | 'body' | 'bodyBytes' | 'answer'>;

type ServedTable<Row extends ServedRow> = {
  /** Rows by method and path. */
  readonly table: Readonly<Record<string, Row>>;
  readonly handlers: Readonly<Record<string, unknown>>;
  /**
   * Throws a user error, or returns what the handler gets besides the request. Runs before the body is read.
   */
  readonly admit: (request: FastifyRequest, row: Row, reply: FastifyReply) => Promise<object>;
};

const ORDINARY_BODY_BYTES = 256 * 1024;

/** Serves the storefront's and the desk's calls; only their guards differ. */
export function serveTable<Row extends ServedRow>(app: FastifyInstance, config: Config, served: ServedTable<Row>): void {
  const shared = { ...createSecurityHeaders(config), 'cache-control': 'no-store' };
  for (const [name, row] of Object.entries(served.table)) {
    const bodyLimit = row.bodyBytes ?? ORDINARY_BODY_BYTES;
    const handler = served.handlers[name] as (call: object) => Promise<unknown>;
    const serve = (scope: FastifyInstance) => serveCall(scope, name, { row, bodyLimit, handler, admit: served.admit, shared });
    if (row.body === 'bytes') takeBytes(app, bodyLimit, serve);
    else serve(app);
  }
}

type ServedCall<Row extends ServedRow> = Pick<ServedTable<Row>, 'admit'> & {
  readonly row: Row;
  readonly bodyLimit: number;
  readonly handler: (call: object) => Promise<unknown>;
  readonly shared: OutgoingHttpHeaders;
};

function serveCall<Row extends ServedRow>(app: FastifyInstance, name: string, call: ServedCall<Row>): void {
  const { row, bodyLimit, handler, admit, shared } = call;
  const [method, url] = name.split(' ') as ['GET' | 'POST' | 'DELETE', string];
  const admitted = new WeakMap<FastifyRequest, object>();
  app.route({
    method,
    url,
    bodyLimit,
    config: { streams: row.answer === 'stream' },
    async onRequest(request, reply) {
      admitted.set(request, await admit(request, row, reply));
    },
    async handler(request, reply) {
      const isJson = method === 'POST' && row.body === undefined;
      const sent = withParameters(isJson ? request.body : request.query, request.params);
      const input = row.input ? parseSent(row.input, sent) : undefined;
      const body = row.body === undefined ? undefined : request.body;
      const answer = await handler({ ...admitted.get(request), input, body, request, reply });
      return sendAnswer(request, reply, row.output || row.answer ? answer : undefined, shared);
    },
  });
}

/** Those of the path are a part of the input. */
function withParameters(sent: unknown, parameters: unknown): unknown {
  if (Object.keys(parameters as object).length === 0 || typeof (sent ?? {}) !== 'object' || Array.isArray(sent)) return sent;
  return { ...(sent as object | undefined), ...(parameters as object) };
}

function parseSent(shape: NonNullable<CallRow['input']>, sent: unknown): unknown {
  const parsed = shape.safeParse(sent);
  if (!parsed.success) throw createValidationError(parsed.error.issues, sent);
  return parsed.data;
}

/**
 * Bypasses Fastify's send, as pages do, because its hooks would set a dozen headers one by one. Includes
 * headers that hooks and handlers have set.
 */
function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: unknown, shared: OutgoingHttpHeaders): unknown {
  if (answer instanceof Download) return sendFile(reply, answer.file);
  if (answer instanceof Streaming) return sendStream(request, reply, answer.begin, shared);
  if (answer instanceof PrebuiltResponse) return sendPrepared(request, reply, answer.prepared);
  const more = reply.getHeaders() as OutgoingHttpHeaders;
  if (answer === undefined) return sendBytes(request, reply, { body: nothing, headers: shared }, { status: 204, more });
  const json = { ...shared, 'content-type': 'application/json; charset=utf-8' };
  if (answer instanceof GzippedJson)
    return unpackFor(answer.gzip, json, request.headers['accept-encoding']).then((bytes) =>
      sendBytes(request, reply, bytes, { status: 200, more }),
    );
  const body = Buffer.from(JSON.stringify(answer));
  if (request.method === 'GET') return sendTagged(request, reply, tagUncompressed(body, json), more);
  return sendBytes(request, reply, { body, headers: { ...json, 'content-length': body.length } }, { status: 200, more });
}

const nothing = Buffer.alloc(0);
