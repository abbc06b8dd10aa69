// Change of email address: requested with the password, applied once links at the old and the new address
// were opened.
// The response does not reveal whether the new address already has an account.

import { normalizeEmail } from '#lib/people/email.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { createCode } from '#platform/identity/codes.ts';
import { createWrongPasswordError } from '#platform/identity/errors.ts';
import { verifyOwner } from '#platform/identity/step-up.ts';
import { takePoints } from '#platform/limits/limits.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import type { AccountsDeps } from '../deps.ts';
import { announceConfirmed } from '../events.ts';
import { toHolder } from '../identity.ts';
import { type MailedOwner, mailEmailChanged } from '../mails.ts';
import * as queries from '../queries.ts';
import { dropExports } from '../queries-privacy.ts';
import { getCodeEnd, getGreetingName } from '../rules.ts';
import type { ChangeEmail, ConfirmedEmail, EmailChange } from '../shapes.ts';
import { codeMessage, confirmLink } from './codes.ts';
import * as pending from './queries.ts';

const messages = {
  same: /*i18n*/ { id: 'account.sameEmail', message: 'This is already your email address. Enter a different one.' },
} as const satisfies Record<string, Message>;

/** Replaces a pending change; the links of the earlier one stop working. */
export async function changeEmail({ ctx, identity }: AccountsDeps, caller: Caller, { email, currentPassword }: ChangeEmail): Promise<void> {
  const { db, clock } = ctx;
  const { accountId } = caller;
  const { passwordHash } = await verifyOwner(identity, toHolder(caller), currentPassword);
  await takePoints(ctx, [
    { limit: 'newEmail.account', of: accountId },
    { limit: 'newEmail.email', of: normalizeEmail(email) },
  ]);
  await transaction(db, async (tx) => {
    const person = await pending.lockAccount(tx, accountId);
    if (person?.passwordHash !== passwordHash) throw createWrongPasswordError();
    if (normalizeEmail(person.email) === normalizeEmail(email)) throw new UserError(400, { email: [messages.same] });
    await pending.deleteEmailChange(tx, accountId);
    const now = clock.now();
    await pending.insertEmailChange(tx, { accountId, email, emailKey: normalizeEmail(email), requestedAt: now });
    await askAtOld(ctx, tx, person, { email, now });
    await askAtNew(ctx, tx, person, { email, now });
  });
  logSecurity(ctx.log, 'security.email.changeAsked');
}

type Requested = { readonly email: string; readonly now: Date };

async function askAtOld(ctx: AppContext, tx: DbClient, owner: MailedOwner, { email, now }: Requested): Promise<void> {
  const { id, email: to, locale } = owner;
  const { code, codeHash } = createCode();
  const values = { name: getGreetingName(owner), email, link: `${confirmLink(ctx, code)}&side=old` };
  const mailId = await postMail(ctx, tx, { to, locale, mail: 'confirm-old-address', values });
  await queries.insertCode(tx, { codeHash, accountId: id, kind: 'old-address', email: to, mailId, createdAt: now });
}

/**
 * If the address has an account, its owner gets a notice and the code is sent nowhere. It is generated
 * anyway, so that timing reveals nothing.
 */
async function askAtNew(ctx: AppContext, tx: DbClient, { id, locale }: MailedOwner, { email, now }: Requested): Promise<void> {
  const { code, codeHash } = createCode();
  const owner = await queries.findByEmail(tx, normalizeEmail(email));
  const mailId = await postMail(
    ctx,
    tx,
    owner
      ? { to: owner.email, locale: owner.locale, mail: 'address-taken', values: { name: getGreetingName(owner) } }
      : { to: email, locale, mail: 'confirm-new-address', values: { link: confirmLink(ctx, code) } },
  );
  await queries.insertCode(tx, { codeHash, accountId: id, kind: 'new-address', email, mailId, createdAt: now });
}

type Side = { readonly owner: MailedOwner; readonly kind: 'old-address' | 'new-address'; readonly now: Date };

/**
 * Records a confirmation; the second one changes the address. Undefined if the address has been taken by
 * another account.
 */
export async function confirmEmailSide(
  { ctx, reactions }: AccountsDeps,
  tx: DbClient,
  { owner, kind, now }: Side,
): Promise<ConfirmedEmail | undefined> {
  const pendingChange = await pending.confirmSide(tx, owner.id, kind, now);
  if (!pendingChange) throw new UserError(400, { code: [codeMessage] });
  const { email } = pendingChange;
  if (!pendingChange.oldConfirmedAt || !pendingChange.newConfirmedAt)
    return { email, waiting: pendingChange.oldConfirmedAt ? 'new' : 'old', changed: false };
  await pending.deleteEmailChange(tx, owner.id);
  if (!(await pending.moveAddress(tx, owner.id, { email, emailKey: pendingChange.emailKey, now }))) return undefined;
  for (const mailed of ['verify', 'reset'] as const) await queries.deleteCodes(tx, owner.id, mailed);
  // Ends all sessions: the link may be opened on any device, and the account may have been handed over.
  await queries.endSessions(tx, owner.id, { now, because: 'address' });
  await dropExports(tx, owner.id);
  await announceConfirmed(reactions, tx, { accountId: owner.id, email });
  for (const to of [owner.email, email]) await mailEmailChanged(ctx, tx, owner, { to, email });
  return { email, waiting: null, changed: true };
}

export async function getEmailChange({ ctx: { db, clock } }: AccountsDeps, { accountId }: Caller): Promise<EmailChange> {
  const pendingChange = await pending.findEmailChange(db.orm, accountId);
  const until = pendingChange && getCodeEnd('new-address', pendingChange.requestedAt);
  if (!until || until <= clock.now()) return { pending: null };
  const { email, oldConfirmedAt, newConfirmedAt } = pendingChange;
  return { pending: { email, until: until.toISOString(), oldConfirmed: oldConfirmedAt !== null, newConfirmed: newConfirmedAt !== null } };
}

export async function dropEmailChange({ ctx: { db } }: AccountsDeps, { accountId }: Caller): Promise<void> {
  await transaction(db, async (tx) => {
    await pending.lockAccount(tx, accountId);
    await pending.deleteEmailChange(tx, accountId);
  });
}
