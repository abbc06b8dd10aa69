// One way to make a server, for the storefront, the desk and the sandbox: request ids, limits, timeouts, headers, and a plain word for every fault.
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Locale } from '../../lib/locale.ts';
import { UserError } from '../../lib/user-error.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../logging/log.ts';
import { hasSubject, logSecurity } from '../logging/security-log.ts';
import { securityHeaders } from './headers.ts';
import { refusalOf, sendProblem } from './problem.ts';
import { addRequestContext } from './request-context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer lasts as long as somebody listens. */
    readonly streams?: boolean;
  }
}

export type ServerOptions = {
  readonly config: Config;
  readonly log: Log;
  /** Told of every answer. */
  readonly answered?: (answer: Answered) => void;
  /** How a person is told, where a path is not the API's. Absent: as the API. */
  readonly pages?: () => PageFaults | undefined;
  /** Told in this language, whatever the request asks for. Absent: in the language of the request. */
  readonly speaks?: Locale;
};

/** The route is the row of the table, never the path: paths are as many as visitors care to invent. */
export type Answered = { readonly method: string; readonly route: string; readonly status: number; readonly seconds: number };

export type PageFaults = {
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | FastifyReply;
  fault(request: FastifyRequest, reply: FastifyReply, refusal: UserError | undefined): Promise<FastifyReply> | FastifyReply;
};

const MAX_HEADER_BYTES = 32 * 1024;
/** Ten times what a request needs: beyond it, refusing early serves more people than letting everyone wait. */
const MAX_LOOP_DELAY_MS = 400;
const SLOW_SECONDS = 1;
/** A body has as long as a slow line needs for the most that its call takes, and half a minute in any case. */
const SLOWEST_BYTES_PER_SECOND = 64 * 1024;
const BODY_MS = 30_000;
const MAX_REQUEST_MS = 240_000;

const isApi = (request: FastifyRequest): boolean => /^\/api(\/|\?|$)/i.test(request.url);

export function makeServer({ config, log, answered, pages, speaks }: ServerOptions): FastifyInstance {
  const shared = securityHeaders(config);
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger of its own for every request costs more than finding a kept page does; whoever logs of a request gives its id.
    childLoggerFactory: (logger) => logger,
    genReqId: () => `${prefix}-${(count++).toString(36)}`,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: 256 * 1024,
    requestTimeout: MAX_REQUEST_MS,
    keepAliveTimeout: 72_000,
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    return503OnClosing: false,
    routerOptions: { caseSensitive: false, maxParamLength: 500 },
    // A missing Host is refused here and not by Node, whose refusal has no headers.
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: 15_000, requireHostHeader: false },
    clientErrorHandler: (error, socket) => refuseBytes(error, socket, shared),
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // A path that cannot be decoded is a path that does not exist. It reaches no hook, so its headers are put on here.
    frameworkErrors: (_error, request, reply) => {
      for (const [name, value] of Object.entries({ ...shared, 'x-request-id': request.id })) reply.raw.setHeader(name, value);
      void notFound(request as FastifyRequest, reply as FastifyReply);
    },
  }) as unknown as FastifyInstance;

  // Node would refuse an unknown Expect header with a bare 417. RFC 9110, 10.1.1, lets a server ignore it.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  // Fastify reads plain text by itself; here a body is JSON or what its call says.
  app.removeContentTypeParser('text/plain');
  addRequestContext(app);
  // What is sent past Fastify brings these headers along, ready made.
  app.addHook('onSend', (request, reply, payload, done) => {
    for (const name of Object.keys(shared)) if (!reply.hasHeader(name)) reply.header(name, shared[name]);
    reply.header('x-request-id', request.id);
    done(null, payload);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    endTrickle(request);
    done(hasOneHost(request.raw) ? undefined : new UserError(400));
  });
  app.addHook('onResponse', (request, reply, done) => {
    // How long somebody listened says nothing about how fast we are.
    if (request.routeOptions.config.streams && reply.statusCode === 200) return done();
    const seconds = reply.elapsedTime / 1_000;
    const answer = { method: request.method, route: request.routeOptions.url ?? '(none)', status: reply.statusCode, seconds };
    answered?.(answer);
    noteAnswer(log, request.id, answer);
    done();
  });

  const notFound = (request: FastifyRequest, reply: FastifyReply) => {
    const page = isApi(request) ? undefined : pages?.();
    return page ? page.notFound(request, reply) : sendProblem(request, reply, new UserError(404), speaks);
  };
  app.setNotFoundHandler(notFound);
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, log);
    const asked = { method: request.method, route: request.routeOptions.url };
    if (refusal?.status === 403) logSecurity(log, 'security.access.denied', asked, request);
    // Another's is answered as if it were not there.
    if (refusal?.status === 404 && hasSubject(request)) logSecurity(log, 'security.access.notFound', asked, request);
    if (!refusal) log.error({ err: error, requestId: request.id, ...asked }, 'a fault of ours');
    const page = isApi(request) ? undefined : pages?.();
    return page ? page.fault(request, reply, refusal) : sendProblem(request, reply, refusal, speaks);
  });
  politeStop(app);
  return app;
}

/** What comes in is checked by the shapes of the API's table; Fastify's own compilers would cost 70 ms of every start. */
const noSchemas = (): never => {
  throw new Error('routes bring no schemas of their own: shapes stand in src/api.ts');
};

/** Refuses early while the event loop lags. The health of the process is asked past it, and a file that lies in memory costs less than its refusal. */
export async function refuseUnderPressure(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_LOOP_DELAY_MS,
    sampleInterval: 250,
    pressureHandler: (request) => {
      if (!/^\/(healthz$|readyz$|assets\/)/i.test(request.url)) throw new UserError(503, {}, 2);
    },
  });
}

function noteAnswer(log: Log, requestId: string, { method, route, status, seconds }: Answered): void {
  // Whatever makes it refuse says so itself, once.
  const level = status >= 500 && status !== 503 ? 'error' : seconds > SLOW_SECONDS ? 'warn' : 'debug';
  if (log.isLevelEnabled(level)) log[level]({ requestId, method, route, status, ms: Math.round(seconds * 1_000) }, 'answered');
}

function endTrickle({ raw, headers, routeOptions }: FastifyRequest): void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const ms = Math.max(BODY_MS, (Number(routeOptions.bodyLimit) / SLOWEST_BYTES_PER_SECOND) * 1_000 || BODY_MS);
  const timer = setTimeout(() => raw.destroy(), ms);
  for (const over of ['end', 'close']) raw.once(over, () => clearTimeout(timer));
}

/** RFC 9112, 3.2: with two of them whoever stands in front may go by the other one. Node gives the first and drops the rest. HTTP/1.0 has none. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts++;
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0');
}

/** What is not even HTTP gets one line back, and never a stack. */
function refuseBytes(error: Error & { code?: string }, socket: Socket, shared: Readonly<Record<string, string>>): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
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

/** While it stops, every answer asks the client to leave, so that nobody sends a request into a connection that is closing. */
function politeStop(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', (done) => {
    closing = true;
    done();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (closing) reply.raw.shouldKeepAlive = false;
    done();
  });
}
