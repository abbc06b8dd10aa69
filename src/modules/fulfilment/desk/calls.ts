// Calls for the queue and the work on a piece.

import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import {
  addedFileShape,
  addFileShape,
  assignedShape,
  assignPreviewShape,
  briefDecisionShape,
  checkedShape,
  deliveredShape,
  deliverRequestShape,
  deskPieceShape,
  deskQueueShape,
  giveShape,
  hereRequestShape,
  noteShape,
  offerWordsShape,
  queueRequestShape,
  saveDraftShape,
  savedDraftShape,
  sayShape,
  takeNextShape,
  tookShape,
  workFileShape,
  workPieceShape,
} from './shapes.ts';

const FILE_BYTES = 100 * 1024 * 1024;
/** The longest text, at three bytes per character. */
const TEXT_BYTES = 1024 * 1024;

export const workCalls = {
  'GET /api/offers': {
    may: 'operator',
    about: 'Returns the names of services, offers with their brief fields, platforms, and the makers of plugins.',
    output: offerWordsShape,
  },
  'GET /api/queue': {
    may: 'queue.see',
    about: 'Lists open pieces by due time, with the operators who have them open and a forecast.',
    input: queueRequestShape,
    output: deskQueueShape,
  },
  'POST /api/queue/take': { may: 'queue.work', about: 'Assigns a piece to the caller.', input: workPieceShape, output: tookShape },
  'POST /api/queue/take-next': {
    may: 'queue.work',
    about: 'Assigns the most urgent unassigned piece to the caller. Concurrent calls never get the same piece.',
    input: takeNextShape,
    output: tookShape,
  },
  'POST /api/queue/release': { may: 'queue.work', about: 'Returns a piece to the queue. Its draft stays.', input: workPieceShape },
  'POST /api/piece/release-brief': {
    may: 'briefs.review',
    about: 'Releases a brief from review. The clock of its piece starts.',
    input: briefDecisionShape,
  },
  'POST /api/piece/refuse-brief': {
    may: 'briefs.review',
    about: 'Refuses a brief: cancels its order, refunds what is not delivered, and emails the customer.',
    input: briefDecisionShape,
  },
  'POST /api/queue/preview': {
    may: 'queue.assign',
    about: 'Previews an assignment.',
    input: giveShape,
    output: assignPreviewShape,
  },
  'POST /api/queue/assign': {
    may: 'queue.assign',
    about: 'Assigns pieces to an operator, or returns them to the queue.',
    input: giveShape,
    output: assignedShape,
  },
  'POST /api/here': { may: 'queue.see', about: 'Reports which piece is open in this window; null if none.', input: hereRequestShape },
  'GET /api/piece': {
    may: 'queue.see',
    about: 'Returns a piece with its brief, draft, files, messages and deliveries.',
    input: workPieceShape,
    output: deskPieceShape,
  },
  'POST /api/piece/draft': {
    may: 'queue.work',
    about: 'Saves the draft. On a conflict it returns the newer draft instead.',
    input: saveDraftShape,
    output: savedDraftShape,
    bodyBytes: TEXT_BYTES,
  },
  'POST /api/piece/check': { may: 'queue.work', about: 'Runs the text checks on the draft.', input: workPieceShape, output: checkedShape },
  'POST /api/piece/say': { may: 'queue.work', about: 'Sends a message to the customer; it can pause the clock.', input: sayShape },
  'POST /api/piece/note': { may: 'queue.see', about: 'Adds an internal note.', input: noteShape },
  'POST /api/piece/deliver': {
    may: 'queue.work',
    about: 'Delivers a version of the draft. Failed checks need a reason.',
    input: deliverRequestShape,
    output: deliveredShape,
  },
  'POST /api/piece/add-file': {
    may: 'queue.work',
    about: 'Adds a file to the next delivery. The body is the file.',
    input: addFileShape,
    output: addedFileShape,
    body: 'bytes',
    bodyBytes: FILE_BYTES,
  },
  'POST /api/piece/remove-file': { may: 'queue.work', about: 'Removes a file from the next delivery.', input: workFileShape },
  'GET /api/piece/file': { may: 'queue.see', about: 'Downloads a file of a piece.', input: workFileShape, answer: 'bytes' },
  'GET /api/piece/brief-file': {
    may: 'queue.see',
    about: 'Downloads a file of the customer’s brief.',
    input: workFileShape,
    answer: 'bytes',
  },
} as const satisfies DeskCallTable;
