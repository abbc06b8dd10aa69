// Planted faults: writes that the database refuses.
import type { Sql } from './sql.ts';

/** Every write of a row with one of these values in the column fails, until the faults are removed. */
export async function failWrites({ sql }: Sql, { table, column }: { table: string; column: string }, values: readonly string[]) {
  await sql(`create function fault() returns trigger language plpgsql as $$
    begin
      if new.${column}::text in (${values.map((value) => `'${value}'`).join(', ')}) then raise exception 'a planted fault'; end if;
      return new;
    end $$`);
  await sql(`create trigger fault before insert or update on ${table} for each row execute function fault()`);
}

export const removeFaults = ({ sql }: Sql) => sql('drop function if exists fault() cascade');

/**
 * The next `times` writes of the table fail with this SQL state. The result ends that and counts the writes.
 */
export async function failNextWrites({ sql }: Sql, table: string, state: string, times: number): Promise<() => Promise<number>> {
  await sql('create sequence fault_count');
  await sql(`create function fault() returns trigger language plpgsql as $$
    begin
      if nextval('fault_count') <= ${times} then raise exception 'a planted fault' using errcode = '${state}'; end if;
      return new;
    end $$`);
  await sql(`create trigger fault before insert or update on ${table} for each row execute function fault()`);
  return async () => {
    const [row] = await sql<{ count: number }>('select last_value::int as count from fault_count');
    await sql(`drop trigger fault on ${table}; drop function fault(); drop sequence fault_count`);
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
