// The door of the room: who may come in, and for how long.
import type { Ground } from '../../infra/ground.ts';
import type { Caller } from '../../infra/http/calls.ts';
import { openSecrets } from '../../infra/secrets.ts';
import { Refusal } from '../../lib/refusal.ts';
import { accessTokens } from './access-token.ts';
import { makeDemo } from './demo.ts';
import { openDevices } from './device.ts';
import type { Inside, Visitor } from './inside.ts';
import { login, refresh } from './log-in.ts';
import { changePassword, forgotPassword, resetPassword } from './new-password.ts';
import * as queries from './queries.ts';
import { confirmEmail, register, sendVerification } from './register.ts';
import { sessionList } from './rules.ts';
import { openSeals } from './seals.ts';
import type { ChangePassword, Login, Profile, Proven, Register, Reset, SessionList, Update } from './shapes.ts';
import { renewSpareCodes, setUpTwoFactor, turnOffTwoFactor, turnOnTwoFactor, twoFactor } from './two-factor.ts';

export type AccountsRoom = Awaited<ReturnType<typeof openAccounts>>;

/** As many as a person can look over. */
const SESSIONS_SHOWN = 100;

export async function openAccounts(ground: Ground, { privacyVersion, brand }: Pick<Inside, 'privacyVersion' | 'brand'>) {
  const { db, clock, config } = ground;
  const secrets = await openSecrets(config, clock.now());
  const access = accessTokens(secrets, clock);
  const inside: Inside = { ground, access, devices: openDevices(secrets), seals: openSeals(secrets), brand, privacyVersion };
  return {
    register: (ask: Register, visitor: Visitor) => register(inside, ask, visitor),
    confirmEmail: (code: string, visitor: Visitor) => confirmEmail(inside, code, visitor),
    sendVerification: (caller: Caller) => sendVerification(inside, caller),
    login: (ask: Login, visitor: Visitor) => login(inside, ask, visitor),
    refresh: (token: string) => refresh(inside, token),
    forgotPassword: (email: string, visitor: Visitor) => forgotPassword(inside, email, visitor),
    resetPassword: (ask: Reset, visitor: Visitor) => resetPassword(inside, ask, visitor),
    changePassword: (caller: Caller, ask: ChangePassword) => changePassword(inside, caller, ask),
    update: (caller: Caller, ask: Update) => queries.updateAccount(db.orm, caller.accountId, ask),
    async profile(caller: Caller): Promise<Profile> {
      const row = await queries.readProfile(db.pool, caller, clock.now());
      if (!row) throw new Refusal(401);
      return { ...row, createdAt: row.createdAt.toISOString() };
    },
    async logout({ accountId, sessionId }: Caller): Promise<void> {
      await queries.endSession(db.orm, accountId, sessionId, { now: clock.now(), because: 'logout' });
    },
    async sessions({ accountId, sessionId }: Caller): Promise<SessionList> {
      return sessionList(await queries.listSessions(db.orm, accountId, clock.now(), SESSIONS_SHOWN), sessionId);
    },
    async endSession({ accountId }: Caller, id: string): Promise<void> {
      if (!(await queries.endSession(db.orm, accountId, id, { now: clock.now(), because: 'elsewhere' }))) throw new Refusal(404);
    },
    twoFactor: (caller: Caller) => twoFactor(inside, caller),
    setUpTwoFactor: (caller: Caller, currentPassword: string) => setUpTwoFactor(inside, caller, currentPassword),
    turnOnTwoFactor: (caller: Caller, code: string) => turnOnTwoFactor(inside, caller, code),
    turnOffTwoFactor: (caller: Caller, ask: Proven) => turnOffTwoFactor(inside, caller, ask),
    renewSpareCodes: (caller: Caller, ask: Proven) => renewSpareCodes(inside, caller, ask),
    makeDemo: () => makeDemo(inside),
    /** Whose token it is, as far as the token itself says. */
    callerOf: (token: string) => access.verify(token),
    isAlive: (caller: Caller) => queries.isAlive(db.pool, caller, clock.now()),
  };
}
