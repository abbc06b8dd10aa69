// Queries for the books: VAT by country and rate, and the documents of a span, page by page.
import { and, asc, count, gt, gte, inArray, lt, sql } from 'drizzle-orm';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { getFirstIdAt } from '#lib/time/time-id.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { BillingDocument } from './queries.ts';
import { paper } from './tables.ts';

export type VatRow = {
  readonly country: string;
  readonly currency: CurrencyNumber;
  /** In hundredths of a percent. */
  readonly rate: number;
  /** Why there is no VAT; empty with VAT. */
  readonly why: string;
  readonly documents: number;
  readonly net: number;
  readonly vat: number;
  readonly gross: number;
};

export type Span = { readonly from: Date; readonly until: Date };

/** Receipts for deposits state no VAT; their money is invoiced when it is spent. */
const isDocumentIn = ({ from, until }: Span) =>
  and(inArray(paper.kind, ['invoice', 'credit']), gte(paper.id, getFirstIdAt(from)), lt(paper.id, getFirstIdAt(until)));

/** Credit notes are below zero. A document without groups has one rate, and older ones no reason. */
export async function sumVat(queries: DbClient, span: Span): Promise<VatRow[]> {
  const found = await queries.execute<{ [Key in keyof VatRow]: string | number }>(sql`
    select coalesce(nullif(said.buyer ->> 'country', ''), said.seller ->> 'country', '') as country, ${paper.currency} as currency,
      part.rate, coalesce(part.why, '') as why, count(distinct ${paper.id})::int as documents,
      sum(sign * part.net)::text as net, sum(sign * part.vat)::text as vat, sum(sign * part.gross)::text as gross
    from ${paper}
    cross join lateral jsonb_to_record(${paper.content}) as said (buyer jsonb, seller jsonb, taxes jsonb, rate int, why text)
    cross join lateral (select case ${paper.kind} when 'credit' then -1 else 1 end as sign) as side
    cross join lateral jsonb_to_recordset(coalesce(said.taxes, jsonb_build_array(jsonb_build_object(
      'rate', said.rate, 'why', coalesce(said.why, case said.rate when 0 then 'none' end),
      'net', ${paper.net}, 'vat', ${paper.vat}, 'gross', ${paper.gross}
    )))) as part (rate int, why text, net bigint, vat bigint, gross bigint)
    where ${isDocumentIn(span)}
    group by 1, 2, 3, 4 order by 2, 1, 3 desc, 4`);
  return found.rows.map(({ country, currency, rate, why, documents, net, vat, gross }) => ({
    ...{ country: String(country), currency: Number(currency) as CurrencyNumber, rate: Number(rate), why: String(why) },
    ...{ documents: Number(documents), net: Number(net), vat: Number(vat), gross: Number(gross) },
  }));
}

export async function countDocuments(queries: DbClient, span: Span): Promise<number> {
  const [row] = await queries.select({ documents: count() }).from(paper).where(isDocumentIn(span));
  return row?.documents ?? 0;
}

/** In the order of their issue; `after`: the last id of the page before. */
export const listDocumentPage = (queries: DbClient, span: Span, after: string | undefined, limit: number): Promise<BillingDocument[]> =>
  queries
    .select()
    .from(paper)
    .where(and(isDocumentIn(span), after === undefined ? undefined : gt(paper.id, after)))
    .orderBy(asc(paper.id))
    .limit(limit);
