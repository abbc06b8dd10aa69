// Direct access to rows, for what no API shows. The helpers of this folder hold all SQL of the tests, except
// of tests about SQL itself.
import type pg from 'pg';
import type { Shop } from '../shop.ts';

export type Sql = Pick<Shop, 'sql'>;

type Connection = { query(text: string, values: unknown[]): Promise<pg.QueryResult> };

/** The same access for tests without a whole shop. */
export const sqlOn = (connection: Connection): Sql => ({
  sql: async (text, values = []) => (await connection.query(text, [...values])).rows,
});
