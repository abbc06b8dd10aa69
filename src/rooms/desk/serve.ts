// The server's side of the table of the desk's calls: each row becomes a route with its guard and its shape. Whoever is at the desk is known by a cookie
// that no script reads and no other host gets, so whatever changes something has to come from a page of the desk itself.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DeskApi, type DeskCall, type DeskCallRow, type DeskInput, type DeskOutput, deskApi } from '../../desk-api.ts';
import type { Config } from '../../infra/config.ts';
import { securityHeaders } from '../../infra/headers.ts';
import { type ByteBody, takeBytes } from '../../infra/http/bytes.ts';
import { type Download, ORDINARY_BODY_BYTES, parseSent, type Streaming, sendAnswer } from '../../infra/http/calls.ts';
import { cookieOf } from '../../infra/http/problem.ts';
import { setSubject } from '../../infra/security-log.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { Seat, Session } from './operators.ts';
import { type Act, mayDo } from './shapes-roles.ts';
import { stepUpNeeded } from './step-up.ts';

type SeatOf<C extends DeskCall> = DeskApi[C]['may'] extends 'open' ? undefined : Seat;

type BodyOf<C extends DeskCall> = DeskApi[C] extends { body: 'bytes' } ? ByteBody : undefined;

export type DeskAsk<C extends DeskCall> = {
  readonly input: DeskInput<C>;
  readonly body: BodyOf<C>;
  readonly seat: SeatOf<C>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers with nothing returns nothing
type Answered<C extends DeskCall> = undefined extends DeskOutput<C> ? void : DeskOutput<C>;
export type DeskHandlers<C extends DeskCall = DeskCall> = {
  readonly [K in C]: (ask: DeskAsk<K>) => Promise<Answered<K> | Download | Streaming>;
};

const COOKIE = '__Host-desk';

/** Sent to the desk's own host alone, never with what another site asks for. */
export function setSession(reply: FastifyReply, session: Session | undefined, now: Date): void {
  const seconds = session ? Math.max(0, Math.floor((session.endsAt.getTime() - now.getTime()) / 1_000)) : 0;
  reply.header('set-cookie', `${COOKIE}=${session?.token ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`);
}

export const tokenOf = (request: FastifyRequest): string | undefined => cookieOf(request, COOKIE);

type Serving = {
  readonly config: Config;
  readonly handlers: DeskHandlers;
  seatOf(token: string | undefined): Promise<Seat | undefined>;
};

export function serveDeskCalls(app: FastifyInstance, serving: Serving): void {
  for (const name of Object.keys(deskApi) as DeskCall[]) {
    const { body, bodyBytes = ORDINARY_BODY_BYTES }: DeskCallRow = deskApi[name];
    if (body === 'bytes') takeBytes(app, bodyBytes, (scope) => serveDeskCall(scope, name, serving));
    else serveDeskCall(app, name, serving);
  }
}

function serveDeskCall(app: FastifyInstance, name: DeskCall, { config, handlers, seatOf }: Serving): void {
  const row: DeskCallRow = deskApi[name];
  const [method, url] = name.split(' ') as ['GET' | 'POST', string];
  const handler = handlers[name] as (ask: unknown) => Promise<unknown>;
  const shared = { ...securityHeaders(config), 'cache-control': 'no-store' };
  const seats = new WeakMap<FastifyRequest, Seat>();
  app.route({
    method,
    url,
    bodyLimit: row.bodyBytes ?? ORDINARY_BODY_BYTES,
    config: { streams: row.answer === 'stream' },
    async onRequest(request) {
      if (method === 'POST' && !isOfDesk(request, config)) throw new Refusal(403);
      if (row.may === 'open') return;
      const seat = await seatOf(tokenOf(request));
      if (!seat) throw new Refusal(401);
      setSubject(request, { operator: seat.operator.id });
      if (row.may !== 'operator' && !mayDo(seat.operator.role, row.may satisfies Act)) throw new Refusal(403);
      if (row.stepUp && !seat.isConfirmed) throw stepUpNeeded();
      seats.set(request, seat);
    },
    async handler(request, reply) {
      const isJson = method === 'POST' && row.body === undefined;
      const input = row.input ? parseSent(row.input, isJson ? request.body : request.query) : undefined;
      const body = row.body === undefined ? undefined : request.body;
      const answer = await handler({ input, body, seat: seats.get(request), request, reply });
      return sendAnswer(request, reply, row.output || row.answer ? answer : undefined, shared);
    },
  });
}

/** Browsers say truly where a request was made; what does not say it changes nothing. Outside production this machine has several names. */
function isOfDesk({ headers }: FastifyRequest, { deskUrl, production }: Pick<Config, 'deskUrl' | 'production'>): boolean {
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  if (production) return deskUrl !== undefined && origin === new URL(deskUrl).origin;
  return new URL(origin).host === host;
}
