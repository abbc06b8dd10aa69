// Calls for tickets.

import {
  cannedShape,
  deskAnswerShape,
  deskLinkShape,
  deskMoveShape,
  deskNoteShape,
  deskThreadShape,
  deskTicketCountsShape,
  deskTicketsRequestShape,
  deskTicketsShape,
} from '../../support/desk/shapes.ts';
import { ticketFileShape, ticketNumberShape } from '../../support/shapes-threads.ts';
import type { DeskCallTable } from '../shapes-calls.ts';
import { addTicketFileShape, deskTicketFileRequestShape, giveTicketShape } from './shapes.ts';

const TICKET_FILE_BYTES = 10 * 1024 * 1024;

export const deskTicketCalls = {
  'GET /api/tickets': {
    may: 'tickets.see',
    about: 'Tickets: open ones by who waits longest, all others by what happened last.',
    input: deskTicketsRequestShape,
    output: deskTicketsShape,
  },
  'GET /api/tickets/counts': { may: 'tickets.see', about: 'How many wait for whom.', output: deskTicketCountsShape },
  'GET /api/ticket': {
    may: 'tickets.see',
    about: 'One thread, with the notes of the desk.',
    input: ticketNumberShape,
    output: deskThreadShape,
  },
  'GET /api/ticket/canned': {
    may: 'tickets.answer',
    about: 'Answers that lie ready, filled in for this ticket in its writer’s language.',
    input: ticketNumberShape,
    output: cannedShape,
  },
  'POST /api/ticket/answer': {
    may: 'tickets.answer',
    about: 'Answers the writer, by mail too; refused where somebody has written or decided meanwhile.',
    input: deskAnswerShape,
  },
  'POST /api/ticket/note': { may: 'tickets.answer', about: 'Notes something that the writer never sees.', input: deskNoteShape },
  'POST /api/ticket/assign': {
    may: 'tickets.answer',
    about: 'Takes a ticket, gives it to somebody, or gives it back.',
    input: giveTicketShape,
  },
  'POST /api/ticket/move': { may: 'tickets.answer', about: 'Closes a ticket, opens it again, or lets it wait.', input: deskMoveShape },
  'POST /api/ticket/link': { may: 'tickets.answer', about: 'Links a ticket to an order of its writer.', input: deskLinkShape },
  'POST /api/ticket/add-file': {
    may: 'tickets.answer',
    about: 'Takes a file for the next answer. The body is the file itself.',
    input: addTicketFileShape,
    output: ticketFileShape,
    body: 'bytes',
    bodyBytes: TICKET_FILE_BYTES,
  },
  'POST /api/ticket/remove-file': { may: 'tickets.answer', about: 'Takes such a file away.', input: deskTicketFileRequestShape },
  'GET /api/ticket/file': { may: 'tickets.see', about: 'A file of a thread.', input: deskTicketFileRequestShape, answer: 'bytes' },
} as const satisfies DeskCallTable;
