// SQL that finds events. One statement reads the tables of several modules, because orders must not pay for
// notices with a round trip or a row of their own; see docs/decisions/082-customers.md. It only reads them.
import { type SQL, sql } from 'drizzle-orm';
import { getFirstIdAt } from '#lib/time/time-id.ts';
import type { DbClient } from '#platform/database/database.ts';
import { staffNoticeCursor } from './tables.ts';

const CURSOR = 1;

/**
 * Returns until when events were found before; the transaction's end lets the next search begin. At the first
 * search ever, only what is new counts.
 */
export async function lockCursor(tx: DbClient, now: Date): Promise<Date> {
  await tx.insert(staffNoticeCursor).values({ id: CURSOR, searchedUntil: now }).onConflictDoNothing();
  const [row] = await tx.select().from(staffNoticeCursor).for('update');
  return row?.searchedUntil ?? now;
}

/** Never back: a clock may be behind that of the node before. */
export async function moveCursor(tx: DbClient, now: Date): Promise<void> {
  await tx.update(staffNoticeCursor).set({ searchedUntil: sql`greatest(${staffNoticeCursor.searchedUntil}, ${toTimestamp(now)})` });
}

type SearchedTimes = { readonly since: Date; readonly now: Date; readonly soon: Date };

const toTimestamp = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;

/**
 * Stores what happened since then and is not stored yet. A piece whose due date moves can become late again.
 */
export async function storeEvents(tx: DbClient, { since, now, soon }: SearchedTimes): Promise<void> {
  await tx.execute(sql`
    insert into staff_notice (event, key, order_id, piece_id, ticket_number, happened_at)
    select found.* from (
      select 'orderPaid' as event, o.id::text as key, o.id as order_id, null::uuid as piece_id, null as ticket_number, p.paid_at as happened_at
        from purchase p join shop_order o on o.purchase_id = p.id
        where p.state = 'paid' and p.paid_at > ${toTimestamp(since)} and o.paid_at is not null
      union all
      select 'renewalFailed', p.id::text, o.id, null, null, p.outcome_at
        from payment p join shop_order o on o.purchase_id = p.subject_id
        where p.outcome = 'declined' and p.outcome_at > ${toTimestamp(since)} and p.means_error is not null
      union all
      select 'changesRequested', r.id::text, piece.order_id, piece.id, null, r.requested_at
        from delivery_revision r join order_piece piece on piece.id = r.piece_id where r.id >= ${getFirstIdAt(since)}
      union all
      select case when piece.due_at <= ${toTimestamp(now)} then 'pieceOverdue' else 'pieceDueSoon' end,
          piece.id || ' ' || to_char(piece.due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), piece.order_id, piece.id, null, piece.due_at
        from order_piece piece
        where piece.due_at > ${toTimestamp(since)} and piece.due_at <= ${toTimestamp(soon)} and piece.may_begin_at is not null
          and piece.state in ('ready', 'inWork', 'revisionAsked')
      union all
      select 'ticketOpened', t.number, null, null, t.number, t.created_at from support_ticket t where t.created_at > ${toTimestamp(since)}
      union all
      select case q.state when 'accepted' then 'quoteAccepted' else 'quoteDeclined' end, q.id::text, null, null, null, q.decided_at
        from quote q where q.state in ('accepted', 'declined') and q.decided_at > ${toTimestamp(since)}
      union all
      select 'ticketReplied', m.id::text, null, null, t.number, m.created_at
        from support_ticket t join support_message m on m.ticket_number = t.number
        where t.updated_at > ${toTimestamp(since)} and m.author = 'guest' and m.created_at > ${toTimestamp(since)}
          and exists (select from support_message first where first.ticket_number = t.number and first.id < m.id)
    ) as found
    where not exists (select from staff_notice known where known.event = found.event and known.key = found.key)
    on conflict (event, key) do nothing`);
}
