// Refunds a deposit by its payment and writes the audit entry in the same transaction.

import { UserError } from '#lib/user-error.ts';
import { paymentAtDesk } from '#modules/payments/actions.ts';
import { type OperatorSession, writeAudit } from '#modules/staff/actions.ts';
import { type DepositBackRequest, type DepositRefundLimits, depositBack, previewDepositBack } from '#modules/wallet/actions.ts';
import { type DbClient, transaction } from '#platform/database/database.ts';
import type { Selling } from '../selling.ts';

export async function previewDeposit({ checkout }: Selling, { id, amount }: { id: string; amount: number }): Promise<DepositRefundLimits> {
  const { orm } = checkout.ctx.db;
  return previewDepositBack(checkout, orm, { id: await depositOf(orm, id), amount });
}

export async function depositBackAct(
  { checkout }: Selling,
  { operator }: OperatorSession,
  { id, why, ...request }: DepositBackRequest & { why: string },
): Promise<void> {
  const { db, clock } = checkout.ctx;
  await transaction(db, async (tx) => {
    const done = await depositBack(checkout, tx, operator, { ...request, id: await depositOf(tx, id) });
    // A repeated request is not audited twice.
    if (done) await writeAudit(tx, operator, clock.now(), { act: 'deposit.refund', about: { kind: 'payment', id }, ...done, why });
  });
}

async function depositOf(queries: DbClient, paymentId: string): Promise<string> {
  const found = await paymentAtDesk(queries, paymentId);
  if (found?.purpose !== 'deposit') throw new UserError(404);
  return found.subjectId;
}
