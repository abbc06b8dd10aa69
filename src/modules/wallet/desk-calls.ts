// Calls for the refund of a deposit.
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import { depositBackRequestShape, depositBackShape, depositStandingShape } from './desk-shapes.ts';

export const depositCalls = {
  'GET /api/payment/deposit-back': {
    may: 'money.see',
    about: 'Previews the refund of a deposit.',
    input: depositBackRequestShape,
    output: depositStandingShape,
  },
  'POST /api/payment/deposit-back': {
    kind: 'write',
    audit: { act: 'deposit.refund', about: 'payment' },
    stepUp: true,
    may: 'money.move',
    about: 'Refunds a deposit, in full or in part, to its payment method.',
    input: depositBackShape,
  },
} as const satisfies DeskCallTable;
