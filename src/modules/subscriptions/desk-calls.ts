// The desk's call for subscriptions.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { deskSubscriptionsRequestShape, deskSubscriptionsShape } from './shapes.ts';

export const deskSubscriptionCalls = {
  'GET /api/subscriptions': {
    may: 'money.see',
    about: 'Lists subscriptions, newest first, with what each brings in a month.',
    input: deskSubscriptionsRequestShape,
    output: deskSubscriptionsShape,
  },
} as const satisfies DeskCallTable;
