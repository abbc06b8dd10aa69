// Guard of the desk's routes. The session cookie is HttpOnly and bound to the host, and a POST must come from
// a page of the desk.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UserError } from '#lib/user-error.ts';
import type { Config } from '#platform/config/config.ts';
import { type Download, type Streaming, serveTable } from '#platform/http/api-routes.ts';
import type { ByteBody } from '#platform/http/bytes.ts';
import { cookieOf } from '#platform/http/cookies.ts';
import { isDeskForm } from '#platform/http/origin.ts';
import { setSubject } from '#platform/logging/security-log.ts';
import { type DeskApi, type DeskCall, type DeskInput, type DeskOutput, deskApi } from '../../desk-api.ts';
import type { DeskCallRow } from './shapes-calls.ts';
import type { OperatorSession, Session } from './staff/auth.ts';
import { mayDo, type Permission } from './staff/shapes-roles.ts';
import { operatorStepUpNeeded } from './staff/step-up.ts';

type SessionOf<C extends DeskCall> = DeskApi[C]['may'] extends 'open' ? undefined : OperatorSession;

type BodyOf<C extends DeskCall> = DeskApi[C] extends { body: 'bytes' } ? ByteBody : undefined;

export type DeskRequest<C extends DeskCall> = {
  readonly input: DeskInput<C>;
  readonly body: BodyOf<C>;
  readonly session: SessionOf<C>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers with nothing returns nothing
type Answered<C extends DeskCall> = undefined extends DeskOutput<C> ? void : DeskOutput<C>;
export type DeskHandlers<C extends DeskCall = DeskCall> = {
  readonly [K in C]: (request: DeskRequest<K>) => Promise<Answered<K> | Download | Streaming>;
};

const COOKIE = '__Host-desk';

/** Host-only cookie with SameSite, so other sites' requests do not carry it. */
export function setSession(reply: FastifyReply, session: Session | undefined, now: Date): void {
  const seconds = session ? Math.max(0, Math.floor((session.endsAt.getTime() - now.getTime()) / 1_000)) : 0;
  reply.header('set-cookie', `${COOKIE}=${session?.token ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`);
}

export const tokenOf = (request: FastifyRequest): string | undefined => cookieOf(request, COOKIE);

type Serving = {
  readonly config: Config;
  readonly handlers: DeskHandlers;
  sessionOf(token: string | undefined): Promise<OperatorSession | undefined>;
};

export function serveDeskCalls(app: FastifyInstance, { config, handlers, sessionOf }: Serving): void {
  serveTable<DeskCallRow>(app, config, {
    table: deskApi,
    handlers,
    async admit(request, row) {
      if (request.method === 'POST' && !isDeskForm(request.headers, config)) throw new UserError(403);
      if (row.may === 'open') return { session: undefined };
      const session = await sessionOf(tokenOf(request));
      if (!session) throw new UserError(401);
      setSubject(request, { operator: session.operator.id });
      if (row.may !== 'operator' && !mayDo(session.operator.role, row.may satisfies Permission)) throw new UserError(403);
      if (row.stepUp && !session.isConfirmed) throw operatorStepUpNeeded();
      return { session };
    },
  });
}
