// Planted errors: writes that the database refuses, bugs, and naive versions of functions that tests compare.

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Sql } from './database.ts';

/** Every write of a row with one of these values in the column fails, until the errors are removed. */
export async function failWrites({ sql }: Sql, { table, column }: { table: string; column: string }, values: readonly string[]) {
  await sql(`create function error() returns trigger language plpgsql as $$
    begin
      if new.${column}::text in (${values.map((value) => `'${value}'`).join(', ')}) then raise exception 'a planted error'; end if;
      return new;
    end $$`);
  await sql(`create trigger error before insert or update on ${table} for each row execute function error()`);
}

export const removePlantedErrors = ({ sql }: Sql) => sql('drop function if exists error() cascade');

/**
 * The next `times` writes of the table fail with this SQL state. The result ends that and counts the writes.
 */
export async function failNextWrites({ sql }: Sql, table: string, state: string, times: number): Promise<() => Promise<number>> {
  await sql('create sequence error_count');
  await sql(`create function error() returns trigger language plpgsql as $$
    begin
      if nextval('error_count') <= ${times} then raise exception 'a planted error' using errcode = '${state}'; end if;
      return new;
    end $$`);
  await sql(`create trigger error before insert or update on ${table} for each row execute function error()`);
  return async () => {
    const [row] = await sql<{ count: number }>('select last_value::int as count from error_count');
    await sql(`drop trigger error on ${table}; drop function error(); drop sequence error_count`);
    return row?.count ?? 0;
  };
}

/** No table can be created, as on a full disk; the result ends that. */
export async function fillDisk({ sql }: Sql): Promise<() => Promise<unknown>> {
  await sql(`create function full_disk() returns event_trigger language plpgsql as $$
    begin
      raise exception 'could not extend file' using errcode = '53100';
    end $$`);
  await sql(`create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function full_disk()`);
  return () => sql('drop event trigger full_disk; drop function full_disk()');
}

/** Every mail to this address is refused by the outbox; the result ends that. */
export async function refuseMailTo({ sql }: Sql, address: string): Promise<() => Promise<unknown>> {
  await sql(`alter table mail_outbox add constraint refused_mail check ("to" <> '${address}') not valid`);
  return () => sql('alter table mail_outbox drop constraint refused_mail');
}

/** The limiter's queries fail; the result ends that. */
export async function breakLimiter({ sql }: Sql): Promise<() => Promise<unknown>> {
  await sql('alter table rate_limit rename to rate_limit_gone');
  return () => sql('alter table rate_limit_gone rename to rate_limit');
}

/** Changes of stored data, as a bug would make them. */
const storedBugs = {
  'cent without a transfer': 'update wallet set cash = cash + 1',
  'free purchase that is open': `alter table purchase drop constraint purchase_free;
    update shop_order set discount = total, price = 0 where status = 1;
    update purchase set discount = subtotal, price = 0 where state = 'open'`,
  'add-on that was not paid': `update shop_order set add_ons = '[{"id": "gift", "name": {"en": "Gift"}, "quantity": 1, "unitPrice": 100}]'`,
  'other sum in mails': `update sandbox.sandbox_mail set text = replace(text, '99.00', '98.00')`,
  'other date in mails': `update sandbox.sandbox_mail set text = replace(text, ' UTC', ' in the afternoon')`,
  'invoice that is not issued': `update purchase set invoiced_at = null where state = 'paid'`,
} as const;

export type StoredBug = keyof typeof storedBugs;
export const plantBug = ({ sql }: Sql, bug: StoredBug) => sql(storedBugs[bug]);

// Naive versions that read before they write, on tables of their own. They show that a race is real.

/** Replaces the first token of a session; returns the new token if it read the first one. */
export async function naiveRefresh({ sql }: Sql): Promise<() => Promise<string | undefined>> {
  await sql('create table naive_session (id uuid primary key, token text not null)');
  const id = randomUUID();
  await sql(`insert into naive_session values ($1, 'first')`, [id]);
  return async () => {
    const [row] = await sql<{ token: string }>('select token from naive_session where id = $1', [id]);
    if (row?.token !== 'first') return undefined;
    const token = randomUUID();
    await sql('update naive_session set token = $2 where id = $1', [id, token]);
    return token;
  };
}

/** Replaces a token by a new row while the session ends; `left` counts the tokens that are still valid. */
export async function naiveTokens({ sql }: Sql) {
  await sql('create table naive_token (token uuid primary key, session_id uuid not null)');
  const replace = async (session: string, token: string) => {
    const [row] = await sql('select from naive_token where token = $1', [token]);
    if (!row) return;
    await sql('delete from naive_token where token = $1', [token]);
    await sql('insert into naive_token values (gen_random_uuid(), $1)', [session]);
  };
  return {
    async race(): Promise<void> {
      const [session, token] = [randomUUID(), randomUUID()];
      await sql('insert into naive_token values ($1, $2)', [token, session]);
      await Promise.all([replace(session, token), sql('delete from naive_token where session_id = $1', [session])]);
    },
    left: async (): Promise<number> => (await sql('select from naive_token')).length,
  };
}

/** Accepts an app code of a later step than the last one; true if it was accepted. */
export async function naiveAppCode({ sql }: Sql): Promise<(step: number) => Promise<boolean>> {
  await sql('create table naive_factor (id uuid primary key, step integer not null)');
  const id = randomUUID();
  await sql('insert into naive_factor values ($1, 6)', [id]);
  return async (step) => {
    const [row] = await sql<{ step: number }>('select step from naive_factor where id = $1', [id]);
    if (!row || row.step >= step) return false;
    await sql('update naive_factor set step = $2 where id = $1', [id, step]);
    return true;
  };
}

/** Accepts an unused recovery code; true if it was accepted. */
export async function naiveRecoveryCode({ sql }: Sql): Promise<() => Promise<boolean>> {
  await sql('create table naive_spare (id uuid primary key, used boolean not null)');
  const id = randomUUID();
  await sql('insert into naive_spare values ($1, false)', [id]);
  return async () => {
    const [row] = await sql<{ used: boolean }>('select used from naive_spare where id = $1', [id]);
    if (!row || row.used) return false;
    await sql('update naive_spare set used = true where id = $1', [id]);
    return true;
  };
}

/**
 * A registration and a change of address for one new address at once; returns how many accounts have it
 * afterwards.
 */
export async function naiveAddress({ sql }: Sql): Promise<() => Promise<number>> {
  await sql('create table naive_account (id uuid primary key, email text not null)');
  return async () => {
    const [email, old] = [randomUUID(), randomUUID()];
    const owners = async () => (await sql('select from naive_account where email = $1', [email])).length;
    await sql('insert into naive_account values ($1, $2)', [old, old]);
    // Both read before either writes.
    const [ofRegistration, ofChange] = await Promise.all([owners(), owners()]);
    if (ofRegistration === 0) await sql('insert into naive_account values ($1, $2)', [randomUUID(), email]);
    if (ofChange === 0) await sql('update naive_account set email = $2 where id = $1', [old, email]);
    return owners();
  };
}

/** Gives a service the next number without a lock. */
export async function naiveNumbers({ sql }: Sql): Promise<(key: string) => Promise<number>> {
  await sql('create table naive_number (key text primary key, number integer not null)');
  return async (key) => {
    const [row] = await sql<{ next: number }>('select coalesce(max(number), 99) + 1 as next from naive_number');
    await sql('insert into naive_number values ($1, $2)', [key, row?.next]);
    return row?.next ?? 0;
  };
}

/** A notice that is sent and then marked; `sent` counts how often. */
export async function naiveNotices({ sql }: Sql) {
  await sql('create table naive_notice (id integer primary key, is_sent boolean not null)');
  await sql('create table naive_email (id integer not null)');
  await sql('insert into naive_notice values (1, false)');
  return {
    async send(): Promise<void> {
      const waiting = await sql<{ id: number }>('select id from naive_notice where not is_sent');
      for (const { id } of waiting) await sql('insert into naive_email values ($1)', [id]);
      await sql('update naive_notice set is_sent = true');
    },
    sent: async (): Promise<number> => (await sql('select from naive_email')).length,
  };
}

// Changes rows behind the shop's back, as a bug or an attacker would, to see what the audit finds.

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
  claim: 'purchase_id',
  settlement: 'id',
  bank_entry: 'id',
  payout: 'id',
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

/** How many of these requests find no order of the same, if each looks before it writes. */
export async function naiveClaims({ sql }: Sql, requests: number): Promise<number> {
  const key = [randomUUID(), Buffer.from('the same')];
  const looks = Array.from({ length: requests }, () => sql('select id from reseller_order where key_id = $1 and request_hash = $2', key));
  const passed = (await Promise.all(looks)).filter((found) => found.length === 0);
  await Promise.all(passed.map(() => sql('insert into reseller_order (key_id, request_hash, created_at) values ($1, $2, now())', key)));
  const rows = await sql('select id from reseller_order where key_id = $1', key.slice(0, 1));
  return rows.length;
}
