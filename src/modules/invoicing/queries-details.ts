// SQL of the details that clients give for their invoices.
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { BuysAs } from '#modules/orders/statuses.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { InvoiceAddress, InvoiceDetails } from './contents.ts';
import { invoiceDetails } from './tables.ts';

/** What the account says about its buyer. */
export type BuyerDetails = Required<InvoiceDetails> & {
  readonly buysAs: BuysAs | null;
  readonly vatState: 'valid' | 'invalid' | null;
  readonly address: InvoiceAddress | null;
  readonly documentsTo: string;
  readonly documentsOnly: boolean;
};

export async function findDetails(queries: DbClient, accountId: string): Promise<BuyerDetails | undefined> {
  const { company, vatId, reference, buysAs, vatState, address, documentsTo, documentsOnly } = invoiceDetails;
  const [row] = await queries
    .select({ company, vatId, reference, buysAs, vatState, address, documentsTo, documentsOnly })
    .from(invoiceDetails)
    .where(eq(invoiceDetails.accountId, accountId));
  return row;
}

/** The accounts among these that buy as a business; if that was never asked, those with a VAT ID. */
export async function listBusinesses(queries: DbClient, accountIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await queries
    .select({ accountId: invoiceDetails.accountId })
    .from(invoiceDetails)
    .where(
      and(
        inArray(invoiceDetails.accountId, [...accountIds]),
        sql`coalesce(${invoiceDetails.buysAs}, case when ${invoiceDetails.vatId} <> '' then 'business' end) = 'business'`,
      ),
    );
  return new Set(rows.map(({ accountId }) => accountId));
}

type SavedDetails = Omit<InvoiceDetails, 'reference'> & {
  readonly reference?: string | undefined;
  readonly buysAs?: BuysAs | undefined;
  readonly address?: InvoiceAddress | null | undefined;
  readonly documentsTo?: string | undefined;
  readonly documentsOnly?: boolean | undefined;
};

/** What is absent stays. Another VAT ID is not checked yet. */
export async function saveDetails(tx: DbClient, accountId: string, details: SavedDetails): Promise<void> {
  const isSame = sql`${invoiceDetails.vatId} = ${details.vatId}`;
  await tx
    .insert(invoiceDetails)
    .values({ accountId, ...details })
    .onConflictDoUpdate({
      target: invoiceDetails.accountId,
      set: {
        ...details,
        vatState: sql`case when ${isSame} then ${invoiceDetails.vatState} end`,
        vatCheckedAt: sql`case when ${isSame} then ${invoiceDetails.vatCheckedAt} end`,
      },
    });
}

/** The buyer's first answer. */
export async function saveBuysAs(queries: DbClient, accountId: string, buysAs: BuysAs): Promise<void> {
  await queries
    .insert(invoiceDetails)
    .values({ accountId, company: '', vatId: '', buysAs })
    .onConflictDoUpdate({ target: invoiceDetails.accountId, set: { buysAs }, setWhere: isNull(invoiceDetails.buysAs) });
}

/** Only if it is still this ID. */
export async function setVatState(tx: DbClient, accountId: string, vatId: string, state: 'valid' | 'invalid', at: Date): Promise<void> {
  await tx
    .update(invoiceDetails)
    .set({ vatState: state, vatCheckedAt: at })
    .where(and(eq(invoiceDetails.accountId, accountId), eq(invoiceDetails.vatId, vatId)));
}

/** Of accounts that have named one. */
export async function findCompanies(queries: DbClient, accountIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { accountId, company } = invoiceDetails;
  const rows = await queries
    .select({ accountId, company })
    .from(invoiceDetails)
    .where(and(inArray(accountId, [...accountIds]), ne(company, '')));
  return new Map(rows.map((row) => [row.accountId, row.company]));
}

export async function dropDetails(tx: DbClient, accountId: string): Promise<void> {
  await tx.delete(invoiceDetails).where(eq(invoiceDetails.accountId, accountId));
}
