// Queries for lists of orders. Concurrent requests are batched into one statement, because clients poll this
// list. So it reads the tables of later modules too: delivery, subscription and withdrawal.
import type pg from 'pg';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { standardTurnaround, type Turnaround } from '#lib/time/turnaround.ts';
import type { Plan, ServiceNumber } from '#modules/catalogue/shapes.ts';
import type { PaymentOutcome } from '#modules/payments/rules.ts';
import type { OrderedAddOn } from '../add-ons/shapes.ts';
import type { PieceClock } from '../expected/rules.ts';
import { LISTED_PIECES, PAGE_ROWS } from '../shapes.ts';
import type { PieceState, StatusNumber } from '../statuses.ts';
import type { purchase } from '../tables.ts';

/** A piece with the inputs of its expected date, as a JSON tuple; times in milliseconds. */
type ListedPiece = readonly [
  id: string,
  position: number,
  offerId: string,
  isUnit: boolean,
  serviceType: ServiceNumber,
  stage: string | null,
  deliveredAt: number | null,
  isInstant: boolean,
  turnaround: Turnaround | null,
  hasOwnBrief: boolean,
  isDueByHand: boolean,
  state: PieceState,
  mayBeginAt: number | null,
  dueAt: number | null,
  waitsSince: number | null,
  leftSeconds: number | null,
  heldSince: number | null,
  hasMakerError: boolean,
];

export type ListedOrder = {
  readonly id: string;
  readonly number: string;
  readonly created_at: Date;
  readonly due_at: Date | null;
  /** Set while the withdrawal period delays the start of work. */
  readonly may_begin_at: Date | null;
  /** The first ones, and all that are not delivered yet. */
  readonly pieces: readonly ListedPiece[];
  readonly pieces_total: number;
  readonly estimated_at: Date | null;
  /** A payment that is disputed or was taken back freezes the work. */
  readonly dispute: 'open' | 'lost' | null;
  readonly pieces_waiting: number;
  readonly in_revision: boolean;
  /** The first delivery that waits for the customer is accepted then. */
  readonly accept_at: Date | null;
  readonly status: StatusNumber;
  readonly service_type: ServiceNumber;
  readonly offer_id: string;
  readonly title: string | null;
  readonly quantity: number;
  readonly platform: number | null;
  readonly price: number;
  readonly currency: CurrencyNumber;
  /** JSON, as in the response. */
  readonly answers_short: string;
  /** Null: none. */
  readonly add_ons: readonly OrderedAddOn[] | null;
  readonly purchase_id: string;
  readonly purchase_price: number;
  readonly paid_from: (typeof purchase.$inferSelect)['paidFrom'];
  readonly subscription_id: string | null;
  readonly plan_subscription_id: string | null;
  readonly plan: Plan | null;
  readonly payment_link: string | null;
  readonly link_expires_at: Date | null;
  readonly outcome: PaymentOutcome | null;
  readonly outcome_at: Date | null;
  readonly silent_since: Date | null;
  readonly coupon_released: boolean;
  readonly renews_at: Date | null;
  readonly paid_at: Date | null;
  readonly started_at: Date | null;
  readonly delivered_at: Date | null;
  readonly cancelled_at: Date | null;
  readonly start_now: boolean | null;
  readonly has_right: boolean | null;
  /** What was charged for delivered work, if the customer withdrew. */
  readonly charged: number | null;
  readonly refund_amount: number | null;
  readonly refund_state: 'asked' | 'done' | 'failed' | null;
};

export type Listing = {
  readonly accountId: string;
  readonly before: string | undefined;
  /** Only orders of this purchase. */
  readonly purchase: string | undefined;
  /** Only the order with this number. */
  readonly number: string | undefined;
  readonly limit: number;
};

/** The largest id, so that the first page uses the same index range as the others. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const startOfPage = ({ before }: Pick<Listing, 'before'>): string => before ?? LAST_ID;

/** How the dispute of the purchase's payment stands: undecided ones first. Null: none, or all were won. */
const dispute = `(select coalesce(dispute.decision, 'open') from payment paid join payment_dispute dispute on dispute.payment_id = paid.id
  where paid.subject_id = o.purchase_id and dispute.decision is distinct from 'won' order by dispute.decision nulls first limit 1)`;

const columns = `o.id, o.number, o.created_at, o.status, o.service_type, o.offer_id, o.title, o.quantity, o.platform, o.price, o.currency, o.answers_short::text,
  nullif(o.add_ons, '[]') as add_ons,
  o.purchase_id, bought.price as purchase_price, bought.paid_from, bought.plan_subscription_id, o.plan, o.subscription_id, o.paid_at, o.started_at, o.delivered_at, o.cancelled_at,
  (bought.consents ->> 'startNow')::boolean as start_now, (bought.consents ->> 'hasRight')::boolean as has_right, gone.charged, refund.amount as refund_amount, refund.state as refund_state,
  o.estimated_at, pieces.due_at, pieces.pieces, pieces.pieces_total, case when o.status in (2, 3, 4) then ${dispute} end as dispute,
  case when o.status in (2, 3) and pieces.may_begin_at > $5::timestamptz then pieces.may_begin_at end as may_begin_at,
  case when o.status in (2, 3) then pieces.waiting else 0 end as pieces_waiting, o.status = 4 and pieces.revising > 0 as in_revision,
  case when o.status in (2, 3, 4) then pieces.accept_at end as accept_at,
  link.link as payment_link, link.link_expires_at, link.outcome, link.outcome_at, link.silent_since,
  coalesce(o.status in (0, 1, 5) and bought.coupon_id is not null and
    (select released_at is not null from coupon_use where subject_id = bought.id), false) as coupon_released,
  case when o.subscription_id is not null then (select renews_at from subscription where id = o.subscription_id and state = 'active') end as renews_at`;

const selectMs = (column: string): string => `floor(extract(epoch from ${column}) * 1000)`;
const isOpen = `state not in ('delivered', 'accepted', 'cancelled')`;
const piecesText = `select max(due_at) as due_at, max(may_begin_at) filter (where ${isOpen}) as may_begin_at, count(*)::int as pieces_total,
    count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'revisionAsked') as revising, min(accept_at) filter (where state = 'delivered') as accept_at,
    coalesce(json_agg(json_build_array(piece.id, position, offer_id, is_unit, service_type, stage,
        case when version is not null then (select ${selectMs('delivered_at')} from delivery where piece_id = piece.id and version = piece.version) end,
        is_instant, turnaround, brief is not null or state = 'waiting', due_by_hand is not null,
        state, ${selectMs('may_begin_at')}, ${selectMs('due_at')}, ${selectMs('waits_since')}, left_seconds, ${selectMs('held_since')}, trouble is not null)
      order by position) filter (where position < ${LISTED_PIECES} or ${isOpen}), '[]') as pieces
  from order_piece as piece where order_id = o.id`;

/**
 * The newest orders `o` of a list in `asked`; `written`: by which transaction. The constant limit is for the
 * planner: with an unknown one only, it expects a tenth of the account's orders, and reads whole tables for
 * an account with many.
 */
const selectNewestOrders = (which: string): string => `(
    select * from (select * from shop_order o where ${which} order by o.id desc limit ${PAGE_ROWS.most + 1}) newest
    order by id desc limit asked.most) o`;

/** With `offset 0` the planner looks up each one, instead of reading all for a hash table. */
const joinPurchase = (columns: string): string => `(select ${columns} from purchase where id = o.purchase_id offset 0) bought`;

/**
 * One subselect per requested list, filtered by `which`. Links are looked up for unpaid orders only, and
 * clocks for paid ones only.
 */
const listText = (which: string): string => `
select asked.place::int, listed.*
from unnest((select $1::uuid[]), (select $2::uuid[]), (select $3::uuid[]), (select $4::int[]), (select $6::text[])) with ordinality asked (account_id, purchase_id, before, most, number, place)
cross join lateral (
  select ${columns}
  from ${selectNewestOrders(which)}
  cross join lateral ${joinPurchase('id, price, paid_from, consents, coupon_id, plan_subscription_id')}
  cross join lateral (${piecesText}) pieces
  left join lateral (select link, link_expires_at, outcome, outcome_at, silent_since from payment
    where o.status in (0, 1, 5) and subject_id = o.purchase_id and state = 'open'
      and (link_expires_at > $5::timestamptz or (outcome is null and outcome_at is not null))) link on true
  left join withdrawal gone on o.status = -1 and gone.order_id = o.id
  left join lateral (select amount, state from payment_refund where o.status = -1 and cause_id = o.id order by requested_at desc limit 1) refund on true) listed
order by asked.place, listed.id desc`;

const statements = {
  all: { name: 'orders.list', text: listText('o.account_id = asked.account_id and o.id < asked.before') },
  bought: {
    name: 'orders.listBought',
    text: listText('o.purchase_id = asked.purchase_id and o.account_id = asked.account_id and o.id < asked.before'),
  },
  numbered: { name: 'orders.listNumbered', text: listText('o.number = asked.number and o.account_id = asked.account_id') },
} as const;

const toDate = (time: number | null): Date | null => (time === null ? null : new Date(time));

/** The piece, and the inputs of its expected date. */
export function readListed([id, position, offerId, isUnit, serviceType, stage, deliveredAt, ...tuple]: ListedPiece) {
  const [isInstant, turnaround, hasOwnBrief, isDueByHand, state, mayBeginAt, dueAt, waitsSince, leftSeconds, heldSince, hasMakerError] =
    tuple;
  const clock: PieceClock = {
    isInstant,
    turnaround: turnaround ?? standardTurnaround,
    hasOwnBrief,
    isDueByHand,
    state,
    mayBeginAt: toDate(mayBeginAt),
    dueAt: toDate(dueAt),
    waitsSince: toDate(waitsSince),
    leftSeconds,
    heldSince: toDate(heldSince),
    hasMakerError,
  };
  return { id, position, offerId, isUnit, serviceType, stage, state, deliveredAt: toDate(deliveredAt), clock };
}

/** Newest first, by position in the request. Reads one row more than requested to detect a next page. */
export async function listOrders(
  pool: pg.Pool,
  kind: keyof typeof statements,
  listings: readonly Listing[],
  now: Date,
): Promise<readonly (readonly ListedOrder[])[]> {
  const { rows } = await pool.query<ListedOrder & { readonly place: number }>({
    ...statements[kind],
    values: [
      listings.map(({ accountId }) => accountId),
      listings.map(({ purchase }) => purchase ?? null),
      listings.map(startOfPage),
      listings.map(({ limit }) => limit + 1),
      now,
      listings.map(({ number }) => number ?? null),
    ],
  });
  const lists: ListedOrder[][] = listings.map(() => []);
  for (const row of rows) lists[row.place - 1]?.push(row);
  return lists;
}
