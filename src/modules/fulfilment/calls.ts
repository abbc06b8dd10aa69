// Calls for the work on a piece: deliveries, revisions, messages.

import type { CallTable } from '../../lib/calls.ts';
import {
  acceptShape,
  deliveryRequestShape,
  pieceRequestShape,
  pieceWorkShape,
  readDeliveryShape,
  reviseShape,
  saidShape,
  takeAwayRequestShape,
} from './shapes.ts';

export const fulfilmentCalls = {
  'GET /api/orders/piece': {
    who: 'token',
    about: 'How the work on a piece stands: its deliveries, until when it can be revised, and what was said about it.',
    input: pieceRequestShape,
    output: pieceWorkShape,
  },
  'GET /api/orders/delivery': {
    who: 'token',
    about:
      'One delivery whole: its text in Markdown, its report, and its passport, which says what it is made of, by whom and with which help.',
    input: deliveryRequestShape,
    output: readDeliveryShape,
  },
  'POST /api/orders/revise': {
    who: 'token',
    about: 'Asks for a revision of the newest delivery of a piece, with the passages that are meant. So many as its offer includes.',
    input: reviseShape,
    output: pieceWorkShape,
  },
  'POST /api/orders/accept': {
    who: 'token',
    about: 'Accepts a delivery. 72 hours after it was delivered that happens by itself.',
    input: acceptShape,
    output: pieceWorkShape,
  },
  'POST /api/orders/message': {
    who: 'token',
    about: 'A message to whoever works on a piece. Where its clock waits for an answer, it goes on.',
    input: saidShape,
    output: pieceWorkShape,
  },
  'GET /api/orders/delivery-file': {
    who: 'token',
    about: 'The bytes of a file of a delivery.',
    input: deliveryRequestShape,
    answer: 'bytes',
  },
  'GET /api/orders/take-away': {
    who: 'token',
    about: 'A delivery as a file: Markdown, a document, a PDF, or all of it in an archive with its files and its passport.',
    input: takeAwayRequestShape,
    answer: 'bytes',
  },
} as const satisfies CallTable;
