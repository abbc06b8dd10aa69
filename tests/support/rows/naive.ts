// Naive versions that read before they write, on tables of their own. They show that a race is real.
import { randomUUID } from 'node:crypto';
import type { Sql } from './sql.ts';

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
