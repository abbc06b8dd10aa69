// Request and response shapes of tickets at the desk.
import * as z from 'zod/mini';
import { nameLine, toCleanLines, toOneLine } from '#lib/markdown/plain-text.ts';
import { MESSAGE_MAX_CHARS } from '../shapes-sizes.ts';
import { ticketFileShape } from '../shapes-threads.ts';
import { deskMoves, knownBys, ticketStatuses } from '../statuses.ts';

const number = z.string().check(z.overwrite(toOneLine), z.trim(), z.toUpperCase(), z.maxLength(20));
const text = z.string().check(z.overwrite(toCleanLines), z.trim(), z.minLength(1), z.maxLength(4 * MESSAGE_MAX_CHARS));
/** The version that the page showed; rejected if the thread has changed since. */
const version = z.int();
/** Null: written by the desk, or older than this field. */
const knownBy = z.nullable(z.enum(knownBys));
const operator = z.object({ id: z.uuid(), name: z.string() });

export const deskTicketsRequestShape = z.object({
  status: z.optional(z.enum(ticketStatuses)),
  /** An operator's id, or nobody. */
  assigned: z.optional(z.union([z.literal('nobody'), z.uuid()])),
  /** A ticket number, an order number, an address or its beginning, or words of the thread. */
  search: z.optional(z.string().check(z.overwrite(toOneLine), z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
  /** `next` of the previous page. */
  after: z.optional(z.string().check(z.regex(/^\d{1,13} T-\w{6}$/))),
});

export const deskTicketShape = z.object({
  number: z.string(),
  name: z.string(),
  email: z.string(),
  accountId: z.nullable(z.uuid()),
  locale: z.string(),
  status: z.enum(ticketStatuses),
  version,
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Since when the writer waits for an answer. */
  waitsSince: z.nullable(z.string()),
  /** Deadline of the first answer; null once it was sent. */
  firstDueAt: z.nullable(z.string()),
  firstAnsweredAt: z.nullable(z.string()),
  assigned: z.nullable(operator),
  orderNumber: z.nullable(z.string()),
  /** How the writer was identified: by the first message, or by a later confirmation. */
  knownBy,
  /** The ticket of the same address that an unverified mail named in its subject. */
  namesTicket: z.nullable(z.string()),
  /** Answer it first. */
  urgent: z.boolean(),
});

export const deskTicketsShape = z.object({
  /** Open tickets by longest wait, urgent ones first; all others by latest change. */
  tickets: z.array(z.extend(deskTicketShape, { about: z.string() })),
  next: z.nullable(z.string()),
});

export const deskTicketCountsShape = z.object({
  open: z.int(),
  waiting: z.int(),
  /** Of the open tickets: past the first-answer deadline, unassigned, and the operator's own. */
  late: z.int(),
  nobodys: z.int(),
  mine: z.int(),
});

export const deskThreadShape = z.object({
  ticket: deskTicketShape,
  messages: z.array(
    z.object({
      id: z.int(),
      author: z.enum(['guest', 'desk', 'note']),
      operator: z.nullable(operator),
      text: z.string(),
      createdAt: z.string(),
      /** Set if the message was mailed from another address than the ticket's. */
      fromEmail: z.nullable(z.string()),
      knownBy,
      files: z.array(ticketFileShape),
    }),
  ),
});

/** Canned answers, filled in for one ticket in its writer's language. */
export const cannedShape = z.object({ canned: z.array(z.object({ id: z.string(), title: z.string(), text: z.string() })) });

export const deskAnswerShape = z.object({
  number,
  version,
  text,
  files: z._default(z.array(z.uuid()).check(z.maxLength(5)), []),
  /** The ticket's status after the answer. */
  next: z._default(z.enum(['wait', 'close']), 'wait'),
});
export const deskNoteShape = z.object({ number, text });
export const deskAssignShape = z.object({
  number,
  /** The previous and the new assignee. */
  from: z.nullable(z.uuid()),
  to: z.nullable(operator),
});
export const deskMoveShape = z.object({ number, version, move: z.enum(deskMoves) });
export const deskLinkShape = z.object({
  number,
  orderNumber: z.nullable(z.string().check(z.overwrite(toOneLine), z.trim(), z.toUpperCase(), z.maxLength(20))),
});

export type DeskTicketsRequest = z.output<typeof deskTicketsRequestShape>;
export type DeskTicket = z.output<typeof deskTicketShape>;
export type DeskTickets = z.output<typeof deskTicketsShape>;
export type DeskTicketCounts = z.output<typeof deskTicketCountsShape>;
export type DeskThread = z.output<typeof deskThreadShape>;
export type Canned = z.output<typeof cannedShape>;
export type DeskAnswer = z.output<typeof deskAnswerShape>;
export type DeskNote = z.output<typeof deskNoteShape>;
export type DeskAssign = z.output<typeof deskAssignShape>;
export type DeskMove = z.output<typeof deskMoveShape>;
export type DeskLink = z.output<typeof deskLinkShape>;

/** Tickets that an operator assigned. `to`: null left them unassigned. */
export type AssignedTickets = { readonly numbers: readonly string[]; readonly by: string; readonly to: string | null; readonly at: Date };

export const giveTicketShape = z.object({
  number: z.string().check(z.overwrite(toOneLine), z.trim(), z.toUpperCase(), z.maxLength(20)),
  /** The previous and the new assignee. */
  from: z.nullable(z.uuid()),
  to: z.nullable(z.uuid()),
});
export const addTicketFileShape = z.object({ name: z.string().check(z.overwrite(nameLine), z.trim(), z.minLength(1), z.maxLength(300)) });
export const deskTicketFileRequestShape = z.object({ fileId: z.uuid() });
