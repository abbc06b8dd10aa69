// Coming in, and staying in. Every no is the same for whoever guesses.

import type { AppContext } from '../../../infra/app-context.ts';
import { type DbClient, transaction } from '../../../infra/database/database.ts';
import { hashOf } from '../../../infra/identity/codes.ts';
import { queueLogIn } from '../../../infra/identity/log-in-queue.ts';
import { isPassword } from '../../../infra/identity/passwords.ts';
import { addressKey, clearPoints, type Take, takePoints } from '../../../infra/limits/limits.ts';
import { markChanged, ofAccount } from '../../../infra/live/changes.ts';
import { emailHash, logFailedLogIn, logSecurity } from '../../../infra/logging/security-log.ts';
import { emailKey } from '../../../lib/people/email.ts';
import { type Message, UserError } from '../../../lib/user-error.ts';
import type { AccountsDeps, LoggedIn, Visitor } from '../deps.ts';
import { mailNewDevice, mailRecoveryCodeUsed, type Person } from '../mails.ts';
import * as queries from '../queries.ts';
import { deviceOf, sessionEnd } from '../rules.ts';
import type { Login, Tokens } from '../shapes.ts';
import { countSpareCodes } from '../two-factor/queries.ts';
import { consumeFactor, type SecondFactor, verifySecondFactor } from '../two-factor/verify-code.ts';
import type { AccessTokens, TokenClaims } from './access-token.ts';
import { newRefreshToken, newSalt, type RefreshToken, readRefreshToken, successorOf, writeRefreshToken } from './refresh-token.ts';

const messages = {
  wrong: /*i18n*/ { id: 'account.wrong', message: 'The e-mail address or the password is not right.' },
} as const satisfies Record<string, Message>;

export async function login(inside: AccountsDeps, ask: Login, visitor: Visitor): Promise<LoggedIn> {
  const takes = claimedTakes(inside, ask, visitor);
  return queueLogIn(inside.ctx, { address: visitor.address, takes }, () => findAndLogIn(inside, ask, visitor));
}

async function findAndLogIn(inside: AccountsDeps, ask: Login, visitor: Visitor): Promise<LoggedIn> {
  const { db, log } = inside.ctx;
  const found = await queries.findByEmail(db.orm, emailKey(ask.email));
  try {
    return await logInAs(inside, found, ask, visitor);
  } catch (cause) {
    logFailedLogIn(log, cause, { area: 'shop', ...(found ? { account: found.id } : { emailHash: emailHash(ask.email) }) });
    throw cause;
  }
}

type Found = Awaited<ReturnType<typeof queries.findByEmail>>;

async function logInAs(inside: AccountsDeps, found: Found, ask: Login, visitor: Visitor): Promise<LoggedIn> {
  const { ctx, devices } = inside;
  const device = found && devices.recognize(visitor.device, found, ctx.clock.now());
  const isKnown = device !== undefined;
  await takePoints(ctx, isKnown ? knownTakes(visitor, device) : strangerTakes(visitor, ask));
  const isRight = await isPassword(ask.password, found?.passwordHash);
  if (!isRight || !found) throw new UserError(400, { '': [messages.wrong] });
  const proof = found.totpSince ? await verifySecondFactor(inside, { accountId: found.id, code: ask.code, isKnown }) : undefined;
  const entered = await startSession(inside, found, { remember: ask.rememberMe ?? false, visitor, proof });
  if (!isKnown) await clearPoints(ctx, pairTake(visitor, ask));
  return entered;
}

type Entering = Person & { readonly passwordHash: string };
type Enter = { readonly remember: boolean; readonly visitor: Visitor; readonly proof: SecondFactor | undefined };

/** A session for somebody who has proven who they are. */
export async function startSession(inside: AccountsDeps, found: Entering, { remember, visitor, proof }: Enter): Promise<LoggedIn> {
  const { ctx, access, devices } = inside;
  const now = ctx.clock.now();
  const isKnown = devices.recognize(visitor.device, found, now) !== undefined;
  const refresh = newRefreshToken();
  const sessionId = await beginSession(ctx, found, { refresh, remember, visitor, isKnown, proof });
  const tokens = await tokensOf(access, { accountId: found.id, sessionId }, refresh);
  const factor = proof?.by ?? 'none';
  logSecurity(ctx.log, 'security.login.succeeded', { area: 'shop', account: found.id, factor, knownDevice: isKnown });
  return { tokens, cookie: devices.cookie(found, now) };
}

/** By what the cookie says, without looking whether it is true: who forges one that is used up is refused as well. */
function claimedTakes({ devices }: AccountsDeps, ask: Login, visitor: Visitor): readonly Take[] {
  const claim = devices.claimOf(visitor.device);
  return claim === undefined ? strangerTakes(visitor, ask) : knownTakes(visitor, claim);
}

/** A browser that was logged in before is not locked out by those who guess elsewhere. Its address has a limit all the same: each try costs work. */
const knownTakes = ({ address }: Visitor, device: string): readonly Take[] => [
  { limit: 'login.device', of: device },
  { limit: 'login.knownAddress', of: addressKey(address) },
];

const pairTake = ({ address }: Visitor, { email }: Login): Take => ({
  limit: 'login.pair',
  of: `${addressKey(address)} ${emailKey(email)}`,
});

/** The pair first: one address alone never uses up what an account has for all strangers. */
const strangerTakes = (visitor: Visitor, ask: Login): readonly Take[] => [
  pairTake(visitor, ask),
  { limit: 'login.address', of: addressKey(visitor.address) },
  { limit: 'login.account', of: emailKey(ask.email) },
];

type Begin = {
  readonly refresh: RefreshToken;
  readonly remember: boolean;
  readonly visitor: Visitor;
  readonly isKnown: boolean;
  readonly proof: SecondFactor | undefined;
};

async function beginSession(ctx: AppContext, person: Entering, { refresh, remember, visitor, isKnown, proof }: Begin): Promise<string> {
  const now = ctx.clock.now();
  const session = {
    accountId: person.id,
    selectorHash: hashOf(refresh.selector),
    currentHash: hashOf(refresh.secret),
    createdAt: now,
    expiresAt: sessionEnd(now, remember),
    remember,
    device: deviceOf(visitor.userAgent),
  };
  const begin = async (queriesOf: DbClient) => {
    const id = await queries.insertSession(queriesOf, session, { ...person, twice: proof !== undefined });
    if (!id) throw new UserError(400, { '': [messages.wrong] });
    return id;
  };
  const isStrange = !isKnown && (await queries.hasSessions(ctx.db.orm, person.id));
  // One row alone needs no transaction around it.
  if (!proof && !isStrange) return begin(ctx.db.orm);
  return transaction(ctx.db, async (tx) => {
    if (proof) await spendAndTell(ctx, tx, person, proof);
    const id = await begin(tx);
    if (isStrange) await mailNewDevice(ctx, tx, person, session.device);
    return id;
  });
}

/** A recovery code is used when something is amiss, so its owner hears of it. */
async function spendAndTell(ctx: AppContext, tx: DbClient, person: Person, proof: SecondFactor): Promise<void> {
  await consumeFactor(tx, person.id, proof, ctx.clock.now());
  if (proof.by === 'spare') await mailRecoveryCodeUsed(ctx, tx, person, await countSpareCodes(tx, person.id));
}

export async function refresh({ ctx: { db, clock, log }, access }: AccountsDeps, text: string): Promise<Tokens> {
  const presented = readRefreshToken(text);
  if (!presented) throw new UserError(401);
  const salt = newSalt();
  const successor = successorOf(presented, salt);
  const turn = { selector: hashOf(presented.selector), presented: hashOf(presented.secret), successor: hashOf(successor.secret), salt };
  const turned = await queries.refreshSession(db.pool, turn, clock.now());
  if (turned?.outcome === 'reused') {
    markChanged(db.orm, ofAccount(turned.account_id), 'sessions');
    logSecurity(log, 'security.session.reused', { account: turned.account_id, session: turned.session_id });
  }
  if (!turned || turned.outcome === 'reused') throw new UserError(401);
  const caller = { accountId: turned.account_id, sessionId: turned.session_id };
  return tokensOf(access, caller, turned.outcome === 'rotated' ? successor : successorOf(presented, turned.salt));
}

const tokensOf = async (access: AccessTokens, caller: TokenClaims, refresh: RefreshToken): Promise<Tokens> => ({
  accessToken: await access.sign(caller),
  refreshToken: writeRefreshToken(refresh),
});
