// Request and response shapes of the contact form.
import * as z from 'zod/mini';
import { toCleanLines } from '#lib/markdown/plain-text.ts';
import { emailShape } from '#lib/people/email.ts';
import { createPersonNameShape } from '#lib/people/person-name.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { MESSAGE_MAX_CHARS, MESSAGE_MIN_CHARS } from './shapes-sizes.ts';

const messages = {
  name: /*i18n*/ { id: 'ticket.name', message: 'Enter your name.' },
  short: /*i18n*/ { id: 'ticket.short', message: 'Tell us a little more: at least {minimum} characters.' },
  long: /*i18n*/ { id: 'ticket.long', message: 'Use {maximum} characters or fewer.' },
} as const satisfies Record<string, Message>;

export const messageShape = z
  .string()
  .check(
    z.overwrite(toCleanLines),
    z.trim(),
    z.minLength(MESSAGE_MIN_CHARS, withMessage({ ...messages.short, values: { minimum: MESSAGE_MIN_CHARS } })),
    z.maxLength(MESSAGE_MAX_CHARS, withMessage({ ...messages.long, values: { maximum: MESSAGE_MAX_CHARS } })),
  );

export const ticketRequestShape = z.object({
  name: createPersonNameShape(messages.name),
  email: emailShape,
  message: messageShape,
  /** Honeypot: hidden on the page. */
  website: z.optional(z.string()),
});

export const ticketShape = z.object({
  ticketNumber: z.string(),
  /** If the shop promises one: when the first answer is there at the latest. */
  answerBy: z.optional(z.string()),
});

export type TicketRequest = z.output<typeof ticketRequestShape>;
export type Ticket = z.output<typeof ticketShape>;
