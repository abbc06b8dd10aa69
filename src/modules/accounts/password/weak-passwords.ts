// Rejects passwords that are common, breached or made of the person's own data.

import { type Message, UserError } from '#lib/user-error.ts';
import { isBreached } from '#platform/identity/breached.ts';
import { isCommon } from '#platform/identity/common-passwords.ts';
import type { AccountsDeps } from '../deps.ts';
import { isOwnWords } from '../rules.ts';

const messages = {
  common: /*i18n*/ { id: 'account.common', message: 'This password is easy to guess. Choose another one.' },
  breached: /*i18n*/ {
    id: 'account.breached',
    message: 'This password was exposed in a data breach. Choose one that you use nowhere else.',
  },
  ownWords: /*i18n*/ {
    id: 'account.ownWords',
    message: 'Your name, your address and the shop’s name are easy to guess. Choose another password.',
  },
} as const satisfies Record<string, Message>;

type AccountNames = { readonly firstName: string; readonly lastName: string; readonly email: string };

export async function assertStrongPassword(
  { ctx, brand }: Pick<AccountsDeps, 'ctx' | 'brand'>,
  password: string,
  { firstName, lastName, email }: AccountNames,
): Promise<void> {
  if (isOwnWords(password, [firstName, lastName, email, brand()])) throw new UserError(400, { password: [messages.ownWords] });
  if (await isCommon(password)) throw new UserError(400, { password: [messages.common] });
  if (await isBreached(ctx, password)) throw new UserError(400, { password: [messages.breached] });
}
