// Rows of claims, their settlements and payouts.
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Sql } from './database.ts';

/** Settlements of the account from the bank that are not undone. Those from its balance cannot be. */
export const listStandingSettlements = async ({ sql }: Sql, account: string): Promise<readonly string[]> =>
  (
    await sql<{ id: string }>(`select id from settlement where account_id = $1 and paid_by = 'bank' and undone_at is null order by id`, [
      account,
    ])
  ).map(({ id }) => id);

/** Each claim, with the sums of the rows that settled and lowered it. */
export const claimsWithSums = ({ sql }: Sql, account: string) =>
  sql<{ purchaseId: string; amount: number; settled: number; lowered: number }>(
    `select purchase_id as "purchaseId", amount,
       (select coalesce(sum(amount - returned), 0)::int from settlement where purchase_id = claim.purchase_id and undone_at is null) as settled,
       (select coalesce(sum(line.amount), 0)::int from ledger_transfer as line
         where kind = 'claimLowered' and subject_id in (select id from shop_order where purchase_id = claim.purchase_id)
         or kind = 'claimLoweredInPart' and subject_id in (
           select part.id from order_refund as part join shop_order as o on o.id = part.order_id where o.purchase_id = claim.purchase_id)) as lowered
     from claim where account_id = $1`,
    [account],
  );

type Amount = { readonly purchaseId: string; readonly amount: number };

/** Settles a claim as a naive shop does, which reads what is settled without a lock and writes it later. */
export async function prepareNaiveSettlement({ sql }: Sql, { purchaseId, amount }: Amount): Promise<() => Promise<void>> {
  const [{ settled = 0 } = {}] = await sql<{ settled: number }>('select settled from claim where purchase_id = $1', [purchaseId]);
  return async () => {
    const id = randomUUID();
    await sql('update claim set settled = $2 where purchase_id = $1', [purchaseId, settled + amount]);
    await sql(
      `insert into settlement select $2, purchase_id, account_id, 'bank', $3, 0, gen_random_uuid(), now() from claim where purchase_id = $1`,
      [...[purchaseId, id, amount]],
    );
    await sql(
      `insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, at) values ('settled', $1, 'bank', 'receivable', 0, $2, now())`,
      [id, amount],
    );
  };
}

/** Refunds a part to the balance as a naive shop does, which does not look at what is still owed. */
export async function refundNaively({ sql }: Sql, { purchaseId, amount }: Amount): Promise<void> {
  const part = randomUUID();
  await sql(
    `insert into order_refund (id, order_id, account_id, at, cancels_order, retained, to_source, to_cash, to_promo)
     select $2, id, account_id, now(), false, 0, 0, $3, 0 from shop_order where purchase_id = $1`,
    [purchaseId, part, amount],
  );
  await sql(
    `select credit_wallet(account_id, 0::smallint, $3, 'partBack', $2, 'sales', 'cash', now()) from shop_order where purchase_id = $1`,
    [purchaseId, part, amount],
  );
}

/** What a bug would write. `$1`: a purchase with a settlement by an entry of a bank statement. */
const plantedBookings = {
  'claim that is settled with more': 'update claim set settled = settled + 1 where purchase_id = $1',
  'claim that is credited without a refund': 'update claim set credited = credited + 1 where purchase_id = $1',
  'settlement of another amount': 'update settlement set amount = amount + 1 where purchase_id = $1',
  'settlement that is undone, and not in the books': 'update settlement set undone_at = now() where purchase_id = $1',
  'money at the bank for no settlement': `insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, at)
    select 'settled', gen_random_uuid(), 'bank', 'receivable', 0, 100, now() from claim where purchase_id = $1`,
  'payout that nobody made': `insert into ledger_transfer (kind, subject_id, from_account, to_account, currency, amount, account_id, balance_after, at)
    select 'paidOut', gen_random_uuid(), 'cash', 'bank', 0, 100, account_id, 0, now() from claim where purchase_id = $1`,
  'entry that settles with a part of its amount': `update bank_entry set amount = amount + 1 where settlement_id in (select id from settlement where purchase_id = $1)`,
  'purchase by invoice without a claim': `update claim set purchase_id = gen_random_uuid() where purchase_id = $1`,
} as const;

export type PlantedBooking = keyof typeof plantedBookings;

/** Without triggers and foreign keys, and not for good: see `undone`. */
export async function plantBooking(client: pg.ClientBase, booking: PlantedBooking, purchaseId: string): Promise<void> {
  await client.query('set local session_replication_role = replica');
  const { rowCount } = await client.query(plantedBookings[booking], [purchaseId]);
  if (rowCount !== 1) throw new Error(`planted ${rowCount} rows`);
}

/**
 * Chooses the first number as a naive shop does, which looks whether there is an invoice, and writes it
 * later.
 */
export async function openSeriesNaively({ sql }: Sql, first: number): Promise<() => Promise<void>> {
  const [found] = await sql(`select from billing_document where kind = 'invoice'`);
  return async () => {
    if (found) return;
    await sql(`insert into billing_document_gap values ('invoice', 2026, 1, $1, 'opening number', now())`, [first - 1]);
    await sql(`update billing_document_series set last = $1 where kind = 'invoice' and year = 2026`, [first - 1]);
  };
}

/** What a naive job would remind of: overdue claims without a reminder, read without a lock or a row. */
export const claimsToRemindNaively = async ({ sql }: Sql): Promise<readonly string[]> =>
  (
    await sql<{ id: string }>(
      `select purchase_id as id from claim where settled + credited < amount
        and not exists (select from claim_reminder where claim_reminder.purchase_id = claim.purchase_id)`,
    )
  ).map(({ id }) => id);

/**
 * Credits a purchase as a naive shop does, which reads what is left, and writes the part and the note later.
 */
export async function creditNaively({ sql }: Sql, { purchaseId, amount }: Amount): Promise<() => Promise<void>> {
  const [{ left = 0 } = {}] = await sql<{ left: number }>(
    `select price - coalesce((select sum(to_source + to_cash + to_promo + to_claim) from order_refund where order_id = o.id), 0)::int as left
     from shop_order as o where purchase_id = $1`,
    [purchaseId],
  );
  return async () => {
    if (amount > left) return;
    await sql(
      `insert into order_refund (id, order_id, account_id, at, cancels_order, retained, to_source, to_cash, to_promo, to_claim)
       select gen_random_uuid(), id, account_id, now(), false, 0, 0, 0, 0, $2 from shop_order where purchase_id = $1`,
      [purchaseId, amount],
    );
  };
}

/** What was open at each reminder of an account. */
export const openOfReminders = async ({ sql }: Sql, account: string): Promise<readonly number[]> =>
  (await sql<{ open: number }>('select open from claim_reminder where account_id = $1', [account])).map(({ open }) => open);

/** Invoices of which a later one puts the buyer right. */
export const replacedInvoices = async ({ sql }: Sql): Promise<readonly string[]> =>
  (await sql<{ id: string }>(`select invoice_id as id from billing_document where kind = 'invoice' and invoice_id is not null`)).map(
    ({ id }) => id,
  );

/** In euro: open claims, and what banks have taken back, less what balances paid of that. */
export async function owedByAccount({ sql }: Sql, account: string): Promise<number> {
  const [row] = await sql<{ owed: string }>(
    `select (select coalesce(sum(coalesce(asked, amount) - settled - credited), 0) from claim where account_id = $1 and currency = 0)
       - (select coalesce(sum(returned), 0) from settlement join claim using (purchase_id) where claim.account_id = $1 and claim.currency = 0)
       + (select coalesce(sum(case when kind in ('returned', 'fundsRestored', 'reinstatedToBalance') then line.amount else -line.amount end), 0)
         from ledger_transfer as line left join payment_dispute as dispute on dispute.id = line.subject_id
         where kind in ('returned', 'reinstated', 'fundsTaken', 'fundsRestored', 'reinstatedToBalance') and line.currency = 0
           and coalesce(line.account_id, dispute.account_id) = $1) as owed`,
    [account],
  );
  return Number(row?.owed);
}

/**
 * Replaces an invoice as a naive shop does, which looks whether it is replaced, and writes the next one
 * later.
 */
export async function correctNaively({ sql }: Sql, id: string): Promise<() => Promise<void>> {
  const [replaced] = await sql(`select from billing_document where invoice_id = $1 and kind = 'invoice'`, [id]);
  return async () => {
    if (replaced) return;
    const [row] = await sql<{ last: number }>(`update billing_document_series set last = last + 1 where kind = 'invoice' returning last`);
    await sql(
      `insert into billing_document select (jsonb_populate_record(paper, jsonb_build_object('id', $2::text, 'serial', $3::int,
         'cause', $2::text, 'invoice_id', $1::text))).* from billing_document as paper where id = $1::uuid`,
      [id, randomUUID(), row?.last],
    );
  };
}
