// Requires the current password or a recent step-up for sensitive changes.

import { type Message, UserError } from '#lib/user-error.ts';
import type { Caller } from '#platform/http/api-routes.ts';
import { isPassword } from '#platform/identity/passwords.ts';
import { takePoints } from '#platform/limits/limits.ts';
import type { AccountsDeps } from './deps.ts';
import { isAccountSessionConfirmed } from './passkeys/queries.ts';
import * as queries from './queries.ts';

const messages = {
  current: /*i18n*/ { id: 'account.current', message: 'This isn’t your current password.' },
  missing: /*i18n*/ { id: 'account.currentMissing', message: 'Enter your current password.' },
} as const satisfies Record<string, Message>;

/** Also used if the password changes between check and write. */
export const notCurrent = (): UserError => new UserError(400, { currentPassword: [messages.current] });

export const passwordMissing = (): UserError => new UserError(400, { currentPassword: [messages.missing] });

/** A session with a recent step-up needs no password. */
export async function verifyOwner({ ctx }: Pick<AccountsDeps, 'ctx'>, caller: Caller, currentPassword: string | undefined) {
  const { accountId } = caller;
  if (currentPassword === undefined && !(await isAccountSessionConfirmed(ctx.db.orm, caller, ctx.clock.now()))) throw passwordMissing();
  await takePoints(ctx, [{ limit: 'password.account', of: accountId }]);
  const found = await queries.findById(ctx.db.orm, accountId);
  if (!found) throw new UserError(401);
  if (currentPassword !== undefined && !(await isPassword(currentPassword, found.passwordHash))) throw notCurrent();
  return found;
}
