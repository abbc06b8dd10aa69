// Benchmark of what all orders share: the row of one coupon, the row of the invoice numbers, and the queue with a million waiting jobs. Bare statements, each
// committed by itself with fsync, so that the figures are limits for the shop.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../src/infra/embedded-postgres/supervisor.ts';
import { countJobs, oldestWaitSeconds } from '../src/infra/jobs/admin.ts';
import { makeLog } from '../src/infra/logging/log.ts';
import { prepareDatabase } from '../src/server/prepare-database.ts';

const CLIENTS = 16;
const SECONDS = 5;
const JOBS = Number(process.env.BENCH_JOBS ?? 1_000_000);

const log = makeLog({ level: 'warn', readable: false });
const dataDir = mkdtempSync(join(tmpdir(), 'fanfare-bench-'));
const postgres = await startPostgres({ dataDir, log });
const pool = new pg.Pool({ ...postgres.connection, max: CLIENTS });
pool.on('error', () => undefined);
try {
  await prepareDatabase(postgres.connection, log);
  await coupons();
  await numbers();
  await queue();
} finally {
  await pool.end();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

async function coupons(): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into coupon (code, code_key, kind, percent, applies_to, created_at)
    select 'C' || n, 'C' || n, 'percent', 10, 'orders', now() from generate_series(1, $1) n returning id`,
    [CLIENTS],
  );
  const claim = (client: number) => pool.query('select claim_coupon($1, $2, $3, now())', [rows[client]?.id, randomUUID(), randomUUID()]);
  const one = await perSecond(() => claim(0));
  const own = await perSecond(claim);
  console.log(`coupon: ${one} claims per second of one, ${own} of ${CLIENTS}`);
}

async function numbers(): Promise<void> {
  await pool.query(`insert into billing_document_series (kind, year) select 'invoice', 2000 + n from generate_series(1, $1) n`, [CLIENTS]);
  const next = (series: number) =>
    pool.query(`update billing_document_series set last = last + 1 where kind = 'invoice' and year = $1`, [2_001 + series]);
  const one = await perSecond(() => next(0));
  const own = await perSecond(next);
  console.log(`invoice numbers: ${one} per second of one series, ${own} of ${CLIENTS}`);
}

/** A claim and its completion, as the queue does them. */
async function queue(): Promise<void> {
  for (const jobs of [1_000, JOBS]) {
    await pool.query(`truncate graphile_worker._private_jobs`);
    await pool.query(`select graphile_worker.add_job('mail.send', '{}')`);
    await pool.query(
      `insert into graphile_worker._private_jobs (task_id, payload, max_attempts)
      select task_id, '{}', 200 from graphile_worker._private_jobs, generate_series(2, $1)`,
      [jobs],
    );
    await pool.query('analyze graphile_worker._private_jobs');
    const take = () =>
      pool.query(`with next as (
        select id from graphile_worker._private_jobs where is_available and run_at <= now()
        order by priority, run_at for update skip locked limit 1)
        delete from graphile_worker._private_jobs where id in (select id from next)`);
    const rate = await perSecond(take, jobs === 1_000 ? 0.2 : SECONDS);
    const counted = await milliseconds(() => countJobs(pool));
    const oldest = await milliseconds(() => oldestWaitSeconds(pool));
    console.log(`queue of ${jobs}: ${rate} jobs taken and deleted per second; metrics: count ${counted} ms, oldest ${oldest} ms`);
  }
}

async function perSecond(act: (client: number) => Promise<unknown>, seconds = SECONDS): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let count = 0;
  const run = async (client: number) => {
    for (; performance.now() < until; count++) await act(client);
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => run(client)));
  return Math.round(count / seconds);
}

async function milliseconds(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return Math.round(performance.now() - begun);
}
