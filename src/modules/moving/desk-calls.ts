// Calls of the desk for moves from other systems, and for the history that came with them.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import * as shapes from './shapes.ts';
import { MAX_MOVE_FILE_BYTES } from './shapes-fields.ts';

const staged = { none: 'uploaded files wait apart from the shop, which the run writes into' } as const;

export const movingCalls = {
  'GET /api/moving': { may: 'moving.run', about: 'Lists the newest moves with their reports.', output: shapes.moveListShape },
  'POST /api/moving/upload': {
    kind: 'write',
    audit: staged,
    may: 'moving.run',
    about: 'Uploads one file of a move. The body is the file. Returns the files of the move.',
    input: shapes.uploadMoveShape,
    output: shapes.moveFilesShape,
    body: 'bytes',
    bodyBytes: MAX_MOVE_FILE_BYTES,
  },
  'POST /api/moving/check': {
    kind: 'read',
    may: 'moving.run',
    about: 'Says what a move would bring and what would be refused, and changes nothing.',
    input: shapes.moveRequestShape,
    output: shapes.moveResultShape,
  },
  'POST /api/moving/run': {
    kind: 'write',
    audit: { act: 'moving.run', about: 'import' },
    stepUp: true,
    may: 'moving.run',
    about: 'Starts a move: a job brings everything, or nothing.',
    input: shapes.moveRequestShape,
  },
  'POST /api/moving/undo': {
    kind: 'write',
    audit: { act: 'moving.undo', about: 'import' },
    stepUp: true,
    may: 'moving.run',
    about: 'Undoes a move, unless a balance of it was spent. Returns what was removed, and which clients stay.',
    input: shapes.moveIdShape,
    output: shapes.moveResultShape,
  },
  'POST /api/moving/invite': {
    kind: 'write',
    audit: { act: 'moving.invite', about: 'import' },
    may: 'moving.run',
    about: 'Sends the next clients of a move the mail about their account here, each client once.',
    input: shapes.inviteShape,
    output: shapes.invitedShape,
  },
  'GET /api/customer/history': {
    may: 'customers.see',
    about: 'Returns the orders and invoices that a customer had in the system before.',
    input: shapes.customerHistoryShape,
    output: shapes.historyShape,
  },
  'GET /api/customer/history/pdf': {
    may: 'customers.see',
    about: 'Downloads an invoice of the system before as PDF.',
    input: shapes.historyFileShape,
    answer: 'bytes',
  },
} as const satisfies DeskCallTable;
