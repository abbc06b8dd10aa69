// The call for a coupon’s discount.

import type { CallTable } from '#lib/calls.ts';
import { couponRequestShape, couponShape } from './shapes.ts';

export const couponCalls = {
  'GET /api/orders/coupon': {
    who: 'token',
    may: 'read',
    about: 'Returns the discount of a coupon in one currency. Guessing codes is rate limited.',
    input: couponRequestShape,
    output: couponShape,
  },
} as const satisfies CallTable;
