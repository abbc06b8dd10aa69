// SQL of open pieces: their ids, recent changes, and rows. Closed pieces are not read.
import type pg from 'pg';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Turnaround } from '#lib/time/turnaround.ts';
import type { ServiceNumber } from '#modules/catalogue/shapes.ts';
import type { WorkState } from './shapes-states.ts';

/** Times in milliseconds: parsing thousands of dates is slow. */
export type OpenPiece = {
  readonly id: string;
  readonly order_id: string;
  readonly purchase_id: string;
  readonly number: string;
  readonly position: number;
  readonly pieces: number;
  readonly service_type: ServiceNumber;
  readonly offer_id: string;
  readonly is_instant: boolean;
  readonly turnaround: Turnaround | null;
  readonly title: string | null;
  readonly has_own_brief: boolean;
  readonly is_due_by_hand: boolean;
  readonly quantity: number;
  readonly platform: number | null;
  readonly language: string | null;
  readonly state: Exclude<WorkState, 'inReview'>;
  /** Its delivery waits for approval. */
  readonly is_submitted: boolean;
  /** Of a plan. */
  readonly is_request: boolean;
  readonly stage: string | null;
  readonly due_at: number | null;
  readonly left_seconds: number | null;
  readonly waits_since: number | null;
  readonly held_since: number | null;
  readonly may_begin_at: number | null;
  readonly maker_id: string | null;
  readonly maker_name: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly price: number;
  readonly share: number;
  readonly currency: CurrencyNumber;
  readonly unanswered_since: number | null;
  readonly makerError: string | null;
  readonly version: number | null;
  readonly is_open: boolean;
  readonly changed: number;
  /** When its order was paid. */
  readonly paid_at: number | null;
};

const selectMs = (column: string): string => `(extract(epoch from piece.${column}) * 1000)::float8 as ${column}`;
const isOpen = `piece.may_begin_at is not null and piece.state in ('ready', 'inWork', 'revisionAsked')`;
/** In microseconds, the precision of the database; the higher value is the newer row. */
const changedColumn = '(extract(epoch from piece.changed_at) * 1000000)::float8 as changed';
/** Longer than transactions usually take: a change may be written before a read and committed after it. */
const OVERLAP_SECONDS = 60;
/** By list prices when bought; equal for bundles that are older than those. */
const share = `case when whole.list_value > 0 then round(o.price::numeric * piece.list_value / whole.list_value)::int
  else o.price / coalesce(whole.pieces, 1) end`;
const rowsText = `
select piece.id, piece.order_id, o.purchase_id, o.number, piece.position,
  coalesce(whole.pieces, 1) as pieces,
  piece.service_type, piece.offer_id, o.title, piece.is_instant, piece.turnaround, piece.brief is not null as has_own_brief, piece.due_by_hand is not null as is_due_by_hand, piece.quantity, coalesce(piece.platform, o.platform) as platform, piece.language, piece.state, piece.submission is not null as is_submitted, bought.plan_subscription_id is not null as is_request, piece.stage,
  ${selectMs('due_at')}, piece.left_seconds, ${selectMs('waits_since')}, ${selectMs('held_since')}, ${selectMs('may_begin_at')}, piece.maker_id, piece.maker_name,
  bought.billing ->> 'firstName' as first_name, bought.billing ->> 'lastName' as last_name,
  (extract(epoch from o.paid_at) * 1000)::float8 as paid_at, o.price, ${share} as share, o.currency, ${selectMs('unanswered_since')}, piece.trouble as "makerError", piece.version, (${isOpen} and o.status in (2, 3, 4)) as is_open, ${changedColumn}
from order_piece piece
join shop_order o on o.id = piece.order_id
join purchase bought on bought.id = o.purchase_id
left join lateral (select count(*)::int as pieces, sum(list_value) as list_value from order_piece where order_id = o.id) whole
  on piece.offer_id <> o.offer_id or piece.is_unit
where piece.id = any($1::uuid[])`;

const statements = {
  open: {
    name: 'fulfilment.open',
    text: `select piece.id, ${changedColumn} from order_piece piece join shop_order o on o.id = piece.order_id where ${isOpen} and o.status in (2, 3, 4)`,
  },
  // The time is the database's, taken before the read. Disputed purchases are few.
  changed: {
    name: 'fulfilment.changed',
    text: `
      select reading.at, reading.disputed, piece.id, ${changedColumn}, ${isOpen} as is_open
      from (select (statement_timestamp() - make_interval(secs => ${OVERLAP_SECONDS}))::text as at, (select array_agg(distinct paid.subject_id)
        from payment_dispute dispute join payment paid on paid.id = dispute.payment_id where dispute.decision is distinct from 'won') as disputed) as reading
      left join order_piece piece on piece.may_begin_at is not null and piece.changed_at >= $1::timestamptz`,
  },
  rows: { name: 'fulfilment.rows', text: rowsText },
} as const;

/** A piece's id and time of change. */
export type Stamp = Pick<OpenPiece, 'id' | 'changed'>;

/** All open pieces. */
export const readOpen = async (pool: pg.Pool): Promise<Stamp[]> => (await pool.query<Stamp>(statements.open)).rows;

type Changed = {
  readonly at: string;
  readonly disputed: ReadonlySet<string>;
  readonly stamps: readonly (Stamp & Pick<OpenPiece, 'is_open'>)[];
};

/** `is_open`: by the piece's own columns. `since` undefined: reads no changes. */
export async function readChanged(pool: pg.Pool, since: string | undefined): Promise<Changed> {
  type Row = { at: string; disputed: string[] | null; id: string | null; changed: number; is_open: boolean };
  const { rows } = await pool.query<Row>({ ...statements.changed, values: [since ?? null] });
  const stamps = rows.flatMap(({ id, changed, is_open }) => (id === null ? [] : [{ id, changed, is_open }]));
  return { at: rows[0]?.at ?? '', disputed: new Set(rows[0]?.disputed), stamps };
}

export const readRows = async (pool: pg.Pool, ids: readonly string[]): Promise<OpenPiece[]> =>
  (await pool.query<OpenPiece>({ ...statements.rows, values: [ids] })).rows;

export const readRow = async (pool: pg.Pool, pieceId: string): Promise<OpenPiece | undefined> => (await readRows(pool, [pieceId]))[0];
