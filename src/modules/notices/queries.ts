// SQL of notices, their recipients and the settings of operators.
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { OwnRole } from '#modules/staff/shapes-roles.ts';
import type { DbClient } from '#platform/database/database.ts';
import { isNotWaiting } from '#platform/jobs/each-row.ts';
import type { StaffEvent } from './shapes-events.ts';
import { staffNotice, staffNoticeRecipient, staffNoticeSetting } from './tables.ts';

export type NewNotice = {
  readonly id: string;
  readonly event: StaffEvent;
  readonly makerId: string | null;
  readonly operatorId: string | null;
};

/** Notices without recipients, oldest first. Nobody else can address them meanwhile. */
export async function lockNewNotices(tx: DbClient, limit: number): Promise<readonly NewNotice[]> {
  const { rows } = await tx.execute<NewNotice>(sql`
    select notice.id, notice.event, notice.operator_id as "operatorId", piece.maker_id as "makerId"
    from staff_notice notice left join order_piece piece on piece.id = notice.piece_id
    where notice.addressed_at is null order by notice.happened_at, notice.id limit ${limit} for update of notice skip locked`);
  return rows;
}

export async function insertRecipients(
  tx: DbClient,
  recipients: readonly { readonly noticeId: string; readonly recipientId: string }[],
): Promise<void> {
  const [notices, ids] = [recipients.map(({ noticeId }) => noticeId), recipients.map(({ recipientId }) => recipientId)];
  await tx.execute(sql`insert into staff_notice_recipient (notice_id, recipient_id)
    select * from unnest(${sql.param(notices)}::uuid[], ${sql.param(ids)}::uuid[]) on conflict do nothing`);
}

/** Waits for one recipient from the start. */
export async function insertAddressed(tx: DbClient, notice: typeof staffNotice.$inferInsert, recipientId: string): Promise<void> {
  const [row] = await tx
    .insert(staffNotice)
    .values({ ...notice, addressedAt: notice.happenedAt })
    .returning({ id: staffNotice.id });
  if (row) await insertRecipients(tx, [{ noticeId: row.id, recipientId }]);
}

export async function setAddressed(tx: DbClient, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .update(staffNotice)
    .set({ addressedAt: now })
    .where(inArray(staffNotice.id, [...ids]));
}

const settingColumns = {
  choices: sql<typeof staffNoticeSetting.$inferSelect.choices>`coalesce(${staffNoticeSetting.choices}, '{}'::jsonb)`,
  quietFrom: staffNoticeSetting.quietFrom,
  quietUntil: staffNoticeSetting.quietUntil,
  timeZone: staffNoticeSetting.timeZone,
  sentAt: staffNoticeSetting.sentAt,
};

export type NoticeReader = Awaited<ReturnType<typeof listNoticeReaders>>[number];

/** The operators who work here, with their settings. */
export const listNoticeReaders = (queries: DbClient, id?: string) =>
  queries
    .select({
      id: sql<string>`operator.id`,
      name: sql<string>`operator.name`,
      email: sql<string>`operator.email`,
      role: sql<string>`operator.role`,
      ownRole: sql<OwnRole | null>`operator.own_role`,
      ...settingColumns,
    })
    .from(sql`operator`)
    .leftJoin(staffNoticeSetting, sql`${staffNoticeSetting.operatorId} = operator.id`)
    .where(
      and(sql`operator.ended_at is null and operator.joined_at is not null`, id === undefined ? undefined : sql`operator.id = ${id}::uuid`),
    );

export async function saveNoticeSetting(
  tx: DbClient,
  operatorId: string,
  values: Pick<typeof staffNoticeSetting.$inferSelect, 'choices' | 'quietFrom' | 'quietUntil' | 'timeZone'>,
): Promise<void> {
  await tx
    .insert(staffNoticeSetting)
    .values({ operatorId, ...values })
    .onConflictDoUpdate({ target: staffNoticeSetting.operatorId, set: values });
}

/**
 * Notes an email, and locks the operator's setting. False if another was sent after `gap`, also by a
 * concurrent transaction.
 */
export async function claimEmail(
  tx: DbClient,
  operatorId: string,
  { now, gap }: { readonly now: Date; readonly gap: Date },
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(staffNoticeSetting)
    .values({ operatorId, sentAt: now })
    .onConflictDoUpdate({
      target: staffNoticeSetting.operatorId,
      set: { sentAt: now },
      setWhere: sql`${staffNoticeSetting.sentAt} is null or ${staffNoticeSetting.sentAt} <= ${gap.toISOString()}::timestamptz`,
    });
  return rowCount === 1;
}

/** Who has waiting notices, except those in `quiet`; longest waiting first. */
export async function listWaitingRecipients(
  queries: DbClient,
  { quiet, limit, now }: { readonly quiet: readonly string[]; readonly limit: number; readonly now: Date },
): Promise<readonly { readonly id: string }[]> {
  const { rows } = await queries.execute<{ id: string }>(sql`
    select waiting.recipient_id as id from staff_notice_recipient waiting
    where waiting.message_id is null and waiting.recipient_id <> all(${sql.param([...quiet])}::uuid[])
      and ${isNotWaiting('desk.sendNotices', sql`waiting.recipient_id`, now)}
    group by waiting.recipient_id order by waiting.recipient_id limit ${limit}`);
  return rows;
}

/** Puts the recipient's waiting notices into a message. Each can be claimed once. */
export async function claimNotices(tx: DbClient, recipientId: string, messageId: string): Promise<readonly string[]> {
  const claimed = await tx
    .update(staffNoticeRecipient)
    .set({ messageId })
    .where(and(eq(staffNoticeRecipient.recipientId, recipientId), isNull(staffNoticeRecipient.messageId)))
    .returning({ id: staffNoticeRecipient.noticeId });
  return claimed.map(({ id }) => id);
}

export async function dropRecipient(tx: DbClient, recipientId: string): Promise<void> {
  await tx.delete(staffNoticeRecipient).where(eq(staffNoticeRecipient.recipientId, recipientId));
}

/** Deletes notices from before this moment, sent or not. */
export async function deleteNoticesBefore(queries: DbClient, moment: Date): Promise<void> {
  await queries.delete(staffNotice).where(sql`${staffNotice.happenedAt} < ${moment.toISOString()}::timestamptz`);
}

export type NoticeSubject = {
  readonly event: StaffEvent;
  readonly happenedAt: Date;
  readonly orderId: string | null;
  readonly pieceId: string | null;
  readonly ticketNumber: string | null;
  readonly quoteId: string | null;
  /** Of the piece, the order or the quote. */
  readonly number: string | null;
  readonly offerId: string | null;
  readonly quantity: number | null;
  readonly price: number;
  readonly currency: CurrencyNumber;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly writer: string | null;
  readonly text: string | null;
  readonly makerId: string | null;
  readonly operatorId: string | null;
};

/** The subjects of notices that are not seen yet, oldest first: by their ids, or those of a message. */
export async function listNoticeSubjects(queries: DbClient, which: { readonly ids: readonly string[] } | { readonly messageId: string }) {
  const chosen: SQL =
    'ids' in which
      ? sql`notice.id = any(${sql.param([...which.ids])}::uuid[])`
      : sql`notice.id in (select notice_id from staff_notice_recipient where message_id = ${which.messageId})`;
  const { rows } = await queries.execute<NoticeSubject & { happenedMs: number }>(sql`
    select notice.event, (extract(epoch from notice.happened_at) * 1000)::float8 as "happenedMs", o.id as "orderId", piece.id as "pieceId",
      notice.ticket_number as "ticketNumber", q.id as "quoteId", coalesce(o.number, 'Q-' || lpad(q.serial::text, greatest(6, length(q.serial::text)), '0')) as number, coalesce(piece.offer_id, o.offer_id) as "offerId", coalesce(piece.quantity, o.quantity) as quantity,
      coalesce(o.price, (q.acceptance ->> 'total')::int) as price, coalesce(o.currency, q.currency) as currency,
      coalesce(bought.billing, sent.content -> 'buyer') ->> 'firstName' as "firstName",
      coalesce(bought.billing, sent.content -> 'buyer') ->> 'lastName' as "lastName", ticket.name as writer, notice.text,
      piece.maker_id as "makerId", notice.operator_id as "operatorId"
    from staff_notice notice
    left join order_piece piece on piece.id = notice.piece_id
    left join shop_order o on o.id = coalesce(notice.order_id, piece.order_id)
    left join purchase bought on bought.id = o.purchase_id
    left join quote q on notice.event in ('quoteAccepted', 'quoteDeclined') and q.id::text = notice.key
    left join quote_version sent on sent.quote_id = q.id and sent.version = q.version
    left join support_ticket ticket on ticket.number = notice.ticket_number
    where ${chosen} and notice.seen_at is null order by notice.happened_at, notice.id`);
  return rows.map(({ happenedMs, ...row }): NoticeSubject => ({ ...row, happenedAt: new Date(happenedMs) }));
}
