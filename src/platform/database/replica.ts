// Whether the read replica has what an account may expect to see: it has replayed all that the primary had
// written at a moment of the last two seconds, and this node knows of no change of the account since then.
import type pg from 'pg';
import type { Topic } from '../live/changes.ts';
import { createRecentChanges, type Recent } from '../live/recent-changes.ts';
import type { Log } from '../logging/log.ts';

export type Replica = Pick<Recent, 'note' | 'forget'> & {
  isFresh(topic: Topic): boolean;
  stop(): void;
};

const ASK_EVERY_MS = 500;
const MAX_AGE_MS = 2_000;

export function watchReplica(primary: pg.Pool, replica: pg.Pool, log: Log): Replica {
  const now = () => performance.now();
  const recent = createRecentChanges(now);
  let freshAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function ask(): Promise<void> {
    const at = now();
    const { rows: written } = await primary.query<{ lsn: string }>('select pg_current_wal_insert_lsn() as lsn');
    const { rows: replayed } = await replica.query<{ has: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as has', [
      written[0]?.lsn,
    ]);
    if (replayed[0]?.has) freshAt = at;
  }

  async function askAgain(): Promise<void> {
    await ask().catch((cause: Error) => log.debug({ cause: cause.message }, 'database.replica.unknown'));
    if (!stopped) timer = setTimeout(() => void askAgain(), ASK_EVERY_MS).unref();
  }

  void askAgain();
  return {
    note: recent.note,
    forget: recent.forget,
    isFresh: (topic) => now() - freshAt < MAX_AGE_MS && recent.since(topic, freshAt)?.length === 0,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
