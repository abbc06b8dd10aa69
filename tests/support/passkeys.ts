// Customers with passkeys, for tests over HTTP.
import { logIn, PASSWORD, registerConfirmed, type Session } from './accounts.ts';
import { type Authenticator, openAuthenticator } from './authenticator.ts';
import type { Shop } from './shop.ts';

export type Owner = Session & { readonly email: string; readonly device: string; readonly authenticator: Authenticator };

/** A customer with a confirmed address, which a second factor needs. */
export async function confirmedOwner(shop: Shop): Promise<Owner> {
  const email = await registerConfirmed(shop);
  return { email, ...(await logIn(shop, email)), authenticator: openAuthenticator(new URL(shop.urls.storefront).origin) };
}

export const confirm = (shop: Shop, token: string, sent: object = { currentPassword: PASSWORD }) =>
  shop.call('POST /api/Accounts/confirm', sent, { token });

export const optionsFor = (shop: Shop, token: string) => shop.call('POST /api/Accounts/passkey-options', {}, { token });

export const addPasskey = (shop: Shop, token: string, sent: object) => shop.call('POST /api/Accounts/add-passkey', sent, { token });

/** Adds a passkey, confirmed with the password. */
export async function withPasskey(shop: Shop, { token, authenticator }: Pick<Owner, 'token' | 'authenticator'>, name = 'Laptop') {
  await confirm(shop, token);
  const { body: options } = await optionsFor(shop, token);
  const { status, body } = await addPasskey(shop, token, { name, credential: authenticator.create(options) });
  if (status !== 200) throw new Error(`the passkey was refused: ${JSON.stringify(body)}`);
  return body;
}

export const loginOptions = async (shop: Shop) => (await shop.call('POST /api/Accounts/passkey-login-options', {})).body;

export const logInWith = (shop: Shop, credential: object, more: object = {}) =>
  shop.call('POST /api/Accounts/passkey-login', { credential, ...more });
