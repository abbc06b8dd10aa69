// Which replicas receive from the database, and how far they are behind.
import type pg from 'pg';

export type Replicas = {
  /** A commit waits for them. */
  readonly synchronous: number;
  readonly asynchronous: number;
  /** Of the slowest one. In bytes, because PostgreSQL's time does not grow while a replica is silent. */
  readonly lagBytes: number;
};

/**
 * Undefined on a replica, and for a role without pg_monitor, which sees the rows of pg_stat_replication
 * without their details.
 */
export async function readReplicas(pool: pg.Pool): Promise<Replicas | undefined> {
  // pg_receivewal and pg_basebackup apply nothing, so they have no replay_lsn.
  const { rows } = await pool.query<{ hidden: boolean; synchronous: string; asynchronous: string; lag: string }>(`
    select pg_is_in_recovery() or count(*) filter (where state is null) > 0 as hidden,
           count(*) filter (where replay_lsn is not null and sync_state in ('sync', 'quorum')) as synchronous,
           count(*) filter (where replay_lsn is not null and sync_state in ('async', 'potential')) as asynchronous,
           coalesce(max(case when not pg_is_in_recovery() then pg_current_wal_lsn() - replay_lsn end), 0) as lag
      from pg_stat_replication`);
  const [row] = rows;
  if (!row || row.hidden) return undefined;
  return { synchronous: Number(row.synchronous), asynchronous: Number(row.asynchronous), lagBytes: Math.max(0, Number(row.lag)) };
}
