// Calls for subscriptions.

import type { CallTable } from '#lib/calls.ts';
import { subscriptionRequestShape, subscriptionShape, subscriptionsShape } from './shapes.ts';

export const subscriptionCalls = {
  'GET /api/orders/subscriptions': {
    who: 'token',
    may: 'read',
    about: 'Lists subscriptions with renewal date, price and unpaid renewals.',
    output: subscriptionsShape,
  },
  'POST /api/orders/subscription': {
    who: 'token',
    may: 'order',
    about: 'Pauses, resumes, cancels (at the end of the paid period) or keeps a subscription.',
    input: subscriptionRequestShape,
    output: subscriptionShape,
  },
} as const satisfies CallTable;
