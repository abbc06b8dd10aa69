// Data export and account deletion: runs the hourly jobs, and searches every column for a text.

import { logIn, PASSWORD, register } from './accounts.ts';
import { accountId } from './rows/accounts.ts';
import { letRun } from './scheduled.ts';
import { expect, type Shop } from './shop.ts';

export const WEEK = { days: 7 } as const;

export const askToClose = (shop: Shop, token: string, currentPassword = PASSWORD) =>
  shop.call('POST /api/Accounts/ask-deletion', { currentPassword }, { token });
export const keep = (shop: Shop, token: string) => shop.call('POST /api/Accounts/keep-account', {}, { token });

export async function member(shop: Shop, more: object = {}) {
  const email = await register(shop, more);
  const { token, refreshToken } = await logIn(shop, email, { rememberMe: true });
  return { email, token, refreshToken, id: await accountId(shop, email) };
}

/** A logged-in customer whose deletion is due. */
export async function due(shop: Shop) {
  const { email, token, id } = await member(shop);
  expect((await askToClose(shop, token)).status).toBe(200);
  shop.clock.turn(WEEK);
  return { email, id, token: (await logIn(shop, email)).token };
}

export const isErased = async ({ sql }: Pick<Shop, 'sql'>, id: string): Promise<boolean | undefined> =>
  (await sql<{ erased: boolean }>('select erased_at is not null as erased from account where id = $1', [id]))[0]?.erased;

/** Runs the hourly jobs: expired exports and due deletions. */
export const letTheHourCome = (shop: Shop): Promise<void> => letRun(shop, 'accounts.erase');

/** Each database column that contains one of the words, in any case; the sandbox is excluded. */
export async function findPlaces({ sql }: Pick<Shop, 'sql'>, words: readonly string[]): Promise<string[]> {
  const columns = await sql<{ place: string; column: string; type: string }>(`
    select format('%I.%I', c.table_schema, c.table_name) as place, quote_ident(c.column_name) as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema', 'sandbox')`);
  const found: string[] = [];
  for (const { place, column, type } of columns) {
    const text = type === 'bytea' ? `encode(${column}, 'escape')` : `${column}::text`;
    const rows = await sql(
      `select from ${place} where exists (select from unnest($1::text[]) as word where strpos(lower(${text}), lower(word)) > 0) limit 1`,
      [words],
    );
    if (rows.length > 0) found.push(`${place}.${column}`);
  }
  return found;
}

/** Polls, because the account's last mail may not have been sent yet. */
export const expectNowhere = (shop: Pick<Shop, 'sql'>, words: readonly string[]): Promise<void> =>
  expect.poll(() => findPlaces(shop, words)).toEqual([]);
