// Calls of the desk's frame: the counters of the navigation, and the search.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { countsShape, findRequestShape, foundShape } from './shapes.ts';

export const frameCalls = {
  'GET /api/counts': {
    may: 'operator',
    about: 'Returns the counters of the navigation that the role may see, up to 100.',
    output: countsShape,
  },
  'GET /api/find': {
    may: 'operator',
    about: 'Searches orders, pieces, customers, tickets, payments, coupons and invoices that the role may see.',
    input: findRequestShape,
    output: foundShape,
  },
} as const satisfies DeskCallTable;
