// Which tables a shop consists of, and which version of them a database has.
import type pg from 'pg';

const schemas = ['public', 'sandbox', 'graphile_worker'];
/**
 * They describe the version of the database, which the target has already; and the files of builds, which its
 * nodes have.
 */
const leftOut = ['public.sql_function_file', 'graphile_worker.migrations', 'public.shared_asset'];

export type ShopTable = {
  /** Quoted if necessary: safe to use in SQL. */
  readonly name: string;
  readonly columns: readonly string[];
};

/**
 * Every table that keeps its rows; partitions belong to their table, generated columns are computed again,
 * and `padding` only has its default.
 */
export async function listTables(client: pg.ClientBase): Promise<ShopTable[]> {
  const { rows } = await client.query<ShopTable>(
    `select c.oid::regclass::text as name, n.nspname || '.' || c.relname as full_name,
      (select json_agg(quote_ident(attname) order by attnum) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'padding') as columns
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname = any($1) and relkind in ('r', 'p') and not relispartition and relpersistence = 'p' and n.nspname || '.' || c.relname <> all($2)
    order by 1`,
    [schemas, leftOut],
  );
  return rows;
}

export type ShopVersion = { readonly migrations: string; readonly functions: string; readonly queue: string };

/** Two databases with the same version have the same tables and functions. */
export async function readVersion(client: pg.ClientBase): Promise<ShopVersion> {
  const { rows } = await client.query<ShopVersion>(
    `select (select md5(string_agg(hash, ',' order by created_at, id)) from drizzle.__drizzle_migrations) as migrations,
      (select md5(string_agg(name || hash, ',' order by name)) from sql_function_file) as functions,
      (select max(id)::text from graphile_worker.migrations) as queue`,
  );
  const [version] = rows;
  if (!version) throw new Error('the database has no version');
  return version;
}

export type Sequence = { readonly name: string; readonly last: string };

/** Those that have given out a number. */
export async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as last from pg_sequences
    where schemaname = any($1) and last_value is not null order by 1`,
    [schemas],
  );
  return rows;
}

type Reference = { readonly table: string; readonly name: string; readonly definition: string };

/** Foreign keys, without those that partitions inherit. */
export async function listReferences(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = any($1::regnamespace[])`,
    [schemas],
  );
  return rows;
}

export type TransferManifest = {
  readonly format: 1;
  readonly exportedAt: string;
  readonly rows: Readonly<Record<string, number>>;
  readonly sequences: readonly Sequence[];
  /** Every entry before this one. */
  readonly entries: Readonly<Record<string, string>>;
};
