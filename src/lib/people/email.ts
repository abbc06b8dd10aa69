// One shape for every e-mail address that a person types. What it lets through is one address and nothing else, so that it may stand in the
// header of a mail; whether somebody reads there, only a mail can tell.
import * as z from 'zod/mini';
import { oneLine } from '../markdown/plain-text.ts';
import type { Message } from '../user-error.ts';
import { own } from '../zod-message.ts';

/** The longest that a mail server takes. */
const EMAIL_CHARS = 254;

const messages = {
  email: /*i18n*/ { id: 'email.format', message: 'Enter an e-mail address, such as name@example.com.' },
} as const satisfies Record<string, Message>;

// Letters of every script, because there are such addresses; dots as they come, because Japanese carriers gave out names that end with one.
const pattern =
  /^[^\s\p{C},;:<>()[\]\\"@]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

export const emailShape = z
  .string()
  .check(z.overwrite(oneLine), z.trim(), z.maxLength(EMAIL_CHARS), z.email({ pattern, error: own(messages.email) }));

/** Two spellings of one address are one: for limits, and for whoever looks somebody up. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();
