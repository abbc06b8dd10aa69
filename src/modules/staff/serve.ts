// Guard of the desk's routes. The session cookie is HttpOnly and bound to the host, and a POST must come from
// a page of the desk. Each row says what its call writes into the audit log.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { Uploads } from '#platform/files/uploads.ts';
import { serveTable } from '#platform/http/api-routes.ts';
import { readCookie } from '#platform/http/cookies.ts';
import { isDeskForm } from '#platform/http/origin.ts';
import { serveUploads } from '#platform/http/uploads.ts';
import { createStepUpError } from '#platform/identity/errors.ts';
import { setSubject } from '#platform/logging/security-log.ts';
import { type DeskCall, deskApi } from '../../desk-api.ts';
import { type AuditEntry, type DeskHandlers, type Done, lockActiveSession, type OperatorSession, writeAudit } from './actions.ts';
import type { Session } from './auth.ts';
import type { AuditRow, DeskCallRow } from './shapes-calls.ts';
import { mayDo, type Permission } from './shapes-roles.ts';

const COOKIE = '__Host-desk';

/** Host-only cookie with SameSite, so other sites' requests do not carry it. */
export function setSession(reply: FastifyReply, session: Session | undefined, now: Date): void {
  const seconds = session ? Math.max(0, Math.floor((session.endsAt.getTime() - now.getTime()) / 1_000)) : 0;
  reply.header('set-cookie', `${COOKIE}=${session?.token ?? ''}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Strict`);
}

export const readSessionToken = (request: FastifyRequest): string | undefined => readCookie(request, COOKIE);

type Serving = {
  readonly ctx: AppContext;
  readonly handlers: DeskHandlers;
  getSession(token: string | undefined): Promise<OperatorSession | undefined>;
};

export function serveDeskCalls(app: FastifyInstance, { ctx, handlers, getSession }: Serving): void {
  const { config } = ctx;
  serveTable<DeskCallRow>(app, config, {
    table: deskApi,
    handlers: Object.fromEntries(
      Object.entries<DeskCallRow>(deskApi).map(([name, row]) => [name, withAudit(ctx, row, handlers[name as DeskCall] as Plain)]),
    ),
    async admit(request, row) {
      if (request.method === 'POST' && !isDeskForm(request.headers, config)) throw new UserError(403);
      if (row.may === 'open') return { session: undefined };
      const session = await admitOperator(request, getSession, row.may);
      if (row.stepUp && !session.isConfirmed) throw createStepUpError();
      return { session };
    },
  });
}

async function admitOperator(
  request: FastifyRequest,
  getSession: Serving['getSession'],
  may: Permission | 'operator',
): Promise<OperatorSession> {
  const session = await getSession(readSessionToken(request));
  if (!session) throw new UserError(401);
  setSubject(request, { operator: session.operator.id });
  if (may !== 'operator' && !mayDo(session.operator, may)) throw new UserError(403);
  return session;
}

/** The parts of large files that operators add to a delivery. */
export const serveDeskParts = (
  app: FastifyInstance,
  {
    ctx,
    getSession,
    uploads,
    toUploadOwner,
  }: Omit<Serving, 'handlers'> & { readonly uploads: Uploads; readonly toUploadOwner: (operatorId: string) => string },
): void =>
  serveUploads(app, {
    ...{ config: ctx.config, log: ctx.log, uploads },
    async findOwner(request) {
      if (!isDeskForm(request.headers, ctx.config) && request.method !== 'HEAD') throw new UserError(403);
      return toUploadOwner((await admitOperator(request, getSession, 'queue.work')).operator.id);
    },
  });

type Call = { readonly input: unknown; readonly session: OperatorSession };
type Plain = (call: Call) => Promise<unknown>;
type Change = (tx: DbClient) => Promise<Done<unknown>>;

/** Wraps a handler so that its line is in the audit log: within its transaction, or before it goes on. */
function withAudit(ctx: AppContext, row: DeskCallRow, handler: Plain): Plain {
  const { kind, audit } = row;
  if (!audit || 'none' in audit || kind === 'own') return handler;
  if (kind !== 'write') return (call) => announce(ctx, audit, call, handler as (call: Call) => Promise<Done<unknown>>);
  const prepare = row.prepares
    ? (handler as (call: Call) => Promise<Change>)
    : async (call: Call) => (tx: DbClient) => (handler as unknown as (tx: DbClient, call: Call) => Promise<Done<unknown>>)(tx, call);
  return (call) => change(ctx, audit, call, prepare);
}

const MAX_READINGS = 3;
const RETRY_AFTER_SECONDS = 5;

async function change(ctx: AppContext, audit: AuditRow, call: Call, prepare: (call: Call) => Promise<Change>): Promise<unknown> {
  for (let reading = 0; reading < MAX_READINGS; reading++) {
    const write = await prepare(call);
    const done = await transaction(ctx.db, async (tx) => {
      // A change of an operator or a role locks the team or the operator itself.
      if (audit.about !== 'operator' && audit.about !== 'role') await lockActiveSession(tx, call.session);
      const result = await write(tx);
      await writeEntries(ctx, tx, audit, call, result.entries);
      return result;
    });
    if (!done.isOld) return toAnswer(done);
  }
  throw new UserError(503, {}, RETRY_AFTER_SECONDS);
}

async function announce(ctx: AppContext, audit: AuditRow, call: Call, handler: (call: Call) => Promise<Done<unknown>>): Promise<unknown> {
  const done = await handler(call);
  await transaction(ctx.db, (tx) => writeEntries(ctx, tx, audit, call, done.entries));
  return toAnswer(done);
}

const toAnswer = (done: { readonly answer?: unknown; readonly afterCommit?: () => Promise<unknown> }): unknown =>
  done.afterCommit ? done.afterCommit() : done.answer;

async function writeEntries(
  { clock }: AppContext,
  tx: DbClient,
  audit: AuditRow,
  { session, input }: Call,
  entries: readonly AuditEntry[],
): Promise<void> {
  // Calls of the contract name it `reason`.
  const { reason, why = reason } = (input ?? {}) as { readonly why?: string; readonly reason?: string };
  for (const { id, act, about, before, after } of entries)
    await writeAudit(tx, session.operator, clock.now(), {
      act: checkDeclared(audit.act, act),
      about: { kind: checkDeclared(audit.about, about), id },
      before,
      after,
      why,
    });
}

function checkDeclared(declared: string | readonly string[], named: string | undefined): string {
  if (typeof declared === 'string') return declared;
  if (named === undefined || !declared.includes(named)) throw new Error(`${named} is not among ${declared.join(', ')}`);
  return named;
}
