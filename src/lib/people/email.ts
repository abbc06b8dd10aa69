// The shape of a typed email address. Accepts exactly one address, so that it is safe in a mail header.
// Whether it exists, only a mail can tell.
import * as z from 'zod/mini';
import { toOneLine } from '../markdown/plain-text.ts';
import type { Message } from '../user-error.ts';
import { withMessage } from '../zod-message.ts';

/** Maximum length that mail servers accept. */
const EMAIL_CHARS = 254;

const messages = {
  email: /*i18n*/ { id: 'email.format', message: 'Enter an email address, such as name@example.com.' },
} as const satisfies Record<string, Message>;

// Letters of every script; dots anywhere, because Japanese carriers assigned names that end with one.
const pattern =
  /^[^\s\p{C},;:<>()[\]\\"@]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}]$/u;

export const emailShape = z
  .string()
  .check(z.overwrite(toOneLine), z.trim(), z.maxLength(EMAIL_CHARS), z.email({ pattern, error: withMessage(messages.email) }));

/** Normalizes an address for lookups and rate limits. */
export const normalizeEmail = (email: string): string => email.trim().normalize('NFKC').toLowerCase();
