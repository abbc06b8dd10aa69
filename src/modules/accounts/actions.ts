// Public API of the accounts module: sign-up, log-in, sessions, account settings.

import type { Locale } from '#lib/locale.ts';
import { normalizeEmail } from '#lib/people/email.ts';
import { formatPersonName } from '#lib/people/person-name.ts';
import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import { batchReads } from '#platform/database/batch-reads.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { changePassword } from '#platform/identity/change-password.ts';
import {
  addPasskey,
  createPasskeyLogInOptions,
  createPasskeyOptions,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '#platform/identity/passkeys.ts';
import { isSessionConfirmed } from '#platform/identity/queries.ts';
import { endSession, listSessions } from '#platform/identity/sessions.ts';
import { confirmOptions, confirmStepUp } from '#platform/identity/step-up.ts';
import { listBrandKits, removeBrandKit, saveBrandKit } from './brand-kits/brand-kits.ts';
import { makeDemo } from './demo.ts';
import type { AccountsDeps, Visitor } from './deps.ts';
import type { DeskCustomer } from './desk-shapes.ts';
import { changeEmail, dropEmailChange, getEmailChange } from './email/change-email.ts';
import { confirmEmail } from './email/confirm-email.ts';
import { findVerified } from './email/queries.ts';
import { openAccountIdentity, toHolder } from './identity.ts';
import { createAccessTokens } from './login/access-token.ts';
import { login, loginByPasskey, refreshTokens } from './login/log-in.ts';
import { loginByLink, requestLoginLink } from './login/login-link.ts';
import { register, sendVerification } from './login/register.ts';
import type { AddPasskey, Confirm, PasskeyLogin, RenamePasskey } from './passkeys/shapes.ts';
import { requestPasswordReset, resetPassword } from './password/reset-password.ts';
import { cancelDeletion, readDeletionStatus, requestDeletion } from './privacy/delete-account.ts';
import { fetchExport, findSavedExport, isExportOpen, openExport, requestExport } from './privacy/export-data.ts';
import * as queries from './queries.ts';
import { findPeople } from './queries-desk.ts';
import { holdAccount } from './queries-privacy.ts';
import { getGreetingName, toSessionList } from './rules.ts';
import type {
  ChangeEmail,
  ChangePassword,
  Login,
  LoginLink,
  Profile,
  Proven,
  Register,
  Reset,
  SaveBrandKit,
  SessionList,
  Update,
} from './shapes.ts';
import { findOwner } from './team/queries.ts';
import { createTeam } from './team/team.ts';
import { getTwoFactor, renewSpareCodes, setUpTwoFactor, turnOffTwoFactor, turnOnTwoFactor } from './two-factor/two-factor.ts';

export type AccountsModule = ReturnType<typeof createAccounts>;

type OpenOptions = Pick<AccountsDeps, 'privacyVersion' | 'brand' | 'reactions' | 'companies'> & { readonly secrets: Secrets };

export function createAccounts(ctx: AppContext, { secrets, ...options }: OpenOptions) {
  const { db, clock } = ctx;
  const access = createAccessTokens(secrets, clock);
  const identity = openAccountIdentity(ctx, { secrets, ...options });
  const findActing = batchReads((sessionIds: readonly string[]) => queries.findActing(db.pool, sessionIds, clock.now()));
  const deps: AccountsDeps = { ctx, access, identity, findActing, ...options };
  const findProfile = batchReads((callers: readonly Caller[]) => queries.readProfiles(db.pool, callers, clock.now()));
  return {
    deviceCookie: identity.devices.cookieName,
    register: (request: Register, visitor: Visitor) => register(deps, request, visitor),
    confirmEmail: (code: string, visitor: Pick<Visitor, 'address'>) => confirmEmail(deps, code, visitor),
    sendVerification: (caller: Caller) => sendVerification(deps, caller),
    login: (request: Login, visitor: Visitor) => login(deps, request, visitor),
    requestLoginLink: (email: string, visitor: Visitor) => requestLoginLink(deps, email, visitor),
    loginByLink: (request: LoginLink, visitor: Visitor) => loginByLink(deps, request, visitor),
    refresh: (token: string) => refreshTokens(deps, token),
    forgotPassword: (email: string, visitor: Visitor) => requestPasswordReset(deps, email, visitor),
    resetPassword: (request: Reset, visitor: Visitor) => resetPassword(deps, request, visitor),
    changePassword: (caller: Caller, request: ChangePassword) => changePassword(identity, toHolder(caller), request),
    requestExport: (caller: Caller, currentPassword: string | undefined) => requestExport(deps, caller, currentPassword),
    fetchExport: (code: string, visitor: Visitor) => fetchExport(deps, code, visitor),
    openExport: (code: string, visitor: Pick<Visitor, 'address'>) => openExport(deps, code, visitor),
    isExportOpen: (cookie: string) => isExportOpen(deps, cookie),
    savedExport: (cookie: string) => findSavedExport(deps, cookie),
    requestDeletion: (caller: Caller, currentPassword: string | undefined) => requestDeletion(deps, caller, currentPassword),
    cancelDeletion: (caller: Caller) => cancelDeletion(deps, caller),
    closing: (caller: Caller) => readDeletionStatus(deps, caller),
    changeEmail: (caller: Caller, request: ChangeEmail) => changeEmail(deps, caller, request),
    emailChange: (caller: Caller) => getEmailChange(deps, caller),
    dropEmailChange: (caller: Caller) => dropEmailChange(deps, caller),
    update: (caller: Caller, request: Update) => queries.updateAccount(db.orm, caller.accountId, request),
    async profile(caller: Caller): Promise<Profile> {
      const row = await findProfile(caller);
      if (!row) throw new UserError(401);
      return { ...row, createdAt: row.createdAt.toISOString() };
    },
    async logout({ accountId, sessionId }: Caller): Promise<void> {
      await queries.endSessions(db.orm, accountId, { now: clock.now(), because: 'logout' }, { only: sessionId });
    },
    async sessions({ accountId, sessionId }: Caller): Promise<SessionList> {
      return toSessionList(await listSessions(identity, accountId), sessionId);
    },
    endSession: ({ accountId }: Caller, id: string) => endSession(identity, db.orm, accountId, id),
    async endOtherSessions({ accountId, sessionId }: Caller): Promise<void> {
      await identity.endSessions(db.orm, accountId, 'elsewhere', { except: sessionId });
    },
    twoFactor: (caller: Caller) => getTwoFactor(deps, caller),
    setUpTwoFactor: (caller: Caller, currentPassword: string | undefined) => setUpTwoFactor(deps, caller, currentPassword),
    turnOnTwoFactor: (caller: Caller, code: string) => turnOnTwoFactor(deps, caller, code),
    turnOffTwoFactor: (caller: Caller, request: Proven) => turnOffTwoFactor(deps, caller, request),
    renewSpareCodes: (caller: Caller, request: Proven) => renewSpareCodes(deps, caller, request),
    passkeys: (caller: Caller) => listPasskeys(identity, caller.accountId),
    passkeyOptions: (caller: Caller) => createPasskeyOptions(identity, toHolder(caller)),
    addPasskey: (caller: Caller, request: AddPasskey, visitor: Visitor) =>
      addPasskey(identity, toHolder(caller), request, visitor.userAgent),
    renamePasskey: (caller: Caller, request: RenamePasskey) => renamePasskey(identity, caller.accountId, request),
    removePasskey: (caller: Caller, id: string) => removePasskey(identity, toHolder(caller), id),
    passkeyLoginOptions: (visitor: Visitor) => createPasskeyLogInOptions(identity, visitor.address),
    loginByPasskey: (request: PasskeyLogin, visitor: Visitor) => loginByPasskey(deps, request, visitor),
    confirmOptions: (caller: Caller) => confirmOptions(identity, toHolder(caller)),
    confirm: (caller: Caller, request: Confirm) => confirmStepUp(identity, toHolder(caller), request),
    isConfirmed: (holder: Pick<Caller, 'personId' | 'sessionId'>) =>
      isSessionConfirmed(db.orm, identity.tables, toHolder(holder), clock.now()),
    brandKits: (caller: Caller) => listBrandKits(deps, caller),
    saveBrandKit: (caller: Caller, request: SaveBrandKit) => saveBrandKit(deps, caller, request),
    removeBrandKit: (caller: Caller, id: string) => removeBrandKit(deps, caller, id),
    makeDemo: () => makeDemo(deps),
    /** Reads the token's claims; does not check the session. */
    verifyToken: (token: string) => access.verify(token),
    /** Undefined if the session has ended. */
    findActing: ({ sessionId }: Pick<Caller, 'sessionId'>) => findActing(sessionId),
    /** The session is open and still acts for this account. */
    async isAlive({ accountId, sessionId }: Pick<Caller, 'accountId' | 'sessionId'>): Promise<boolean> {
      const acting = await findActing(sessionId);
      return acting?.accountId === accountId && acting.role !== null;
    },
    team: createTeam(deps),
  };
}

/** Id of the account that has confirmed this address. */
export const findAccountByConfirmedEmail = (queries: DbClient, email: string): Promise<string | undefined> =>
  findVerified(queries, normalizeEmail(email));

/** Recipient data for mails: the owner's. Undefined if the account is erased. */
export async function findMailRecipient(from: DbClient, accountId: string): Promise<MailRecipient | undefined> {
  const found = await queries.findById(from, await findOwner(from, accountId));
  return found && { email: found.email, name: getGreetingName(found), ...toReader(found) };
}

/** True if this is the current address of the account, in any letter case. False if the account is erased. */
export async function hasAddress(from: DbClient, accountId: string, email: string): Promise<boolean> {
  const found = await queries.findById(from, accountId);
  return found !== undefined && normalizeEmail(found.email) === normalizeEmail(email);
}

type MailRecipient = AccountReader & { readonly email: string; readonly name: string; readonly locale: Locale };
/** What the dates of a mail depend on. */
type AccountReader = { readonly locale: Locale; readonly timeZone: string | null };

const toReader = ({ locale, timeZone }: AccountReader): AccountReader => ({ locale, timeZone });

/** The reader of mails to this address. Undefined if it has no account. */
export async function findMailReader(from: DbClient, email: string): Promise<AccountReader | undefined> {
  const found = await queries.findByEmail(from, normalizeEmail(email));
  return found && toReader(found);
}
/** Locks the account against erasure until the transaction ends. False if it is already erased. */
export const lockAgainstErasure = (tx: DbClient, accountId: string): Promise<boolean> => holdAccount(tx, accountId);

/**
 * Ends all sessions of the account from the desk. Returns how many; undefined if the account is erased or
 * unknown.
 */
export async function endAllSessions(tx: DbClient, accountId: string, now: Date): Promise<number | undefined> {
  if (!(await holdAccount(tx, accountId))) return undefined;
  return queries.endSessions(tx, accountId, { now, because: 'desk' });
}

/** Erased accounts are missing from the map. */
export async function findCustomersByIds(
  { db }: Pick<AppContext, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DeskCustomer>> {
  const rows = await findPeople(db.orm, ids);
  return new Map(
    rows.flatMap(({ id, email, erasedAt, ...names }) => (erasedAt ? [] : [[id, { id, email, name: formatPersonName(names) }]])),
  );
}
