// Queries for webhooks. A charge and its log entry are inserted in one statement, to save a round trip.
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import type { PartitionedTable } from '#platform/database/partitions.ts';
import type { NewCharge } from '../queries.ts';
import type { WebhookAnswer } from '../rules.ts';
import { paymentCharge, paymentWebhook } from '../tables.ts';

export type LoggedWebhook = Omit<typeof paymentWebhook.$inferInsert, 'result' | 'receivedOn' | 'firstReceivedAt' | 'count'>;

const formatDay = (at: Date): string => at.toISOString().slice(0, 10);
const toTimestamp = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** False if the charge is recorded already; the webhook is logged either way. */
export async function insertChargeFromWebhook(tx: DbClient, row: NewCharge, webhook: LoggedWebhook): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with charge as (
      insert into payment_charge (id, provider, reference, payment_id, account_id, amount, currency, charged_at, recorded_at, used)
      values (${row.id}::uuid, ${row.provider}, ${row.reference}, ${row.paymentId}::uuid, ${row.accountId}::uuid, ${row.amount}::int, ${row.currency}::smallint,
        ${toTimestamp(row.chargedAt)}, ${toTimestamp(row.recordedAt)}, ${row.used})
      on conflict (provider, reference) do nothing returning id),
    webhook as (
      insert into payment_webhook as before (id, received_on, provider, result, key, kind, payment_id, first_received_at, last_received_at, count)
      values (${webhook.id}::uuid, ${formatDay(webhook.lastReceivedAt)}::date, ${webhook.provider}, case when exists (select from charge) then 'booked' else 'known' end, ${webhook.key}, ${webhook.kind ?? null},
        ${webhook.paymentId ?? null}::uuid, ${toTimestamp(webhook.lastReceivedAt)}, ${toTimestamp(webhook.lastReceivedAt)}, 1)
      on conflict (provider, result, key, received_on) do update set count = before.count + 1, last_received_at = excluded.last_received_at)
    select id from charge`);
  return rows.length > 0;
}

/** Adds to the row of the same day, if there is one. */
export async function logWebhooks(
  queries: DbClient,
  webhooks: readonly (LoggedWebhook & { readonly result: WebhookAnswer; readonly count: number })[],
): Promise<void> {
  if (webhooks.length === 0) return;
  await queries
    .insert(paymentWebhook)
    .values(webhooks.map((each) => ({ ...each, receivedOn: formatDay(each.lastReceivedAt), firstReceivedAt: each.lastReceivedAt })))
    .onConflictDoUpdate({
      target: [paymentWebhook.provider, paymentWebhook.result, paymentWebhook.key, paymentWebhook.receivedOn],
      set: { count: sql`${paymentWebhook.count} + excluded.count`, lastReceivedAt: sql`excluded.last_received_at` },
    });
}

const rejectedAnswers = ['signature', 'old', 'unreadable', 'unknown'] as const satisfies readonly WebhookAnswer[];

export type WebhooksRequest = { readonly payment?: string | undefined; readonly before?: string | undefined; readonly limit: number };

/** Newest first: of one payment, or all rejected ones. */
export const listLoggedWebhooks = (queries: DbClient, { payment, before, limit }: WebhooksRequest) =>
  queries
    .select()
    .from(paymentWebhook)
    .where(
      and(
        payment === undefined ? inArray(paymentWebhook.result, [...rejectedAnswers]) : eq(paymentWebhook.paymentId, payment),
        before === undefined ? undefined : lt(paymentWebhook.id, before),
      ),
    )
    .orderBy(desc(paymentWebhook.id))
    .limit(limit);

export const webhookPartitions = { name: 'payment_webhook', key: 'received_on' } as const satisfies PartitionedTable;

/** Deletes rows of the default partition; other partitions are dropped whole. */
export async function deleteWebhooksBefore(queries: DbClient, before: Date): Promise<void> {
  await queries.delete(paymentWebhook).where(lt(paymentWebhook.receivedOn, formatDay(before)));
}

/** Records a charge that was found by polling. False if it is recorded already. */
export async function insertCharge(tx: DbClient, row: NewCharge): Promise<boolean> {
  const inserted = await tx
    .insert(paymentCharge)
    .values(row)
    .onConflictDoNothing({ target: [paymentCharge.provider, paymentCharge.reference] })
    .returning({ id: paymentCharge.id });
  return inserted.length > 0;
}
