// The queue of the desk in one statement: all that is open, by when it is due, in small rows. It reads what is open and nothing of what is done.
import type pg from 'pg';
import type { CurrencyNumber } from '../../lib/money.ts';
import type { ServiceNumber } from '../catalogue/shapes.ts';
import { type ClockState, NOBODY, type QueueAsk, type WorkState } from './shapes-desk.ts';

export type OpenPiece = {
  readonly id: string;
  readonly order_id: string;
  readonly number: string;
  readonly position: number;
  readonly pieces: number;
  readonly service_type: ServiceNumber;
  readonly offer_id: string;
  readonly quantity: number;
  readonly platform: number | null;
  readonly language: string | null;
  readonly state: WorkState;
  readonly due_at: Date | null;
  readonly left_seconds: number | null;
  readonly waits_since: Date | null;
  readonly may_begin_at: Date;
  readonly maker_id: string | null;
  readonly maker_name: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly price: number;
  readonly currency: CurrencyNumber;
  readonly asked_at: Date | null;
  readonly trouble: string | null;
  readonly version: number | null;
};

/** `one`: that piece alone, however it stands. */
const text = (which: string): string => `
select piece.id, piece.order_id, o.number, piece.position, siblings.count as pieces, piece.service_type, piece.offer_id, piece.quantity,
  coalesce(piece.platform, o.platform) as platform, piece.language, piece.state, piece.due_at, piece.left_seconds, piece.waits_since, piece.may_begin_at,
  piece.maker_id, piece.maker_name, bought.billing ->> 'firstName' as first_name, bought.billing ->> 'lastName' as last_name,
  o.price, o.currency, piece.asked_at, piece.trouble, piece.version
from order_piece piece
join shop_order o on o.id = piece.order_id
join purchase bought on bought.id = o.purchase_id
cross join lateral (select count(*)::int as count from order_piece where order_id = o.id) siblings
where ${which}`;

const open = `piece.may_begin_at is not null and piece.state in ('ready', 'inWork', 'revisionAsked') and o.status in (2, 3, 4)
  and not exists (select from payment_dispute dispute join payment paid on paid.id = dispute.payment_id where paid.subject_id = bought.id)`;

const queueText = `${text(open)}
  and ($1::int is null or piece.service_type = $1) and ($2::text is null or piece.language = $2)
  and ($3::text is null or case $3 when '${NOBODY}' then piece.maker_id is null else piece.maker_id = $3 end)
  and ($4::text is null or piece.state = $4)
  and ($5::text is null or o.number ilike $5 or (bought.billing ->> 'firstName') || ' ' || (bought.billing ->> 'lastName') ilike $5)
  and case $6::text when 'waits' then piece.waits_since is not null when 'early' then piece.waits_since is null and piece.may_begin_at > $7
    when 'late' then piece.due_at <= $7 and piece.may_begin_at <= $7
    when 'soon' then piece.due_at > $7 and piece.due_at <= $8 and piece.may_begin_at <= $7
    when 'fine' then piece.due_at > $8 and piece.may_begin_at <= $7 else true end
order by coalesce(piece.due_at, piece.waits_since + make_interval(days => 3650)), piece.id
limit $9`;

type Window = { readonly now: Date; readonly soon: Date };

/** One more than asked for tells that there are more. */
export async function readQueue(pool: pg.Pool, ask: QueueAsk, { now, soon }: Window): Promise<OpenPiece[]> {
  const { service = null, language = null, maker = null, state = null, clock = null, search, limit } = ask;
  const pattern = search ? `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%` : null;
  const { rows } = await pool.query<OpenPiece>({
    name: 'fulfilment.queue',
    text: queueText,
    values: [service, language, maker, state, pattern, clock, now, soon, limit + 1],
  });
  return rows;
}

export async function readQueueRow(pool: pg.Pool, pieceId: string): Promise<OpenPiece | undefined> {
  const { rows } = await pool.query<OpenPiece>({ name: 'fulfilment.queueRow', text: text('piece.id = $1'), values: [pieceId] });
  return rows[0];
}

export type Tally = { readonly state: WorkState; readonly clock: ClockState; readonly count: number; readonly due: Date[] };

/** All that is open, counted by how it stands; with the times at which the clocks of it run out. */
const tallyText = `
select piece.state, case when piece.waits_since is not null then 'waits' when piece.may_begin_at > $1 then 'early'
    when piece.due_at <= $1 then 'late' when piece.due_at <= $2 then 'soon' else 'fine' end as clock,
  count(*)::int as count, string_agg(extract(epoch from piece.due_at)::bigint::text, ' ') as due
from order_piece piece
join shop_order o on o.id = piece.order_id
join purchase bought on bought.id = o.purchase_id
where ${open} group by 1, 2`;

export async function readTallies(pool: pg.Pool, { now, soon }: Window): Promise<Tally[]> {
  const { rows } = await pool.query<Omit<Tally, 'due'> & { due: string | null }>({
    name: 'fulfilment.tallies',
    text: tallyText,
    values: [now, soon],
  });
  return rows.map((row) => ({
    ...row,
    due: row.due === null ? [] : row.due.split(' ').map((seconds) => new Date(Number(seconds) * 1_000)),
  }));
}
