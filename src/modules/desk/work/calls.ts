// Calls for the queue and the work on a piece.

import {
  assignPreviewShape,
  noteShape,
  queueRequestShape,
  saveDraftShape,
  savedDraftShape,
  sayShape,
  workFileShape,
  workPieceShape,
} from '../../fulfilment/desk/shapes.ts';
import type { DeskCallTable } from '../shapes-calls.ts';
import {
  addedFileShape,
  addFileShape,
  assignedShape,
  briefDecisionShape,
  checkedShape,
  deliveredShape,
  deliverRequestShape,
  deskPieceShape,
  deskQueueShape,
  giveShape,
  hereRequestShape,
  offerWordsShape,
  takeNextShape,
  tookShape,
} from './shapes.ts';

const FILE_BYTES = 20 * 1024 * 1024;
/** The longest text, at three bytes per character. */
const TEXT_BYTES = 1024 * 1024;

export const workCalls = {
  'GET /api/offers': {
    may: 'operator',
    about: 'What the catalogue calls things: services, offers with the fields of their briefs, platforms.',
    output: offerWordsShape,
  },
  'GET /api/queue': {
    may: 'queue.see',
    about: 'The open pieces by due time, who has which open, and what will be late at the present pace.',
    input: queueRequestShape,
    output: deskQueueShape,
  },
  'POST /api/queue/take': { may: 'queue.work', about: 'Takes one piece.', input: workPieceShape, output: tookShape },
  'POST /api/queue/take-next': {
    may: 'queue.work',
    about: 'Takes the most urgent piece that nobody has; two who ask at once never get the same.',
    input: takeNextShape,
    output: tookShape,
  },
  'POST /api/queue/release': { may: 'queue.work', about: 'Gives a piece back; what is written stays.', input: workPieceShape },
  'POST /api/piece/release-brief': {
    may: 'briefs.review',
    about: 'Lets work begin on a piece whose brief a person had to read; its clock starts now.',
    input: briefDecisionShape,
  },
  'POST /api/piece/refuse-brief': {
    may: 'briefs.review',
    about: 'Refuses a brief: its order is cancelled, what is not delivered is refunded, and the customer is told.',
    input: briefDecisionShape,
  },
  'POST /api/queue/preview': {
    may: 'queue.assign',
    about: 'What giving these pieces to somebody would change, without changing it.',
    input: giveShape,
    output: assignPreviewShape,
  },
  'POST /api/queue/assign': {
    may: 'queue.assign',
    about: 'Gives pieces to somebody, or back to the queue.',
    input: giveShape,
    output: assignedShape,
  },
  'POST /api/here': { may: 'queue.see', about: 'Says which piece is open in this window; none: it is closed.', input: hereRequestShape },
  'GET /api/piece': {
    may: 'queue.see',
    about: 'One piece with all that is needed to work on it.',
    input: workPieceShape,
    output: deskPieceShape,
  },
  'POST /api/piece/draft': {
    may: 'queue.work',
    about: 'Saves what is written, unless somebody else has saved meanwhile: then theirs comes back.',
    input: saveDraftShape,
    output: savedDraftShape,
    bodyBytes: TEXT_BYTES,
  },
  'POST /api/piece/check': { may: 'queue.work', about: 'Looks the draft over.', input: workPieceShape, output: checkedShape },
  'POST /api/piece/say': { may: 'queue.work', about: 'Writes to the customer; a question can stop the clock.', input: sayShape },
  'POST /api/piece/note': { may: 'queue.see', about: 'Notes something that no customer sees.', input: noteShape },
  'POST /api/piece/deliver': {
    may: 'queue.work',
    about: 'Delivers the draft that was read; what speaks against it needs a reason.',
    input: deliverRequestShape,
    output: deliveredShape,
  },
  'POST /api/piece/add-file': {
    may: 'queue.work',
    about: 'Adds a file that goes along with the next delivery. The body is the file itself.',
    input: addFileShape,
    output: addedFileShape,
    body: 'bytes',
    bodyBytes: FILE_BYTES,
  },
  'POST /api/piece/remove-file': { may: 'queue.work', about: 'Takes such a file away.', input: workFileShape },
  'GET /api/piece/file': { may: 'queue.see', about: 'A file of the work.', input: workFileShape, answer: 'bytes' },
  'GET /api/piece/brief-file': {
    may: 'queue.see',
    about: 'A file that the customer’s brief names.',
    input: workFileShape,
    answer: 'bytes',
  },
} as const satisfies DeskCallTable;
