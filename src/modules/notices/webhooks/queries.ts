// SQL of chat webhooks and of their outbox.
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { chatMessage, chatWebhook } from '../tables.ts';

export type ChatWebhookRow = typeof chatWebhook.$inferSelect;

export const getChatJobKey = (id: string): string => `desk.sendChat:${id}`;

export const listChatWebhooks = (queries: DbClient): Promise<ChatWebhookRow[]> =>
  queries.select().from(chatWebhook).orderBy(asc(chatWebhook.createdAt), asc(chatWebhook.id));

export async function findChatWebhook(queries: DbClient, id: string): Promise<ChatWebhookRow | undefined> {
  const [row] = await queries.select().from(chatWebhook).where(eq(chatWebhook.id, id));
  return row;
}

/** Under a lock of the table, so that concurrent requests cannot exceed the maximum. */
export async function lockChatWebhooks(tx: DbClient): Promise<number> {
  await tx.execute(sql`lock table chat_webhook in share row exclusive mode`);
  const [row] = await tx.select({ webhooks: count() }).from(chatWebhook);
  return row?.webhooks ?? 0;
}

export async function insertChatWebhook(tx: DbClient, row: typeof chatWebhook.$inferInsert): Promise<void> {
  await tx.insert(chatWebhook).values(row);
}

/** The row before the change; undefined if there is none. */
export async function lockChatWebhook(tx: DbClient, id: string): Promise<ChatWebhookRow | undefined> {
  const [row] = await tx.select().from(chatWebhook).where(eq(chatWebhook.id, id)).for('update');
  return row;
}

/** False if it was removed. */
export async function setChatWebhook(tx: DbClient, id: string, values: Partial<typeof chatWebhook.$inferInsert>): Promise<boolean> {
  const { rowCount } = await tx.update(chatWebhook).set(values).where(eq(chatWebhook.id, id));
  return rowCount === 1;
}

/** With its messages. */
export async function deleteChatWebhook(tx: DbClient, id: string): Promise<void> {
  await tx.delete(chatWebhook).where(eq(chatWebhook.id, id));
}

/**
 * `waiting`: an earlier message is not sent yet. Locks the webhook, so that of concurrent transactions one
 * stores a message.
 */
export async function insertChatMessage(
  tx: DbClient,
  row: Pick<typeof chatMessage.$inferInsert, 'id' | 'webhookId' | 'createdAt'>,
): Promise<'stored' | 'waiting' | 'gone'> {
  const [webhook] = await tx.select({ id: chatWebhook.id }).from(chatWebhook).where(eq(chatWebhook.id, row.webhookId)).for('no key update');
  if (!webhook) return 'gone';
  const { rowCount } = await tx
    .insert(chatMessage)
    .values(row)
    .onConflictDoNothing({ target: chatMessage.webhookId, where: sql`sent_at is null` });
  return rowCount === 1 ? 'stored' : 'waiting';
}

/** Counts a try before it is made. Undefined if the message was sent, or its webhook was removed. */
export async function startChatAttempt(queries: DbClient, id: string): Promise<ChatWebhookRow | undefined> {
  const [message] = await queries
    .update(chatMessage)
    .set({ attempts: sql`${chatMessage.attempts} + 1` })
    .where(and(eq(chatMessage.id, id), isNull(chatMessage.sentAt)))
    .returning({ webhookId: chatMessage.webhookId });
  return message && findChatWebhook(queries, message.webhookId);
}

export async function setChatSent(tx: DbClient, id: string, now: Date): Promise<void> {
  await tx.update(chatMessage).set({ sentAt: now }).where(eq(chatMessage.id, id));
}

export async function findUnsentChat(queries: DbClient, webhookId: string): Promise<string | undefined> {
  const [row] = await queries
    .select({ id: chatMessage.id })
    .from(chatMessage)
    .where(and(eq(chatMessage.webhookId, webhookId), isNull(chatMessage.sentAt)));
  return row?.id;
}

/** Waiting notices by webhook. */
export async function countWaitingByWebhook(queries: DbClient): Promise<ReadonlyMap<string, number>> {
  const { rows } = await queries.execute<{ id: string; count: number }>(sql`
    select webhook.id, count(*)::int as count from chat_webhook webhook
    join staff_notice_recipient told on told.recipient_id = webhook.id
    left join chat_message message on message.id = told.message_id
    where told.message_id is null or (message.id is not null and message.sent_at is null) group by webhook.id`);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

export async function deleteChatsSentBefore(queries: DbClient, moment: Date): Promise<void> {
  await queries.delete(chatMessage).where(sql`${chatMessage.sentAt} < ${moment.toISOString()}::timestamptz`);
}
