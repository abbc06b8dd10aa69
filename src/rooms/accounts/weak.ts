// Passwords that a guesser finds at once are refused, whatever their letters.

import { isCommon } from '../../infra/identity/common.ts';
import { type Message, Refusal } from '../../lib/refusal.ts';
import { isOwnName } from './rules.ts';

const messages = {
  common: /*i18n*/ { id: 'account.common', message: 'This password is among the first that guessers try. Choose another one.' },
  ownName: /*i18n*/ { id: 'account.ownName', message: 'Your own name or address is easily guessed. Choose another password.' },
} as const satisfies Record<string, Message>;

export async function refuseWeak(password: string, person: { firstName: string; lastName: string; email: string }): Promise<void> {
  if (isOwnName(password, person)) throw new Refusal(400, { password: [messages.ownName] });
  if (await isCommon(password)) throw new Refusal(400, { password: [messages.common] });
}
