// A ticket as its writer sees it, in the cabinet or by a mailed link, and what is sent to write on.
import * as z from 'zod/mini';
import { fileKinds } from '../../lib/file-kind.ts';
import { manyLines, oneLine } from '../../lib/markdown/plain-text.ts';
import type { Message } from '../../lib/user-error.ts';
import { own } from '../../lib/zod-message.ts';
import { messageShape } from './shapes.ts';
import { MAX_FILES, MESSAGE_MAX_CHARS } from './shapes-sizes.ts';
import { ticketStatuses } from './statuses.ts';

const messages = {
  empty: /*i18n*/ { id: 'ticket.empty', message: 'Please write something.' },
} as const satisfies Record<string, Message>;

/** Of a thread that goes on, "Thanks!" is enough. */
export const answerTextShape = z
  .string()
  .check(z.overwrite(manyLines), z.trim(), z.minLength(1, own(messages.empty)), z.maxLength(MESSAGE_MAX_CHARS));

const numberShape = z.string().check(z.overwrite(oneLine), z.trim(), z.toUpperCase(), z.maxLength(20));
const filesShape = z._default(z.array(z.uuid()).check(z.maxLength(MAX_FILES)), []);

export const ticketFileShape = z.object({ id: z.uuid(), name: z.string(), kind: z.enum(fileKinds), bytes: z.int() });

export const threadMessageShape = z.object({
  id: z.int(),
  author: z.enum(['guest', 'desk']),
  /** Who answered; of the writer, nothing. */
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
  /** By a mailed link: it is in no account, and its address has one. */
  mayConfirm: z.optional(z.boolean()),
  /** The oldest first; of a very long thread, the last. */
  messages: z.array(threadMessageShape),
});

export const ticketsAskShape = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
  /** A ticket's number: those that were opened before it. */
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
      /** How its first message begins. */
      about: z.string(),
      answered: z.boolean(),
    }),
  ),
  more: z.boolean(),
});

export const openTicketShape = z.object({
  message: messageShape,
  /** Of an order of the account. */
  orderNumber: z.optional(z.nullable(z.string().check(z.overwrite(oneLine), z.trim(), z.toUpperCase(), z.maxLength(20)))),
  files: filesShape,
});
export const ticketNumberShape = z.object({ number: numberShape });
export const answerTicketShape = z.object({ number: numberShape, message: answerTextShape, files: filesShape });
/** What somebody types of an answer. */
export const answerMessageShape = z.object({ message: answerTextShape });
export const ticketFileAskShape = z.object({ id: z.uuid() });

export type TicketFile = z.output<typeof ticketFileShape>;
export type Thread = z.output<typeof threadShape>;
export type Tickets = z.output<typeof ticketsShape>;
export type TicketsAsk = z.output<typeof ticketsAskShape>;
export type OpenTicket = z.output<typeof openTicketShape>;
export type AnswerTicket = z.output<typeof answerTicketShape>;
