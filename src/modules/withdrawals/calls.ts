// Calls for withdrawals.

import type { CallTable } from '../../lib/calls.ts';
import {
  withdrawableShape,
  withdrawalRequestShape,
  withdrawalRightShape,
  withdrawalViewShape,
  withdrawnShape,
  withdrawShape,
} from './shapes.ts';

export const withdrawalCalls = {
  'GET /api/orders/withdrawals': {
    who: 'token',
    about: 'The orders whose contract can still be withdrawn from, and until when.',
    output: withdrawableShape,
  },
  'GET /api/orders/withdrawal-right': {
    who: 'token',
    about:
      'Where consumers have a right of withdrawal, by the country of the billing address, and whether this account orders as a business.',
    output: withdrawalRightShape,
  },
  'GET /api/orders/withdrawal': {
    who: 'token',
    about: 'What withdrawing from the contract of an order would do now: what is charged for what was delivered, and what goes back.',
    input: withdrawalRequestShape,
    output: withdrawalViewShape,
  },
  'POST /api/orders/withdraw': {
    who: 'token',
    about:
      'Withdraws from the contract of a paid order, within 14 days and without a reason. The amount that goes back must be the one that was shown; confirmed again, it is done once.',
    input: withdrawShape,
    output: withdrawnShape,
  },
} as const satisfies CallTable;
