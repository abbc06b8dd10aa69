// Accounts: what is stored of them, and states that no call can bring about.

import { randomUUID } from 'node:crypto';
import type { Sql } from './database.ts';

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

// Data exports and deletion of accounts.

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

/** `isKept`: the account has its data, and no deletion is planned. `isErased`: its data is erased. */
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

// Files that customers upload for their briefs.

export type FileRow = {
  readonly id: string;
  readonly accountId: string;
  readonly purchaseId: string | null;
  readonly uploadedAt: Date | null;
};

export const fileRows = ({ sql }: Sql): Promise<FileRow[]> =>
  sql('select id, account_id as "accountId", purchase_id as "purchaseId", uploaded_at as "uploadedAt" from brief_file');

/** The purchases that have claimed one of the files; null for files that are not claimed. */
export const listClaims = async (shop: Sql, ids: readonly string[]): Promise<(string | null)[]> => [
  ...new Set((await fileRows(shop)).filter(({ id }) => ids.includes(id)).map(({ purchaseId }) => purchaseId)),
];

/** An upload that was started and never finished. */
export const addUnfinishedUpload = ({ sql }: Sql, at: Date) =>
  sql(`insert into brief_file (id, account_id, name, bytes, upload_started_at) values ($1, $1, 'half', 1, $2)`, [randomUUID(), at]);

export const deleteFiles = ({ sql }: Sql) => sql('delete from brief_file');

/** Naive version of a claim: checks that the file is free, then claims it; true if it did. */
export async function claimFileNaively({ sql }: Sql, id: string): Promise<boolean> {
  const free = await sql('select from brief_file where id = $1 and claimed_at is null', [id]);
  await sql('select pg_sleep(0.2)');
  if (free.length > 0) await sql('update brief_file set claimed_at = now() where id = $1', [id]);
  return free.length > 0;
}
