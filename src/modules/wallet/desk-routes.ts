// Routes for the refund of a deposit by its payment, which is audited in the same transaction.

import { UserError } from '#lib/user-error.ts';
import { paymentAtDesk } from '#modules/payments/actions.ts';
import { type DeskHandlers, type OperatorSession, writeAudit } from '#modules/staff/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { depositCalls } from './desk-calls.ts';
import {
  type DepositBackRequest,
  type DepositRefundDeps,
  type DepositRefundLimits,
  depositBack,
  previewDepositBack,
} from './refund-deposit.ts';

export const depositRoutes = (deps: DepositRefundDeps): Pick<DeskHandlers, keyof typeof depositCalls> => ({
  'GET /api/payment/deposit-back': ({ input }) => previewDeposit(deps, input),
  'POST /api/payment/deposit-back': ({ input, session }) => depositBackAct(deps, session, input),
});

async function previewDeposit(deps: DepositRefundDeps, { id, amount }: { id: string; amount: number }): Promise<DepositRefundLimits> {
  const { orm } = deps.ctx.db;
  return previewDepositBack(deps, orm, { id: await depositOf(orm, id), amount });
}

async function depositBackAct(
  deps: DepositRefundDeps,
  { operator }: OperatorSession,
  { id, why, ...request }: DepositBackRequest & { why: string },
): Promise<void> {
  const { db, clock } = deps.ctx;
  await transaction(db, async (tx) => {
    const done = await depositBack(deps, tx, operator, { ...request, id: await depositOf(tx, id) });
    // A repeated request is not audited twice.
    if (done) await writeAudit(tx, operator, clock.now(), { act: 'deposit.refund', about: { kind: 'payment', id }, ...done, why });
  });
}

async function depositOf(queries: DbClient, paymentId: string): Promise<string> {
  const found = await paymentAtDesk(queries, paymentId);
  if (found?.purpose !== 'deposit') throw new UserError(404);
  return found.subjectId;
}
