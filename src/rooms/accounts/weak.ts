// Passwords that a guesser finds at once are refused, whatever their letters.

import type { Ground } from '../../infra/ground.ts';
import { isBreached } from '../../infra/identity/breached.ts';
import { isCommon } from '../../infra/identity/common.ts';
import { type Message, Refusal } from '../../lib/refusal.ts';
import { isOwnName } from './rules.ts';

const messages = {
  common: /*i18n*/ { id: 'account.common', message: 'This password is among the first that guessers try. Choose another one.' },
  breached: /*i18n*/ {
    id: 'account.breached',
    message: 'This password was exposed in a data breach. Choose one that you use nowhere else.',
  },
  ownName: /*i18n*/ { id: 'account.ownName', message: 'Your own name or address is easily guessed. Choose another password.' },
} as const satisfies Record<string, Message>;

type Named = { readonly firstName: string; readonly lastName: string; readonly email: string };

export async function refuseWeak(ground: Ground, password: string, person: Named): Promise<void> {
  if (isOwnName(password, person)) throw new Refusal(400, { password: [messages.ownName] });
  if (await isCommon(password)) throw new Refusal(400, { password: [messages.common] });
  if (await isBreached(ground, password)) throw new Refusal(400, { password: [messages.breached] });
}
