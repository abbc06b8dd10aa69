// Payments, charges, refunds and disputes, and the books of the sandbox's bank.

import { randomUUID } from 'node:crypto';
import type { Shop } from '../shop.ts';
import type { Sql } from './database.ts';

export type PaymentRow = {
  readonly id: string;
  readonly state: string;
  readonly link: string | null;
  readonly reference: string | null;
  readonly pollAt: Date | null;
};

/** The payments of a purchase or deposit, newest first. */
export const listPayments = ({ sql }: Sql, subjectId: string): Promise<PaymentRow[]> =>
  sql('select id, state, link, reference, poll_at as "pollAt" from payment where subject_id = $1 order by id desc', [subjectId]);

/** The newest payment of a purchase or deposit. */
export async function findPayment(shop: Sql, subjectId: string): Promise<PaymentRow> {
  const [payment] = await listPayments(shop, subjectId);
  if (!payment) throw new Error(`no payment of ${subjectId}`);
  return payment;
}

/** The ids of the payments of the customer's deposits, oldest first. */
export const depositPayments = async ({ sql }: Sql, email: string): Promise<string[]> =>
  (
    await sql<{ id: string }>(
      `select payment.id from payment join account on account.id = account_id where email_key = $1 and purpose = 'deposit' order by payment.id`,
      [email],
    )
  ).map(({ id }) => id);

export const chargeCount = async ({ sql }: Sql, reference?: string): Promise<number> =>
  (await sql('select from payment_charge where $1::text is null or reference = $1', [reference ?? null])).length;

export type RefundRow = { readonly id: string; readonly amount: number; readonly state: string; readonly reference: string | null };

/** The refunds to the customer's payment methods. */
export const customerRefunds = ({ sql }: Sql, email: string): Promise<RefundRow[]> =>
  sql(
    `select payment_refund.id, amount, payment_refund.state, payment_refund.reference from payment_refund join account on account.id = account_id
     where email = $1`,
    [email],
  );

/** The states of the refunds of one payment. */
export const refundStates = async ({ sql }: Sql, paymentId: string): Promise<string[]> =>
  (
    await sql<{ state: string }>('select state from payment_refund r join payment_charge c on c.id = charge_id where payment_id = $1', [
      paymentId,
    ])
  ).map(({ state }) => state);

export const allRefundStates = async ({ sql }: Sql): Promise<string[]> =>
  (await sql<{ state: string }>('select state from payment_refund')).map(({ state }) => state);

/** The refunds of an order lose the bank's answer. */
export const loseRefundAnswers = ({ sql }: Sql, orderId: string) =>
  sql(`update payment_refund set state = 'asked', reference = null, completed_at = null where cause_id = $1`, [orderId]);

/** The provider's ids of all charges in the books. */
export const chargeReferences = async ({ sql }: Sql): Promise<string[]> =>
  (await sql<{ reference: string }>('select reference from payment_charge')).map(({ reference }) => reference);

/** The bank no longer knows the charges of the payment, as with a closed card. */
export const closeCard = ({ sql }: Sql, paymentId: string) =>
  sql(`update payment_charge set reference = 'ch_closed_' || id where payment_id = $1`, [paymentId]);

export const setLinkExpiry = ({ sql }: Sql, paymentId: string, at: Date) =>
  sql('update payment set link_expires_at = $2 where id = $1', [paymentId, at]);

export const setReference = ({ sql }: Sql, paymentId: string, reference: string) =>
  sql('update payment set reference = $2 where id = $1', [paymentId, reference]);

/** The links of all payments of a customer expire. */
export const expireLinks = ({ sql }: Sql, email: string, at: Date) =>
  sql('update payment set link_expires_at = $2 where account_id = (select id from account where email = $1)', [email, at]);

/** The purchase has no link yet, as after a crash before the provider answered. */
export async function loseLink({ sql }: Sql, purchaseId: string): Promise<void> {
  await sql('update payment set link = null, reference = null where subject_id = $1', [purchaseId]);
  await sql('update shop_order set status = 0 where purchase_id = $1', [purchaseId]);
}

/** Sets the link of a purchase, and the status of its orders. */
export const setLink = ({ sql }: Sql, purchaseId: string, link: string | null, status: 0 | 1) =>
  sql('with linked as (update payment set link = $2 where subject_id = $1) update shop_order set status = $3 where purchase_id = $1', [
    purchaseId,
    link,
    status,
  ]);

/** Every payment has waited for its link for an hour. */
export const delayLinks = ({ sql }: Sql) => sql(`update payment set link = null, created_at = created_at - interval '1 hour'`);

export const pollNow = ({ sql }: Sql, at: Date) => sql('update payment set poll_at = $1 where poll_at is not null', [at]);

/**
 * A charge, a refund of it that waits for two hours, and a refund that failed; returns the ids of the
 * refunds.
 */
export async function addStuckRefunds({ sql }: Sql, paymentId: string, at: Date): Promise<{ waiting: string; failed: string }> {
  const [charge, waiting, failed] = [randomUUID(), randomUUID(), randomUUID()];
  await sql(
    `insert into payment_charge (id, provider, reference, payment_id, account_id, amount, currency, charged_at, recorded_at, used)
     values ($1::uuid, 'sandbox', 'r', $2, (select account_id from payment where id = $2), 900, 0, $3, $3, 'settled')`,
    [charge, paymentId, at],
  );
  await sql(
    `insert into payment_refund (id, charge_id, account_id, amount, state, requested_at, completed_at) values
     ($1, $3, $3, 500, 'asked', $4::timestamptz - interval '2 hours', null), ($2, $3, $3, 400, 'failed', $4, $4)`,
    [waiting, failed, charge, at],
  );
  return { waiting, failed };
}

export const disputes = ({ sql }: Sql): Promise<{ reference: string; amount: number; currency: number }[]> =>
  sql('select reference, amount, currency from payment_dispute');

export const disputePayment = ({ sql }: Sql, paymentId: string) =>
  sql(
    `insert into payment_dispute select gen_random_uuid(), 'sandbox', 'dp_' || id, id, account_id, amount, currency, now(), now()
     from payment where id = $1`,
    [paymentId],
  );

/** Disputes a purchase that was paid from the balance, as the payment provider reports it. */
export const disputePurchase = ({ sql }: Sql, purchaseId: string) =>
  sql(
    `with paid as (insert into payment (id, account_id, purpose, subject_id, amount, currency, description, provider, state, link_expires_at, created_at)
       select gen_random_uuid(), account_id, 'purchase', id, price, currency, '', 'none', 'cancelled', now(), now() from purchase where id = $1
       returning id, account_id)
     insert into payment_dispute select gen_random_uuid(), 'none', 'du_1', id, account_id, 9900, 0, now(), now() from paid`,
    [purchaseId],
  );

/** The bank has disputed the payment's charge and decided for its customer, without a webhook. */
export const loseDisputeAtBank = ({ sql }: Sql, paymentId: string) =>
  sql(`update sandbox.bank_charge set dispute = 'dp_' || payment_id, dispute_state = 'lost' where payment_id = $1`, [paymentId]);

export const deleteDisputes = ({ sql }: Sql) => sql('delete from payment_dispute');

/** How many webhooks the log has, of one payment or of all. */
export const webhookCount = async ({ sql }: Sql, paymentId?: string): Promise<number> =>
  (await sql('select from payment_webhook where $1::uuid is null or payment_id = $1', [paymentId ?? null])).length;

/** How many webhooks of the log match the pattern. */
export const webhooksMatching = async ({ sql }: Sql, pattern: string): Promise<number> =>
  (await sql('select from payment_webhook where payment_webhook::text ~ $1', [pattern])).length;

/** What the sandbox's bank has refunded, largest first. */
export const bankRefunds = async ({ sql }: Sql): Promise<number[]> =>
  (await sql<{ amount: number }>('select amount::int from sandbox.bank_refund order by 1 desc')).map(({ amount }) => amount);

/** What the bank has refunded of one charge. */
export const bankRefunded = async ({ sql }: Sql, charge: string): Promise<number> =>
  (await sql<{ sum: number }>('select sum(amount)::int from sandbox.bank_refund where charge = $1', [charge]))[0]?.sum ?? 0;

/** How often the bank has refunded an order. */
export const bankRefundCount = async ({ sql }: Sql, orderId: string): Promise<number> =>
  (await sql('select from sandbox.bank_refund join payment_refund on refund_id = payment_refund.id::text where cause_id = $1', [orderId]))
    .length;

/** The comparison did not find the payment's charge at the bank. Returns the charge's reference. */
export async function addMissingCharge({ sql }: Sql, paymentId: string): Promise<string> {
  const [row] = await sql<{ reference: string }>(
    `insert into payment_mismatch (id, provider, kind, reference, amount, currency, happened_at, found_at)
     select gen_random_uuid(), provider, 'notAtProvider', reference, amount, currency, charged_at, charged_at from payment_charge where payment_id = $1
     returning reference`,
    [paymentId],
  );
  return row?.reference ?? '';
}

// Webhooks of the sandbox's bank, and naive versions of the bank.

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
