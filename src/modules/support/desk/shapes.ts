// A ticket as the desk sees it, and what the desk does to it.
import * as z from 'zod/mini';
import { manyLines, oneLine } from '../../../lib/markdown/plain-text.ts';
import { MESSAGE_MAX_CHARS } from '../shapes-sizes.ts';
import { ticketFileShape } from '../shapes-threads.ts';
import { deskMoves, knownBys, ticketStatuses } from '../statuses.ts';

const number = z.string().check(z.overwrite(oneLine), z.trim(), z.toUpperCase(), z.maxLength(20));
const text = z.string().check(z.overwrite(manyLines), z.trim(), z.minLength(1), z.maxLength(4 * MESSAGE_MAX_CHARS));
/** As it was on the page: refused where both sides have gone on since. */
const version = z.int();
/** Null: the desk's own, or older than this was kept. */
const knownBy = z.nullable(z.enum(knownBys));
const operator = z.object({ id: z.uuid(), name: z.string() });

export const deskTicketsAskShape = z.object({
  status: z.optional(z.enum(ticketStatuses)),
  /** An operator's id, or nobody's. */
  assigned: z.optional(z.union([z.literal('nobody'), z.uuid()])),
  /** A ticket's number, an order's, an address or its beginning, or words of the thread. */
  search: z.optional(z.string().check(z.overwrite(oneLine), z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50),
  /** `next` of the page before. */
  after: z.optional(z.string().check(z.regex(/^\d{1,13} T-\w{6}$/))),
});

export const deskTicketShape = z.object({
  number: z.string(),
  name: z.string(),
  email: z.string(),
  accountId: z.nullable(z.uuid()),
  locale: z.enum(['en', 'es', 'jp']),
  status: z.enum(ticketStatuses),
  version,
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Since when the writer waits for the desk. */
  waitsSince: z.nullable(z.string()),
  /** By when the shop promises its first answer; null once it was given. */
  firstDueAt: z.nullable(z.string()),
  firstAnsweredAt: z.nullable(z.string()),
  assigned: z.nullable(operator),
  orderNumber: z.nullable(z.string()),
  /** Of its first message, or how its address was proven since. */
  knownBy,
  /** The ticket of the same address that an unproven mail named in its subject. */
  namesTicket: z.nullable(z.string()),
});

export const deskTicketsShape = z.object({
  /** Open ones by who waits longest, all others by what happened last. */
  tickets: z.array(z.extend(deskTicketShape, { about: z.string() })),
  next: z.nullable(z.string()),
});

export const deskTicketCountsShape = z.object({
  open: z.int(),
  waiting: z.int(),
  /** Of the open ones: past the promised first answer, nobody's, and the asking operator's. */
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
      /** By mail, from this address instead of the ticket's. */
      fromEmail: z.nullable(z.string()),
      knownBy,
      files: z.array(ticketFileShape),
    }),
  ),
});

/** Answers that lie ready, filled in for one ticket, in its writer's language. */
export const cannedShape = z.object({ canned: z.array(z.object({ id: z.string(), title: z.string(), text: z.string() })) });

export const deskAnswerShape = z.object({
  number,
  version,
  text,
  files: z._default(z.array(z.uuid()).check(z.maxLength(5)), []),
  /** What the ticket does afterwards. */
  next: z._default(z.enum(['wait', 'close']), 'wait'),
});
export const deskNoteShape = z.object({ number, text });
export const deskAssignShape = z.object({
  number,
  /** Whose it was on the page, and whose it is to be. */
  from: z.nullable(z.uuid()),
  to: z.nullable(operator),
});
export const deskMoveShape = z.object({ number, version, move: z.enum(deskMoves) });
export const deskLinkShape = z.object({
  number,
  orderNumber: z.nullable(z.string().check(z.overwrite(oneLine), z.trim(), z.toUpperCase(), z.maxLength(20))),
});

export type DeskTicketsAsk = z.output<typeof deskTicketsAskShape>;
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
