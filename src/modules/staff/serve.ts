// Guard of the desk's routes. The session cookie is HttpOnly and bound to the host, and a POST must come from
// a page of the desk.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UserError } from '#lib/user-error.ts';
import type { Config } from '#platform/config/config.ts';
import { serveTable } from '#platform/http/api-routes.ts';
import { cookieOf } from '#platform/http/cookies.ts';
import { isDeskForm } from '#platform/http/origin.ts';
import { setSubject } from '#platform/logging/security-log.ts';
import { deskApi } from '../../desk-api.ts';
import type { DeskHandlers, OperatorSession } from './actions.ts';
import type { Session } from './auth.ts';
import type { DeskCallRow } from './shapes-calls.ts';
import { mayDo, type Permission } from './shapes-roles.ts';
import { operatorStepUpNeeded } from './step-up.ts';

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
