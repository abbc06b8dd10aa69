// The call for offers and prices.

import type { CallTable } from '../../lib/calls.ts';
import { pricesRequestShape, pricesShape } from './shapes.ts';

export const catalogueCalls = {
  'POST /api/prices': {
    who: 'open',
    about: 'The offers with their prices in one currency, the fields of their briefs in the language of the request, and the platforms.',
    input: pricesRequestShape,
    output: pricesShape,
  },
} as const satisfies CallTable;
