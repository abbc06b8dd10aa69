// Calls for the history that came with a move.
import type { CallTable } from '#lib/calls.ts';
import { historyFileShape, historyShape } from './shapes.ts';

export const historyCalls = {
  'GET /api/history': {
    who: 'token',
    may: 'documents',
    about: 'Lists orders and invoices of the system before, newest first.',
    output: historyShape,
  },
  'GET /api/history/pdf': {
    who: 'token',
    may: 'documents',
    about: 'Downloads an invoice of the system before as PDF.',
    input: historyFileShape,
    answer: 'bytes',
  },
} as const satisfies CallTable;
