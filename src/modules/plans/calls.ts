// Calls for plans and their requests.
import type { CallTable } from '#lib/calls.ts';
import { plansShape, reorderShape, requestedShape, requestShape } from './shapes.ts';

/** A brief of maximum size, at three bytes per character. */
const BRIEF_BYTES = 512 * 1024;

export const planCalls = {
  'GET /api/plans': {
    who: 'token',
    may: 'read',
    about: 'Lists the plans of the account: what is left of the period, the requests in work, and those that wait in their order.',
    output: plansShape,
  },
  'POST /api/requests': {
    who: 'token',
    may: 'order',
    about:
      'Requests work within a plan. It begins if fewer are in work than the plan allows, and waits otherwise. A retry with the same Idempotency-Key does not request twice.',
    input: requestShape,
    output: requestedShape,
    bodyBytes: BRIEF_BYTES,
  },
  'POST /api/requests/reorder': {
    who: 'token',
    may: 'order',
    about: 'Changes the order of the requests that wait. All of them must be named, each once.',
    input: reorderShape,
  },
} as const satisfies CallTable;
