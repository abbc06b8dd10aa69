// An operator’s own account: name, sessions, and a change of address that is confirmed by a link mailed to
// the new one.

import { normalizeEmail } from '#lib/people/email.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import { postMail } from '#modules/mail/actions.ts';
import { transaction } from '#platform/database/database.ts';
import { createCode, readCode } from '#platform/identity/codes.ts';
import { endSession, listSessions } from '#platform/identity/sessions.ts';
import { getAddressKey, takePoints } from '#platform/limits/limits.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import { lockActiveSession, type OperatorSession, writeAudit } from '../actions.ts';
import type { AuthDeps } from '../auth.ts';
import { changeOperator, endOperatorSessions, findOperator, lockOperator } from '../queries.ts';
import type { OwnAccount } from '../shapes-account.ts';
import * as queries from './queries.ts';

const EMAIL_LINK_HOURS = 24;
const HOUR_MS = 3_600_000;

const messages = {
  same: /*i18n*/ { id: 'desk.sameEmail', message: 'This is already your email address. Enter a different one.' },
  used: /*i18n*/ { id: 'desk.emailLinkUsed', message: 'This link has expired or was already used. Change the address again.' },
} as const satisfies Record<string, Message>;

export async function readOwnAccount({ ctx, identity }: AuthDeps, { operator, sessionId }: OperatorSession): Promise<OwnAccount> {
  const pending = await queries.findPendingEmail(ctx.db.orm, operator.id, ctx.clock.now());
  return {
    pendingEmail: pending?.email ? { email: pending.email, until: pending.endsAt.toISOString() } : null,
    sessions: (await listSessions(identity, operator.id)).map(({ id, device, createdAt, lastUsedAt }) => ({
      id,
      device: device ?? '',
      createdAt: createdAt.toISOString(),
      seenAt: lastUsedAt.toISOString(),
      isCurrent: id === sessionId,
    })),
  };
}

/** Assignments made before keep the old name. */
export async function renameOperator({ ctx }: AuthDeps, session: OperatorSession, name: string): Promise<void> {
  const { operator } = session;
  await transaction(ctx.db, async (tx) => {
    await lockActiveSession(tx, session);
    await changeOperator(tx, operator.id, { name });
    const [before, after] = [{ name: operator.name }, { name }];
    await writeAudit(tx, operator, ctx.clock.now(), { act: 'desk.rename', about: { kind: 'operator', id: operator.id }, before, after });
  });
}

/** Ends one of the other sessions, or all of them. */
export async function endOtherSessions({ ctx, identity }: AuthDeps, { operator, sessionId }: OperatorSession, id?: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    if (id === sessionId) throw new UserError(404);
    if (id === undefined) await identity.endSessions(tx, operator.id, 'elsewhere', { except: sessionId });
    else await endSession(identity, tx, operator.id, id);
    await writeAudit(tx, operator, ctx.clock.now(), { act: 'desk.endSessions', about: { kind: 'operator', id: operator.id } });
  });
}

/**
 * The answer does not say whether the address belongs to a colleague, whose addresses some roles may not see;
 * then nothing is mailed.
 */
export async function askForNewEmail({ ctx }: AuthDeps, session: OperatorSession, email: string): Promise<void> {
  const { operator } = session;
  await takePoints(ctx, [{ limit: 'desk.newEmail', of: operator.id }]);
  if (normalizeEmail(email) === operator.emailKey) throw new UserError(400, { email: [messages.same] });
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    await lockActiveSession(tx, session);
    const { code, codeHash } = createCode();
    const endsAt = new Date(now.getTime() + EMAIL_LINK_HOURS * HOUR_MS);
    await queries.insertOperatorCode(tx, { codeHash, operatorId: operator.id, kind: 'email', email, createdAt: now, endsAt });
    const link = `${ctx.config.deskUrl}/confirm-email#${code}`;
    if (!(await findOperator(tx, normalizeEmail(email))))
      await postMail(ctx, tx, { to: email, locale: 'en', mail: 'desk-confirm-email', values: { link, hours: String(EMAIL_LINK_HOURS) } });
    await writeAudit(tx, operator, now, { act: 'desk.askEmail', about: { kind: 'operator', id: operator.id } });
  });
  logSecurity(ctx.log, 'security.email.changeAsked');
}

export async function dropNewEmail({ ctx }: AuthDeps, { operator }: OperatorSession): Promise<void> {
  await queries.dropOperatorCodes(ctx.db.orm, operator.id, 'email');
}

/** Ends all sessions, because the link may be opened on any device, and tells the old address. */
export async function confirmNewEmail({ ctx }: AuthDeps, code: string, address: string): Promise<{ email: string }> {
  await takePoints(ctx, [{ limit: 'desk.address', of: getAddressKey(address) }]);
  const now = ctx.clock.now();
  const used = new UserError(400, { '': [messages.used] });
  const codeHash = readCode(code);
  const found = codeHash && (await queries.findOperatorCode(ctx.db.orm, { codeHash, kind: 'email', now }));
  if (!found?.email) throw used;
  const { operatorId, email } = found;
  await transaction(ctx.db, async (tx) => {
    const owner = await lockOperator(tx, operatorId);
    if (!owner || !(await queries.takeOperatorCode(tx, found.codeHash))) throw used;
    if (!(await queries.moveOperatorAddress(tx, owner.id, { email, emailKey: normalizeEmail(email) }))) throw used;
    await queries.dropOperatorCodes(tx, owner.id);
    await endOperatorSessions(tx, owner.id);
    await writeAudit(tx, owner, now, { act: 'desk.changeEmail', about: { kind: 'operator', id: owner.id } });
    for (const to of [owner.email, email])
      await postMail(ctx, tx, { to, locale: 'en', mail: 'desk-email-changed', values: { name: owner.name, email, at: now.toISOString() } });
  });
  logSecurity(ctx.log, 'security.email.changed', { area: 'desk', operator: operatorId });
  return { email };
}
