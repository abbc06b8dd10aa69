// Rows of quotes, and naive versions of decisions about them.
import type pg from 'pg';
import type { Sql } from './database.ts';

/** What came of a quote. */
export const purchasesOfQuote = ({ sql }: Sql, quoteId: string) =>
  sql<{ id: string; price: number; state: string; paidFrom: string | null; consents: object; billing: object }>(
    `select id, price, state, paid_from as "paidFrom", consents, billing from purchase where by_hand ->> 'quoteId' = $1`,
    [quoteId],
  );

/** Declines or revises as a naive shop does, which reads without a lock and writes later. */
export async function prepareNaively({ sql }: Sql, quoteId: string, how: 'decline' | 'revise'): Promise<() => Promise<void>> {
  const [{ state = '', version = 0 } = {}] = await sql<{ state: string; version: number }>(
    'select state, version from quote where id = $1',
    [quoteId],
  );
  return async () => {
    if (state !== 'open') return;
    if (how === 'decline') await sql(`update quote set state = 'declined', decided_at = now() where id = $1`, [quoteId]);
    else await sql('update quote set version = $2 where id = $1', [quoteId, version + 1]);
  };
}

/** The second of two clicks that both found the quote open. */
export async function acceptNaively({ sql }: Sql, quoteId: string, accept: () => Promise<unknown>): Promise<void> {
  await sql(`update quote set state = 'open', purchase_id = null, acceptance = null, decided_at = null where id = $1`, [quoteId]);
  await accept();
}

/** Holds the lock of the quote until the work is done. */
export async function holdQuote({ ctx }: { readonly ctx: { readonly db: { readonly pool: pg.Pool } } }, quoteId: string) {
  const client = await ctx.db.pool.connect();
  await client.query('begin');
  await client.query('select from quote where id = $1 for update', [quoteId]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

export type Document = {
  readonly kind: string;
  readonly number: string;
  readonly net: number;
  readonly vat: number;
  readonly gross: number;
  readonly lines: readonly string[];
  readonly notes: readonly string[];
};

/** Invoices, then credit notes, in the order of their numbers. */
export const listDocuments = ({ sql }: Sql, purchaseId: string): Promise<readonly Document[]> =>
  sql<Document>(
    `select kind, content ->> 'number' as number, net, vat, gross, content -> 'notes' as notes,
       (select jsonb_agg(line -> 'name') from jsonb_array_elements(content -> 'lines') as line) as lines
     from billing_document where subject_id = $1 order by kind desc, year, serial`,
    [purchaseId],
  );

/** Newest first. */
export const invoiceIds = async ({ sql }: Sql, purchaseId: string): Promise<readonly string[]> =>
  (
    await sql<{ id: string }>(`select id from billing_document where subject_id = $1 and kind = 'invoice' order by id desc`, [purchaseId])
  ).map(({ id }) => id);
