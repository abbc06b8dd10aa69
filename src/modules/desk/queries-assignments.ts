// Stores notices of work that a colleague assigned, in the transaction of the assignment.
import { sql } from 'drizzle-orm';
import type { WorkResult } from '#modules/fulfilment/desk/shapes.ts';
import type { TicketActed } from '#modules/support/actions.ts';
import type { DbClient } from '#platform/database/database.ts';
import { staffNotice } from './notices/tables.ts';

type Assigned = { readonly by: string; readonly to: string | null | undefined; readonly now: Date };

/** Work that operators assign to themselves is no news to them. */
export async function noticePieces(tx: DbClient, work: readonly Pick<WorkResult, 'pieceId'>[], { by, to, now }: Assigned): Promise<void> {
  if (work.length === 0 || !to || to === by) return;
  await tx.insert(staffNotice).values(work.map(({ pieceId }) => ({ ...assignedTo(to, now), pieceId })));
}

export async function noticeTickets(tx: DbClient, work: readonly Pick<TicketActed, 'number'>[], { by, to, now }: Assigned): Promise<void> {
  if (work.length === 0 || !to || to === by) return;
  await tx.insert(staffNotice).values(work.map(({ number }) => ({ ...assignedTo(to, now), ticketNumber: number })));
}

/** The same work can be assigned again, so each notice has a key of its own. */
const assignedTo = (operatorId: string, happenedAt: Date) => ({
  event: 'workAssigned' as const,
  key: sql`gen_random_uuid()::text`,
  operatorId,
  happenedAt,
});
