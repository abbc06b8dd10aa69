// Accounts: what is stored of them, and states that no call can bring about.
import type { Sql } from './sql.ts';

/** The ids of the accounts with this address. */
export const accountIds = async ({ sql }: Sql, email: string): Promise<string[]> =>
  (await sql<{ id: string }>('select id from account where $1 in (email, email_key)', [email])).map(({ id }) => id);

export async function accountId(shop: Sql, email: string): Promise<string> {
  const [id] = await accountIds(shop, email);
  if (id === undefined) throw new Error(`no account with ${email}`);
  return id;
}

export const accountEmails = async ({ sql }: Sql): Promise<string[]> =>
  (await sql<{ email: string }>('select email from account')).map(({ email }) => email);

/** Registers an address without the shop, for an open transaction. */
export const insertAccount = ({ sql }: Sql, email: string) =>
  sql(
    `insert into account (email, email_key, password_hash, first_name, last_name, locale, created_at, agreed_version, agreed_at)
     values ($1, $1, '', 'Eve', 'Sample', 'en', now(), 1, now())`,
    [email],
  );

export const renameAccount = ({ sql }: Sql, email: string, firstName: string, lastName: string) =>
  sql('update account set first_name = $2, last_name = $3 where email_key = $1', [email, firstName, lastName]);

export const setAccountLocale = ({ sql }: Sql, email: string, locale: string) =>
  sql('update account set locale = $2 where email = $1', [email, locale]);

export const setAccountEmail = ({ sql }: Sql, email: string, next: string) =>
  sql('update account set email = $2, email_key = $2 where email = $1', [email, next]);

export const unconfirmAddress = ({ sql }: Sql, email: string) =>
  sql('update account set email_verified_at = null where email = $1', [email]);

export const passwordHash = async ({ sql }: Sql, email: string): Promise<string> =>
  (await sql<{ hash: string }>('select password_hash as hash from account where email = $1', [email]))[0]?.hash ?? '';

export const setPasswordHash = ({ sql }: Sql, email: string, hash: string) =>
  sql('update account set password_hash = $2 where email = $1', [email, hash]);

export type StoredFactor = { readonly secret: Buffer | null; readonly step: number | null; readonly recoveryHashes: readonly Buffer[] };

/** What is stored of the second factor. */
export async function storedFactor({ sql }: Sql, email: string): Promise<StoredFactor> {
  const [row] = await sql<StoredFactor>(
    `select totp_secret as secret, totp_step as step,
       array(select code_hash from account_recovery_code where account_id = account.id) as "recoveryHashes" from account where email = $1`,
    [email],
  );
  if (!row) throw new Error(`no account with ${email}`);
  return row;
}

export const turnOnFactor = ({ sql }: Sql, email: string) => sql('update account set totp_since = now() where email = $1', [email]);
export const deleteRecoveryCodes = ({ sql }: Sql, id: string) => sql('delete from account_recovery_code where account_id = $1', [id]);

export const storedSessions = ({ sql }: Sql) => sql('select * from account_session');

/** The newest session first. */
export const listSessions = ({ sql }: Sql, email: string) =>
  sql<{ remember: boolean; ended_at: Date | null }>(
    'select s.remember, s.ended_at from account_session s join account a on a.id = s.account_id where a.email = $1 order by s.remember desc',
    [email],
  );

export const passkeyCount = async ({ sql }: Sql, credentialId: unknown): Promise<number> =>
  (await sql('select from account_passkey where credential_id = $1', [credentialId])).length;

export const passwordResetCount = async ({ sql }: Sql): Promise<number> => (await sql('select from account_password_reset')).length;

export const emailChangeCount = async ({ sql }: Sql, email: string): Promise<number> =>
  (await sql('select from account_email_change c join account a on a.id = account_id where a.email = $1', [email])).length;

/** Points the change to `email` at another address. */
export const redirectEmailChange = ({ sql }: Sql, email: string, to: string) =>
  sql(
    `update account_email_change set email = $1, email_key = $1
     where account_id = (select account_id from account_code where kind = 'new-address' and email = $2)`,
    [to, email],
  );

/** How many codes each open change of an address has. */
export const codesPerEmailChange = async ({ sql }: Sql): Promise<number[]> =>
  (
    await sql<{ codes: number }>(
      `select count(code_hash)::int as codes from account_email_change c
       left join account_code k on k.account_id = c.account_id and k.kind in ('old-address', 'new-address') group by c.account_id`,
    )
  ).map(({ codes }) => codes);

/** The stored reset code of an address, for `restoreCode`. */
export const resetCode = async ({ sql }: Sql, email: string): Promise<unknown> =>
  (await sql<{ row: unknown }>(`select to_jsonb(c) as row from account_code c where kind = 'reset' and email = $1`, [email]))[0]?.row;

export const restoreCode = ({ sql }: Sql, row: unknown) =>
  sql('insert into account_code select * from jsonb_populate_record(null::account_code, $1)', [row]);

export const brandKitCount = async ({ sql }: Sql, id: string): Promise<number> =>
  (await sql('select from account_brand_kit where account_id = $1', [id])).length;

export const addBrandKit = ({ sql }: Sql, id: string, brandName: string, at: Date) =>
  sql(
    `insert into account_brand_kit (account_id, brand_name, brand_key, language, tone, audience, reference_urls, must_include, must_avoid, notes, saved_at)
     values ($1, $2, $2, '', '', '', '{}', '{}', '{}', '', $3)`,
    [id, brandName, at],
  );

export const addInvoiceDetails = ({ sql }: Sql, email: string, company: string, vatId: string) =>
  sql('insert into invoice_details (account_id, company, vat_id) select id, $2, $3 from account where email = $1', [email, company, vatId]);

/** Customers of years ago, a minute apart, without names. */
export const addOldAccounts = ({ sql }: Sql, count: number) =>
  sql(
    `insert into account (email, email_key, password_hash, first_name, last_name, locale, created_at, agreed_version, agreed_at)
     select address, address, '', '', '', 'en', moment, 1, moment
     from generate_series(1, $1::int) as number, lateral (select number || '@old.example', timestamptz '2020-01-01Z' + number * interval '1 minute') as made (address, moment)`,
    [count],
  );

/** Gives the oldest customer a name and an address. */
export const renameOldest = ({ sql }: Sql, firstName: string, lastName: string, email: string) =>
  sql(
    `update account set first_name = $1, last_name = $2, email = $3, email_key = $3
     where id = (select id from account order by created_at limit 1)`,
    [firstName, lastName, email],
  );
