// Teams of accounts: an owner with members, who act for the account.
import type { MemberRole } from '#modules/accounts/team/rules.ts';
import { codeIn } from './accounts.ts';
import { type Buyer, buyer } from './money.ts';
import { accountId } from './rows/accounts.ts';
import { expect, type Shop } from './shop.ts';

export type Person = Buyer & { readonly id: string };

export async function person(shop: Shop): Promise<Person> {
  const who = await buyer(shop);
  return { ...who, id: await accountId(shop, who.email) };
}

/** The code of the newest mailed invitation, once it is another one than before. */
export async function invitationCode(shop: Shop, email: string, before = ''): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      code = codeIn((await shop.mail(email, /invites you/)).text);
      return code;
    })
    .not.toBe(before);
  return code;
}

export const invite = (shop: Shop, owner: Buyer, email: string, role: MemberRole) =>
  shop.call('POST /api/team/invite', { email, role }, { token: owner.token });

export const join = (shop: Shop, { token }: Buyer, code: string) => shop.call('POST /api/team/join', { code }, { token });

export const switchTo = (shop: Shop, { token }: Buyer, id: string) => shop.call('POST /api/team/switch', { accountId: id }, { token });

/** A member whose session acts for the owner's account. */
export async function member(shop: Shop, owner: Buyer, role: MemberRole): Promise<Person> {
  const who = await person(shop);
  expect((await invite(shop, owner, who.email, role)).status).toBe(204);
  expect((await join(shop, who, await invitationCode(shop, who.email))).status).toBe(204);
  return who;
}
