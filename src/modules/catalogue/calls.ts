// The call for offers and prices.

import type { CallTable } from '#lib/calls.ts';
import { pricesRequestShape, pricesShape } from './shapes.ts';

export const catalogueCalls = {
  'POST /api/prices': {
    who: 'open',
    about:
      'Returns offers with prices in one currency, their brief fields in the request’s language, and platforms. `withArchived` adds offers that are no longer sold.',
    input: pricesRequestShape,
    output: pricesShape,
  },
} as const satisfies CallTable;
