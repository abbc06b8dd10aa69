// The SQL of what providers told. Money that came is kept and told of in one statement: the log costs the way of payment no round trip.
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { DbClient } from '../../../infra/database/database.ts';
import type { PartitionedTable } from '../../../infra/database/partitions.ts';
import type { NewCharge } from '../queries.ts';
import type { WebhookAnswer } from '../rules.ts';
import { paymentCharge, paymentWebhook } from '../tables.ts';

export type LoggedWebhook = Omit<typeof paymentWebhook.$inferInsert, 'result' | 'receivedOn' | 'firstReceivedAt' | 'count'>;

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const isoOf = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** False when this money is known already; either way it is written down that it was told. */
export async function insertChargeTold(tx: DbClient, row: NewCharge, told: LoggedWebhook): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with kept as (
      insert into payment_charge (id, provider, reference, payment_id, account_id, amount, currency, charged_at, recorded_at, used)
      values (${row.id}::uuid, ${row.provider}, ${row.reference}, ${row.paymentId}::uuid, ${row.accountId}::uuid, ${row.amount}::int, ${row.currency}::smallint,
        ${isoOf(row.chargedAt)}, ${isoOf(row.recordedAt)}, ${row.used})
      on conflict (provider, reference) do nothing returning id),
    told as (
      insert into payment_webhook as before (id, received_on, provider, result, key, kind, payment_id, first_received_at, last_received_at, count)
      values (${told.id}::uuid, ${dayOf(told.lastReceivedAt)}::date, ${told.provider}, case when exists (select from kept) then 'booked' else 'known' end, ${told.key}, ${told.kind ?? null},
        ${told.paymentId ?? null}::uuid, ${isoOf(told.lastReceivedAt)}, ${isoOf(told.lastReceivedAt)}, 1)
      on conflict (provider, result, key, received_on) do update set count = before.count + 1, last_received_at = excluded.last_received_at)
    select id from kept`);
  return rows.length > 0;
}

/** Counted in the row of the same day, if there is one. */
export async function insertTold(
  queries: DbClient,
  told: readonly (LoggedWebhook & { readonly result: WebhookAnswer; readonly count: number })[],
): Promise<void> {
  if (told.length === 0) return;
  await queries
    .insert(paymentWebhook)
    .values(told.map((each) => ({ ...each, receivedOn: dayOf(each.lastReceivedAt), firstReceivedAt: each.lastReceivedAt })))
    .onConflictDoUpdate({
      target: [paymentWebhook.provider, paymentWebhook.result, paymentWebhook.key, paymentWebhook.receivedOn],
      set: { count: sql`${paymentWebhook.count} + excluded.count`, lastReceivedAt: sql`excluded.last_received_at` },
    });
}

const refused = ['signature', 'old', 'unreadable', 'unknown'] as const satisfies readonly WebhookAnswer[];

export type WebhooksAsk = { readonly payment?: string | undefined; readonly before?: string | undefined; readonly limit: number };

/** Newest first: of one payment, or all that were refused. */
export const webhooksTold = (queries: DbClient, { payment, before, limit }: WebhooksAsk) =>
  queries
    .select()
    .from(paymentWebhook)
    .where(
      and(
        payment === undefined ? inArray(paymentWebhook.result, [...refused]) : eq(paymentWebhook.paymentId, payment),
        before === undefined ? undefined : lt(paymentWebhook.id, before),
      ),
    )
    .orderBy(desc(paymentWebhook.id))
    .limit(limit);

export const webhookPartitions = { name: 'payment_webhook', key: 'received_on' } as const satisfies PartitionedTable;

/** Those in the default partition; the others go with their partitions. */
export async function forgetTold(queries: DbClient, before: Date): Promise<void> {
  await queries.delete(paymentWebhook).where(lt(paymentWebhook.receivedOn, dayOf(before)));
}

/** Known by asking, and not because it was told. */
export async function insertCharge(tx: DbClient, row: NewCharge): Promise<boolean> {
  const made = await tx
    .insert(paymentCharge)
    .values(row)
    .onConflictDoNothing({ target: [paymentCharge.provider, paymentCharge.reference] })
    .returning({ id: paymentCharge.id });
  return made.length > 0;
}
