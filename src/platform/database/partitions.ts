// Tables that are partitioned by UTC day. A clean-up job creates the partitions of the next days and drops
// those whose rows are past their retention, instead of deleting them row by row. A row of a day without a
// partition goes to the default partition (<table>_default) and is moved when its partition is created.
import { type SQL, sql } from 'drizzle-orm';
import { getFirstIdAt } from '#lib/time/time-id.ts';
import { type Db, type DbClient, transaction } from './database.ts';

export type PartitionedTable = {
  readonly name: string;
  /** `id`: a UUID of version 7, which begins with its time. `received_on`: a date. */
  readonly key: 'id' | 'received_on';
};

/** If the job fails for less than this, no row goes to the default partition. */
const DAYS_AHEAD = 7;
const DAY_MS = 86_400_000;
/**
 * Lock timeout: creating and dropping wait for running statements, and new statements wait behind them. The
 * job retries.
 */
const LOCK_TIMEOUT_MS = 2_000;

const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);
const addDays = (day: Date, days: number): Date => new Date(day.getTime() + days * DAY_MS);
const formatDay = (day: Date): string => day.toISOString().slice(0, 10);
const getPartitionName = (table: PartitionedTable, day: Date): string => `${table.name}_${formatDay(day).replaceAll('-', '')}`;

/** Creates the partitions of today and the next seven days, unless they exist. */
export async function createPartitions(db: Db, table: PartitionedTable, now: Date): Promise<void> {
  const existing = new Set((await listPartitions(db.orm, table)).map(({ name }) => name));
  for (let days = 0; days <= DAYS_AHEAD; days++) {
    const day = addDays(startOfDay(now), days);
    if (!existing.has(getPartitionName(table, day))) await transaction(db, (tx) => createPartition(tx, table, day));
  }
}

/**
 * Drops the partitions that end at this time or before, except those with a row that matches one of the
 * conditions.
 */
export async function dropPartitions(db: Db, table: PartitionedTable, before: Date, keepIf: readonly SQL[] = []): Promise<number> {
  let dropped = 0;
  for (const { name, day } of await listPartitions(db.orm, table))
    if (addDays(day, 1) <= before && (await transaction(db, (tx) => dropPartition(tx, table, name, keepIf)))) dropped += 1;
  return dropped;
}

async function createPartition(tx: DbClient, table: PartitionedTable, day: Date): Promise<void> {
  const [parent, rest, name, key] = [table.name, `${table.name}_default`, getPartitionName(table, day), table.key].map(sql.identifier);
  const [from, to] = [getBound(table, day), getBound(table, addDays(day, 1))];
  await lockParent(tx, table);
  await tx.execute(sql`create table ${name} (like ${parent} including all)`);
  await tx.execute(sql`
    with moved as (delete from ${rest} where ${key} >= ${sql.raw(from)} and ${key} < ${sql.raw(to)} returning *)
    insert into ${name} select * from moved`);
  await tx.execute(sql`alter table ${parent} attach partition ${name} for values from (${sql.raw(from)}) to (${sql.raw(to)})`);
}

async function dropPartition(tx: DbClient, table: PartitionedTable, partition: string, keepIf: readonly SQL[]): Promise<boolean> {
  const name = sql.identifier(partition);
  await lockParent(tx, table);
  // One by one and by index: a scan of the whole table would hold the lock for long.
  await tx.execute(sql`set local enable_seqscan = off`);
  for (const condition of keepIf) {
    const { rows } = await tx.execute(sql`select 1 from ${name} where ${condition} limit 1`);
    if (rows.length > 0) return false;
  }
  await tx.execute(sql`drop table ${name}`);
  return true;
}

/**
 * Locks the parent first, as every statement does. If only the default partition were locked, a waiting
 * insert would already be routed to it and fail once its day has a partition.
 */
async function lockParent(tx: DbClient, { name }: PartitionedTable): Promise<void> {
  await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`));
  await tx.execute(sql`lock table only ${sql.identifier(name)} in access exclusive mode`);
}

/** A literal: partition bounds cannot be parameters. */
const getBound = ({ key }: PartitionedTable, day: Date): string => `'${key === 'id' ? getFirstIdAt(day) : formatDay(day)}'`;

async function listPartitions(queries: DbClient, table: PartitionedTable): Promise<{ readonly name: string; readonly day: Date }[]> {
  const { rows } = await queries.execute<{ name: string }>(sql`
    select partition.relname as name from pg_inherits join pg_class as partition on partition.oid = inhrelid
    where inhparent = ${table.name}::regclass order by 1`);
  return rows.flatMap(({ name }) => {
    const [, year, month, date] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
    return date ? [{ name, day: new Date(`${year}-${month}-${date}T00:00:00Z`) }] : [];
  });
}
