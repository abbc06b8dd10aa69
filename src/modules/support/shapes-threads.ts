// Request and response shapes of a ticket for its writer, in the account or by a mailed link.
import * as z from 'zod/mini';
import { fileKinds } from '#lib/file-kind.ts';
import { toCleanLines, toOneLine } from '#lib/markdown/plain-text.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import { messageShape } from './shapes.ts';
import { MAX_FILES, MESSAGE_MAX_CHARS } from './shapes-sizes.ts';
import { ticketStatuses } from './statuses.ts';

const messages = {
  empty: /*i18n*/ { id: 'ticket.empty', message: 'Write a message.' },
} as const satisfies Record<string, Message>;

/** Replies may be short: "Thanks!". */
export const answerTextShape = z
  .string()
  .check(z.overwrite(toCleanLines), z.trim(), z.minLength(1, withMessage(messages.empty)), z.maxLength(MESSAGE_MAX_CHARS));

const numberShape = z.string().check(z.overwrite(toOneLine), z.trim(), z.toUpperCase(), z.maxLength(20));
const filesShape = z._default(z.array(z.uuid()).check(z.maxLength(MAX_FILES)), []);

export const ticketFileShape = z.object({ id: z.uuid(), name: z.string(), kind: z.enum(fileKinds), bytes: z.int() });

export const threadMessageShape = z.object({
  id: z.int(),
  author: z.enum(['guest', 'desk']),
  /** The operator's name; null for the writer. */
  name: z.nullable(z.string()),
  text: z.string(),
  createdAt: z.string(),
  files: z.array(ticketFileShape),
});

export const threadShape = z.object({
  number: z.string(),
  status: z.enum(ticketStatuses),
  createdAt: z.string(),
  orderNumber: z.nullable(z.string()),
  /** By a mailed link: the address has an account, and the ticket is not in it. */
  mayConfirm: z.optional(z.boolean()),
  /** The promised time of the first answer, until it is there or late. */
  answerBy: z.optional(z.string()),
  /** Oldest first; of a very long thread, the last messages. */
  messages: z.array(threadMessageShape),
});

export const ticketsRequestShape = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
  /** A ticket number: returns tickets opened before it. */
  before: z.optional(numberShape),
});
export const ticketsShape = z.object({
  tickets: z.array(
    z.object({
      number: z.string(),
      status: z.enum(ticketStatuses),
      createdAt: z.string(),
      updatedAt: z.string(),
      orderNumber: z.nullable(z.string()),
      /** The beginning of its first message. */
      about: z.string(),
      answered: z.boolean(),
    }),
  ),
  more: z.boolean(),
});

export const openTicketShape = z.object({
  message: messageShape,
  /** An order of the account. */
  orderNumber: z.optional(z.nullable(z.string().check(z.overwrite(toOneLine), z.trim(), z.toUpperCase(), z.maxLength(20)))),
  files: filesShape,
});
export const ticketNumberShape = z.object({ number: numberShape });
export const answerTicketShape = z.object({ number: numberShape, message: answerTextShape, files: filesShape });
/** The answer form. */
export const answerMessageShape = z.object({ message: answerTextShape });
export const ticketFileRequestShape = z.object({ id: z.uuid() });

export type TicketFile = z.output<typeof ticketFileShape>;
export type Thread = z.output<typeof threadShape>;
export type Tickets = z.output<typeof ticketsShape>;
export type TicketsRequest = z.output<typeof ticketsRequestShape>;
export type OpenTicket = z.output<typeof openTicketShape>;
export type AnswerTicket = z.output<typeof answerTicketShape>;
