// Calls about attempts to pay, and saved means of payment.
import type { CallTable } from '#lib/calls.ts';
import { meansListShape, meansRemovalShape, paymentCheckShape, subjectShape } from './shapes.ts';

export const paymentCalls = {
  'POST /api/payments/begin': {
    who: 'token',
    may: 'settle',
    about:
      'Reports that the payment page of a purchase or deposit is being opened. It has no payment link until the end of this attempt is known.',
    input: subjectShape,
  },
  'POST /api/payments/check': {
    who: 'token',
    may: 'read',
    about:
      'Asks the payment provider how the last attempt to pay a purchase or deposit ended. Answered within five seconds, also if the provider is silent.',
    input: subjectShape,
    output: paymentCheckShape,
  },
  'GET /api/payment-means': {
    who: 'token',
    may: 'settle',
    about: 'Lists saved means of payment, newest first. Subscriptions name the one that they are charged from.',
    output: meansListShape,
  },
  'POST /api/payment-means/remove': {
    who: 'token',
    may: 'money',
    about: 'Removes a saved means of payment. Subscriptions that are charged from it go on by payment link.',
    input: meansRemovalShape,
  },
} as const satisfies CallTable;
