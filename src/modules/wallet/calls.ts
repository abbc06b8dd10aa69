// Calls for balances, statements and deposits.

import type { CallTable } from '../../lib/calls.ts';
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
  'POST /api/balance': { who: 'token', about: 'What the account has in one currency.', input: balanceRequestShape, output: balanceShape },
  'POST /api/balance/deposit': {
    who: 'token',
    about: 'Fills the balance, once the link in the answer is paid. A coupon lowers what is charged, never what is credited.',
    input: depositRequestShape,
    output: depositShape,
  },
  'GET /api/balance/statement': {
    who: 'token',
    about: 'Every movement of a balance with what was left after it, newest first, in pages.',
    input: statementRequestShape,
    output: statementShape,
  },
} as const satisfies CallTable;

export const depositCalls = {
  'GET /api/balance/funds': {
    who: 'token',
    about: 'What the account has in every currency, how much of it is promotional credit, and what one deposit may be.',
    output: fundsShape,
  },
  'GET /api/balance/deposit': {
    who: 'token',
    about: 'How a deposit stands, and by which link it can be paid.',
    input: depositStateRequestShape,
    output: depositStateShape,
  },
  'GET /api/payments/attempt': {
    who: 'token',
    about: 'What came of an order or a deposit that was sent under an Idempotency-Key in the last 24 hours: its id, or null.',
    input: attemptRequestShape,
    output: attemptShape,
  },
  'GET /api/balance/movement': {
    who: 'token',
    about: 'What one movement of a balance was for: the orders, or the deposit.',
    input: movementRequestShape,
    output: movementShape,
  },
} as const satisfies CallTable;
