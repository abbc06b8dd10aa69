// Data exports and deletion of accounts.
import type { Sql } from './sql.ts';

/** The ids of the customer's data exports. */
export const exportIds = async ({ sql }: Sql, email: string): Promise<string[]> =>
  (await sql<{ id: string }>('select e.id from account_export e join account a on a.id = e.account_id where a.email = $1', [email])).map(
    ({ id }) => id,
  );

export const exportCount = async ({ sql }: Sql): Promise<number> => (await sql('select from account_export')).length;

/** Requests an export without its job; returns its id. */
export async function addExport({ sql }: Sql, email: string, at: Date): Promise<string> {
  const [row] = await sql<{ id: string }>(
    'insert into account_export (account_id, requested_at) select id, $2 from account where email = $1 returning id',
    [email, at],
  );
  return row?.id ?? '';
}

export const deleteExport = ({ sql }: Sql, id: string) => sql('delete from account_export where id = $1', [id]);

export const hasExportContent = async ({ sql }: Sql, id: string): Promise<boolean> =>
  (await sql('select from account_export where id = $1 and content is not null', [id])).length > 0;

/** Adds personal data that takes long to bring about by calls. */
export async function addPersonalData({ sql }: Sql, { id, email }: { id: string; email: string }): Promise<void> {
  await sql('insert into account_email_change (account_id, email, email_key, requested_at) values ($1, $2, $2, now())', [
    id,
    `new-${email}`,
  ]);
  await sql(`insert into account_recovery_code (account_id, code_hash) values ($1, '\\x00')`, [id]);
  await sql('update account set totp_secret = $2, totp_since = now() where id = $1', [id, Buffer.from('Quillfeather')]);
  await sql(`insert into account_password_reset (email, locale, created_at) values ($1, 'en', now())`, [email.toUpperCase()]);
}

/** How many rows of the table belong to the account. */
export const rowCount = async ({ sql }: Sql, table: string, id: string): Promise<number> =>
  (await sql(`select from ${table} where account_id = $1`, [id])).length;

/** `isKept`: nothing of the account is erased. `isErased`: all of it is. */
export async function deletionState({ sql }: Sql, id: string): Promise<{ isKept: boolean; isErased: boolean }> {
  const [row] = await sql<{ isKept: boolean; isErased: boolean }>(
    `select erased_at is null and erase_at is null and email <> '' and first_name = 'Ada' as "isKept",
       erased_at is not null and email = '' and first_name = '' as "isErased" from account where id = $1`,
    [id],
  );
  if (!row) throw new Error('no such account');
  return row;
}

/** What stays of an erased account. */
export const erasedAccount = async ({ sql }: Sql, id: string) =>
  (
    await sql<{ id: string; eraseAt: Date | null; createdAt: Date | null }>(
      'select id, erase_at as "eraseAt", created_at as "createdAt" from account where id = $1 and erased_at is not null',
      [id],
    )
  )[0];

export const markErased = ({ sql }: Sql, email: string) => sql('update account set erased_at = now() where email_key = $1', [email]);

/** Naive version of erasing: selects first and erases later, without a look at what changed in between. */
export async function prepareNaiveErasing({ sql }: Sql, now: Date): Promise<() => Promise<void>> {
  const selected = await sql<{ id: string }>('select id from account where erase_at <= $1', [now]);
  return async () => {
    for (const { id } of selected) await sql(`update account set erased_at = $2, first_name = '' where id = $1`, [id, now]);
  };
}

/** The names of the tables with an account_id; partitions belong to their table. */
export const tablesOfAccounts = async ({ sql }: Sql): Promise<string[]> =>
  (
    await sql<{ name: string }>(
      `select relname as name from pg_class c join pg_attribute a on attrelid = c.oid
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attname = 'account_id' order by 1`,
    )
  ).map(({ name }) => name);
