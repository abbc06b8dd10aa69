// Whoever does something grave to an account says its password once more: a session that was left open is not enough.
import type { Caller } from '../../infra/http/calls.ts';
import { isPassword } from '../../infra/identity/passwords.ts';
import { takePoints } from '../../infra/limits.ts';
import { type Message, Refusal } from '../../lib/refusal.ts';
import type { Inside } from './inside.ts';
import * as queries from './queries.ts';

const messages = {
  current: /*i18n*/ { id: 'account.current', message: 'This is not your current password.' },
} as const satisfies Record<string, Message>;

/** Also for a password that was right, and is no longer when the change is made. */
export const notCurrent = (): Refusal => new Refusal(400, { currentPassword: [messages.current] });

export async function ownerOf({ ground }: Pick<Inside, 'ground'>, { accountId }: Caller, currentPassword: string) {
  await takePoints(ground, [{ limit: 'password.account', of: accountId }]);
  const found = await queries.findById(ground.db.orm, accountId);
  if (!found) throw new Refusal(401);
  if (!(await isPassword(currentPassword, found.passwordHash))) throw notCurrent();
  return found;
}
