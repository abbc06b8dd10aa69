// Query plans of what a piece of code sends to the database.
import type pg from 'pg';
import type { Db } from '#platform/database/database.ts';

export type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly Plans?: readonly PlanNode[];
};

/** The nodes of the query plans of the statements that the work sends. */
export async function planNodes(db: Db, work: (db: Db) => Promise<unknown>): Promise<PlanNode[]> {
  const sent = await sentBy(db, work);
  const plans: PlanNode[] = [];
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    for (const [text, values] of sent.filter(([each]) => each.startsWith('select'))) {
      const isPlain = text.includes('set_config');
      const { rows } = await client.query(isPlain ? text : `explain (analyze, format json) ${text}`, values);
      if (!isPlain) plans.push(rows[0]['QUERY PLAN'][0].Plan);
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
  return plans.flatMap(nodesOf);
}

/** The statements that the work sends on any connection, inside a transaction or outside. */
async function sentBy(db: Db, work: (db: Db) => Promise<unknown>): Promise<(readonly [string, unknown[]])[]> {
  const sent: (readonly [string, unknown[]])[] = [];
  const listened = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const listen = (client: pg.PoolClient) => {
    const { query } = client;
    if (listened.has(client)) return;
    listened.set(client, query);
    client.query = ((...args: [statement: string | { readonly text: string; readonly values?: unknown[] }, values?: unknown[]]) => {
      const [statement, values] = args;
      const { text, values: own = [] } = typeof statement === 'string' ? { text: statement } : statement;
      sent.push([text.trim(), values ?? own]);
      return Reflect.apply(query, client, args);
    }) as typeof query;
  };
  db.pool.on('acquire', listen);
  await work(db);
  db.pool.off('acquire', listen);
  for (const [client, query] of listened) client.query = query;
  return sent;
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
