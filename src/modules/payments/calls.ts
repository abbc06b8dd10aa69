// Calls about attempts to pay.
import type { CallTable } from '#lib/calls.ts';
import { paymentCheckShape, subjectShape } from './shapes.ts';

export const attemptCalls = {
  'POST /api/payments/begin': {
    who: 'token',
    about:
      'Reports that the payment page of a purchase or deposit is being opened. It has no payment link until the end of this attempt is known.',
    input: subjectShape,
  },
  'POST /api/payments/check': {
    who: 'token',
    about:
      'Asks the payment provider how the last attempt to pay a purchase or deposit ended. Answered within five seconds, also if the provider is silent.',
    input: subjectShape,
    output: paymentCheckShape,
  },
} as const satisfies CallTable;
