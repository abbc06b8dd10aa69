// Customers with accounts, each with a unique email address.

import { randomBytes } from 'node:crypto';
import type { Sent } from '../../src/api.ts';
import { accountId } from './rows/accounts.ts';
import { letRun } from './rows/jobs.ts';
import { type CallOptions, expect, type Shop } from './shop.ts';

type Register = Sent<'POST /api/Accounts/register'>;
export type Callable = Pick<Shop, 'call' | 'urls'>;

export const PASSWORD = 'seven blue herons';

export const newcomer = (more: Partial<Register> = {}): Register => ({
  firstName: 'Ada',
  lastName: 'Sample',
  email: `${randomBytes(6).toString('hex')}@shop.example`,
  password: PASSWORD,
  repeatedPassword: PASSWORD,
  agreedToPrivacyPolicy: true,
  ...more,
});

export async function register(shop: Callable, more: Partial<Register> = {}, options: CallOptions = {}): Promise<string> {
  const sent = newcomer(more);
  const { status, body } = await shop.call('POST /api/Accounts/register', sent, options);
  if (status !== 204) throw new Error(`the account was refused: ${JSON.stringify(body)}`);
  return sent.email;
}

export type Session = { readonly token: string; readonly refreshToken: string; readonly device: string };

export async function logIn(shop: Callable, email: string, more: object = {}, options: CallOptions = {}): Promise<Session> {
  const { status, body, headers } = await shop.call('POST /api/Accounts/login', { email, password: PASSWORD, ...more }, options);
  if (status !== 200) throw new Error(`the log-in was refused: ${JSON.stringify(body)}`);
  const device = headers.get('set-cookie')?.split(';')[0] ?? '';
  return { token: body.accessToken, refreshToken: body.refreshToken, device };
}

export const refresh = (shop: Callable, refreshToken: string) => shop.call('POST /api/Accounts/refresh', { refreshToken });

/** 200 while the session is valid, 401 afterwards. */
export const profileStatus = async (shop: Callable, token: string): Promise<number> =>
  (await shop.call('GET /api/Accounts/profile', undefined, { token })).status;

/** The code in the link of an email. */
export const codeIn = (text: string): string => /code=([\w-]+)/.exec(text)?.[1] ?? '';

/** The link to this page in the text of an email. */
export const linkIn = (text: string, path: string): string => new RegExp(`http\\S+${path}\\?\\S+`).exec(text)?.[0] ?? '';

/** Confirms the address with the link of the newest mail to it. */
export async function confirmAddress(shop: Pick<Shop, 'call' | 'mail'>, email: string): Promise<void> {
  const { status } = await shop.call('POST /api/Accounts/confirm-email', { code: codeIn((await shop.mail(email)).text) });
  if (status !== 200) throw new Error('the address was not confirmed');
}

/** A factor needs a confirmed address. */
export async function registerConfirmed(shop: Callable & Pick<Shop, 'mail'>): Promise<string> {
  const email = await register(shop);
  await confirmAddress(shop, email);
  return email;
}

// Changes of the email address, with the codes of both emails.

export const AT_OLD = /should the address/;
export const AT_NEW = /Confirm your new address/;

export const another = (): string => newcomer().email;

export const begin = async (shop: Shop) => {
  const email = await register(shop);
  return { email, ...(await logIn(shop, email)) };
};
export const requestChange = (shop: Shop, token: string, email: string, currentPassword = PASSWORD) =>
  shop.call('POST /api/Accounts/change-email', { email, currentPassword }, { token });
export const confirm = (shop: Shop, code: string) => shop.call('POST /api/Accounts/confirm-email', { code });
export const pending = async (shop: Shop, token: string) =>
  (await shop.call('GET /api/Accounts/email-change', undefined, { token })).body.pending;
const codes = async (shop: Shop, old: string, next: string) => ({
  atOld: codeIn((await shop.mail(old, AT_OLD)).text),
  atNew: codeIn((await shop.mail(next, AT_NEW)).text),
});

/** Requests the change and waits for both mails. */
export async function asked(shop: Shop, email = another()) {
  const owner = await begin(shop);
  const { status, body } = await requestChange(shop, owner.token, email);
  if (status !== 204) throw new Error(`the change was refused: ${JSON.stringify(body)}`);
  return { ...owner, next: email, ...(await codes(shop, owner.email, email)) };
}

// Follows the link of an email without JavaScript: the page, its button and its cookie.

type At = Pick<Shop, 'urls'>;
type RequestOptions = {
  readonly cookie?: string | undefined;
  readonly from?: string;
  readonly origin?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
};

const createHeaders = ({ cookie, from, headers = {} }: RequestOptions) => ({
  ...headers,
  ...(cookie ? { cookie } : {}),
  ...(from ? { 'x-forwarded-for': from } : {}),
});

export async function getPage({ urls }: At, path: string, options: RequestOptions = {}) {
  const answer = await fetch(urls.storefront + path, { headers: createHeaders(options), redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

export async function postPage({ urls }: At, path: string, sent: Readonly<Record<string, string>>, options: RequestOptions = {}) {
  const origin = options.origin === undefined ? urls.storefront : options.origin;
  const answer = await fetch(urls.storefront + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { ...createHeaders(options), ...(origin === null ? {} : { origin }) },
    body: new URLSearchParams(sent),
  });
  const [set = ''] = answer.headers.getSetCookie();
  return {
    status: answer.status,
    to: answer.headers.get('location'),
    headers: answer.headers,
    set,
    /** The browser's next Cookie header. */
    cookie: set.split(';')[0] ?? '',
    html: await answer.text(),
  };
}

// Data export and account deletion: runs the hourly jobs, and searches every column for a text.

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
