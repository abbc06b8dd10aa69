// Documents at the desk. Their ids are time-ordered, so a range of days is a range of the primary key.
import { and, desc, eq, gte, lt, ne, sql } from 'drizzle-orm';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { addDays, startOfDay } from '#lib/time/days.ts';
import { getFirstIdAt } from '#lib/time/time-id.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { PaperKind } from './rules.ts';
import { billingTotal, paper } from './tables.ts';

type PapersWanted = {
  readonly kind?: PaperKind | undefined;
  readonly currency?: CurrencyNumber | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly zone?: string | undefined;
  readonly before?: string | undefined;
  readonly limit: number;
};

/** Each `->` would decompress the content by itself. */
const contentColumns = sql`jsonb_to_record(${paper.content}) as said (buyer jsonb, corrects jsonb)`;
const selectBuyerField = (field: string) => sql<string>`coalesce(said.buyer ->> ${field}, '')`;

/** Newest first. */
export const listDeskInvoices = (queries: DbClient, { kind, currency, from, until, zone, before, limit }: PapersWanted) =>
  queries
    .select({
      id: paper.id,
      kind: paper.kind,
      year: paper.year,
      serial: paper.serial,
      accountId: paper.accountId,
      issuedAt: paper.issuedAt,
      currency: paper.currency,
      net: paper.net,
      vat: paper.vat,
      gross: paper.gross,
      company: selectBuyerField('company'),
      firstName: selectBuyerField('firstName'),
      lastName: selectBuyerField('lastName'),
      vatId: selectBuyerField('vatId'),
      country: selectBuyerField('country'),
      corrects: sql<string | null>`said.corrects ->> 'number'`,
    })
    .from(paper)
    .crossJoinLateral(contentColumns)
    .where(
      and(
        kind === undefined ? undefined : eq(paper.kind, kind),
        currency === undefined ? undefined : eq(paper.currency, currency),
        from === undefined ? undefined : gte(paper.id, getFirstIdAt(startOfDay(from, zone))),
        until === undefined ? undefined : lt(paper.id, getFirstIdAt(startOfDay(addDays(until, 1), zone))),
        before === undefined ? undefined : lt(paper.id, before),
      ),
    )
    .orderBy(desc(paper.id))
    .limit(limit);

/** What a customer has spent, by currency: invoices less credit notes. */
export const listSpent = (queries: DbClient, accountId: string) =>
  queries
    .select({ currency: billingTotal.currency, amount: billingTotal.amount })
    .from(billingTotal)
    .where(and(eq(billingTotal.accountId, accountId), ne(billingTotal.amount, 0)))
    .orderBy(billingTotal.currency);
