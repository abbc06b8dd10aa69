// Routes for the refund of a deposit by its payment.

import { UserError } from '#lib/user-error.ts';
import { findDeskPayment } from '#modules/payments/desk/queries.ts';
import type { DeskHandlers } from '#modules/staff/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { depositCalls } from './desk-calls.ts';
import { type DepositRefundDeps, type DepositRefundLimits, previewDepositBack, refundDeposit } from './refund-deposit.ts';

export const depositRoutes = (deps: DepositRefundDeps): Pick<DeskHandlers, keyof typeof depositCalls> => ({
  'GET /api/payment/deposit-back': ({ input }) => previewDeposit(deps, input),
  async 'POST /api/payment/deposit-back'(tx, { input: { why: _, ...request }, session }) {
    const done = await refundDeposit(deps, tx, session.operator, { ...request, id: await getDepositId(tx, request.id) });
    // A repeated request is not audited twice.
    return { entries: done ? [{ id: request.id, ...done }] : [] };
  },
});

async function previewDeposit(deps: DepositRefundDeps, { id, amount }: { id: string; amount: number }): Promise<DepositRefundLimits> {
  const { orm } = deps.ctx.db;
  return previewDepositBack(deps, orm, { id: await getDepositId(orm, id), amount });
}

async function getDepositId(queries: DbClient, paymentId: string): Promise<string> {
  const found = await findDeskPayment(queries, paymentId);
  if (found?.purpose !== 'deposit') throw new UserError(404);
  return found.subjectId;
}
