// SQL of what operators did for customers.
import { asc, eq } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { markChanged, ofAccount } from '#platform/live/changes.ts';
import { shortenAnswers } from './rules.ts';
import type { Answers } from './shapes.ts';
import { shopOrder, teamAction } from './tables.ts';

export async function insertTeamAction(tx: DbClient, row: typeof teamAction.$inferInsert): Promise<void> {
  await tx.insert(teamAction).values(row);
  markChanged(tx, ofAccount(row.accountId), 'orders');
}

const actionColumns = {
  id: teamAction.id,
  pieceId: teamAction.pieceId,
  action: teamAction.action,
  reason: teamAction.reason,
  at: teamAction.at,
};

export const listTeamActions = (queries: DbClient, orderId: string) =>
  queries.select(actionColumns).from(teamAction).where(eq(teamAction.orderId, orderId)).orderBy(asc(teamAction.id));

export const listAccountTeamActions = (queries: DbClient, accountId: string, limit: number) =>
  queries.select(actionColumns).from(teamAction).where(eq(teamAction.accountId, accountId)).orderBy(asc(teamAction.id)).limit(limit);

export async function eraseTeamActions(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(teamAction).where(eq(teamAction.accountId, accountId));
}

/** A corrected brief of an order. */
export async function setAnswers(tx: DbClient, orderId: string, answers: Answers): Promise<void> {
  await tx
    .update(shopOrder)
    .set({ answers, answersShort: shortenAnswers(answers) })
    .where(eq(shopOrder.id, orderId));
}
