// Calls for subscriptions.

import type { CallTable } from '../../lib/calls.ts';
import { subscriptionRequestShape, subscriptionShape, subscriptionsShape } from './shapes.ts';

export const subscriptionCalls = {
  'GET /api/orders/subscriptions': {
    who: 'token',
    about: 'The monthly bundles that run: when each renews, at which price, and the month that waits for its payment.',
    output: subscriptionsShape,
  },
  'POST /api/orders/subscription': {
    who: 'token',
    about: 'Pauses a monthly bundle, resumes it, ends it with the period that is paid for, or keeps one that was to end.',
    input: subscriptionRequestShape,
    output: subscriptionShape,
  },
} as const satisfies CallTable;
