// Creates accounts and sends the confirmation mail.

import { normalizeEmail } from '#lib/people/email.ts';
import { findKnownZone } from '#lib/time/days.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { hashNewPassword } from '#platform/identity/change-password.ts';
import { createCode } from '#platform/identity/codes.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import type { AccountsDeps, Visitor } from '../deps.ts';
import { confirmLink } from '../email/codes.ts';
import type { MailedOwner } from '../mails.ts';
import * as queries from '../queries.ts';
import { holdAccount } from '../queries-privacy.ts';
import type { Register } from '../shapes.ts';

const messages = {
  taken: /*i18n*/ { id: 'account.taken', message: 'This address already has an account. Log in, or reset your password.' },
} as const satisfies Record<string, Message>;

export async function register({ ctx, brand, privacyVersion }: AccountsDeps, request: Register, visitor: Visitor): Promise<void> {
  const { db, clock } = ctx;
  await takePoints(ctx, [{ limit: 'register.address', of: getAddressKey(visitor.address) }]);
  const { email, firstName, lastName } = request;
  const passwordHash = await hashNewPassword(ctx, request.password, [firstName, lastName, email, brand()]);
  const now = clock.now();
  await transaction(db, async (tx) => {
    const reader = { locale: visitor.locale, timeZone: findKnownZone(request.timeZone) ?? null };
    const row = { email, emailKey: normalizeEmail(email), passwordHash, firstName, lastName, ...reader };
    const id = await queries.insertAccount(tx, { ...row, createdAt: now, agreedVersion: privacyVersion(), agreedAt: now });
    if (!id) throw new UserError(400, { email: [messages.taken] });
    await askToConfirm(ctx, tx, { id, email, locale: visitor.locale }, 'welcome');
  });
}

/** Resends the confirmation mail. Does nothing if the address is confirmed. */
export async function sendVerification({ ctx }: AccountsDeps, { accountId }: Caller): Promise<void> {
  await takePoints(ctx, [{ limit: 'verify.account', of: accountId }]);
  await transaction(ctx.db, async (tx) => {
    if (!(await holdAccount(tx, accountId))) throw new UserError(401);
    const person = await queries.findById(tx, accountId);
    if (person && !person.emailVerifiedAt) await askToConfirm(ctx, tx, person, 'verify-email');
  });
}

type Registered = Pick<MailedOwner, 'id' | 'email' | 'locale'>;

async function askToConfirm(ctx: AppContext, tx: DbClient, person: Registered, mail: 'welcome' | 'verify-email'): Promise<void> {
  const { id, email, locale } = person;
  const { code, codeHash } = createCode();
  const link = confirmLink(ctx, code);
  const mailId = await postMail(ctx, tx, { to: email, locale, mail, values: { link } });
  await queries.insertCode(tx, { codeHash, accountId: id, kind: 'verify', email, mailId, createdAt: ctx.clock.now() });
}
