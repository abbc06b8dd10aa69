// Sessions and invitations of operators.

import { normalizeEmail } from '#lib/people/email.ts';
import type { Assertion } from '#lib/people/passkey.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { createCode, readCode } from '#platform/identity/codes.ts';
import { createLogInError } from '#platform/identity/errors.ts';
import type { Entry } from '#platform/identity/identity.ts';
import { logIn } from '#platform/identity/log-in.ts';
import { logInByPasskey } from '#platform/identity/passkeys.ts';
import { describeDevice } from '#platform/identity/rules.ts';
import { consumeFactor } from '#platform/identity/second-factor.ts';
import { createTotpSecret } from '#platform/identity/totp.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import { newId } from '#platform/new-id.ts';
import { type OperatorSession, writeAudit } from './actions.ts';
import type { OperatorIdentity } from './identity.ts';
import * as queries from './queries.ts';
import type { RefusedLogIns } from './refused-log-ins.ts';
import { INVITATION_HOURS, isIdle, SESSION_HOURS } from './rules.ts';
import type { Invite, LogIn, Me } from './shapes.ts';
import type { OwnRole } from './shapes-roles.ts';

export type AuthDeps = {
  readonly ctx: AppContext;
  readonly identity: OperatorIdentity;
  readonly refusedLogIns: RefusedLogIns;
  readonly brand: () => string;
  readonly currencies: () => Me['currencies'];
};
/** Dependencies of invitation links. */
export type InviteDeps = Pick<OperatorIdentity, 'ctx' | 'cipher'>;
export type Session = { readonly token: string; readonly endsAt: Date };

/** The client: address, and the device and session cookies. */
export type DeskVisitor = {
  readonly address: string;
  readonly device: string | undefined;
  readonly session: string | undefined;
  readonly userAgent: string | undefined;
};
/** `deviceCookie`: marks this browser as a known device of the operator. */
export type OperatorLogIn = { readonly session: Session; readonly deviceCookie: string };

export const logInOperator = (deps: AuthDeps, request: LogIn, visitor: DeskVisitor): Promise<OperatorLogIn> =>
  logIn(deps.identity, { typed: request, visitor, enter: (operator, entry) => enter(deps, operator, entry, visitor) });

export const logInOperatorByPasskey = (deps: AuthDeps, assertion: Assertion, visitor: DeskVisitor): Promise<OperatorLogIn> =>
  logInByPasskey(deps.identity, { assertion: assertion, visitor, enter: (operator, entry) => enter(deps, operator, entry, visitor) });

/** Starts a session after all factors were verified. The password may have changed meanwhile. */
async function enter(
  { ctx, identity }: AuthDeps,
  { id: operatorId, passwordHash }: queries.OperatorRow,
  { proof, isKnown: knownDevice }: Entry,
  visitor: DeskVisitor,
): Promise<OperatorLogIn> {
  const now = ctx.clock.now();
  const after = proof?.by === 'passkey' ? { by: 'passkey' } : undefined;
  const session = await transaction(ctx.db, async (tx) => {
    const operator = await queries.lockOperator(tx, operatorId);
    if (operator?.passwordHash !== passwordHash) throw createLogInError();
    if (proof) await consumeFactor(identity, tx, operatorId, proof);
    await writeAudit(tx, operator, now, { act: 'desk.logIn', about: { kind: 'operator', id: operatorId }, after });
    return startOperatorSession(tx, { operatorId, now, visitor });
  });
  logSecurity(ctx.log, 'security.login.succeeded', { area: 'desk', operator: operatorId, factor: proof?.by ?? 'none', knownDevice });
  return { session, deviceCookie: identity.devices.cookie({ id: operatorId, passwordHash }, now) };
}

/** The browser's previous session ends, whichever operator it belonged to. */
type Begin = { readonly operatorId: string; readonly now: Date; readonly visitor: Pick<DeskVisitor, 'session' | 'userAgent'> };

export async function startOperatorSession(tx: DbClient, { operatorId, now, visitor }: Begin): Promise<Session> {
  const replacedHash = visitor.session === undefined ? undefined : readCode(visitor.session);
  if (replacedHash) await queries.endSessionByToken(tx, replacedHash);
  const { code: token, codeHash: tokenHash } = createCode();
  const endsAt = new Date(now.getTime() + SESSION_HOURS * 3_600_000);
  const device = describeDevice(visitor.userAgent);
  const id = newId(now);
  await queries.insertOperatorSession(tx, { id, operatorId, tokenHash, createdAt: now, lastUsedAt: now, endsAt, device });
  return { token, endsAt };
}

const TOUCH_INTERVAL_MS = 60_000;

/**
 * Undefined: no valid session. Checked with every call, so ending one takes effect immediately on every node.
 */
export async function findOperatorSession({ db, clock }: AppContext, token: string | undefined): Promise<OperatorSession | undefined> {
  const tokenHash = token === undefined ? undefined : readCode(token);
  const found = tokenHash && (await queries.findSession(db.orm, tokenHash));
  const now = clock.now();
  if (!found || found.endsAt <= now || isIdle(found.lastUsedAt, now)) return undefined;
  if (now.getTime() - found.lastUsedAt.getTime() > TOUCH_INTERVAL_MS) await queries.touchSession(db.orm, found.sessionId, now);
  const isConfirmed = found.confirmedUntil !== null && now < found.confirmedUntil;
  return { sessionId: found.sessionId, endsAt: found.endsAt, isConfirmed, operator: found.operator };
}

export const logOut = ({ db }: AppContext, { operator, sessionId }: OperatorSession): Promise<number> =>
  queries.endOperatorSessions(db.orm, operator.id, { only: sessionId });

/** Creates an invitation link and revokes the previous one. */
export async function inviteTo({ ctx, cipher }: InviteDeps, tx: DbClient, operatorId: string): Promise<string> {
  const { code, codeHash } = createCode();
  const createdAt = ctx.clock.now();
  const endsAt = new Date(createdAt.getTime() + INVITATION_HOURS * 3_600_000);
  const totpSecret = cipher.seal(await createTotpSecret(), operatorId);
  await queries.insertInvitation(tx, { codeHash, operatorId, totpSecret, createdAt, endsAt });
  return `${ctx.config.deskUrl}/join#${code}`;
}

/** Undefined if the address belongs to an operator already. */
export function addOperator(
  { ctx }: InviteDeps,
  tx: DbClient,
  { email, name, role, ownRole = null }: Invite & { readonly ownRole?: OwnRole | null },
): Promise<queries.OperatorRow | undefined> {
  const now = ctx.clock.now();
  return queries.insertOperator(tx, { id: newId(now), email, emailKey: normalizeEmail(email), name, role, ownRole, createdAt: now });
}

/**
 * The owner's first invitation link; undefined if an operator has joined already. Each start creates a new
 * link and revokes earlier ones, because links printed to a log may leak.
 */
export async function createFirstLink(deps: InviteDeps, email: string): Promise<string | undefined> {
  const { db } = deps.ctx;
  if ((await queries.countOperators(db.orm)) > 0) return undefined;
  return linkFor(deps, { email, name: 'Owner', role: 'owner' });
}

/** An invitation link for a new operator, or a new link for an existing one. */
export const linkFor = (deps: InviteDeps, who: Invite): Promise<string> =>
  transaction(deps.ctx.db, async (tx) => {
    const added = (await addOperator(deps, tx, who)) ?? (await queries.findOperator(tx, normalizeEmail(who.email)));
    if (!added) throw new Error('operator could not be inserted or found');
    return inviteTo(deps, tx, added.id);
  });
