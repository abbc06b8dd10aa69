// Routes for operators: log-in, team, passwords and live updates.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getLanguage, isBuiltIn, localeNames } from '#lib/locale.ts';
import { UserError } from '#lib/user-error.ts';
import { Streaming } from '#platform/http/api-routes.ts';
import { readCookie } from '#platform/http/cookies.ts';
import { changePassword } from '#platform/identity/change-password.ts';
import { createPasskeyLogInOptions } from '#platform/identity/passkeys.ts';
import { countPasskeys } from '#platform/identity/queries.ts';
import { ofDesk } from '#platform/live/changes.ts';
import type { Streams } from '#platform/live/streams.ts';
import { type AuditedOrders, type DeskHandlers, type OperatorSession, readAudit } from './actions.ts';
import {
  type AuthDeps,
  type DeskVisitor,
  findOperatorSession,
  logInOperator,
  logInOperatorByPasskey,
  logOut,
  type OperatorLogIn,
} from './auth.ts';
import type { staffCalls } from './desk-calls.ts';
import { toHolder } from './identity.ts';
import { joinTeam, previewInvitation } from './join.ts';
import { listOwnRoles, removeRole, saveRole } from './own-roles.ts';
import { readSessionToken, setSession } from './serve.ts';
import { listPermissions, nameRole } from './shapes-roles.ts';
import { type AssignedWork, changeRole, countHoldings, endOperator, getTeam, inviteOperator, resendInvitation } from './team.ts';

const RETRY_SECONDS = 30;
/** Concurrent live-update streams per shop, all windows together. */
const MAX_LISTENERS = 200;

type Own =
  | 'POST /api/log-in'
  | 'POST /api/log-out'
  | 'POST /api/password'
  | 'POST /api/invitation'
  | 'POST /api/join'
  | `POST /api/log-in/${'passkey' | 'passkey-options'}`
  | 'GET /api/me'
  | 'GET /api/events';
type Team = Extract<keyof typeof staffCalls, `${string} /api/${'team' | 'roles'}${string}` | 'GET /api/audit'>;

export function ownRoutes(deps: AuthDeps, streams: Streams): Pick<DeskHandlers, Own> {
  const { ctx, identity, brand, currencies } = deps;
  const now = () => ctx.clock.now();
  const getVisitor = (request: FastifyRequest): DeskVisitor => ({
    address: request.ip,
    device: readCookie(request, identity.devices.cookieName),
    session: readSessionToken(request),
    userAgent: request.headers['user-agent'],
  });
  const letIn = (reply: FastifyReply, { session, deviceCookie }: OperatorLogIn) => {
    setSession(reply, session, now());
    reply.header('set-cookie', deviceCookie);
  };
  return {
    'POST /api/log-in': async ({ input, request, reply }) => letIn(reply, await logInOperator(deps, input, getVisitor(request))),
    async 'POST /api/log-out'({ session, reply }) {
      await logOut(ctx, session);
      setSession(reply, undefined, now());
    },
    async 'POST /api/password'({ input, session, reply }) {
      reply.header('set-cookie', await changePassword(identity, toHolder(session), input));
    },
    'POST /api/invitation': ({ input }) => previewInvitation(deps, input.code),
    'POST /api/join': async ({ input, request, reply }) => letIn(reply, await joinTeam(deps, input, getVisitor(request))),
    'POST /api/log-in/passkey-options': ({ request }) => createPasskeyLogInOptions(identity, request.ip),
    'POST /api/log-in/passkey': async ({ input, request, reply }) =>
      letIn(reply, await logInOperatorByPasskey(deps, input.credential, getVisitor(request))),
    async 'GET /api/me'({ session: { operator } }) {
      const { id, name, email, role, totpSince } = operator;
      const { shopUrl, production } = ctx.config;
      return {
        id,
        name,
        email,
        role,
        roleName: nameRole(operator),
        acts: [...listPermissions(operator)],
        hasApp: totpSince !== null,
        passkeys: await countPasskeys(ctx.db.orm, identity.tables, id),
        brand: brand(),
        shopUrl,
        production,
        languages: localeNames.flatMap((tag) => (isBuiltIn(tag) ? [] : [{ tag, name: getLanguage(tag).name }])),
        currencies: currencies(),
      };
    },
    async 'GET /api/events'({ session, request }) {
      if (streams.isFull()) throw new UserError(503, {}, RETRY_SECONDS);
      const token = readSessionToken(request);
      return new Streaming((raw) =>
        streams.open(raw, {
          topic: ofDesk,
          holder: formatHolder(session, request.id),
          expiresAt: session.endsAt.getTime(),
          most: MAX_LISTENERS,
          isAlive: async () => (await findOperatorSession(ctx, token)) !== undefined,
        }),
      );
    },
  };
}

/** Each window has a live-update stream of its own. */
const formatHolder = ({ sessionId }: OperatorSession, requestId: string): string => `desk ${sessionId} ${requestId}`;

/** What the staff asks of later modules. */
export type StaffPorts = { readonly work: AssignedWork; readonly orders: AuditedOrders };

export const teamRoutes = (deps: AuthDeps, { work, orders }: StaffPorts): Pick<DeskHandlers, Team> => ({
  'GET /api/team': ({ session }) => getTeam(deps, session),
  'POST /api/team/invite': (tx, { input, session }) => inviteOperator(deps, tx, session.operator, input),
  'POST /api/team/invite-again': (tx, { input, session }) => resendInvitation(deps, tx, session.operator, input.id),
  'POST /api/team/role': (tx, { input, session }) => changeRole(deps, tx, session.operator, input),
  'GET /api/roles': () => listOwnRoles(deps.ctx.db.orm),
  'POST /api/roles/save': (tx, { input, session }) => saveRole(deps.ctx, tx, session.operator, input),
  'POST /api/roles/remove': (tx, { input, session }) => removeRole(tx, session.operator, input.id),
  'POST /api/team/end': (tx, { input, session }) => endOperator(deps, work, tx, session.operator, input),
  'GET /api/team/holdings': ({ input }) => countHoldings(work, deps.ctx.db.orm, input.id),
  async 'GET /api/audit'({ input }) {
    await deps.refusedLogIns.flush();
    return readAudit(deps.ctx.db.orm, orders, input);
  },
});
