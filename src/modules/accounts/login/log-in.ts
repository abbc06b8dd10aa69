// Log-in and token refresh. All failures return the same error, so accounts cannot be enumerated.

import { emailKey } from '#lib/people/email.ts';
import { knownZone } from '#lib/time/days.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { hashCode } from '#platform/identity/codes.ts';
import { queueLogIn } from '#platform/identity/log-in-queue.ts';
import { isPassword } from '#platform/identity/passwords.ts';
import { addressKey, clearPoints, type Take, takePoints } from '#platform/limits/limits.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { emailHash, logFailedLogIn, logSecurity } from '#platform/logging/security-log.ts';
import type { AccountLogIn, AccountsDeps, Visitor } from '../deps.ts';
import { type MailedOwner, mailNewDevice, mailRecoveryCodeUsed } from '../mails.ts';
import * as queries from '../queries.ts';
import { describeDevice, sessionEnd } from '../rules.ts';
import type { Login, Tokens } from '../shapes.ts';
import { countSpareCodes } from '../two-factor/queries.ts';
import { consumeFactor, type SecondFactor, verifySecondFactor } from '../two-factor/verify-code.ts';
import type { AccessTokens, TokenClaims } from './access-token.ts';
import { deriveSuccessor, newRefreshToken, newSalt, type RefreshToken, readRefreshToken, writeRefreshToken } from './refresh-token.ts';

const messages = {
  wrong: /*i18n*/ { id: 'account.wrong', message: 'The email or password is wrong.' },
} as const satisfies Record<string, Message>;

export async function login(deps: AccountsDeps, request: Login, visitor: Visitor): Promise<AccountLogIn> {
  const takes = claimedTakes(deps, request, visitor);
  return queueLogIn(deps.ctx, { address: visitor.address, takes }, () => findAndLogIn(deps, request, visitor));
}

async function findAndLogIn(deps: AccountsDeps, request: Login, visitor: Visitor): Promise<AccountLogIn> {
  const { db, log } = deps.ctx;
  const found = await queries.findByEmail(db.orm, emailKey(request.email));
  try {
    return await logInAs(deps, found, request, visitor);
  } catch (cause) {
    logFailedLogIn(log, cause, { area: 'shop', ...(found ? { account: found.id } : { emailHash: emailHash(request.email) }) });
    throw cause;
  }
}

type FoundAccount = Awaited<ReturnType<typeof queries.findByEmail>>;

async function logInAs(deps: AccountsDeps, found: FoundAccount, request: Login, visitor: Visitor): Promise<AccountLogIn> {
  const { ctx, devices } = deps;
  const device = found && devices.recognize(visitor.device, found, ctx.clock.now());
  const isKnown = device !== undefined;
  await takePoints(ctx, isKnown ? knownTakes(visitor, device) : strangerTakes(visitor, request));
  const isRight = await isPassword(request.password, found?.passwordHash);
  if (!isRight || !found) throw new UserError(400, { '': [messages.wrong] });
  const proof = found.totpSince ? await verifySecondFactor(deps, { accountId: found.id, code: request.code, guesser: device }) : undefined;
  const { rememberMe: remember = false, timeZone } = request;
  const loggedIn = await startSession(deps, found, { remember, visitor, proof, timeZone });
  if (!isKnown) await clearPoints(ctx, pairTake(visitor, request));
  return loggedIn;
}

type LogInPerson = MailedOwner & { readonly passwordHash: string; readonly timeZone: string | null };
type Enter = {
  readonly remember: boolean;
  readonly visitor: Visitor;
  readonly proof: SecondFactor | undefined;
  /** As the browser sent it. */
  readonly timeZone: string | undefined;
};

/** Opens a session after all factors were verified. */
export async function startSession(deps: AccountsDeps, found: LogInPerson, enter: Enter): Promise<AccountLogIn> {
  const { remember, visitor, proof } = enter;
  const { ctx, access, devices } = deps;
  const now = ctx.clock.now();
  const isKnown = devices.recognize(visitor.device, found, now) !== undefined;
  const timeZone = knownZone(enter.timeZone);
  // Before the notice of a new device, whose date it is for.
  if (timeZone !== undefined && timeZone !== found.timeZone) await queries.setTimeZone(ctx.db.orm, found.id, timeZone);
  const refresh = newRefreshToken();
  const sessionId = await beginSession(ctx, found, { refresh, remember, visitor, isKnown, proof });
  const tokens = await issueTokens(access, { accountId: found.id, sessionId }, refresh);
  const factor = proof?.by ?? 'none';
  logSecurity(ctx.log, 'security.login.succeeded', { area: 'shop', account: found.id, factor, knownDevice: isKnown });
  return { tokens, cookie: devices.cookie(found, now) };
}

/** Uses the cookie's claim unverified: a forged cookie for an exhausted device is rejected too. */
function claimedTakes({ devices }: AccountsDeps, request: Login, visitor: Visitor): readonly Take[] {
  const claim = devices.claimOf(visitor.device);
  return claim === undefined ? strangerTakes(visitor, request) : knownTakes(visitor, claim);
}

/**
 * Known devices have their own limit, so that guessing elsewhere does not lock them out. The address limit
 * bounds the hashing work.
 */
const knownTakes = ({ address }: Visitor, device: string): readonly Take[] => [
  { limit: 'login.device', of: device },
  { limit: 'login.knownAddress', of: addressKey(address) },
];

const pairTake = ({ address }: Visitor, { email }: Login): Take => ({
  limit: 'login.pair',
  of: `${addressKey(address)} ${emailKey(email)}`,
});

/** The pair comes first: one address alone cannot use up the account's limit. */
const strangerTakes = (visitor: Visitor, request: Login): readonly Take[] => [
  pairTake(visitor, request),
  { limit: 'login.address', of: addressKey(visitor.address) },
  { limit: 'login.account', of: emailKey(request.email) },
];

type Begin = {
  readonly refresh: RefreshToken;
  readonly remember: boolean;
  readonly visitor: Visitor;
  readonly isKnown: boolean;
  readonly proof: SecondFactor | undefined;
};

async function beginSession(ctx: AppContext, person: LogInPerson, { refresh, remember, visitor, isKnown, proof }: Begin): Promise<string> {
  const now = ctx.clock.now();
  const session = {
    accountId: person.id,
    selectorHash: hashCode(refresh.selector),
    currentHash: hashCode(refresh.secret),
    createdAt: now,
    expiresAt: sessionEnd(now, remember),
    remember,
    device: describeDevice(visitor.userAgent),
  };
  const begin = async (queriesOf: DbClient) => {
    const id = await queries.insertAccountSession(queriesOf, session, { ...person, twice: proof !== undefined });
    if (!id) throw new UserError(400, { '': [messages.wrong] });
    return id;
  };
  const isStrange = !isKnown && (await queries.hasSessions(ctx.db.orm, person.id));
  // A single insert needs no transaction.
  if (!proof && !isStrange) return begin(ctx.db.orm);
  return transaction(ctx.db, async (tx) => {
    if (proof) await consumeAndNotify(ctx, tx, person, proof);
    const id = await begin(tx);
    if (isStrange) await mailNewDevice(ctx, tx, person, session.device);
    return id;
  });
}

/** Use of a recovery code may be an attack, so the owner is notified. */
async function consumeAndNotify(ctx: AppContext, tx: DbClient, person: MailedOwner, proof: SecondFactor): Promise<void> {
  await consumeFactor(tx, person.id, proof, ctx.clock.now());
  if (proof.by === 'spare') await mailRecoveryCodeUsed(ctx, tx, person, await countSpareCodes(tx, person.id));
}

export async function refresh({ ctx: { db, clock, log }, access }: AccountsDeps, text: string): Promise<Tokens> {
  const presented = readRefreshToken(text);
  if (!presented) throw new UserError(401);
  const salt = newSalt();
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
  const caller = { accountId: refreshed.account_id, sessionId: refreshed.session_id };
  return issueTokens(access, caller, refreshed.outcome === 'rotated' ? successor : deriveSuccessor(presented, refreshed.salt));
}

const issueTokens = async (access: AccessTokens, caller: TokenClaims, refresh: RefreshToken): Promise<Tokens> => ({
  accessToken: await access.sign(caller),
  refreshToken: writeRefreshToken(refresh),
});
