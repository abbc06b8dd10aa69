// Naive versions of moves, which decide by what they read before they write.
import { randomUUID } from 'node:crypto';
import type { Shop } from '../shop.ts';
import type { Sql } from './database.ts';

const spent = `select from ledger_transfer where account_id = $1 and kind in ('spend', 'spendPromo')`;
const broughtOver = `select from ledger_transfer where account_id = $1 and kind = 'broughtOver'`;

/** An undo that sees nothing spent; the result takes the amount back, whatever was spent meanwhile. */
export async function naiveUndo({ sql }: Sql, account: string, amount: number): Promise<() => Promise<boolean>> {
  const isSpent = (await sql(spent, [account])).length > 0;
  return async () => {
    if (isSpent) return false;
    await sql('update wallet set cash = cash - $2 where account_id = $1', [account, amount]);
    return true;
  };
}

export const hasSpent = async ({ sql }: Sql, account: string): Promise<boolean> => (await sql(spent, [account])).length > 0;

/** A move that sees no balance brought over; the result brings one. */
export async function naiveBringOver({ sql }: Sql, account: string, amount: number): Promise<() => Promise<unknown>> {
  if ((await sql(broughtOver, [account])).length > 0) return async () => undefined;
  return () =>
    sql(`select credit_wallet($1, 0::smallint, $2, 'broughtOver', $3, 'opening', 'cash', now())`, [account, amount, randomUUID()]);
}

export const countBroughtOver = async ({ sql }: Sql, account: string): Promise<number> => (await sql(broughtOver, [account])).length;

/** A purchase from the balance that is not committed yet; the result commits it. */
export async function beginSpending({ ctx }: Pick<Shop, 'ctx'>, account: string, amount: number): Promise<() => Promise<void>> {
  const client = await ctx.db.pool.connect();
  await client.query('begin');
  await client.query('select debit_wallet($1, 0::smallint, $2, $3, now())', [account, amount, randomUUID()]);
  return async () => {
    await client.query('commit');
    client.release();
  };
}

/** Statements that wait for a lock. */
export const countWaiting = async ({ sql }: Sql): Promise<number> =>
  (await sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length;
