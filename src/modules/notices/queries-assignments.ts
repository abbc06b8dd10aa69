// Stores notices of work that a colleague assigned, in the transaction of the assignment.
import { sql } from 'drizzle-orm';
import type { AssignedPieces } from '#modules/fulfilment/desk/shapes.ts';
import type { AssignedTickets } from '#modules/support/desk/shapes.ts';
import type { DbClient } from '#platform/database/database.ts';
import { staffNotice } from './tables.ts';

export async function insertPieceNotices(tx: DbClient, { pieceIds, ...assigned }: AssignedPieces): Promise<void> {
  const shared = toAssignedNotice(assigned);
  if (shared && pieceIds.length > 0) await tx.insert(staffNotice).values(pieceIds.map((pieceId) => ({ ...shared, pieceId })));
}

export async function insertTicketNotices(tx: DbClient, { numbers, ...assigned }: AssignedTickets): Promise<void> {
  const shared = toAssignedNotice(assigned);
  if (shared && numbers.length > 0) await tx.insert(staffNotice).values(numbers.map((ticketNumber) => ({ ...shared, ticketNumber })));
}

/** Work that operators assign to themselves is no news to them. */
function toAssignedNotice({ by, to, at }: Omit<AssignedPieces, 'pieceIds'>) {
  if (to === null || to === by) return undefined;
  // The same work can be assigned again, so each notice has a key of its own.
  return { event: 'workAssigned' as const, key: sql`gen_random_uuid()::text`, operatorId: to, happenedAt: at };
}
