// What must not be done by whoever merely sits at somebody's open browser asks for the password once more.
import type { Ground } from '../../infra/ground.ts';
import type { Caller } from '../../infra/http/calls.ts';
import { takePoints } from '../../infra/limits.ts';
import { type Message, Refusal } from '../../lib/refusal.ts';
import { isPassword } from './passwords.ts';
import * as queries from './queries.ts';

const messages = {
  current: /*i18n*/ { id: 'account.current', message: 'This is not your current password.' },
} as const satisfies Record<string, Message>;

/** Also for the moment when it was right and has been changed since. */
export const wrongPassword = (): Refusal => new Refusal(400, { currentPassword: [messages.current] });

/** Whose it is, with the hash that was right. */
export async function provePassword(ground: Ground, { accountId }: Caller, currentPassword: string) {
  await takePoints(ground, [{ limit: 'password.account', of: accountId }]);
  const person = await queries.findById(ground.db.orm, accountId);
  if (!person) throw new Refusal(401);
  if (!(await isPassword(currentPassword, person.passwordHash))) throw wrongPassword();
  return person;
}
