// Queries of the invoicing module.
import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { DbClient } from '#platform/database/database.ts';
import { isNotWaiting } from '#platform/jobs/each-row.ts';
import { type PaperKind, readNumber, type TaxGroup } from './rules.ts';
import { paper, paperGap, paperLogo, paperRefund, paperSeries } from './tables.ts';

export type BillingDocument = typeof paper.$inferSelect;

/** The last number of the series. Locked until the transaction ends; a rollback releases the number. */
export async function lockSeries(tx: DbClient, kind: PaperKind, year: number): Promise<number> {
  await tx.insert(paperSeries).values({ kind, year }).onConflictDoNothing();
  const [row] = await tx.select({ last: paperSeries.last }).from(paperSeries).where(isInSeries(kind, year)).for('update');
  if (!row) throw new Error(`no document series for ${kind} in ${year}`);
  return row.last;
}

/** As `lockSeries`, to show it. */
export async function readLast(from: DbClient, kind: PaperKind, year: number): Promise<number> {
  const [row] = await from.select({ last: paperSeries.last }).from(paperSeries).where(isInSeries(kind, year));
  return row?.last ?? 0;
}

/** Of any year. */
export async function hasPapers(from: DbClient, kind: PaperKind): Promise<boolean> {
  const [row] = await from.select({ id: paper.id }).from(paper).where(eq(paper.kind, kind)).limit(1);
  return row !== undefined;
}

export async function setLast(tx: DbClient, kind: PaperKind, year: number, last: number): Promise<void> {
  await tx.update(paperSeries).set({ last }).where(isInSeries(kind, year));
}

export async function insertGap(tx: DbClient, row: typeof paperGap.$inferInsert): Promise<void> {
  await tx.insert(paperGap).values(row);
}

/** How many documents were issued in this time before the last one. */
export async function countLatest(queries: DbClient, kind: PaperKind, ms: number): Promise<number> {
  const { rows } = await queries.execute<{ count: number }>(sql`
    select count(*)::int as count from ${paper} where ${paper.kind} = ${kind}
      and ${paper.issuedAt} > (select max(${paper.issuedAt}) from ${paper} where ${paper.kind} = ${kind}) - ${ms} * interval '1 ms'`);
  return rows[0]?.count ?? 0;
}

const isInSeries = (kind: PaperKind, year: number) => and(eq(paperSeries.kind, kind), eq(paperSeries.year, year));

/** Returns whether its client has named an address for documents. */
export async function insertPaper(tx: DbClient, row: typeof paper.$inferInsert): Promise<boolean> {
  const isMailed = sql<boolean>`exists (select from invoice_details where account_id = ${row.accountId} and documents_to <> '')`;
  const [inserted] = await tx.insert(paper).values(row).returning({ isMailed });
  return inserted?.isMailed === true;
}

/** Refund transfers without a credit note, the longest waiting first. */
export async function listRefundsWithoutCreditNote(queries: DbClient, now: Date, limit: number): Promise<number[]> {
  const rows = await queries
    .select({ id: paperRefund.transferId })
    .from(paperRefund)
    .where(and(isNull(paperRefund.paperId), isNotWaiting('invoicing.issue', sql`${paperRefund.transferId}`, now)))
    .orderBy(asc(paperRefund.transferId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

const isOfParts = (partIds: readonly string[]) =>
  sql`${paperRefund.transferId} in (select id from ledger_transfer where subject_id = any(${sql.param([...partIds])}::uuid[])
    and kind in ('partBack', 'partBackPromo', 'claimLoweredInPart'))`;

/** The transfers of partial refunds that have no credit note yet. */
export async function listPartRefunds(tx: DbClient, partIds: readonly string[]): Promise<number[]> {
  const rows = await tx
    .select({ id: paperRefund.transferId })
    .from(paperRefund)
    .where(and(isNull(paperRefund.paperId), isOfParts(partIds)))
    .orderBy(asc(paperRefund.transferId));
  return rows.map(({ id }) => id);
}

/** The credit note of a partial refund. */
export async function findCreditNote(queries: DbClient, partId: string): Promise<BillingDocument | undefined> {
  const [row] = await queries
    .select(getTableColumns(paper))
    .from(paper)
    .innerJoin(paperRefund, eq(paperRefund.paperId, paper.id))
    .where(isOfParts([partId]))
    .limit(1);
  return row;
}

/** Whether another invoice was issued in its place. */
export async function isReplaced(queries: DbClient, invoiceId: string): Promise<boolean> {
  const [row] = await queries
    .select({ id: paper.id })
    .from(paper)
    .where(and(eq(paper.invoiceId, invoiceId), eq(paper.kind, 'invoice')));
  return row !== undefined;
}

/** Those that have no credit note yet. */
export const listStillWaiting = (tx: DbClient, transferIds: readonly number[]) =>
  tx
    .select({ id: paperRefund.transferId })
    .from(paperRefund)
    .where(and(inArray(paperRefund.transferId, [...transferIds]), isNull(paperRefund.paperId)));

export async function setRefundPaper(tx: DbClient, transferIds: readonly number[], paperId: string): Promise<void> {
  await tx
    .update(paperRefund)
    .set({ paperId })
    .where(inArray(paperRefund.transferId, [...transferIds]));
}

/** After an advance, that of the rest. */
export async function findInvoice(queries: DbClient, purchaseId: string): Promise<BillingDocument | undefined> {
  const [row] = await queries
    .select()
    .from(paper)
    .where(and(eq(paper.subjectId, purchaseId), eq(paper.kind, 'invoice')))
    .orderBy(desc(paper.year), desc(paper.serial))
    .limit(1);
  return row;
}

/** The invoices of a purchase, with those that were replaced. */
export async function countInvoices(queries: DbClient, purchaseId: string): Promise<number> {
  const [row] = await queries
    .select({ count: sql<number>`count(*)::int` })
    .from(paper)
    .where(and(eq(paper.subjectId, purchaseId), eq(paper.kind, 'invoice')));
  return row?.count ?? 0;
}

/** The invoices of these purchases, without their contents, the newest first. */
export const listPurchaseInvoices = (queries: DbClient, purchaseIds: readonly string[]) => {
  const { id, kind, year, serial, subjectId } = paper;
  return queries
    .select({ id, kind, year, serial, subjectId })
    .from(paper)
    .where(and(inArray(subjectId, [...purchaseIds]), eq(kind, 'invoice')))
    .orderBy(desc(year), desc(serial));
};

/** Of a purchase; what a correction has taken back stands on another invoice. */
const isCredit = (purchaseId: string) =>
  and(eq(paper.subjectId, purchaseId), eq(paper.kind, 'credit'), sql`${paper.cause} not like 'correction %'`);

/** The amount that credit notes have credited for the purchase so far. */
export async function sumCreditedBefore(queries: DbClient, purchaseId: string): Promise<number> {
  const [row] = await queries
    .select({ gross: sql<number>`coalesce(sum(${paper.gross}), 0)::int` })
    .from(paper)
    .where(isCredit(purchaseId));
  return row?.gross ?? 0;
}

/** The tax groups of the credit notes of an invoice with several rates. */
export async function listCreditedTaxes(queries: DbClient, { subjectId, content }: BillingDocument): Promise<readonly TaxGroup[]> {
  if (!content.taxes) return [];
  const rows = await queries.select({ content: paper.content }).from(paper).where(isCredit(subjectId));
  return rows.flatMap((row) => row.content.taxes ?? []);
}

type PaperFilter = {
  readonly accountId: string | undefined;
  readonly subjectId: string | undefined;
  readonly before: string | undefined;
  readonly limit: number;
};

/** Newest first. */
export const listAllInvoices = (queries: DbClient, { accountId, subjectId, before, limit }: PaperFilter): Promise<BillingDocument[]> =>
  queries
    .select()
    .from(paper)
    .where(
      and(
        ...(accountId === undefined ? [] : [eq(paper.accountId, accountId)]),
        ...(subjectId === undefined ? [] : [eq(paper.subjectId, subjectId)]),
        ...(before === undefined ? [] : [lt(paper.id, before)]),
      ),
    )
    .orderBy(desc(paper.id))
    .limit(limit);

/** Undefined if the document belongs to another account. */
export async function findPaper(queries: DbClient, accountId: string, id: string): Promise<BillingDocument | undefined> {
  const [row] = await queries
    .select()
    .from(paper)
    .where(and(eq(paper.id, id), eq(paper.accountId, accountId)));
  return row;
}

/** Of any account. */
export async function getPaper(queries: DbClient, id: string): Promise<BillingDocument | undefined> {
  const [row] = await queries.select().from(paper).where(eq(paper.id, id));
  return row;
}

/** All documents of one purchase or deposit. */
export const listInvoicesFor = (queries: DbClient, subjectId: string): Promise<BillingDocument[]> =>
  queries.select().from(paper).where(eq(paper.subjectId, subjectId)).orderBy(desc(paper.id));

export async function findDocumentByNumber(queries: DbClient, number: string): Promise<BillingDocument | undefined> {
  const read = readNumber(number);
  if (!read) return undefined;
  const { kind, year, serial } = read;
  const [row] = await queries
    .select()
    .from(paper)
    .where(and(eq(paper.kind, kind), eq(paper.year, year), eq(paper.serial, serial)));
  return row;
}

export async function saveLogo(tx: DbClient, row: typeof paperLogo.$inferInsert): Promise<void> {
  await tx.insert(paperLogo).values(row).onConflictDoNothing();
}

export async function findLogo(queries: DbClient, id: string): Promise<typeof paperLogo.$inferSelect> {
  const [row] = await queries.select().from(paperLogo).where(eq(paperLogo.id, id));
  if (!row) throw new Error(`no logo ${id}`);
  return row;
}
