// Calls for tickets.

import { workPieceShape } from '#modules/fulfilment/desk/shapes.ts';
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { ticketFileShape, ticketNumberShape } from '../shapes-threads.ts';
import { deskMoves } from '../statuses.ts';
import {
  addTicketFileShape,
  cannedShape,
  deskAnswerShape,
  deskLinkShape,
  deskMoveShape,
  deskNoteShape,
  deskThreadShape,
  deskTicketCountsShape,
  deskTicketFileRequestShape,
  deskTicketsRequestShape,
  deskTicketsShape,
  giveTicketShape,
} from './shapes.ts';

const TICKET_FILE_BYTES = 10 * 1024 * 1024;

export const deskTicketCalls = {
  'GET /api/tickets': {
    may: 'tickets.see',
    about: 'Lists tickets: open ones by longest wait, others by latest change.',
    input: deskTicketsRequestShape,
    output: deskTicketsShape,
  },
  'GET /api/tickets/counts': { may: 'tickets.see', about: 'Counts tickets by state.', output: deskTicketCountsShape },
  'GET /api/ticket': {
    may: 'tickets.see',
    about: 'Returns a ticket with its messages and internal notes.',
    input: ticketNumberShape,
    output: deskThreadShape,
  },
  'GET /api/ticket/canned': {
    may: 'tickets.answer',
    about: 'Lists saved replies, filled in for this ticket in the customer’s language.',
    input: ticketNumberShape,
    output: cannedShape,
  },
  'GET /api/piece/canned': {
    may: 'queue.work',
    about: 'Lists saved replies for messages about a piece, filled in with its order, in the customer’s language.',
    input: workPieceShape,
    output: cannedShape,
  },
  'POST /api/ticket/answer': {
    kind: 'write',
    audit: { act: 'ticket.answer', about: 'ticket' },
    may: 'tickets.answer',
    about: 'Replies to a ticket, also by email. Refused if the ticket changed in the meantime.',
    input: deskAnswerShape,
  },
  'POST /api/ticket/note': {
    kind: 'write',
    audit: { act: 'ticket.note', about: 'ticket' },
    may: 'tickets.answer',
    about: 'Adds an internal note.',
    input: deskNoteShape,
  },
  'POST /api/ticket/assign': {
    kind: 'write',
    audit: { act: 'ticket.assign', about: 'ticket' },
    may: 'tickets.answer',
    about: 'Assigns or unassigns a ticket.',
    input: giveTicketShape,
  },
  'POST /api/ticket/move': {
    kind: 'write',
    audit: { act: deskMoves.map((move) => `ticket.${move}`), about: 'ticket' },
    may: 'tickets.answer',
    about: 'Closes, reopens or snoozes a ticket.',
    input: deskMoveShape,
  },
  'POST /api/ticket/link': {
    kind: 'write',
    audit: { act: 'ticket.link', about: 'ticket' },
    may: 'tickets.answer',
    about: 'Links a ticket to an order of its customer.',
    input: deskLinkShape,
  },
  'POST /api/ticket/add-file': {
    kind: 'outside',
    audit: { none: 'A file of an answer that is not sent yet.' },
    may: 'tickets.answer',
    about: 'Uploads a file for the next reply. The body is the file.',
    input: addTicketFileShape,
    output: ticketFileShape,
    body: 'bytes',
    bodyBytes: TICKET_FILE_BYTES,
  },
  'POST /api/ticket/remove-file': {
    kind: 'outside',
    audit: { none: 'A file of an answer that is not sent yet.' },
    may: 'tickets.answer',
    about: 'Removes an uploaded file.',
    input: deskTicketFileRequestShape,
  },
  'GET /api/ticket/file': {
    may: 'tickets.see',
    about: 'Downloads a file of a ticket.',
    input: deskTicketFileRequestShape,
    answer: 'bytes',
  },
} as const satisfies DeskCallTable;
