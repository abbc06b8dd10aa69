// Assets of the builds of all nodes, where each node finds them: during a deployment, a page of one build
// asks nodes of another one for its files.
import type pg from 'pg';
import type { AppContext } from '../app-context.ts';
import { batchReads } from '../database/batch-reads.ts';

/** By name, which contains the hash of the content. */
type AssetFiles = ReadonlyMap<string, Buffer>;

export type SharedAssets = {
  /**
   * Stores what is missing, notes that all of them are in use, and removes those that no node has used for a
   * week.
   */
  publish(files: AssetFiles): Promise<void>;
  /** Undefined if no node has published it. */
  read(name: string): Promise<Buffer | undefined>;
};

/** Like old builds in dist/. Nodes publish again every day. */
const MAX_UNUSED_DAYS = 7;

type App = 'client' | 'desk';

/** Undefined for one process on a developer's machine, which has all of its builds in dist/. */
export function openSharedAssets({ config, db }: Pick<AppContext, 'config' | 'db'>, app: App): SharedAssets | undefined {
  return config.production || config.databaseUrl !== undefined ? createDatabaseAssets(db.pool, app) : undefined;
}

/** All nodes have the database. A build has 0.6 MB; files that did not change are there already. */
export function createDatabaseAssets(pool: pg.Pool, app: App): SharedAssets {
  return {
    async publish(files) {
      // Nodes may start at the same time: rows that another one has locked are skipped, and inserted rows
      // have one order.
      const { rows } = await pool.query<{ name: string }>(
        `update shared_asset set used_at = now()
        from (select app, name from shared_asset where app = $1 and name = any($2) order by name for update skip locked) as known
        where shared_asset.app = known.app and shared_asset.name = known.name
        returning shared_asset.name`,
        [app, [...files.keys()]],
      );
      const known = new Set(rows.map(({ name }) => name));
      const missing = [...files].filter(([name]) => !known.has(name));
      if (missing.length > 0)
        await pool.query(
          `insert into shared_asset (app, name, body) select $1, name, body from unnest($2::text[], $3::bytea[]) as missing (name, body) order by name
          on conflict do nothing`,
          [app, missing.map(([name]) => name), missing.map(([, body]) => body)],
        );
      await pool.query(
        `delete from shared_asset where (app, name) in
          (select app, name from shared_asset where used_at < now() - make_interval(days => $1) for update skip locked)`,
        [MAX_UNUSED_DAYS],
      );
    },
    read: batchReads(async (names) => {
      const { rows } = await pool.query<{ place: number; row: Buffer }>(
        `select place::integer - 1 as place, body as row from unnest($2::text[]) with ordinality as asked (name, place)
        join shared_asset on shared_asset.app = $1 and shared_asset.name = asked.name`,
        [app, names],
      );
      return rows;
    }),
  };
}
