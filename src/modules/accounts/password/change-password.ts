// Password reset by mailed code, and password change with the current password.

import { emailKey } from '#lib/people/email.ts';
import { UserError } from '#lib/user-error.ts';
import { mailProgress } from '#modules/mail/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { readCode } from '#platform/identity/codes.ts';
import { hashPassword } from '#platform/identity/passwords.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { addressKey, takePoints } from '#platform/limits/limits.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import { notCurrent, verifyOwner } from '../confirm-password.ts';
import type { AccountsDeps, Visitor } from '../deps.ts';
import { codeMessage } from '../email/codes.ts';
import { deleteEmailChange, lockByCode } from '../email/queries.ts';
import { type AccountEvents, announceConfirmed } from '../events.ts';
import { type MailedOwner, mailSecurityChange } from '../mails.ts';
import { deleteAccountPasskeys, endConfirmations } from '../passkeys/queries.ts';
import * as queries from '../queries.ts';
import { dropExports } from '../queries-privacy.ts';
import { isCodeOpen } from '../rules.ts';
import type { ChangePassword, Reset } from '../shapes.ts';
import { removeApp } from '../two-factor/queries.ts';
import { assertStrongPassword } from './weak-passwords.ts';

/** The same response for every address: a job looks up the account. */
export async function forgotPassword({ ctx }: AccountsDeps, email: string, visitor: Visitor): Promise<void> {
  const { db, clock } = ctx;
  await takePoints(ctx, [
    { limit: 'recover.address', of: addressKey(visitor.address) },
    { limit: 'recover.email', of: emailKey(email) },
  ]);
  await transaction(db, async (tx) => {
    const id = await queries.insertRecovery(tx, { email, locale: visitor.locale, createdAt: clock.now() });
    await enqueue(tx, 'accounts.sendRecovery', { id });
  });
}

export async function resetPassword(
  { ctx, brand, reactions }: AccountsDeps,
  { email, password, code }: Reset,
  visitor: Visitor,
): Promise<void> {
  const { db, clock } = ctx;
  await takePoints(ctx, [{ limit: 'reset.address', of: addressKey(visitor.address) }]);
  const invalidCode = new UserError(400, { code: [codeMessage] });
  const codeHash = readCode(code);
  if (!codeHash) throw invalidCode;
  await assertStrongPassword({ ctx, brand }, password, { firstName: '', lastName: '', email });
  const passwordHash = await hashPassword(password);
  const now = clock.now();
  const account = await transaction(db, async (tx) => {
    const owner = (await lockByCode(tx, codeHash))?.person;
    const used = owner && (await queries.consumeCode(tx, codeHash, 'reset', now));
    // No row: the mail was sent long ago and deleted.
    const mail = used && (await mailProgress(tx, used.mailId));
    if (!used || !mail || emailKey(used.email) !== emailKey(email)) throw invalidCode;
    // The address has changed since the mail was sent to the old one.
    if (emailKey(used.email) !== emailKey(owner.email)) throw invalidCode;
    if (!isCodeOpen('reset', { createdAt: used.createdAt, handedOverAt: mail.sentAt }, now)) throw invalidCode;
    await queries.replacePassword(tx, used.accountId, passwordHash);
    await queries.endSessions(tx, used.accountId, { now, because: 'reset' });
    if (!owner.emailVerifiedAt) await claimForMailboxOwner(reactions, tx, owner, now);
    await queries.deleteCodes(tx, used.accountId, 'reset');
    await dropExports(tx, used.accountId);
    await deleteEmailChange(tx, used.accountId);
    await mailSecurityChange(ctx, tx, owner, 'password-changed');
    return used.accountId;
  });
  logSecurity(ctx.log, 'security.password.changed', { account, by: 'mailed code' });
}

/**
 * The account may have been registered by someone else. The mailbox owner takes it over: confirms the address
 * and removes all other factors.
 */
async function claimForMailboxOwner(reactions: AccountEvents, tx: DbClient, { id, email }: MailedOwner, now: Date): Promise<void> {
  await deleteAccountPasskeys(tx, id);
  await removeApp(tx, id);
  await queries.markVerified(tx, id, email, now);
  await announceConfirmed(reactions, tx, { accountId: id, email });
}

/** Returns a new device cookie: the change invalidates all known devices, and this one is still trusted. */
export async function changeAccountPassword(
  { ctx, brand, devices }: AccountsDeps,
  caller: Caller,
  request: ChangePassword,
): Promise<string> {
  const { db, clock } = ctx;
  const found = await verifyOwner({ ctx }, caller, request.currentPassword);
  await assertStrongPassword({ ctx, brand }, request.password, found);
  const passwordHash = await hashPassword(request.password);
  const now = clock.now();
  await transaction(db, async (tx) => {
    if (!(await queries.replacePassword(tx, found.id, passwordHash, found.passwordHash))) throw notCurrent();
    await dropExports(tx, found.id);
    await queries.endSessions(tx, found.id, { now, because: 'password' }, caller.sessionId);
    await endConfirmations(tx, found.id);
    await deleteEmailChange(tx, found.id);
    await mailSecurityChange(ctx, tx, found, 'password-changed');
  });
  logSecurity(ctx.log, 'security.password.changed', { account: found.id, by: 'owner' });
  return devices.cookie({ id: found.id, passwordHash }, now);
}
