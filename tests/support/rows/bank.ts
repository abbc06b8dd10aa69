// Webhooks of the sandbox's bank, and naive versions of the bank.
import { randomUUID } from 'node:crypto';
import type { Shop } from '../shop.ts';
import type { Sql } from './sql.ts';

export const addBankPayment = ({ sql }: Sql, id: string, at: Date) =>
  sql(`insert into sandbox.bank_payment values ($1, 'open', null, $2)`, [id, at]);

export const addDueWebhooks = ({ sql }: Sql, paymentId: string, count: number, at: Date) =>
  sql(`insert into sandbox.bank_webhook (payment_id, body, made_at, due_at) select $1, '{}', $2, $2 from generate_series(1, $3)`, [
    paymentId,
    at,
    count,
  ]);

export const deleteWebhooks = ({ sql }: Sql, paymentId: string) =>
  sql('delete from sandbox.bank_webhook where payment_id = $1', [paymentId]);

/** Naive version of claiming: reads the due webhooks, then marks each. */
export async function claimNaively({ sql }: Sql, at: Date): Promise<{ id: number }[]> {
  const due = await sql<{ id: number }>('select id from sandbox.bank_webhook where due_at <= $1', [at]);
  // One by one: updates of whole sets in different orders would only wait for each other's locks.
  for (const { id } of due) await sql('update sandbox.bank_webhook set due_at = null where id = $1', [id]);
  return due;
}

/** Naive version of charging: charges a payment that has no charge yet. */
export async function naiveCharges({ sql }: Sql): Promise<{ charge: () => Promise<void>; count: () => Promise<number> }> {
  await sql('create table naive_charge (payment_id uuid not null)');
  const id = randomUUID();
  const count = async () => (await sql('select from naive_charge where payment_id = $1', [id])).length;
  return {
    count,
    async charge() {
      if ((await count()) === 0) await sql('insert into naive_charge values ($1)', [id]);
    },
  };
}

/**
 * Keeps the bank from answering about a payment, whose row is locked until `answer` is called. Its page must
 * have been opened.
 */
export async function lockBankPayment({ ctx, sql }: Pick<Shop, 'ctx' | 'sql'>, paymentId: string) {
  const client = await ctx.db.pool.connect();
  await client.query('begin');
  await client.query('select from sandbox.bank_payment where payment_id = $1 for update', [paymentId]);
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query ~ 'bank_payment'`;
  return {
    /** How many requests wait for its answer. */
    waiting: async (): Promise<number> => (await sql(waiting)).length,
    async answer(): Promise<void> {
      await client.query('rollback');
      client.release();
    },
  };
}
