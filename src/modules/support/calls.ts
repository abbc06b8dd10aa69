// Calls for tickets.

import type { CallTable } from '../../lib/calls.ts';
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
    about: 'A message to the desk of the shop. The writer gets a confirmation by mail, with the number and a link to the ticket.',
    input: ticketRequestShape,
    output: ticketShape,
  },
  'GET /api/support/tickets': {
    who: 'token',
    about: 'What the account asked the desk, newest first, in pages.',
    input: ticketsRequestShape,
    output: ticketsShape,
  },
  'GET /api/support/ticket': {
    who: 'token',
    about: 'One ticket of the account with all that was written.',
    input: ticketNumberShape,
    output: threadShape,
  },
  'POST /api/support/ticket': {
    who: 'token',
    about: 'Asks the desk from the cabinet, perhaps about an order of the account, with files that were sent before.',
    input: openTicketShape,
    output: ticketShape,
  },
  'POST /api/support/answer': {
    who: 'token',
    about: 'Writes on in a ticket of the account. One that was closed is open again.',
    input: answerTicketShape,
    output: threadShape,
  },
  'POST /api/support/close': {
    who: 'token',
    about: 'Closes a ticket of the account: there is nothing left to do.',
    input: ticketNumberShape,
    output: threadShape,
  },
  'GET /api/support/file': {
    who: 'token',
    about: 'The bytes of a file in a ticket of the account.',
    input: ticketFileRequestShape,
    answer: 'bytes',
  },
} as const satisfies CallTable;
