// SQL of automatic work: pieces that a program can make, and deliveries to accept automatically.
import { sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { isNotWaiting } from '#platform/jobs/each-row.ts';

/** A claim without a result, for example after a crash, expires after this. */
const CLAIM_EXPIRY_MINUTES = 10;
/** A running program has answered or crashed by then. */
const BUSY_CLAIM_MINUTES = 2;

const isAnyOffer = (offers: readonly string[]) => sql`any(array(select jsonb_array_elements_text(${JSON.stringify(offers)}::jsonb)))`;

/**
 * Claims the next piece round-robin by account, one per account at a time, so that an account with many
 * pieces does not delay others. Claimed in one statement with skip locked, so one node gets it.
 */
export async function claimPieceForProgram(queries: DbClient, offers: readonly string[], now: Date): Promise<string | undefined> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await queries.execute<{ id: string }>(sql`
    update order_piece set production_tried_at = ${at} where id = (
      select piece.id from order_piece piece join shop_order o on o.id = piece.order_id
      where piece.may_begin_at <= ${at} and piece.state = 'ready' and o.status in (2, 3)
        and piece.maker_id is null and piece.version is null and piece.trouble is null and piece.held_since is null
        and (piece.production_tried_at is null or piece.production_tried_at < ${at} - make_interval(mins => ${CLAIM_EXPIRY_MINUTES}))
        and piece.offer_id = ${isAnyOffer(offers)}
        and not exists (select from piece_draft where piece_id = piece.id)
        and not exists (select from payment_dispute dispute join payment paid on paid.id = dispute.payment_id where paid.subject_id = o.purchase_id
          and dispute.decision is distinct from 'won')
        and not exists (
          select from order_piece busy join shop_order of_busy on of_busy.id = busy.order_id
          where of_busy.account_id = o.account_id and busy.id <> piece.id and busy.production_tried_at > ${at} - make_interval(mins => ${BUSY_CLAIM_MINUTES})
            and busy.state = 'ready' and busy.maker_id is null and busy.version is null and busy.trouble is null
            and not exists (select from piece_draft where piece_id = busy.id))
      order by (select max(tried.production_tried_at) from order_piece tried join shop_order of_tried on of_tried.id = tried.order_id
          where of_tried.account_id = o.account_id) nulls first,
        piece.due_at, piece.id limit 1
      for update of piece skip locked)
    returning id`);
  return rows[0]?.id;
}

/** `id`: the delivery's id. */
export type DueAcceptance = { readonly id: string; readonly piece_id: string };

/** Deliveries with a disputed payment are not accepted yet. */
const notFrozen = sql`not exists (select from payment_dispute dispute join payment paid on paid.id = dispute.payment_id
  join shop_order o on o.purchase_id = paid.subject_id where o.id = piece.order_id and dispute.decision is distinct from 'won')`;

export async function listDueAcceptances(queries: DbClient, now: Date, limit: number): Promise<DueAcceptance[]> {
  const { rows } = await queries.execute<DueAcceptance>(sql`
    select d.id, piece.id as piece_id from order_piece piece join delivery d on d.piece_id = piece.id and d.version = piece.version
    where piece.accept_at <= ${now.toISOString()}::timestamptz and ${notFrozen} and ${isNotWaiting('fulfilment.acceptDue', sql`d.id`, now)}
    order by piece.accept_at limit ${limit}`);
  return rows;
}

/** Deliveries soon to be accepted whose reminder was not sent. */
export async function listSoonAccepted(
  queries: DbClient,
  { now, until }: { now: Date; until: Date },
  limit: number,
): Promise<DueAcceptance[]> {
  const { rows } = await queries.execute<DueAcceptance>(sql`
    select d.id, piece.id as piece_id from order_piece piece join delivery d on d.piece_id = piece.id and d.version = piece.version
    where piece.accept_at > ${now.toISOString()}::timestamptz and piece.accept_at <= ${until.toISOString()}::timestamptz
      and d.reminded_at is null and ${notFrozen} and ${isNotWaiting('fulfilment.acceptDue', sql`d.id`, now)}
    order by piece.accept_at limit ${limit}`);
  return rows;
}
