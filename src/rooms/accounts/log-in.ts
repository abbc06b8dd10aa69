// Coming in, and staying in. Every no is the same for whoever guesses.
import { change } from '../../infra/db.ts';
import type { Ground } from '../../infra/ground.ts';
import type { Caller } from '../../infra/http/calls.ts';
import { addressKey, takePoints } from '../../infra/limits.ts';
import { emailKey } from '../../lib/email.ts';
import { type Message, Refusal } from '../../lib/refusal.ts';
import type { AccessTokens } from './access-token.ts';
import type { Inside, LoggedIn, Visitor } from './inside.ts';
import { type Person, tellOfDevice } from './notices.ts';
import { isPassword } from './passwords.ts';
import * as queries from './queries.ts';
import { hashOf, newRefreshToken, newSalt, type RefreshToken, readRefreshToken, successorOf, writeRefreshToken } from './refresh-token.ts';
import { deviceOf, sessionEnd } from './rules.ts';
import type { Login, Tokens } from './shapes.ts';

const messages = {
  wrong: /*i18n*/ { id: 'account.wrong', message: 'The e-mail address or the password is not right.' },
} as const satisfies Record<string, Message>;

export async function login({ ground, access, devices }: Inside, ask: Login, visitor: Visitor): Promise<LoggedIn> {
  const { db, clock, config } = ground;
  const found = await queries.findByEmail(db.orm, emailKey(ask.email));
  const now = clock.now();
  const isKnown = found !== undefined && devices.isKnown(visitor.device, found.id, now);
  await takeTry(ground, ask.email, visitor, isKnown ? found.id : undefined);
  const isRight = await isPassword(ask.password, found?.passwordHash);
  if (!isRight || !found) throw new Refusal(400, { '': [messages.wrong] });
  const refresh = newRefreshToken();
  const sessionId = await beginSession(ground, found, { refresh, remember: ask.rememberMe ?? false, visitor, isKnown });
  const tokens = await tokensOf(access, { accountId: found.id, sessionId }, refresh);
  return { tokens, cookie: devices.cookie(found.id, now, config.shopUrl.startsWith('https:')) };
}

/** Whoever was logged in on this device before is not locked out by those who guess elsewhere. */
const takeTry = (ground: Ground, email: string, { address, device }: Visitor, knownTo: string | undefined): Promise<void> =>
  takePoints(
    ground,
    knownTo === undefined
      ? [
          { limit: 'login.address', of: addressKey(address) },
          { limit: 'login.account', of: emailKey(email) },
        ]
      : [{ limit: 'login.device', of: `${knownTo} ${device}` }],
  );

type Begin = { readonly refresh: RefreshToken; readonly remember: boolean; readonly visitor: Visitor; readonly isKnown: boolean };

async function beginSession(
  ground: Ground,
  person: Person & { readonly passwordHash: string },
  { refresh, remember, visitor, isKnown }: Begin,
): Promise<string> {
  const now = ground.clock.now();
  const session = {
    ...{ accountId: person.id, selectorHash: hashOf(refresh.selector), currentHash: hashOf(refresh.secret) },
    ...{ createdAt: now, expiresAt: sessionEnd(now, remember), remember, device: deviceOf(visitor.userAgent) },
  };
  return change(ground.db, async (tx) => {
    const isStrange = !isKnown && (await queries.hasSessions(tx, person.id));
    const id = await queries.insertSession(tx, session, person);
    if (!id) throw new Refusal(400, { '': [messages.wrong] });
    if (isStrange) await tellOfDevice(ground, tx, person, session.device);
    return id;
  });
}

export async function refresh({ ground: { db, clock }, access }: Inside, text: string): Promise<Tokens> {
  const presented = readRefreshToken(text);
  if (!presented) throw new Refusal(401);
  const salt = newSalt();
  const successor = successorOf(presented, salt);
  const turn = { selector: hashOf(presented.selector), presented: hashOf(presented.secret), successor: hashOf(successor.secret), salt };
  const turned = await queries.refreshSession(db.pool, turn, clock.now());
  if (!turned || turned.outcome === 'reused') throw new Refusal(401);
  const caller = { accountId: turned.account_id, sessionId: turned.session_id };
  return tokensOf(access, caller, turned.outcome === 'rotated' ? successor : successorOf(presented, turned.salt));
}

const tokensOf = async (access: AccessTokens, caller: Caller, refresh: RefreshToken): Promise<Tokens> => ({
  accessToken: await access.sign(caller),
  refreshToken: writeRefreshToken(refresh),
});
