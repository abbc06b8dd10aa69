// Calls for the work on a piece: deliveries, revisions, messages.

import type { CallTable } from '#lib/calls.ts';
import {
  acceptShape,
  correctionsShape,
  deliveryRequestShape,
  fileLinkShape,
  linkedFileShape,
  messageReadShape,
  pieceRequestShape,
  pieceWorkShape,
  readDeliveryShape,
  reviseShape,
  takeAwayRequestShape,
} from './shapes.ts';

export const fulfilmentCalls = {
  'GET /api/orders/piece': {
    who: 'token',
    may: 'read',
    about: 'Returns a piece’s progress: deliveries, revision deadline and messages.',
    input: pieceRequestShape,
    output: pieceWorkShape,
  },
  'GET /api/orders/delivery': {
    who: 'token',
    may: 'read',
    about: 'Returns a delivery: its text in Markdown, the report of its checks, and its passport (how it was made).',
    input: deliveryRequestShape,
    output: readDeliveryShape,
  },
  'POST /api/orders/revise': {
    who: 'token',
    may: 'order',
    about:
      'Requests a revision of the newest delivery, with marked passages, pins on delivered pictures and comments at a time of recordings and films. The offer limits the number of revisions.',
    input: reviseShape,
    output: pieceWorkShape,
  },
  'POST /api/orders/accept': {
    who: 'token',
    may: 'order',
    about: 'Accepts a delivery. Deliveries are accepted automatically after 72 hours.',
    input: acceptShape,
    output: pieceWorkShape,
  },
  'POST /api/orders/message': {
    who: 'token',
    may: 'order',
    about: 'Sends a message about a piece. Resumes its clock if that was paused for an answer.',
    input: messageReadShape,
    output: pieceWorkShape,
  },
  'GET /api/orders/delivery-file': {
    who: 'token',
    may: 'read',
    about: 'Downloads a file of a delivery.',
    input: deliveryRequestShape,
    answer: 'bytes',
  },
  'GET /api/orders/file-link': {
    who: 'token',
    may: 'read',
    about: 'Returns a link to a file of a delivery for a player, which sends no token. It ends after six hours, or with the session.',
    input: deliveryRequestShape,
    output: fileLinkShape,
  },
  'GET /api/orders/linked-file': {
    who: 'open',
    about: 'Downloads the file of such a link, or the part that its Range header names.',
    input: linkedFileShape,
    answer: 'bytes',
  },
  'GET /api/orders/hand-over': {
    who: 'token',
    may: 'read',
    about: 'Downloads all final files of a piece as one ZIP, once its delivery is accepted.',
    input: deliveryRequestShape,
    answer: 'bytes',
  },
  'GET /api/orders/corrections': {
    who: 'token',
    may: 'read',
    about: 'Downloads a checked text as a document in which each suggestion that is taken is a tracked change.',
    input: correctionsShape,
    answer: 'bytes',
  },
  'GET /api/orders/take-away': {
    who: 'token',
    may: 'read',
    about: 'Downloads a delivery as Markdown, document or PDF, or as an archive with its files and passport.',
    input: takeAwayRequestShape,
    answer: 'bytes',
  },
} as const satisfies CallTable;
