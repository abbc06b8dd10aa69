// SQL of events. One statement reads the tables of many modules, so that orders, payments and messages need
// not write events: that would cost each of them a row and this list a place in each module. It only reads
// them.
import { and, desc, eq, getTableColumns, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { getFirstIdAt } from '#lib/time/time-id.ts';
import type { DbClient } from '#platform/database/database.ts';
import { type EventType, eventTypes } from './shapes.ts';
import { eventCause, eventCursor, shopEvent } from './tables.ts';

const CURSOR = 1;

/** The transaction's end lets the next search begin. */
export async function lockEventCursor(tx: DbClient, first: Date): Promise<Date> {
  await tx.insert(eventCursor).values({ id: CURSOR, searchedUntil: first }).onConflictDoNothing();
  const [row] = await tx.select().from(eventCursor).for('update');
  return row?.searchedUntil ?? first;
}

/** Never back: a clock may be behind that of the node before. */
export async function moveEventCursor(tx: DbClient, until: Date): Promise<void> {
  await tx.update(eventCursor).set({ searchedUntil: sql`greatest(${eventCursor.searchedUntil}, ${toTimestamp(until)})` });
}

/** `zone`: the shop's, in which days end. */
type Window = { readonly since: Date; readonly until: Date; readonly zone: string };

const toTimestamp = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;

/** What every event of an order says of it; of others, what is known of the client. */
const sharedFields = sql`jsonb_strip_nulls(jsonb_build_object('country', coalesce(bought.billing ->> 'country', who.country),
    'language', coalesce(bought.locale, who.locale)))
  || case when o.id is null then '{}'::jsonb else jsonb_build_object('service', o.service_type, 'offer', o.offer_id, 'quantity', o.quantity,
    'platform', o.platform, 'price', o.price, 'currency', o.currency, 'isMonthly', o.subscription_id is not null,
    'isFirst', not exists (select from purchase earlier where earlier.account_id = o.account_id and earlier.id < bought.id
      and earlier.state = 'paid')) end`;

/** The first order of a purchase that a payment or an invoice is about. */
const selectFirstOrder = (subject: SQL): SQL => sql`(select id from shop_order where purchase_id = ${subject} order by id limit 1)`;
const selectMoney = (amount: SQL, currency: SQL): SQL => sql`jsonb_build_object('amount', ${amount}, 'currency', ${currency})`;

/** type, key, subject_id, account_id, order_id, piece_id, ticket_number, happened_at, more */
const orderEvents = (since: Date): SQL => sql`
  select 'order.created' as type, o.id::text as key, o.id::text as subject_id, o.account_id, o.id as order_id, null::uuid as piece_id,
      null::text as ticket_number, o.created_at as happened_at, '{}'::jsonb as more
    from shop_order o where o.id >= ${getFirstIdAt(since)}
  union all
  select paid.type, case paid.type when 'subscription.started' then o.subscription_id::text else o.id::text end,
      case paid.type when 'order.paid' then o.id else o.subscription_id end::text, o.account_id, o.id, null, null, p.paid_at, '{}'
    from purchase p join shop_order o on o.purchase_id = p.id
    cross join lateral (select 'order.paid' as type union all
      select case when exists (select from shop_order month where month.subscription_id = o.subscription_id and month.period < o.period)
        then 'subscription.renewed' else 'subscription.started' end where o.subscription_id is not null) paid
    where p.state = 'paid' and p.paid_at > ${toTimestamp(since)} and o.paid_at is not null
  union all
  select 'order.started', id::text, id::text, account_id, id, null, null, started_at, '{}' from shop_order where started_at > ${toTimestamp(since)}
  union all
  select 'order.delivered', id::text, id::text, account_id, id, null, null, delivered_at, '{}'
    from shop_order where delivered_at > ${toTimestamp(since)}
  union all
  select ended.type, o.id::text, case ended.type when 'order.cancelled' then o.id else o.subscription_id end::text, o.account_id, o.id, null,
      null, o.cancelled_at, jsonb_build_object('isPaid', o.paid_at is not null)
    from shop_order o left join subscription s on s.id = o.subscription_id
    cross join lateral (select 'order.cancelled' as type union all select 'subscription.renewal_failed' where o.paid_at is null
      and s.state = 'ended' and exists (select from shop_order month where month.subscription_id = s.id and month.period < o.period)) ended
    where o.cancelled_at > ${toTimestamp(since)}
  union all
  select 'order.refunded', min(t.id)::text, o.id::text, o.account_id, o.id, null, null, t.at, jsonb_build_object('amount', sum(t.amount))
    from ledger_transfer t left join payment_refund back on t.kind = 'refund' and back.id = t.subject_id
    left join order_refund part on part.id = coalesce(back.cause_id, t.subject_id)
    join shop_order o on o.id = coalesce(part.order_id, back.cause_id, t.subject_id)
    where t.from_account = 'sales' and t.at > ${toTimestamp(since)} group by o.id, t.at`;

const workEvents = (since: Date): SQL => sql`
  select 'order.revision_requested', r.id::text, piece.order_id::text, r.account_id, piece.order_id, piece.id, null, r.requested_at, '{}'
    from delivery_revision r join order_piece piece on piece.id = r.piece_id where r.id >= ${getFirstIdAt(since)}
  union all
  select 'piece.delivered', id::text, piece_id::text, account_id, order_id, piece_id, null, delivered_at,
      jsonb_build_object('version', version) from delivery where delivered_at > ${toTimestamp(since)}
  union all
  select 'order.accepted', order_id::text, order_id::text, account_id, order_id, null, null, max(accepted_at), '{}'
    from delivery accepted where accepted_at > ${toTimestamp(since)} and not exists (select from order_piece piece
      where piece.order_id = accepted.order_id and piece.state not in ('accepted', 'cancelled')) group by order_id, account_id
  union all
  select 'message.created', m.id::text, m.id::text, m.account_id, piece.order_id, piece.id, null, m.at,
      jsonb_build_object('from', case when m.by_id is null then 'client' else 'team' end)
    from piece_message m join order_piece piece on piece.id = m.piece_id where m.id >= ${getFirstIdAt(since)}
  union all
  select 'ticket.created', t.number, t.number, t.account_id, t.order_id, null, t.number, t.created_at,
      jsonb_build_object('language', t.locale, 'isClient', t.account_id is not null) from support_ticket t where t.created_at > ${toTimestamp(since)}
  union all
  select 'ticket.answered', m.id::text, t.number, t.account_id, t.order_id, null, t.number, m.created_at,
      jsonb_build_object('language', t.locale, 'isClient', t.account_id is not null)
    from support_message m join support_ticket t on t.number = m.ticket_number where m.author = 'desk' and m.created_at > ${toTimestamp(since)}
  union all
  select 'client.created', id::text, id::text, id, null, null, null, created_at, '{}' from account where created_at > ${toTimestamp(since)}`;

const selectMoneyEvents = (since: Date, zone: string): SQL => sql`
  select 'invoice.issued', d.id::text, d.id::text, d.account_id, ${selectFirstOrder(sql`d.subject_id`)}, null, null, d.issued_at,
      ${selectMoney(sql`d.gross`, sql`d.currency`)}
    from billing_document d where d.kind = 'invoice' and d.invoice_id is null and d.id >= ${getFirstIdAt(since)}
  union all
  select 'invoice.paid', d.id::text, d.id::text, d.account_id, ${selectFirstOrder(sql`p.id`)}, null, null, greatest(d.issued_at, p.paid_at),
      ${selectMoney(sql`d.gross`, sql`d.currency`)}
    from (select id from billing_document where kind = 'invoice' and id >= ${getFirstIdAt(since)} union
      select paper.id from purchase paid join billing_document paper on paper.subject_id = paid.id and paper.kind = 'invoice'
        where paid.state = 'paid' and paid.paid_at > ${toTimestamp(since)}) recent
    join billing_document d on d.id = recent.id and d.invoice_id is null
    join purchase p on p.id = d.subject_id and p.state = 'paid' and p.paid_from <> 'invoice'
  union all
  select 'invoice.paid', d.id::text, d.id::text, d.account_id, ${selectFirstOrder(sql`c.purchase_id`)}, null, null, max(s.at),
      ${selectMoney(sql`d.gross`, sql`d.currency`)}
    from settlement s join claim c on c.purchase_id = s.purchase_id and c.settled + c.credited = c.amount
    join billing_document d on d.subject_id = c.purchase_id and d.kind = 'invoice' and d.invoice_id is null
    where s.id >= ${getFirstIdAt(since)} and s.undone_at is null group by d.id, c.purchase_id
  union all
  select 'invoice.overdue', d.id::text, d.id::text, c.account_id, ${selectFirstOrder(sql`c.purchase_id`)}, null, null, late.at,
      ${selectMoney(sql`coalesce(c.asked, c.amount) - c.settled - c.credited`, sql`c.currency`)}
    from claim c join billing_document d on d.subject_id = c.purchase_id and d.kind = 'invoice' and d.invoice_id is null
    cross join lateral (select (c.due_on + 1)::timestamp at time zone ${zone} as at) late
    where c.settled + c.credited < coalesce(c.asked, c.amount) and c.due_on >= ${toTimestamp(since)}::date - 2 and late.at > ${toTimestamp(since)}
  union all
  select 'quote.' || q.state, q.id::text, q.id::text, q.account_id, ${selectFirstOrder(sql`q.purchase_id`)}, null, null, q.decided_at,
      ${selectMoney(sql`coalesce((q.acceptance ->> 'total')::int, 0)`, sql`q.currency`)}
    from quote q where q.state in ('accepted', 'declined') and q.decided_at > ${toTimestamp(since)}
  union all
  select failed.type, p.id || ' ' || extract(epoch from p.outcome_at), p.id::text, p.account_id, ${selectFirstOrder(sql`p.subject_id`)}, null,
      null, p.outcome_at, ${selectMoney(sql`p.amount`, sql`p.currency`)}
    from payment p cross join lateral (select 'payment.failed' as type union all
      select 'subscription.renewal_failed' where p.means_id is not null) failed
    where p.outcome = 'declined' and p.outcome_at > ${toTimestamp(since)}
  union all
  select disputed.type, d.id::text, d.payment_id::text, d.account_id, ${selectFirstOrder(sql`p.subject_id`)}, null, null, disputed.at,
      ${selectMoney(sql`d.amount`, sql`d.currency`)}
    from payment_dispute d join payment p on p.id = d.payment_id
    cross join lateral (select 'payment.disputed' as type, d.recorded_at as at union all
      select 'payment.returned', d.decided_at where d.decision = 'lost') disputed
    where disputed.at > ${toTimestamp(since)}
  union all
  select 'webhook.disabled', e.id || ' ' || extract(epoch from e.disabled_at), e.id::text, e.account_id, null, null, null, e.disabled_at,
      jsonb_build_object('because', e.disabled_because) from webhook_endpoint e where e.disabled_at > ${toTimestamp(since)}
  union all
  select 'subscription.ended', s.id::text, s.id::text, s.account_id,
      (select id from shop_order where subscription_id = s.id order by period desc limit 1), null, null, s.ended_at, '{}'
    from subscription s where s.ended_at > ${toTimestamp(since)}`;

/** The order of events of one moment. */
const SAME_MOMENT: readonly EventType[] = ['client.created', ...eventTypes];

/** Stores what happened in the window and is not stored yet. */
export async function storeEvents(tx: DbClient, { since, until, zone }: Window): Promise<void> {
  await tx.execute(sql`
    insert into event (type, key, subject_id, account_id, order_id, piece_id, ticket_number, happened_at, fields, run_id)
    select found.type, found.key, found.subject_id, found.account_id, found.order_id, found.piece_id, found.ticket_number, found.happened_at,
      ${sharedFields} || found.more, cause.run_id
    from (${orderEvents(since)} union all ${workEvents(since)} union all ${selectMoneyEvents(since, zone)}) as found
    left join shop_order o on o.id = found.order_id
    left join purchase bought on bought.id = o.purchase_id
    left join account who on who.id = found.account_id
    left join event_cause cause on cause.type = found.type and cause.key = found.key
    where found.happened_at <= ${toTimestamp(until)}
      and not exists (select from event known where known.type = found.type and known.key = found.key)
    order by found.happened_at, array_position(${sql.param([...SAME_MOMENT])}::text[], found.type) on conflict (type, key) do nothing`);
}

const { key: _key, ...columns } = getTableColumns(shopEvent);

/** What happened. `subjectId`: of what the name of the event begins with. */
export type ShopEvent = Omit<typeof shopEvent.$inferSelect, 'key'>;

type EventFilter = {
  /** Null: of the whole shop. */
  readonly accountId?: string | null;
  readonly types?: readonly EventType[];
  readonly after: number;
  readonly limit: number;
};

/** Oldest first. */
export const listEvents = (queries: DbClient, { accountId = null, types, after, limit }: EventFilter): Promise<ShopEvent[]> =>
  queries
    .select(columns)
    .from(shopEvent)
    .where(
      and(
        gt(shopEvent.id, after),
        types && inArray(shopEvent.type, [...types]),
        accountId === null ? undefined : eq(shopEvent.accountId, accountId),
      ),
    )
    .orderBy(shopEvent.id)
    .limit(limit);

/** The newest of a type, newest first. */
export const listNewestEvents = (queries: DbClient, type: EventType, limit: number): Promise<ShopEvent[]> =>
  queries.select(columns).from(shopEvent).where(eq(shopEvent.type, type)).orderBy(desc(shopEvent.id)).limit(limit);

export const findEvents = (queries: DbClient, ids: readonly number[]): Promise<ShopEvent[]> =>
  queries
    .select(columns)
    .from(shopEvent)
    .where(inArray(shopEvent.id, [...ids]));

export type CausedEvent = { readonly type: EventType; readonly key: string };

/** In the transaction of the change that the events are about. */
export async function markCaused(
  tx: DbClient,
  events: readonly CausedEvent[],
  run: { readonly id: string; readonly at: Date },
): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insert(eventCause)
    .values(events.map((event) => ({ ...event, runId: run.id, at: run.at })))
    .onConflictDoNothing();
}

export async function deleteEventsBefore(queries: DbClient, moment: Date): Promise<void> {
  await queries.delete(shopEvent).where(lt(shopEvent.happenedAt, moment));
  await queries.delete(eventCause).where(lt(eventCause.at, moment));
}
