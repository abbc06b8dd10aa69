// SQL of drafts, deliveries, files and messages.
import { randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, getTableColumns, gte, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import { selectBytes, storeBytes } from '#platform/database/columns.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { StoredReport } from './shapes.ts';
import { customerMaker, delivery, deliveryFile, deliveryRevision, pieceDraft, pieceMessage, pieceNote } from './tables.ts';

export type DraftRow = typeof pieceDraft.$inferSelect;
export type DeliveryRow = typeof delivery.$inferSelect;
export type FileRow = typeof deliveryFile.$inferSelect;
export type RevisionRow = typeof deliveryRevision.$inferSelect;
export type MessageRow = typeof pieceMessage.$inferSelect;

export async function findDraft(queries: DbClient, pieceId: string): Promise<DraftRow | undefined> {
  const [row] = await queries.select().from(pieceDraft).where(eq(pieceDraft.pieceId, pieceId));
  return row;
}

type NewDraft = Omit<typeof pieceDraft.$inferInsert, 'report' | 'reportVersion' | 'version'>;

/** Saves over the version that was edited; undefined on a conflict. */
export async function upsertDraft(tx: DbClient, before: number, draft: NewDraft): Promise<DraftRow | undefined> {
  const { pieceId, accountId, ...fields } = draft;
  const row = { ...fields, version: before + 1 };
  const [saved] =
    before === 0
      ? await tx
          .insert(pieceDraft)
          .values({ pieceId, accountId, ...row })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(pieceDraft)
          .set(row)
          .where(and(eq(pieceDraft.pieceId, pieceId), eq(pieceDraft.version, before)))
          .returning();
  return saved;
}

export async function storeDraftReport(queries: DbClient, pieceId: string, version: number, report: DraftRow['report']): Promise<void> {
  await queries
    .update(pieceDraft)
    .set({ report, reportVersion: version })
    .where(and(eq(pieceDraft.pieceId, pieceId), eq(pieceDraft.version, version)));
}

export async function deleteDraft(tx: DbClient, pieceId: string): Promise<void> {
  await tx.delete(pieceDraft).where(eq(pieceDraft.pieceId, pieceId));
}

/** For many orders at once, without texts. */
export function listSummaryRows(queries: DbClient, orderIds: readonly string[]) {
  const { id, pieceId, orderId, version, deliveredAt } = delivery;
  // States of the checks without their findings.
  const report = sql<StoredReport | null>`case when report is not null then coalesce((
    select jsonb_object_agg(coalesce(each ->> 'name', '?'), each ->> 'state')
    from jsonb_array_elements(case jsonb_typeof(report -> 'checks') when 'array' then report -> 'checks' else '[]' end) each), '{}') end`;
  return queries
    .select({
      id,
      pieceId,
      orderId,
      version,
      deliveredAt,
      report,
      howMade: delivery.howMade,
      links: delivery.links,
      // Needs the table's name: Drizzle leaves it out in single-table statements.
      position: sql<number>`(select position from order_piece where id = delivery.piece_id)`,
      files: sql<{ id: string; name: string; bytes: number }[] | null>`(
        select json_agg(json_build_object('id', file.id, 'name', file.name, 'bytes', coalesce(file.size, file.bytes)) order by file.upload_started_at, file.id)
        from delivery_file file where file.piece_id = delivery.piece_id and file.delivery_id = delivery.id)`,
    })
    .from(delivery)
    .where(inArray(orderId, [...orderIds]))
    .orderBy(asc(pieceId), asc(version));
}

const MAX_COMPARED = 200;

/** Recent deliveries of a service to other customers, to find repetitions. */
export async function listTextsForComparison(queries: DbClient, service: number, accountId: string): Promise<string[]> {
  const rows = await queries
    .select({ text: delivery.text })
    .from(delivery)
    .where(and(eq(delivery.serviceType, service), ne(delivery.accountId, accountId)))
    .orderBy(desc(delivery.deliveredAt))
    .limit(MAX_COMPARED);
  return rows.map(({ text }) => text);
}

export async function insertDelivery(tx: DbClient, row: typeof delivery.$inferInsert): Promise<void> {
  await tx.insert(delivery).values(row);
}

export const listDeliveries = (queries: DbClient, pieceIds: readonly string[]): Promise<DeliveryRow[]> =>
  queries
    .select()
    .from(delivery)
    .where(inArray(delivery.pieceId, [...pieceIds]))
    .orderBy(asc(delivery.pieceId), asc(delivery.version));

/** Who delivered what of an order. The piece itself names only who is responsible for it now. */
export const listDeliverers = (queries: DbClient, orderId: string) =>
  queries.select({ deliveryId: delivery.id, byName: delivery.byName }).from(delivery).where(eq(delivery.orderId, orderId));

/** Undefined if it belongs to another account. */
export async function findDelivery(queries: DbClient, id: string, accountId?: string): Promise<DeliveryRow | undefined> {
  const [row] = await queries
    .select()
    .from(delivery)
    .where(and(eq(delivery.id, id), accountId === undefined ? undefined : eq(delivery.accountId, accountId)));
  return row;
}

export async function setDelivery(
  tx: DbClient,
  id: string,
  set: Partial<Pick<DeliveryRow, 'acceptedAt' | 'acceptedBy' | 'remindedAt'>>,
): Promise<void> {
  await tx.update(delivery).set(set).where(eq(delivery.id, id));
}

export async function countDeliveredSince(queries: DbClient, since: Date): Promise<number> {
  const [row] = await queries.select({ count: count() }).from(delivery).where(gte(delivery.deliveredAt, since));
  return row?.count ?? 0;
}

const fileColumns = { ...getTableColumns(deliveryFile), bytes: selectBytes(deliveryFile) };

/** Files of deliveries and drafts. */
export const listPieceFiles = (queries: DbClient, pieceIds: readonly string[]): Promise<FileRow[]> =>
  queries
    .select(fileColumns)
    .from(deliveryFile)
    .where(and(inArray(deliveryFile.pieceId, [...pieceIds]), isNotNull(deliveryFile.uploadedAt)))
    .orderBy(asc(deliveryFile.uploadStartedAt), asc(deliveryFile.id));

export async function findDeliveryFile(queries: DbClient, id: string): Promise<FileRow | undefined> {
  const [row] = await queries
    .select(fileColumns)
    .from(deliveryFile)
    .where(and(eq(deliveryFile.id, id), isNotNull(deliveryFile.uploadedAt)));
  return row;
}

/** One that is still coming. */
export async function findComingFile(queries: DbClient, pieceId: string, id: string): Promise<FileRow | undefined> {
  const [row] = await queries
    .select(fileColumns)
    .from(deliveryFile)
    .where(and(eq(deliveryFile.id, id), eq(deliveryFile.pieceId, pieceId), isNull(deliveryFile.uploadedAt)));
  return row;
}

export async function insertDeliveryFile(tx: DbClient, row: typeof deliveryFile.$inferInsert): Promise<void> {
  await tx.insert(deliveryFile).values(row);
}

export async function updateFileAsUploaded(
  queries: DbClient,
  id: string,
  made: Pick<FileRow, 'bytes' | 'sha256' | 'uploadedAt' | 'entries'>,
): Promise<boolean> {
  const { rowCount } = await queries
    .update(deliveryFile)
    .set({ ...made, ...storeBytes(made.bytes) })
    .where(eq(deliveryFile.id, id));
  return rowCount === 1;
}

const isDraftFile = (pieceId: string) =>
  and(eq(deliveryFile.pieceId, pieceId), isNull(deliveryFile.deliveryId), isNotNull(deliveryFile.uploadedAt));

export const listDraftFiles = (queries: DbClient, pieceId: string): Promise<FileRow[]> =>
  queries.select(fileColumns).from(deliveryFile).where(isDraftFile(pieceId));

/** Attaches the draft's files to its delivery. */
export const attachFiles = (tx: DbClient, pieceId: string, deliveryId: string): Promise<FileRow[]> =>
  tx.update(deliveryFile).set({ deliveryId }).where(isDraftFile(pieceId)).returning(fileColumns);

/** The draft of the next version begins with the files of this one. Their bytes stay where they are. */
export async function keepFiles(tx: DbClient, deliveryId: string): Promise<void> {
  const rows = await tx.select().from(deliveryFile).where(eq(deliveryFile.deliveryId, deliveryId));
  const copies = rows.map((row) => ({ ...row, id: randomUUID(), deliveryId: null, contentId: row.contentId ?? row.id }));
  if (copies.length > 0) await tx.insert(deliveryFile).values(copies);
}

/** Files of the draft that it kept, when a new one of their name arrives. */
export async function dropKeptFiles(queries: DbClient, pieceId: string, name: string): Promise<void> {
  const isKept = and(isNull(deliveryFile.deliveryId), isNotNull(deliveryFile.contentId));
  await queries.delete(deliveryFile).where(and(eq(deliveryFile.pieceId, pieceId), eq(deliveryFile.name, name), isKept));
}

/** Files of a delivery cannot be removed. */
export async function dropFile(tx: DbClient, pieceId: string, id: string): Promise<FileRow | undefined> {
  const [row] = await tx
    .delete(deliveryFile)
    .where(and(eq(deliveryFile.id, id), eq(deliveryFile.pieceId, pieceId), isNull(deliveryFile.deliveryId)))
    .returning();
  return row;
}

export async function deletePendingFiles(queries: DbClient, before: Date): Promise<string[]> {
  const rows = await queries
    .delete(deliveryFile)
    .where(and(isNull(deliveryFile.uploadedAt), lt(deliveryFile.uploadStartedAt, before)))
    .returning({ id: deliveryFile.id });
  return rows.map(({ id }) => id);
}

export const listRevisions = (queries: DbClient, pieceIds: readonly string[]): Promise<RevisionRow[]> =>
  queries
    .select()
    .from(deliveryRevision)
    .where(inArray(deliveryRevision.pieceId, [...pieceIds]))
    .orderBy(asc(deliveryRevision.requestedAt));

export async function insertRevision(tx: DbClient, row: typeof deliveryRevision.$inferInsert): Promise<void> {
  await tx.insert(deliveryRevision).values(row);
}

/** Far more than a piece ever has. */
const MAX_MESSAGES = 500;

export const listPieceMessages = (queries: DbClient, pieceId: string): Promise<MessageRow[]> =>
  queries.select().from(pieceMessage).where(eq(pieceMessage.pieceId, pieceId)).orderBy(asc(pieceMessage.id)).limit(MAX_MESSAGES);

export async function insertPieceMessage(tx: DbClient, row: typeof pieceMessage.$inferInsert): Promise<void> {
  await tx.insert(pieceMessage).values(row);
}

export async function countMessages(queries: DbClient, pieceId: string): Promise<number> {
  const [row] = await queries.select({ count: count() }).from(pieceMessage).where(eq(pieceMessage.pieceId, pieceId));
  return row?.count ?? 0;
}
export { MAX_MESSAGES };

export const listNotes = (queries: DbClient, pieceId: string) =>
  queries.select().from(pieceNote).where(eq(pieceNote.pieceId, pieceId)).orderBy(asc(pieceNote.id)).limit(MAX_MESSAGES);

export async function insertNote(tx: DbClient, row: typeof pieceNote.$inferInsert): Promise<void> {
  await tx.insert(pieceNote).values(row);
}

/** Data export, newest first. */
export const dataExport = {
  deliveries: (queries: DbClient, accountId: string, limit: number) =>
    queries.select().from(delivery).where(eq(delivery.accountId, accountId)).orderBy(desc(delivery.id)).limit(limit),
  files: (queries: DbClient, accountId: string, limit: number) =>
    queries
      .select({
        id: deliveryFile.id,
        name: deliveryFile.name,
        bytes: selectBytes(deliveryFile),
        sha256: deliveryFile.sha256,
        deliveryId: deliveryFile.deliveryId,
      })
      .from(deliveryFile)
      .where(and(eq(deliveryFile.accountId, accountId), isNotNull(deliveryFile.deliveryId)))
      .orderBy(desc(deliveryFile.uploadStartedAt))
      .limit(limit),
  revisions: (queries: DbClient, accountId: string, limit: number) =>
    queries
      .select()
      .from(deliveryRevision)
      .where(eq(deliveryRevision.accountId, accountId))
      .orderBy(desc(deliveryRevision.requestedAt))
      .limit(limit),
  messages: (queries: DbClient, accountId: string, limit: number) =>
    queries.select().from(pieceMessage).where(eq(pieceMessage.accountId, accountId)).orderBy(desc(pieceMessage.id)).limit(limit),
} as const;

/**
 * Erases an account's content; returns the files whose bytes must be removed. The order still records the
 * delivery and its time.
 */
export async function eraseWork(tx: DbClient, accountId: string): Promise<string[]> {
  await tx.delete(deliveryRevision).where(eq(deliveryRevision.accountId, accountId));
  await tx.delete(delivery).where(eq(delivery.accountId, accountId));
  await tx.delete(pieceDraft).where(eq(pieceDraft.accountId, accountId));
  await tx.delete(pieceMessage).where(eq(pieceMessage.accountId, accountId));
  await tx.delete(pieceNote).where(eq(pieceNote.accountId, accountId));
  await tx.delete(customerMaker).where(eq(customerMaker.accountId, accountId));
  await tx.execute(sql`update order_piece set version = null, accept_at = null, trouble = null, submission = null
    where order_id in (select id from shop_order where account_id = ${accountId})`);
  const files = await tx.delete(deliveryFile).where(eq(deliveryFile.accountId, accountId)).returning({ id: deliveryFile.id });
  return files.map(({ id }) => id);
}
