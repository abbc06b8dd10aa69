// Changes of the email address, with the codes of both emails.
import { codeIn, logIn, newcomer, PASSWORD, register } from './accounts.ts';
import type { Shop } from './shop.ts';

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
