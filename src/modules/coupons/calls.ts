// The call for a coupon’s discount.

import type { CallTable } from '../../lib/calls.ts';
import { couponRequestShape, couponShape } from './shapes.ts';

export const couponCalls = {
  'GET /api/orders/coupon': {
    who: 'token',
    about: 'What a coupon takes off, in one currency. Whoever guesses codes is slowed.',
    input: couponRequestShape,
    output: couponShape,
  },
} as const satisfies CallTable;
