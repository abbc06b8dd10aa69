// What is open for the desk: read whole once, and then only what has changed since. It reads nothing of what is long done.
import type pg from 'pg';
import type { CurrencyNumber } from '../../lib/money.ts';
import type { ServiceNumber } from '../catalogue/shapes.ts';
import type { WorkState } from './shapes-desk.ts';

/** Times in milliseconds: five thousand rows are made of numbers faster than of dates. */
export type OpenPiece = {
  readonly id: string;
  readonly order_id: string;
  readonly purchase_id: string;
  readonly number: string;
  readonly position: number;
  readonly pieces: number;
  readonly service_type: ServiceNumber;
  readonly offer_id: string;
  readonly quantity: number;
  readonly platform: number | null;
  readonly language: string | null;
  readonly state: WorkState;
  readonly due_at: number | null;
  readonly left_seconds: number | null;
  readonly waits_since: number | null;
  readonly may_begin_at: number | null;
  readonly maker_id: string | null;
  readonly maker_name: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly price: number;
  readonly currency: CurrencyNumber;
  readonly asked_at: number | null;
  readonly trouble: string | null;
  readonly version: number | null;
  readonly is_open: boolean;
};

const ms = (column: string): string => `(extract(epoch from piece.${column}) * 1000)::float8 as ${column}`;
const isOpen = `piece.may_begin_at is not null and piece.state in ('ready', 'inWork', 'revisionAsked')`;

const text = (which: string): string => `
select piece.id, piece.order_id, o.purchase_id, o.number, piece.position,
  case when piece.offer_id = o.offer_id then 1 else (select count(*)::int from order_piece where order_id = o.id) end as pieces,
  piece.service_type, piece.offer_id, piece.quantity, coalesce(piece.platform, o.platform) as platform, piece.language, piece.state,
  ${ms('due_at')}, piece.left_seconds, ${ms('waits_since')}, ${ms('may_begin_at')}, piece.maker_id, piece.maker_name,
  bought.billing ->> 'firstName' as first_name, bought.billing ->> 'lastName' as last_name,
  o.price, o.currency, ${ms('asked_at')}, piece.trouble, piece.version, (${isOpen} and o.status in (2, 3, 4)) as is_open
from order_piece piece
join shop_order o on o.id = piece.order_id
join purchase bought on bought.id = o.purchase_id
where ${which}`;

const statements = {
  open: { name: 'fulfilment.open', text: text(`${isOpen} and o.status in (2, 3, 4)`) },
  changed: { name: 'fulfilment.changed', text: text('piece.may_begin_at is not null and piece.changed_at >= $1::timestamptz') },
  one: { name: 'fulfilment.row', text: text('piece.id = $1') },
} as const;

/** Longer than any change of the shop takes: one that was written before a reading may be committed after it. */
const OVERLAP_SECONDS = 60;

/** By the database's own clock, before the reading that it belongs to. */
export async function readingTime(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ at: string }>({
    name: 'fulfilment.readingTime',
    text: `select (clock_timestamp() - make_interval(secs => ${OVERLAP_SECONDS}))::text as at`,
  });
  return rows[0]?.at ?? '';
}

export const readOpen = async (pool: pg.Pool): Promise<OpenPiece[]> => (await pool.query<OpenPiece>(statements.open)).rows;

/** However they stand. */
export const readChanged = async (pool: pg.Pool, since: string): Promise<OpenPiece[]> =>
  (await pool.query<OpenPiece>({ ...statements.changed, values: [since] })).rows;

export const readRow = async (pool: pg.Pool, pieceId: string): Promise<OpenPiece | undefined> =>
  (await pool.query<OpenPiece>({ ...statements.one, values: [pieceId] })).rows[0];

/** Purchases whose payment is called in question: few, whatever the shop sells. */
export async function disputedPurchases(pool: pg.Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'fulfilment.disputed',
    text: 'select distinct paid.subject_id as id from payment_dispute dispute join payment paid on paid.id = dispute.payment_id',
  });
  return new Set(rows.map(({ id }) => id));
}
