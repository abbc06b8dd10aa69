// Calls for balances, statements and deposits.

import type { CallTable } from '#lib/calls.ts';
import {
  attemptRequestShape,
  attemptShape,
  balanceRequestShape,
  balanceShape,
  depositRequestShape,
  depositShape,
  depositStateRequestShape,
  depositStateShape,
  fundsShape,
  movementRequestShape,
  movementShape,
  statementRequestShape,
  statementShape,
} from './shapes.ts';

export const balanceCalls = {
  'POST /api/balance': {
    who: 'token',
    may: 'read',
    about: 'Returns the balance in one currency.',
    input: balanceRequestShape,
    output: balanceShape,
  },
  'POST /api/balance/deposit': {
    who: 'token',
    may: 'money',
    about:
      'Creates a deposit. The balance is credited when the payment link in the response is paid. A coupon lowers the charge, not the credit.',
    input: depositRequestShape,
    output: depositShape,
  },
  'GET /api/balance/statement': {
    who: 'token',
    may: 'documents',
    about: 'Lists transactions of a balance with the balance after each, newest first, paginated.',
    input: statementRequestShape,
    output: statementShape,
  },
} as const satisfies CallTable;

export const depositCalls = {
  'GET /api/balance/funds': {
    who: 'token',
    may: 'documents',
    about: 'Returns the balances in all currencies, the promotional credit in them, and the limits of a deposit.',
    output: fundsShape,
  },
  'GET /api/balance/deposit': {
    who: 'token',
    may: 'money',
    about: 'Returns the state and payment link of a deposit.',
    input: depositStateRequestShape,
    output: depositStateShape,
  },
  'GET /api/payments/attempt': {
    who: 'token',
    may: 'settle',
    about: 'Returns the id of the order or deposit that was sent with an Idempotency-Key in the last 24 hours, or null.',
    input: attemptRequestShape,
    output: attemptShape,
  },
  'GET /api/balance/movement': {
    who: 'token',
    may: 'documents',
    about: 'Returns the orders or the deposit behind a transaction.',
    input: movementRequestShape,
    output: movementShape,
  },
} as const satisfies CallTable;
