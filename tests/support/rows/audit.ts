// Changes rows behind the shop's back, as a bug or an attacker would, to see what the audit finds.
import type pg from 'pg';
import type { Sql } from './sql.ts';

/** What a history adds rows to, with the primary key. */
const tables = {
  ledger_transfer: 'id',
  purchase: 'id',
  shop_order: 'id',
  order_piece: 'id',
  payment: 'id',
  payment_charge: 'id',
  payment_refund: 'id',
  deposit: 'id',
  deposit_refund: 'id',
  order_refund: 'id',
  withdrawal: 'order_id',
  coupon_use: 'subject_id',
  billing_document: 'id',
  billing_document_refund: 'transfer_id',
  delivery: 'id',
  subscription: 'id',
} as const;

type TableName = keyof typeof tables;
export type KnownRows = ReadonlyMap<TableName, readonly string[]>;

const names = Object.keys(tables) as TableName[];

export async function knownRows({ sql }: Sql): Promise<KnownRows> {
  const known = new Map<TableName, readonly string[]>();
  for (const name of names)
    known.set(
      name,
      (await sql<{ key: string }>(`select ${tables[name]}::text as key from ${name}`)).map(({ key }) => key),
    );
  return known;
}

export type Spoiling = { readonly table: number; readonly row: number; readonly column: number; readonly how: 'other' | 'null' | 'delete' };

/** How another value of a type is made. */
const others: Readonly<Record<string, (column: string, table: string) => string>> = {
  integer: (column) => `${column} + 1`,
  bigint: (column) => `${column} + 1`,
  smallint: (column) => `${column} + 1`,
  boolean: (column) => `not ${column}`,
  uuid: () => 'gen_random_uuid()',
  'timestamp with time zone': (column) => `${column} + interval '1 hour'`,
  text: (column, table) => `coalesce((select min(${column}) from ${table} as other where other.${column} <> spoiled.${column}), 'other')`,
};

/**
 * Spoils one row that is not known, without triggers and foreign keys. Undefined if the database refuses it,
 * or there is no such row.
 */
export async function spoil(client: pg.ClientBase, known: KnownRows, { table, row, column, how }: Spoiling): Promise<string | undefined> {
  const name = names[table % names.length] ?? 'purchase';
  const { rows } = await client.query<{ key: string }>(
    `select ${tables[name]}::text as key from ${name} where ${tables[name]}::text <> all($1) order by 1`,
    [known.get(name)],
  );
  const columns = await client.query<{ name: string; type: string }>(
    'select column_name as name, data_type as type from information_schema.columns where table_schema = $1 and table_name = $2 order by 1',
    ['public', name],
  );
  const chosen = columns.rows[column % columns.rows.length];
  const key = rows[row % Math.max(1, rows.length)]?.key;
  const other = chosen && (how === 'null' ? 'null' : others[chosen.type]?.(chosen.name, name));
  if (!key || !chosen || !other) return undefined;
  const where = `where ${tables[name]}::text = '${key}'`;
  const statement = how === 'delete' ? `delete from ${name} ${where}` : `update ${name} as spoiled set ${chosen.name} = ${other} ${where}`;
  await client.query('set local session_replication_role = replica');
  return client.query(statement).then(
    () => statement,
    () => undefined,
  );
}

/** In a transaction that is rolled back. */
export async function undone<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    return await work();
  } finally {
    await client.query('rollback');
  }
}
