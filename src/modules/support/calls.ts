// Calls for tickets.

import type { CallTable } from '#lib/calls.ts';
import { answerTimeShape } from './hours/shapes.ts';
import { ticketRequestShape, ticketShape } from './shapes.ts';
import {
  answerTicketShape,
  openTicketShape,
  threadShape,
  ticketFileRequestShape,
  ticketNumberShape,
  ticketsRequestShape,
  ticketsShape,
} from './shapes-threads.ts';

export const supportCalls = {
  'POST /api/support/create-ticket': {
    who: 'open',
    about: 'Sends a message to support. The sender receives an email with the ticket’s number and link.',
    input: ticketRequestShape,
    output: ticketShape,
  },
  'GET /api/support/answer-time': {
    who: 'open',
    about: 'Returns by when someone who writes to support now gets an answer, and its hours, if the shop promises that.',
    output: answerTimeShape,
  },
  'GET /api/support/tickets': {
    who: 'token',
    may: 'read',
    about: 'Lists tickets, newest first, paginated.',
    input: ticketsRequestShape,
    output: ticketsShape,
  },
  'GET /api/support/ticket': {
    who: 'token',
    may: 'read',
    about: 'Returns a ticket with its messages.',
    input: ticketNumberShape,
    output: threadShape,
  },
  'POST /api/support/ticket': {
    who: 'token',
    may: 'order',
    about: 'Creates a ticket, optionally about an order and with uploaded files.',
    input: openTicketShape,
    output: ticketShape,
  },
  'POST /api/support/answer': {
    who: 'token',
    may: 'order',
    about: 'Replies to a ticket. A closed ticket is reopened.',
    input: answerTicketShape,
    output: threadShape,
  },
  'POST /api/support/close': {
    who: 'token',
    may: 'order',
    about: 'Closes a ticket.',
    input: ticketNumberShape,
    output: threadShape,
  },
  'GET /api/support/file': {
    who: 'token',
    may: 'read',
    about: 'Downloads a file of a ticket.',
    input: ticketFileRequestShape,
    answer: 'bytes',
  },
} as const satisfies CallTable;
