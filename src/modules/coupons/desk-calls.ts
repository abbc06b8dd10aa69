// Calls for coupons at the desk.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { couponsShape, endCouponShape, makeCouponShape } from './desk-shapes.ts';

export const couponDeskCalls = {
  'GET /api/coupons': { may: 'coupons.see', about: 'Lists coupons with their use.', output: couponsShape },
  'POST /api/coupon/make': {
    kind: 'write',
    audit: { act: 'coupon.make', about: 'coupon' },
    stepUp: true,
    may: 'coupons.edit',
    about: 'Creates a coupon.',
    input: makeCouponShape,
  },
  'POST /api/coupon/end': {
    kind: 'write',
    audit: { act: 'coupon.end', about: 'coupon' },
    stepUp: true,
    may: 'coupons.edit',
    about: 'Ends a coupon.',
    input: endCouponShape,
  },
} as const satisfies DeskCallTable;
