// SQL of notes that mention an operator: a notice for each, which counts until its piece is opened.
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { MentioningNote } from '#modules/fulfilment/desk/shapes.ts';
import type { DbClient } from '#platform/database/database.ts';
import { staffNotice } from './tables.ts';

/** In the transaction of the note. The key begins with the note's id. */
export async function insertMentionNotices(tx: DbClient, { noteId, pieceId, to, at }: MentioningNote): Promise<void> {
  const rows = to.map((id) => ({ event: 'mentioned' as const, key: `${noteId} ${id}`, operatorId: id, pieceId, happenedAt: at }));
  if (rows.length > 0) await tx.insert(staffNotice).values(rows);
}

const isUnseenBy = (operatorId: string) =>
  and(eq(staffNotice.operatorId, operatorId), eq(staffNotice.event, 'mentioned'), isNull(staffNotice.seenAt));

type MentionRow = { readonly pieceId: string; readonly number: string; readonly by: string; readonly makerId: string | null };

/** Newest first; one of each piece. */
export async function listUnseenMentions(queries: DbClient, operatorId: string, limit: number): Promise<MentionRow[]> {
  const { rows } = await queries.execute<MentionRow>(sql`
    select mention.piece_id as "pieceId", o.number, note.by_name as by, piece.maker_id as "makerId"
    from (select distinct on (piece_id) * from staff_notice where ${isUnseenBy(operatorId)} order by piece_id, happened_at desc) mention
    join piece_note note on note.id = split_part(mention.key, ' ', 1)::uuid
    join order_piece piece on piece.id = mention.piece_id join shop_order o on o.id = piece.order_id
    order by mention.happened_at desc limit ${limit}`);
  return rows;
}

export async function markMentionsSeen(queries: DbClient, operatorId: string, pieceId: string, now: Date): Promise<void> {
  await queries
    .update(staffNotice)
    .set({ seenAt: now })
    .where(and(isUnseenBy(operatorId), eq(staffNotice.pieceId, pieceId)));
}
