// Customers with accounts, each with a unique email address.
import { randomBytes } from 'node:crypto';
import type { Sent } from '../../src/api.ts';
import type { CallOptions, Shop } from './shop.ts';

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
