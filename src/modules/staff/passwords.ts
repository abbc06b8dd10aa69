// Passwords of operators: validation and change.

import { type Message, UserError } from '#lib/user-error.ts';
import { isOwnWords } from '#modules/accounts/rules.ts';
import { transaction } from '#platform/database/database.ts';
import { isBreached } from '#platform/identity/breached.ts';
import { isCommon } from '#platform/identity/common-passwords.ts';
import { hashPassword, isPassword } from '#platform/identity/passwords.ts';
import { takePoints } from '#platform/limits/limits.ts';
import { logSecurity } from '#platform/logging/security-log.ts';
import { dropOperatorCodes } from './account/queries.ts';
import { type OperatorSession, writeAudit } from './actions.ts';
import type { AuthDeps } from './auth.ts';
import { lockOperator } from './passkeys/queries.ts';
import * as queries from './queries.ts';
import type { ChangeDeskPassword } from './shapes.ts';
import { roles } from './shapes-roles.ts';

const messages = {
  current: /*i18n*/ { id: 'desk.stepUpPassword', message: 'This isn’t your current password.' },
  ownWords: /*i18n*/ {
    id: 'desk.ownWords',
    message: 'Your name, your address and words of the desk are easily guessed. Choose another password.',
  },
  common: /*i18n*/ { id: 'desk.common', message: 'This password is too common. Choose another one.' },
  breached: /*i18n*/ {
    id: 'desk.breached',
    message: 'This password was exposed in a data breach. Choose one that you use nowhere else.',
  },
} as const satisfies Record<string, Message>;

/** Words that are likely guesses at any shop's desk. */
const deskWords = [...roles, 'admin', 'desk', 'password'] as const;

type OperatorNames = { readonly name: string; readonly email: string };

export async function assertStrongOperatorPassword(
  { ctx, brand }: AuthDeps,
  password: string,
  { name, email }: OperatorNames,
): Promise<void> {
  if (isOwnWords(password, [...deskWords, brand(), name, ...name.split(/\s+/), email]))
    throw new UserError(400, { password: [messages.ownWords] });
  if (await isCommon(password)) throw new UserError(400, { password: [messages.common] });
  if (await isBreached(ctx, password)) throw new UserError(400, { password: [messages.breached] });
}

/** Ends all other sessions and forgets all known devices; returns a new device cookie for this browser. */
export async function changeOperatorPassword(
  deps: AuthDeps,
  session: OperatorSession,
  { currentPassword, password }: ChangeDeskPassword,
): Promise<string> {
  const { ctx, devices } = deps;
  const { operator, sessionId } = session;
  await takePoints(ctx, [{ limit: 'desk.confirm', of: operator.id }]);
  if (!(await isPassword(currentPassword, operator.passwordHash ?? undefined)))
    throw new UserError(400, { currentPassword: [messages.current] });
  await assertStrongOperatorPassword(deps, password, operator);
  const passwordHash = await hashPassword(password);
  const now = ctx.clock.now();
  await transaction(ctx.db, async (tx) => {
    const locked = await lockOperator(tx, operator.id);
    if (locked?.passwordHash !== operator.passwordHash) throw new UserError(401);
    await queries.changeOperator(tx, operator.id, { passwordHash });
    await queries.endOperatorSessions(tx, operator.id, sessionId);
    await dropOperatorCodes(tx, operator.id);
    await writeAudit(tx, operator, now, { act: 'desk.changePassword', about: { kind: 'operator', id: operator.id } });
  });
  logSecurity(ctx.log, 'security.password.changed', { by: 'owner' });
  return devices.cookie({ id: operator.id, passwordHash }, now);
}
