// The desk's call for subscriptions.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { deskSubscriptionActShape, deskSubscriptionsRequestShape, deskSubscriptionsShape, priceRequestShape } from './shapes.ts';

export const deskSubscriptionCalls = {
  'GET /api/subscriptions': {
    may: 'money.see',
    about: 'Lists subscriptions, newest first, with what each brings in a month.',
    input: deskSubscriptionsRequestShape,
    output: deskSubscriptionsShape,
  },
  'POST /api/subscriptions/act': {
    kind: 'write',
    audit: { act: 'subscription.act', about: 'customer' },
    may: 'money.move',
    about: 'Pauses, resumes, ends (with the paid period, or at once) or keeps a subscription for its client.',
    input: deskSubscriptionActShape,
  },
  'POST /api/subscriptions/price': {
    kind: 'write',
    audit: { act: 'subscription.price', about: 'customer' },
    may: 'money.move',
    about: 'Asks a client by email to agree to a higher price of a subscription. Without the click, it is never charged.',
    input: priceRequestShape,
  },
} as const satisfies DeskCallTable;
