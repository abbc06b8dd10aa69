// A forgotten password: a mailed code sets a new one.

import type { Locale } from '#lib/locale.ts';
import { normalizeEmail } from '#lib/people/email.ts';
import { UserError } from '#lib/user-error.ts';
import { mailProgress } from '#modules/mail/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import { hashNewPassword, replacePassword } from '#platform/identity/change-password.ts';
import { readCode } from '#platform/identity/codes.ts';
import { deletePasskeys } from '#platform/identity/queries.ts';
import { requestRecovery } from '#platform/identity/recovery.ts';
import { enqueue } from '#platform/jobs/enqueue.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import type { AccountsDeps, Visitor } from '../deps.ts';
import { codeMessage } from '../email/codes.ts';
import { lockByCode } from '../email/queries.ts';
import { announceConfirmed } from '../events.ts';
import type { MailedOwner } from '../mails.ts';
import * as queries from '../queries.ts';
import { isCodeOpen, type MailedKind } from '../rules.ts';
import type { Reset } from '../shapes.ts';
import { removeApp } from '../two-factor/queries.ts';

export const requestPasswordReset = ({ ctx, identity }: AccountsDeps, email: string, { address, locale }: Visitor): Promise<void> =>
  requestRecovery(identity, {
    email,
    address,
    store: (tx) => mailReset(tx, { email, locale, now: ctx.clock.now() }),
  });

type MailTo = { readonly email: string; readonly locale: Locale; readonly now: Date };

/** Also for an account that an operator created: its owner sets the first password. */
export const mailReset = (tx: DbClient, to: MailTo): Promise<void> => mailCode(tx, { kind: 'reset', ...to });

export async function mailCode(tx: DbClient, { kind, email, locale, now }: MailTo & { readonly kind: MailedKind }): Promise<void> {
  const id = await queries.insertRecovery(tx, { kind, email, locale, createdAt: now });
  await enqueue(tx, 'accounts.sendRecovery', { id });
}

export async function resetPassword(deps: AccountsDeps, { email, password, code }: Reset, visitor: Visitor): Promise<void> {
  const { ctx, identity, brand } = deps;
  const { db, clock } = ctx;
  await takePoints(ctx, [{ limit: 'reset.address', of: getAddressKey(visitor.address) }]);
  const invalidCode = new UserError(400, { code: [codeMessage] });
  const codeHash = readCode(code);
  if (!codeHash) throw invalidCode;
  const passwordHash = await hashNewPassword(ctx, password, [email, brand()]);
  const now = clock.now();
  const account = await transaction(db, async (tx) => {
    const owner = (await lockByCode(tx, codeHash))?.person;
    const used = owner && (await queries.consumeCode(tx, codeHash, 'reset', now));
    // No row: the mail was sent long ago and deleted.
    const mail = used && (await mailProgress(tx, used.mailId));
    if (!used || !mail || normalizeEmail(used.email) !== normalizeEmail(email)) throw invalidCode;
    // The address has changed since the mail was sent to the old one.
    if (normalizeEmail(used.email) !== normalizeEmail(owner.email)) throw invalidCode;
    if (!isCodeOpen('reset', { createdAt: used.createdAt, handedOverAt: mail.sentAt }, now)) throw invalidCode;
    await replacePassword(identity, tx, owner, { passwordHash, change: { kind: 'password-changed', by: 'reset' } });
    if (!owner.emailVerifiedAt) await claimAccountForMailboxOwner(deps, tx, owner, now);
    await queries.deleteCodes(tx, used.accountId, 'reset');
    return used.accountId;
  });
  logSecurity(ctx.log, 'security.password.changed', { account, by: 'mailed code' });
}

/**
 * The account may have been registered by someone else. The mailbox owner takes it over: confirms the address
 * and removes all other factors.
 */
export async function claimAccountForMailboxOwner(
  { identity, reactions }: AccountsDeps,
  tx: DbClient,
  { id, email }: MailedOwner,
  now: Date,
): Promise<void> {
  await deletePasskeys(tx, identity.tables, id);
  await removeApp(tx, id);
  await queries.markVerified(tx, id, email, now);
  await announceConfirmed(reactions, tx, { accountId: id, email });
}
