// Sessions of customers: a log-in opens one, and a refresh token continues it.

import { findKnownZone } from '#lib/time/days.ts';
import { UserError } from '#lib/user-error.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { hashCode } from '#platform/identity/codes.ts';
import { createLogInError } from '#platform/identity/errors.ts';
import type { Entry, SecondFactor } from '#platform/identity/identity.ts';
import { logIn } from '#platform/identity/log-in.ts';
import { logInByPasskey } from '#platform/identity/passkeys.ts';
import { describeDevice } from '#platform/identity/rules.ts';
import { consumeFactor } from '#platform/identity/second-factor.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import type { AccountLogIn, AccountsDeps, Visitor } from '../deps.ts';
import type { AccountIdentity } from '../identity.ts';
import { type MailedOwner, mailNewDevice, mailRecoveryCodeUsed } from '../mails.ts';
import type { PasskeyLogin } from '../passkeys/shapes.ts';
import type { AccountPerson } from '../queries.ts';
import * as queries from '../queries.ts';
import { getSessionEnd } from '../rules.ts';
import type { Login, Tokens } from '../shapes.ts';
import { countSpareCodes } from '../two-factor/queries.ts';
import type { AccessTokens, TokenClaims } from './access-token.ts';
import {
  createRefreshToken,
  createSalt,
  deriveSuccessor,
  type RefreshToken,
  readRefreshToken,
  writeRefreshToken,
} from './refresh-token.ts';

export const login = (deps: AccountsDeps, request: Login, visitor: Visitor): Promise<AccountLogIn> =>
  logIn(deps.identity, { typed: request, visitor, enter: (person, entry) => startSession(deps, person, { ...entry, request, visitor }) });

export const loginByPasskey = (deps: AccountsDeps, request: PasskeyLogin, visitor: Visitor): Promise<AccountLogIn> =>
  logInByPasskey(deps.identity, {
    assertion: request.credential,
    visitor,
    enter: (person, entry) => startSession(deps, person, { ...entry, request, visitor }),
  });

type Start = Entry & {
  readonly request: Pick<Login, 'rememberMe' | 'timeZone'>;
  readonly visitor: Visitor;
  /** Uses up what the session is given for, in its transaction. */
  consume?(tx: DbClient, sessionId: string): Promise<void>;
};

/** Opens a session after all factors were verified. */
export async function startSession(deps: AccountsDeps, found: AccountPerson, start: Start): Promise<AccountLogIn> {
  const { ctx, access, identity } = deps;
  const now = ctx.clock.now();
  const timeZone = findKnownZone(start.request.timeZone);
  // Before the notice of a new device, whose date it is for.
  if (timeZone !== undefined && timeZone !== found.timeZone) await queries.setTimeZone(ctx.db.orm, found.id, timeZone);
  const refresh = createRefreshToken();
  const sessionId = await beginSession(deps, found, refresh, start);
  const tokens = await issueTokens(access, { personId: found.id, sessionId }, refresh);
  const factor = start.proof?.by ?? 'none';
  logSecurity(ctx.log, 'security.login.succeeded', { area: 'shop', account: found.id, factor, knownDevice: start.isKnown });
  return { tokens, cookie: identity.devices.cookie(found, now) };
}

async function beginSession(
  { ctx, identity }: AccountsDeps,
  person: AccountPerson,
  refresh: RefreshToken,
  { request: { rememberMe: remember = false }, visitor, isKnown, proof, consume }: Start,
): Promise<string> {
  const now = ctx.clock.now();
  const session = {
    accountId: person.id,
    selectorHash: hashCode(refresh.selector),
    currentHash: hashCode(refresh.secret),
    createdAt: now,
    expiresAt: getSessionEnd(now, remember),
    remember,
    device: describeDevice(visitor.userAgent),
  };
  const begin = async (client: DbClient) => {
    const id = await queries.insertAccountSession(client, session, { ...person, twice: proof !== undefined });
    if (!id) throw createLogInError();
    return id;
  };
  const isStrange = !isKnown && (await queries.hasSessions(ctx.db.orm, person.id));
  // A single insert needs no transaction.
  if (!proof && !isStrange && !consume) return begin(ctx.db.orm);
  return transaction(ctx.db, async (tx) => {
    if (proof) await consumeAndNotify(identity, tx, person, proof);
    const id = await begin(tx);
    await consume?.(tx, id);
    if (isStrange) await mailNewDevice(ctx, tx, person, session.device);
    return id;
  });
}

/** Use of a recovery code may be an attack, so the owner is notified. */
async function consumeAndNotify(identity: AccountIdentity, tx: DbClient, person: MailedOwner, proof: SecondFactor): Promise<void> {
  await consumeFactor(identity, tx, person.id, proof);
  if (proof.by === 'spare') await mailRecoveryCodeUsed(identity.ctx, tx, person, await countSpareCodes(tx, person.id));
}

export async function refreshTokens({ ctx: { db, clock, log }, access }: AccountsDeps, text: string): Promise<Tokens> {
  const presented = readRefreshToken(text);
  if (!presented) throw new UserError(401);
  const salt = createSalt();
  const successor = deriveSuccessor(presented, salt);
  const rotation = {
    selector: hashCode(presented.selector),
    presented: hashCode(presented.secret),
    successor: hashCode(successor.secret),
    salt,
  };
  const refreshed = await queries.refreshSession(db.pool, rotation, clock.now());
  if (refreshed?.outcome === 'reused') {
    markChanged(db.orm, ofAccount(refreshed.account_id), 'sessions');
    logSecurity(log, 'security.session.reused', { account: refreshed.account_id, session: refreshed.session_id });
  }
  if (!refreshed || refreshed.outcome === 'reused') throw new UserError(401);
  const holder = { personId: refreshed.account_id, sessionId: refreshed.session_id };
  return issueTokens(access, holder, refreshed.outcome === 'rotated' ? successor : deriveSuccessor(presented, refreshed.salt));
}

const issueTokens = async (access: AccessTokens, holder: Omit<TokenClaims, 'expiresAt'>, refresh: RefreshToken): Promise<Tokens> => ({
  accessToken: await access.sign(holder),
  refreshToken: writeRefreshToken(refresh),
});
