// The periodic audit: it checks what has changed since the last good check, and everything now and then. The
// books are read from a replica if there is one.
import type pg from 'pg';
import { getFirstIdAt } from '#lib/time/time-id.ts';
import type { AppContext } from '#platform/app-context.ts';
import { auditAll, auditChanges, type Breach, type Carried, withSnapshot } from './audit.ts';
import type { Watermark } from './scope.ts';

/**
 * Longer than any transaction: what was in progress at one check is found by the next but one at the latest,
 * which begins at the same watermark.
 */
const OVERLAP_MINUTES = 10;
/** Days of the reports that are compared at each check. */
const REPORT_DAYS = 3;
const KEPT_DAYS = 90;

export type CheckResult = { readonly whole: boolean; readonly changed: number; readonly breaches: readonly Breach[] };

/** Everything if there is no watermark yet. */
export async function checkBooks(ctx: AppContext, { whole }: { readonly whole: boolean }): Promise<CheckResult> {
  const { db, clock } = ctx;
  const since = whole ? undefined : await readWatermark(db.pool);
  const result = await withSnapshot(db.readPool, async (client) => {
    const state = await readState(client, clock.now());
    const found = since ? await auditChanges(client, since) : { breaches: await auditAll(client), carried: [], changed: 0 };
    return { ...found, state };
  });
  const isGood = result.breaches.length === 0;
  if (isGood) await storeCarried(db.pool, result.carried);
  await storeCheck(db.pool, { ...result.state, whole: !since, broken: result.breaches.length });
  return { whole: !since, changed: result.changed, breaches: result.breaches };
}

type State = Omit<Watermark, 'firstId' | 'reports'>;

/** Of a replica: as of the last change that it has received. */
async function readState(client: pg.ClientBase, now: Date): Promise<State> {
  const { rows } = await client.query<{ database_at: Date; behind_ms: string; transfer_id: string; series: State['series'] }>(`
    select least(now(), case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() end) as database_at,
      coalesce(extract(epoch from now() - case when pg_is_in_recovery() then pg_last_xact_replay_timestamp() end) * 1000, 0) as behind_ms,
      (select coalesce(max(id), 0) from ledger_transfer) as transfer_id,
      (select coalesce(json_agg(json_build_object('kind', kind, 'year', year, 'last', last)), '[]') from billing_document_series) as series`);
  const [row] = rows;
  if (!row) throw new Error('the database has no state');
  const at = new Date(now.getTime() - Math.max(0, Number(row.behind_ms)));
  return { at, databaseAt: row.database_at, transferId: row.transfer_id, series: row.series };
}

/** Of the last good check but one that is far enough before the last one: see OVERLAP_MINUTES. */
export async function readWatermark(pool: pg.Pool): Promise<Watermark | undefined> {
  const { rows } = await pool.query<{
    at: Date;
    database_at: Date;
    transfer_id: string;
    series: State['series'];
    report_at: Date | null;
    report_transfer_id: string;
  }>(
    `with good as (select * from audit_check where broken = 0), newest as (select * from good order by id desc limit 1)
    select base.at, base.database_at, base.transfer_id, base.series, report.at as report_at, report.transfer_id as report_transfer_id
    from newest cross join lateral (
      select * from good where at <= newest.at - make_interval(mins => $1) order by id desc limit 1) as base
    left join lateral (
      select * from good where at <= newest.at - make_interval(days => $2) order by id desc limit 1) as report on true`,
    [OVERLAP_MINUTES, REPORT_DAYS],
  );
  const [row] = rows;
  if (!row) return undefined;
  const earlier = (date: Date): Date => new Date(date.getTime() - OVERLAP_MINUTES * 60_000);
  const reports = row.report_at ? { day: getDayAfter(row.report_at), transferId: row.report_transfer_id } : undefined;
  const [at, databaseAt] = [earlier(row.at), earlier(row.database_at)];
  return { at, databaseAt, transferId: row.transfer_id, series: row.series, firstId: getFirstIdAt(at), reports };
}

/** The first whole day after this moment in every time zone. */
const getDayAfter = (at: Date): string => new Date(at.getTime() + 2 * 86_400_000).toISOString().slice(0, 10);

async function storeCheck(pool: pg.Pool, check: State & { readonly whole: boolean; readonly broken: number }): Promise<void> {
  await pool.query('insert into audit_check (whole, at, database_at, transfer_id, series, broken) values ($1, $2, $3, $4, $5, $6)', [
    check.whole,
    check.at,
    check.databaseAt,
    check.transferId,
    JSON.stringify(check.series),
    check.broken,
  ]);
  await pool.query(
    `delete from audit_check where at < $1::timestamptz - make_interval(days => $2)
      and id < (select max(id) from audit_check where broken = 0 and at < $1::timestamptz - make_interval(days => $3))`,
    [check.at, KEPT_DAYS, REPORT_DAYS],
  );
}

const BATCH = 5_000;

async function storeCarried(pool: pg.Pool, carried: readonly Carried[]): Promise<void> {
  for (let first = 0; first < carried.length; first += BATCH)
    await pool.query(
      `insert into audit_balance as known (account_id, currency, transfer_id, cash, promo)
      select distinct on (account_id, currency) account_id, currency, transfer_id, cash, promo
      from jsonb_to_recordset($1::jsonb) as total (account_id uuid, currency smallint, transfer_id bigint, cash bigint, promo bigint)
      order by account_id, currency, transfer_id desc
      on conflict (account_id, currency) do update set transfer_id = excluded.transfer_id, cash = excluded.cash, promo = excluded.promo
      where known.transfer_id < excluded.transfer_id`,
      [JSON.stringify(carried.slice(first, first + BATCH))],
    );
}
