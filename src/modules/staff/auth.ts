// Log-in, sessions and invitations of operators. All log-in failures return the same error, and attempts are
// rate limited.

import { emailKey } from '#lib/people/email.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { describeDevice, parseFactor } from '#modules/accounts/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { newCode, readCode } from '#platform/identity/codes.ts';
import type { Devices } from '#platform/identity/devices.ts';
import type { Cipher } from '#platform/identity/encryption.ts';
import { queueLogIn } from '#platform/identity/log-in-queue.ts';
import type { RelyingParty } from '#platform/identity/passkeys.ts';
import { isPassword } from '#platform/identity/passwords.ts';
import { newTotpSecret, totpStep } from '#platform/identity/totp.ts';
import { addressKey, clearPoints, type Take, takePoints } from '#platform/limits/limits.ts';
import { emailHash, logFailedLogIn, logSecurity } from '#platform/logging/security-log.ts';
import { newId } from '#platform/new-id.ts';
import { type OperatorSession, writeAudit } from './actions.ts';
import { countOperatorPasskeys } from './passkeys/queries.ts';
import * as queries from './queries.ts';
import type { RefusedLogIns } from './refused-log-ins.ts';
import { INVITATION_HOURS, isIdle, SESSION_HOURS } from './rules.ts';
import type { Invite, LogIn, Me } from './shapes.ts';
import type { Role } from './shapes-roles.ts';

const messages = {
  wrong: /*i18n*/ { id: 'desk.wrong', message: 'The email, password or code is wrong.' },
  code: /*i18n*/ { id: 'desk.code', message: 'Enter the six-digit code from your authenticator app.' },
  passkey: /*i18n*/ { id: 'desk.passkeyAsked', message: 'Log in with your passkey.' },
} as const satisfies Record<string, Message>;

export type AuthDeps = {
  readonly ctx: AppContext;
  readonly cipher: Cipher;
  /** The WebAuthn relying party. */
  readonly party: RelyingParty;
  readonly devices: Devices;
  readonly refusedLogIns: RefusedLogIns;
  readonly brand: () => string;
  readonly currencies: () => Me['currencies'];
};
/** Dependencies of invitation links. */
export type InviteDeps = Pick<AuthDeps, 'ctx' | 'cipher'>;
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

export async function logInOperator(deps: AuthDeps, request: LogIn, visitor: DeskVisitor): Promise<OperatorLogIn> {
  const claim = deps.devices.claimOf(visitor.device);
  const takes = claim === undefined ? strangerTakes(visitor.address, request.email) : knownTakes(visitor.address, claim);
  const onBlocked = (cause: unknown) => deps.refusedLogIns.noteUnseen(emailKey(request.email), cause);
  return queueLogIn(deps.ctx, { address: visitor.address, takes, onBlocked }, () => findAndLogIn(deps, request, visitor));
}

async function findAndLogIn(deps: AuthDeps, request: LogIn, visitor: DeskVisitor): Promise<OperatorLogIn> {
  const found = await queries.findOperator(deps.ctx.db.orm, emailKey(request.email));
  try {
    return await logInAs(deps, found, request, visitor);
  } catch (cause) {
    deps.refusedLogIns.note(found?.id, cause, emailKey(request.email));
    logFailedLogIn(deps.ctx.log, cause, { area: 'desk', ...(found ? { operator: found.id } : { emailHash: emailHash(request.email) }) });
    throw cause;
  }
}

async function logInAs(
  { ctx, cipher, devices }: AuthDeps,
  found: queries.OperatorRow | undefined,
  request: LogIn,
  visitor: DeskVisitor,
): Promise<OperatorLogIn> {
  const { address, device: cookie } = visitor;
  const { db, clock } = ctx;
  const device = found && devices.recognize(cookie, found, clock.now());
  await takePoints(ctx, device === undefined ? strangerTakes(address, request.email) : knownTakes(address, device));
  const isRight = await isPassword(request.password, found?.passwordHash ?? undefined);
  if (!found || !isRight) throw new UserError(400, { '': [messages.wrong] });
  // A passkey is a second factor: the password alone must not bypass it.
  if (!found.totpSince && (await countOperatorPasskeys(db.orm, found.id)) > 0) throw new UserError(400, { '': [messages.passkey] });
  const step = found.totpSince ? await findLogInStep(cipher, found, request.code, clock.now()) : undefined;
  const session = await transaction(db, async (tx) => {
    if (step !== undefined && !(await queries.claimTotpStep(tx, found.id, step))) throw new UserError(400, { code: [messages.code] });
    await writeAudit(tx, found, clock.now(), { act: 'desk.logIn', about: { kind: 'operator', id: found.id } });
    return startOperatorSession(tx, { operatorId: found.id, now: clock.now(), visitor });
  });
  if (device === undefined) await clearPoints(ctx, pairTake(address, request.email));
  const factor = step === undefined ? 'none' : 'app';
  logSecurity(ctx.log, 'security.login.succeeded', { area: 'desk', operator: found.id, factor, knownDevice: device !== undefined });
  return { session, deviceCookie: devices.cookie(found, clock.now()) };
}

/** Known devices have a limit of their own, so attackers cannot lock them out. */
const knownTakes = (address: string, device: string): readonly Take[] => [
  { limit: 'desk.device', of: device },
  { limit: 'desk.knownAddress', of: addressKey(address) },
];

const pairTake = (address: string, email: string): Take => ({ limit: 'desk.pair', of: `${addressKey(address)} ${emailKey(email)}` });

/**
 * Unknown devices share twenty attempts per operator and five per address, so exhausting them takes several
 * networks.
 */
const strangerTakes = (address: string, email: string): readonly Take[] => [
  pairTake(address, email),
  { limit: 'desk.address', of: addressKey(address) },
  { limit: 'desk.operator', of: emailKey(email) },
];

/** The TOTP step that the code belongs to. */
export async function findLogInStep(
  cipher: Cipher,
  { id, totpSecret }: queries.OperatorRow,
  typed: string | undefined,
  now: Date,
): Promise<number> {
  const factor = parseFactor(typed);
  const step = factor.by === 'app' && totpSecret ? await totpStep(cipher.open(totpSecret, id), factor.code, now) : undefined;
  if (step === undefined) throw new UserError(400, { code: [messages.code] });
  return step;
}

/** The browser's previous session ends, whichever operator it belonged to. */
type Begin = { readonly operatorId: string; readonly now: Date; readonly visitor: Pick<DeskVisitor, 'session' | 'userAgent'> };

export async function startOperatorSession(tx: DbClient, { operatorId, now, visitor }: Begin): Promise<Session> {
  const replacedHash = visitor.session === undefined ? undefined : readCode(visitor.session);
  if (replacedHash) await queries.endSessionByToken(tx, replacedHash);
  const { code: token, codeHash: tokenHash } = newCode();
  const endsAt = new Date(now.getTime() + SESSION_HOURS * 3_600_000);
  const device = describeDevice(visitor.userAgent);
  const id = newId(now);
  await queries.insertOperatorSession(tx, { id, operatorId, tokenHash, createdAt: now, seenAt: now, endsAt, device });
  return { token, endsAt };
}

const SEEN_EVERY_MS = 60_000;

/**
 * Undefined: no valid session. Checked with every call, so ending one takes effect immediately on every node.
 */
export async function findOperatorSession({ db, clock }: AppContext, token: string | undefined): Promise<OperatorSession | undefined> {
  const tokenHash = token === undefined ? undefined : readCode(token);
  const found = tokenHash && (await queries.findSession(db.orm, tokenHash));
  const now = clock.now();
  if (!found || found.endsAt <= now || isIdle(found.seenAt, now)) return undefined;
  if (now.getTime() - found.seenAt.getTime() > SEEN_EVERY_MS) await queries.seeSession(db.orm, found.sessionId, now);
  const isConfirmed = found.confirmedUntil !== null && now < found.confirmedUntil;
  return { sessionId: found.sessionId, endsAt: found.endsAt, isConfirmed, operator: found.operator };
}

export const logOut = ({ db }: AppContext, { sessionId }: OperatorSession): Promise<void> => queries.endOperatorSession(db.orm, sessionId);

/** Creates an invitation link and revokes the previous one. */
export async function inviteTo({ ctx, cipher }: InviteDeps, tx: DbClient, operatorId: string): Promise<string> {
  const { code, codeHash } = newCode();
  const createdAt = ctx.clock.now();
  const endsAt = new Date(createdAt.getTime() + INVITATION_HOURS * 3_600_000);
  const totpSecret = cipher.seal(await newTotpSecret(), operatorId);
  await queries.insertInvitation(tx, { codeHash, operatorId, totpSecret, createdAt, endsAt });
  return `${ctx.config.deskUrl}/join#${code}`;
}

/** Undefined if the address belongs to an operator already. */
export function addOperator(
  { ctx }: InviteDeps,
  tx: DbClient,
  { email, name, role }: { email: string; name: string; role: Role },
): Promise<queries.OperatorRow | undefined> {
  const now = ctx.clock.now();
  return queries.insertOperator(tx, { id: newId(now), email, emailKey: emailKey(email), name, role, createdAt: now });
}

/**
 * The owner's first invitation link; undefined if an operator has joined already. Each start creates a new
 * link and revokes earlier ones, because links printed to a log may leak.
 */
export async function firstLink(deps: InviteDeps, email: string): Promise<string | undefined> {
  const { db } = deps.ctx;
  if ((await queries.countOperators(db.orm)) > 0) return undefined;
  return linkFor(deps, { email, name: 'Owner', role: 'owner' });
}

/** An invitation link for a new operator, or a new link for an existing one. */
export const linkFor = (deps: InviteDeps, who: Invite): Promise<string> =>
  transaction(deps.ctx.db, async (tx) => {
    const added = (await addOperator(deps, tx, who)) ?? (await queries.findOperator(tx, emailKey(who.email)));
    if (!added) throw new Error('operator could not be inserted or found');
    return inviteTo(deps, tx, added.id);
  });
