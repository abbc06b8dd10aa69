// What a session of the database keeps: settings and prepared statements.
import pg from 'pg';

/** All later sessions of this database may only read, as on a replica. */
export async function makeReplica(connection: pg.ClientConfig & { readonly database: string }): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`alter database ${connection.database} set default_transaction_read_only = on`);
  await client.end();
}

/** How many statements the connection keeps after a statement with a name. */
export async function countNamedStatements(pool: pg.Pool): Promise<number> {
  await pool.query({ name: 'one', text: 'select $1::int', values: [1] });
  return (await pool.query('select name from pg_prepared_statements')).rows.length;
}

export const LOCK_TIMEOUT = "select current_setting('lock_timeout') as ms";
