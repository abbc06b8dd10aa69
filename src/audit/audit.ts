// Consistency rules over the whole database: each is a query that must return no rows. `npm run audit` checks
// a running shop.
import type pg from 'pg';
import { carriedTotals } from './carried.ts';
import { listChangesSince } from './changes.ts';
import { deskRules, textRules, ticketRules } from './desk.ts';
import { documentRules } from './documents.ts';
import { moneyRules } from './money.ts';
import { quoteRules } from './quotes.ts';
import { refundRules } from './refunds.ts';
import { couponRules, planRules, salesRules, subscriptionRules } from './sales.ts';
import { type AuditRule, type AuditRules, getIdSource, toChangedSql, toWholeSql, type Watermark } from './scope.ts';
import { workRules } from './work.ts';

const rules: AuditRules = {
  ...moneyRules,
  ...salesRules,
  ...refundRules,
  ...couponRules,
  ...quoteRules,
  ...subscriptionRules,
  ...planRules,
  ...documentRules,
  ...workRules,
  ...textRules,
  ...ticketRules,
  ...deskRules,
};

/** The columns of the row identify what is wrong. */
export type Breach = { readonly rule: string; readonly row: object };

const LIMIT = 20;

/**
 * All violations, up to a limit per rule, in one snapshot, so that concurrent transactions cause no false
 * alarms.
 */
export const auditBooks = (pool: pg.Pool, limit = LIMIT): Promise<Breach[]> => withSnapshot(pool, (client) => auditAll(client, limit));

export async function withSnapshot<T>(pool: pg.Pool, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("begin isolation level repeatable read read only; set local statement_timeout = 0; set local work_mem = '256MB'");
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

export async function auditAll(client: pg.ClientBase, limit = LIMIT): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const [rule, text] of Object.entries(rules)) {
    const { rows } = await client.query<object>(limitRows(toWholeSql(text), limit));
    breaches.push(...rows.map((row) => ({ rule, row })));
  }
  return breaches;
}

export type Carried = {
  readonly account_id: string;
  readonly currency: number;
  readonly cash: string;
  readonly promo: string;
  readonly transfer_id: string;
};

/**
 * As `auditAll`, for what has changed since the watermark, with the sums that the next one can go on from.
 */
export async function auditChanges(client: pg.ClientBase, watermark: Watermark, limit = LIMIT) {
  const breaches: Breach[] = [];
  const carried: Carried[] = [];
  const coupons = new Set<string>();
  const check = async (of: ReturnType<typeof getIdSource>, ids?: readonly string[]) => {
    for (const [rule, text] of listRulesWith(of)) {
      const { rows } = await client.query<object>(limitRows(toChangedSql(text, watermark), limit), ids && [ids]);
      breaches.push(...rows.map((row) => ({ rule, row })));
    }
  };
  // An index is read even where the planner expects to need a fifth of a table: the estimates for long lists
  // of ids are high.
  await client.query('set local random_page_cost = 1.1');
  let changed = 0;
  for await (const part of listChangesSince(client, watermark)) {
    changed += part.ids.length;
    for (const coupon of part.coupons) coupons.add(coupon);
    await check('touched', part.ids);
    carried.push(...(await client.query<Carried>(toChangedSql(carriedTotals, watermark), [part.ids])).rows);
  }
  await check('coupons', [...coupons]);
  await check('none');
  return { breaches, carried, changed };
}

const listRulesWith = (ids: ReturnType<typeof getIdSource>): [string, AuditRule][] =>
  Object.entries(rules).filter(([, text]) => getIdSource(text) === ids);

const limitRows = (sql: string, limit: number): string => `select * from (${sql}) as breach limit ${limit}`;
