// Benchmark of the audit: how long the whole one and the one of the newest changes take, in a shop of one size and in one four times as large.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { fillLarge } from '../scripts/large-shop/fill.ts';
import { audit, auditChanges, inSnapshot } from '../src/audit/audit.ts';
import type { Watermark } from '../src/audit/scope.ts';
import { startPostgres } from '../src/infra/embedded-postgres/supervisor.ts';
import { makeLog } from '../src/infra/logging/log.ts';
import { firstIdAt } from '../src/lib/time/time-id.ts';
import { prepareDatabase } from '../src/server/prepare-database.ts';

const ORDERS = Number(process.env.BENCH_ORDERS ?? 50_000);
const TIMES_LARGER = 4;
/** As many orders as there are in an hour of a shop with 20,000 a day. */
const NEW_ORDERS = 1_000;

const log = makeLog({ level: 'warn', readable: false });
for (const orders of [ORDERS, ORDERS * TIMES_LARGER]) await measure(orders);

async function measure(orders: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-bench-'));
  const postgres = await startPostgres({ dataDir, log });
  const pool = new pg.Pool({ ...postgres.connection, max: 1 });
  pool.on('error', () => undefined);
  try {
    await prepareDatabase(postgres.connection, log);
    await fillLarge(postgres.connection, { accounts: orders / 5, orders }, () => undefined);
    await pool.query('vacuum analyze');
    const whole = await seconds(() => audit(pool));
    const watermark = await watermarkBefore(pool, NEW_ORDERS);
    const before = await rowsRead(pool);
    let changed = 0;
    const changes = await seconds(() =>
      inSnapshot(pool, async (client) => {
        const result = await auditChanges(client, watermark);
        if (result.breaches.length > 0) throw new Error(JSON.stringify(result.breaches[0]));
        ({ changed } = result);
      }),
    );
    const read = (await rowsRead(pool)) - before;
    console.log(
      `${orders} orders: whole audit ${whole.toFixed(2)} s; the newest ${NEW_ORDERS} orders (${changed} ids) ${changes.toFixed(2)} s, ${read} rows read by scans of whole tables`,
    );
  } finally {
    await pool.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** As if a check had found nothing before the newest orders. */
async function watermarkBefore(pool: pg.Pool, orders: number): Promise<Watermark> {
  const { rows } = await pool.query<{ at: Date; transfer_id: string; series: Watermark['series'] }>(
    `with bought as (select created_at as at from shop_order order by id desc offset $1 limit 1)
    select bought.at, (select coalesce(max(id), 0) from ledger_transfer where ledger_transfer.at < bought.at) as transfer_id,
      (select json_agg(json_build_object('kind', kind, 'year', year, 'last', last)) from (
        select kind, year, max(serial) as last from billing_document where issued_at < bought.at group by kind, year) as newest) as series
    from bought`,
    [orders],
  );
  const [row] = rows;
  if (!row) throw new Error('there are too few orders');
  // The generated pieces were all written just now.
  const state = { at: row.at, databaseAt: new Date(), transferId: row.transfer_id, series: row.series ?? [], firstId: firstIdAt(row.at) };
  return { ...state, reports: { day: row.at.toISOString().slice(0, 10), transferId: row.transfer_id } };
}

async function rowsRead(pool: pg.Pool): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  await pool.query('select 1');
  const { rows } = await pool.query<{ rows: string }>('select sum(seq_tup_read) as rows from pg_stat_user_tables');
  return Number(rows[0]?.rows);
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}
