// The call for offers and prices.

import type { CallTable } from '#lib/calls.ts';
import { pricesRequestShape, pricesShape } from './shapes.ts';

export const catalogueCalls = {
  'POST /api/prices': {
    who: 'open',
    about:
      'Returns offers with prices in one currency, their brief fields in the request’s language, and platforms. `withArchived` adds offers that are no longer sold. With a token of a client who has a discount: `discountPercent`, which is off the subtotal of an order.',
    input: pricesRequestShape,
    output: pricesShape,
  },
} as const satisfies CallTable;
