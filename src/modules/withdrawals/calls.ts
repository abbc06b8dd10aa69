// Calls for withdrawals.

import type { CallTable } from '#lib/calls.ts';
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
    may: 'read',
    about: 'Lists orders that can still be withdrawn from, with their deadlines.',
    output: withdrawableShape,
  },
  'GET /api/orders/withdrawal-right': {
    who: 'token',
    may: 'read',
    about: 'Returns the countries with a right of withdrawal, and whether this account orders as a business.',
    output: withdrawalRightShape,
  },
  'GET /api/orders/withdrawal': {
    who: 'token',
    may: 'order',
    about: 'Previews a withdrawal: the charge for delivered work and the refund.',
    input: withdrawalRequestShape,
    output: withdrawalViewShape,
  },
  'POST /api/orders/withdraw': {
    who: 'token',
    may: 'order',
    about: 'Withdraws from a paid order within 14 days, without a reason. The refund must match the preview. Idempotent.',
    input: withdrawShape,
    output: withdrawnShape,
  },
} as const satisfies CallTable;
