// Creates the HTTP servers of the storefront, the desk and the sandbox: request ids, limits, timeouts,
// headers, error answers.
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Locale } from '#lib/locale.ts';
import { UserError } from '#lib/user-error.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../database/database.ts';
import type { Log } from '../logging/log.ts';
import { hasSubject, logSecurity } from '../logging/security-log.ts';
import type { Readiness } from '../process/readiness.ts';
import { createSecurityHeaders } from './headers.ts';
import { sendProblem, toUserError } from './problem.ts';
import { openRepeatedResponses, type RepeatedResponses } from './repeated-responses.ts';
import { addRequestContext } from './request-context.ts';
import { handleInTurns } from './request-turns.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A stream: its answer lasts as long as the client is connected. */
    readonly streams?: boolean;
  }
  interface FastifyInstance {
    /** Repeats answers while `version` returns the same. */
    repeatResponses(version: () => string): RepeatedResponses;
  }
}

export type ServerOptions = {
  readonly config: Config;
  readonly log: Log;
  /** Learns of writes that fail because the disk is full. */
  readonly db?: Pick<Db, 'probe'>;
  readonly readiness?: Readiness;
  /** Called for every answer. */
  readonly onAnswered?: (answer: Answered) => void;
  /** Renders errors as a page for paths outside the API. Absent: as the API. */
  readonly pages?: () => ErrorPages | undefined;
  /** Language of error answers. Absent: the language of the request. */
  readonly speaks?: Locale;
};

/** The route of the table, never the path, because there is no limit to the paths that clients request. */
export type Answered = { readonly method: string; readonly route: string; readonly status: number; readonly seconds: number };

export type ErrorPages = {
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | FastifyReply;
  serverError(request: FastifyRequest, reply: FastifyReply, userError: UserError | undefined): Promise<FastifyReply> | FastifyReply;
};

const SLOW_SECONDS = 1;
/**
 * Body timeout: long enough for a slow connection and the call's largest body, and at least thirty seconds.
 */
const SLOWEST_BYTES_PER_SECOND = 64 * 1024;
const BODY_MS = 30_000;
const nodeOptions = {
  maxHeaderSize: 32 * 1024,
  headersTimeout: 15_000,
  requestTimeout: 240_000,
  keepAliveTimeout: 72_000,
  // A missing Host is rejected later, because Node's own answer has no headers.
  requireHostHeader: false,
  // Most requests have no body: they need no stream.
  optimizeEmptyRequests: true,
} as const;
/**
 * Fastify's own limit of ten seconds fails the start of a shop on a busy machine. This one is only for a
 * start that hangs.
 */
const MAX_START_MS = 120_000;

const isApi = (request: FastifyRequest): boolean => /^\/api(\/|\?|$)/i.test(request.url);

export function makeServer({ config, log, db, readiness, onAnswered, pages, speaks }: ServerOptions): FastifyInstance {
  const shared = createSecurityHeaders(config);
  const newId = requestIds();
  const bodies: Bodies = new WeakMap();
  let repeats: RepeatedResponses | undefined;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger per request costs more than serving a cached page. Log entries about a request include
    // its id instead.
    childLoggerFactory: (logger) => logger,
    genReqId: newId,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: 256 * 1024,
    pluginTimeout: MAX_START_MS,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    return503OnClosing: false,
    routerOptions: { caseSensitive: false, maxParamLength: 500 },
    serverFactory: (handle) =>
      createServer(
        nodeOptions,
        handleInTurns((request, response) => void (repeats?.answer(request, response) || handle(request, response))),
      ),
    clientErrorHandler: (error, socket) => refuseMalformedRequest(error, socket, { shared, bodies }),
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    // A path that cannot be decoded gets 404. It reaches no hook, so its headers are set here.
    frameworkErrors: (_error, request, reply) => {
      for (const [name, value] of Object.entries({ ...shared, 'x-request-id': request.id })) reply.raw.setHeader(name, value);
      void notFound(request as FastifyRequest, reply as FastifyReply);
    },
  }) as unknown as FastifyInstance;

  // Node would answer an unknown Expect header with a bare 417. RFC 9110, 10.1.1, lets a server ignore it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Fastify parses plain text by itself; here a body is JSON or what its call declares.
  app.removeContentTypeParser('text/plain');
  addRequestContext(app);
  addHooks(app, { shared, bodies, log, onAnswered });

  const notFound = (request: FastifyRequest, reply: FastifyReply) => {
    const page = isApi(request) ? undefined : pages?.();
    return page ? page.notFound(request, reply) : sendProblem(request, reply, new UserError(404), speaks);
  };
  app.setNotFoundHandler(notFound);
  app.setErrorHandler((error, request, reply) => {
    const userError = toUserError(error, log);
    db?.probe.note(error);
    const requestInfo = { method: request.method, route: request.routeOptions.url };
    if (userError?.status === 403) logSecurity(log, 'security.access.denied', requestInfo, request);
    // Another account's object gets the same 404 as a missing one.
    if (userError?.status === 404 && hasSubject(request)) logSecurity(log, 'security.access.notFound', requestInfo, request);
    if (!userError) log.error({ err: error, requestId: request.id, ...requestInfo }, 'request.unhandled.error');
    const page = isApi(request) ? undefined : pages?.();
    return page ? page.serverError(request, reply, userError) : sendProblem(request, reply, userError, speaks);
  });
  const isStopping = closeConnectionsOnStop(app, readiness);
  app.decorate('repeatResponses', (version) => {
    repeats = openRepeatedResponses({
      version,
      newId,
      // A trace has a span for each request.
      isOn: () => !isStopping() && !config.isTraced,
      onRepeated: (id, { route, seconds }) => {
        const answer = { method: 'GET', route, status: 200, seconds };
        onAnswered?.(answer);
        logAnswer(log, id, answer);
      },
    });
    return repeats;
  });
  return app;
}

type HookDeps = Refusing & Pick<ServerOptions, 'log'> & { readonly onAnswered: ServerOptions['onAnswered'] | undefined };

function addHooks(app: FastifyInstance, { shared, bodies, log, onAnswered }: HookDeps): void {
  // Responses that bypass Fastify include these headers already.
  app.addHook('onSend', (request, reply, payload, done) => {
    for (const name of Object.keys(shared)) if (!reply.hasHeader(name)) reply.header(name, shared[name]);
    reply.header('x-request-id', request.id);
    done(null, payload);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      bodies.set(request.raw.socket, { request: request.raw, response: reply.raw });
      limitBodyTime(request);
    }
    // Node ends no stream of a request without a body, so that a parser of the named type would wait for it.
    else delete request.headers['content-type'];
    done(hasOneHost(request.raw) ? undefined : new UserError(400));
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.isAnswered = true;
    // The duration of a stream is not a latency.
    if (request.routeOptions.config.streams && reply.statusCode === 200) return done();
    const seconds = reply.elapsedTime / 1_000;
    const answer = { method: request.method, route: request.routeOptions.url ?? '(none)', status: reply.statusCode, seconds };
    onAnswered?.(answer);
    logAnswer(log, request.id, answer);
    done();
  });
}

function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${prefix}-${(count++).toString(36)}`;
}

/**
 * Requests are validated by the shapes of the API table; Fastify's own compilers would cost 70 ms of every
 * start.
 */
const refuseSchemas = (): never => {
  throw new Error('routes must not have a schema: shapes are in the table of calls');
};

function logAnswer(log: Log, requestId: string, { method, route, status, seconds }: Answered): void {
  // A 503 is logged once, with its cause.
  const level = status >= 500 && status !== 503 ? 'error' : seconds > SLOW_SECONDS ? 'warn' : 'debug';
  if (log.isLevelEnabled(level)) log[level]({ requestId, method, route, status, ms: Math.round(seconds * 1_000) }, 'request.answered');
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

function limitBodyTime({ raw, routeOptions }: FastifyRequest): void {
  const ms = Math.max(BODY_MS, (Number(routeOptions.bodyLimit) / SLOWEST_BYTES_PER_SECOND) * 1_000 || BODY_MS);
  const timer = setTimeout(() => raw.destroy(), ms);
  for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(timer));
}

/**
 * RFC 9112, 3.2: with two Host headers a proxy may use the other one. Node exposes the first and drops the
 * rest. HTTP/1.0 has none.
 */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts++;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** The newest request with a body on each connection, and its response. */
type Bodies = WeakMap<Socket, { readonly request: IncomingMessage; readonly response: ServerResponse }>;
type Refusing = { readonly shared: Readonly<Record<string, string>>; readonly bodies: Bodies };

/** Input that is not HTTP gets a one-line answer without a stack. */
function refuseMalformedRequest(error: Error & { code?: string }, socket: Socket, { shared, bodies }: Refusing): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const sending = bodies.get(socket);
  // The request was answered before its body turned out to be malformed. A proxy would take a second answer
  // for that of the next request.
  if (sending?.response.headersSent && !sending.request.complete) {
    socket.destroySoon();
    return;
  }
  const [status, title] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout']
        : [400, 'Bad Request'];
  const body = JSON.stringify({ type: 'about:blank', title, status });
  const headers = {
    ...shared,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': body.length,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${title}\r\n${lines.join('')}\r\n${body}`);
}

/**
 * While draining and stopping, every answer closes its connection, so that clients send no request into a
 * closing one.
 */
function closeConnectionsOnStop(app: FastifyInstance, readiness: Readiness | undefined): () => boolean {
  let closing = false;
  const isStopping = () => closing || readiness?.phase() === 'draining';
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (isStopping()) reply.raw.shouldKeepAlive = false;
    done();
  });
  return isStopping;
}
