// Queries for the statement of an account: its invoices and credit notes, and the money that paid or refunded
// them.
import { type SQL, sql } from 'drizzle-orm';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { TransferKind } from '#modules/wallet/rules.ts';
import type { DbClient } from '#platform/database/database.ts';

/** By the ledger. What pays lowers the balance of the account, what goes back raises it. */
const pays = ['sale', 'spend', 'spendPromo', 'settled', 'settledFromBalance', 'settledOnline', 'fundsTaken', 'reinstated'] as const;
const goesBack = [
  'refund',
  'giveBack',
  'giveBackPromo',
  'partBack',
  'partBackPromo',
  'settledUndone',
  'fundsRestored',
  'reinstatedToBalance',
  'returned',
] as const satisfies readonly TransferKind[];
export type MoneyKind = (typeof pays | typeof goesBack)[number];
export type AccountLineKind = 'invoice' | 'credit' | MoneyKind;

type Account = { readonly accountId: string; readonly currency: CurrencyNumber };
type Period = { readonly from: Date; readonly until: Date; readonly limit: number };

const anyOfList = (kinds: readonly string[]): SQL => sql`any(${sql.param([...kinds])}::text[])`;

const selectAccountLines = ({ accountId, currency }: Account): SQL => sql`
  with subject as (select id from purchase where account_id = ${accountId} union all select id from deposit where account_id = ${accountId}),
  paying as (select payment.id from payment join subject on subject.id = payment.subject_id),
  charged as (select charge.id from payment_charge charge join paying on paying.id = charge.payment_id),
  money as (
    select id from ledger_transfer where account_id = ${accountId} and currency = ${currency}
    union all select t.id from charged join ledger_transfer t on t.kind = 'sale' and t.subject_id = charged.id
    union all select t.id from payment_refund back join charged on charged.id = back.charge_id
      join ledger_transfer t on t.kind = 'refund' and t.subject_id = back.id
    union all select t.id from settlement s join ledger_transfer t on t.kind in ('settled', 'settledUndone', 'settledOnline') and t.subject_id = s.id
      where s.account_id = ${accountId}
    union all select t.id from payment_dispute d join paying on paying.id = d.payment_id
      join ledger_transfer t on t.kind in ('returned', 'reinstated') and t.subject_id = d.id),
  line as (
    select issued_at as at, 0 as place, id::text as key, kind, kind as series, year, serial, case kind when 'invoice' then gross else -gross end as amount
      from billing_document where account_id = ${accountId} and currency = ${currency} and kind in ('invoice', 'credit')
    union all
    select t.at, 1, lpad(t.id::text, 20, '0'), t.kind, null, null, null, case when t.kind = ${anyOfList(goesBack)} then t.amount else -t.amount end
      from money join ledger_transfer t using (id) where t.currency = ${currency} and t.kind = ${anyOfList([...pays, ...goesBack])})`;

type AccountLine = {
  readonly key: string;
  readonly at: Date;
  readonly kind: AccountLineKind;
  /** Of documents. */
  readonly year: number | null;
  readonly serial: number | null;
  readonly amount: number;
};

/** In the order of time, from `from` until before `until`. */
export async function listAccountLines(queries: DbClient, { from, until, limit, ...account }: Account & Period) {
  const { rows } = await queries.execute<AccountLine & Record<string, unknown>>(sql`
    ${selectAccountLines(account)} select key, at, kind, year, serial, amount from line
    where at >= ${from.toISOString()}::timestamptz and at < ${until.toISOString()}::timestamptz order by at, place, key limit ${limit}`);
  return rows.map((row) => ({ ...row, at: new Date(row.at) }));
}

/** The balance of the account before a moment: what its client owes. */
export async function sumAccount(queries: DbClient, account: Account, before: Date): Promise<number> {
  const { rows } = await queries.execute<{ sum: string }>(sql`
    ${selectAccountLines(account)} select coalesce(sum(amount), 0)::text as sum from line where at < ${before.toISOString()}::timestamptz`);
  return Number(rows[0]?.sum ?? 0);
}
