// Fills a shop with years of history for scaling tests. The audit finds no error in it. The database
// generates the rows itself, on two connections, one transaction for each table. What is done is written
// down, so that the next run goes on after a kill.
import pg from 'pg';
import {
  boughtSql,
  type FilledTable,
  filledTables,
  functionsSql,
  numbersSql,
  rowsSql,
  type Size,
  soldSql,
  TWO_YEARS_DAYS,
} from './rows.ts';

/** As many as the machine that this is made for has cores. */
const CONNECTIONS = 2;
/** Programs take pieces as soon as they see them. */
const tableNeeds: Partial<Record<FilledTable, readonly FilledTable[]>> = {
  support_message: ['support_ticket'],
  order_piece: ['account', 'purchase', 'shop_order'],
};
const LOCK_KEY = `hashtextextended('large shop', 0)`;
const WORKER_KEY = `hashtextextended('large shop worker', 0)`;

type Say = (line: string) => void;
type Task = { readonly name: string; readonly needs: readonly string[]; readonly run: (client: pg.Client) => Promise<unknown> };
type Stored = { readonly at: Date; readonly size: Required<Size>; readonly goesOn: boolean };

/** For test databases, as a superuser. The shop may run; the audit finds errors until this is done. */
export async function fillLarge(connection: pg.ClientConfig, size: Size, say: Say): Promise<void> {
  const began = performance.now();
  const tell = (name: string) => say(`${String(Math.round((performance.now() - began) / 1_000)).padStart(5)} s  ${name}`);
  const control = await open(connection);
  const workers: pg.Client[] = [];
  try {
    const { rows } = await control.query<{ free: boolean }>(`select pg_try_advisory_lock(${LOCK_KEY}) as free`);
    if (!rows[0]?.free) throw new Error('Another command is filling this database.');
    // A worker of a killed run may still be ending.
    await control.query(`select pg_advisory_lock(${WORKER_KEY}), pg_advisory_unlock(${WORKER_KEY})`);
    const stored = await begin(control, size);
    if (stored.goesOn) tell(`goes on with ${stored.size.orders} orders, which a run before did not complete`);
    await control.query(formatSql(boughtSql, stored));
    const { rows: series } = await control.query<{ taken: boolean }>(`select to_regclass('large_shop.series') is not null as taken`);
    if (!series[0]?.taken) await control.query(numbersSql);
    tell('what is bought, by whom and when');
    for (const table of filledTables) {
      await dropIndexes(control, table);
      // It would write each page to the log again, beside the workers. It begins when all is done.
      await control.query(`alter table ${table} set (autovacuum_enabled = off)`);
    }
    while (workers.length < CONNECTIONS) {
      const worker = await open(connection);
      workers.push(worker);
      await worker.query(`select pg_advisory_lock_shared(${WORKER_KEY})`);
    }
    await runAll(await listTasks(control, stored), workers, tell);
    await finish(control);
  } finally {
    await Promise.all([control, ...workers].map((client) => client.end()));
  }
}

async function open(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined);
  await client.connect();
  // The constraints and triggers of each row would take most of the time, and the rows are right as they are
  // generated. A statement whose client was killed ends.
  // The rows come in the order of their ids: a merge join would sort them by offer, and a scan may begin
  // where another one is.
  await client.query(`
    set statement_timeout = 0; set lock_timeout = 0; set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set synchronous_commit = off;
    set max_parallel_maintenance_workers = 0; set session_replication_role = replica; set client_connection_check_interval = '1s';
    set enable_mergejoin = off; set synchronize_seqscans = off`);
  return client;
}

/** What is to be filled is stored with the first run; a later run goes on with it. */
async function begin(
  client: pg.Client,
  { accounts, orders, days = TWO_YEARS_DAYS, tickets = 0, pieceMessages = 0, open = 0 }: Size,
): Promise<Stored> {
  const { rows } = await client.query<{ begun: boolean }>(`select to_regclass('large_shop.task') is not null as begun`);
  const goesOn = rows[0]?.begun ?? false;
  if (!goesOn) {
    const { rows: existing } = await client.query("select from account where email_key = 'customer0@large.example'");
    if (existing.length > 0) throw new Error('This database is large already.');
    await client.query(`
      begin; create schema large_shop;
      create table large_shop.task (name text primary key);
      create table large_shop.dropped_index (name text primary key, of text not null, definition text not null);
      create table large_shop.filled (at timestamptz not null, size json not null);
      ${functionsSql}; ${soldSql};`);
    const size = { accounts, orders, days, tickets, pieceMessages, open } satisfies Required<Size>;
    await client.query(`insert into large_shop.filled values (date_trunc('milliseconds', now()), $1)`, [size]);
    await client.query('commit');
  }
  const { rows: stored } = await client.query<Omit<Stored, 'goesOn'>>('select at, size from large_shop.filled');
  if (!stored[0]) throw new Error('The schema large_shop is not of this command.');
  return { ...stored[0], goesOn };
}

const formatSql = (sql: string, { at, size }: Stored): string =>
  Object.entries({
    $now: `timestamptz '${at.toISOString()}'`,
    $a: size.accounts,
    $p: Math.ceil(size.orders / 2),
    $d: size.days,
    $t: size.tickets,
    $m: size.pieceMessages,
    $o: size.open,
  }).reduce((all, [name, value]) => all.replaceAll(name, String(value)), sql);

/**
 * Unique indexes stay, for the shop depends on them, and so do those of few rows, with which the jobs of a
 * running shop find their work. One table at a time:
 * a transaction with a lock of one table only cannot deadlock with another.
 */
async function dropIndexes(client: pg.Client, table: FilledTable): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `insert into large_shop.dropped_index select indexrelid::regclass::text, $1::text, pg_get_indexdef(indexrelid)
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where indrelid = $1::text::regclass and not indisunique and (indpred is null or amname <> 'btree') on conflict (name) do nothing returning name`,
    [table],
  );
  if (rows.length === 0) return;
  // The definitions are safe before the first index is gone.
  await client.query(`drop index if exists ${rows.map(({ name }) => name).join(', ')}`);
}

async function listTasks(client: pg.Client, stored: Stored): Promise<readonly Task[]> {
  const { rows: indexes } = await client.query<{ name: string; of: string; definition: string }>(
    `select name, of, definition from large_shop.dropped_index order by name`,
  );
  const { rows } = await client.query<{ name: string }>('select name from large_shop.task');
  const done = new Set(rows.map(({ name }) => name));
  if (stored.goesOn) for (const table of filledTables) if (!done.has(table)) await client.query(`vacuum ${table}`);
  const undone = filledTables.filter((table) => !done.has(table));
  return undone.map((table): Task => {
    const definitions = indexes
      .filter(({ of }) => of === table)
      .map(({ definition }) => `${definition.replace('INDEX ', 'INDEX IF NOT EXISTS ')};`);
    // Indexes and statistics in the same transaction: the first other transaction that reads a page marks its
    // rows, and writes the whole page to the log for that.
    const sql = `begin; lock table ${table} in share row exclusive mode; ${formatSql(rowsSql[table], stored)}; ${definitions.join('')} analyze ${table};
      insert into large_shop.task values ('${table}'); commit`;
    return { name: table, needs: tableNeeds[table] ?? [], run: (worker) => worker.query(sql) };
  });
}

/** In their order: what a task needs is in the list before it. */
async function runAll(tasks: readonly Task[], workers: readonly pg.Client[], tell: (name: string) => void): Promise<void> {
  const waiting = [...tasks];
  const done = new Map(tasks.map(({ name }) => [name, Promise.withResolvers<void>()]));
  const work = async (client: pg.Client) => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      await Promise.all(task.needs.map(async (name) => done.get(name)?.promise));
      await task.run(client);
      done.get(task.name)?.resolve();
      tell(task.name);
    }
  };
  await Promise.all(workers.map(work));
}

/** Marks the reports of these days stale, under the lock of the job that writes them: no deadlock. */
async function finish(client: pg.Client): Promise<void> {
  for (const table of filledTables) await client.query(`alter table ${table} reset (autovacuum_enabled)`);
  await client.query(`
    begin; select pg_advisory_xact_lock(hashtextextended('desk days', 0));
    delete from desk_day; delete from desk_day_sale; delete from desk_day_work; delete from desk_day_coupon; commit;
    set client_min_messages = warning; drop schema large_shop cascade`);
}
