// Tickets of guests join the account that confirms their address, and no other account.

import { another, asked, codeIn, confirm, logIn, register } from '../../../tests/support/accounts.ts';
import { accountId } from '../../../tests/support/rows/accounts.ts';
import { ticketOwner, ticketsFrom } from '../../../tests/support/rows/support.ts';
import { test as base, describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { bring, INBOX, mailIn, asked as message, raw, sendTicket } from '../../../tests/support/tickets.ts';

const test = base.extend(
  'shopOptions',
  { scope: 'file' },
  { environment: { ...mailIn, RATE_LIMITS: 'off', MAIL_IN_AUTHSERV_ID: 'mx.shop.example' } },
);
const headers = 'Authentication-Results: mx.shop.example; dmarc=pass header.from=shop.example\r\n';

const write = async (shop: Shop, email: string) => (await sendTicket(shop, message({ email }))).ticketNumber;

const confirmed = async (shop: Shop, email: string) => confirm(shop, codeIn((await shop.mail(email, /Welcome/)).text));
const member = async (shop: Shop, email = another()) => {
  await register(shop, { email });
  await confirmed(shop, email);
  return email;
};

describe('ticket written before the confirmation', () => {
  test('it joins the account at the confirmation, in any case of the address', async ({ shop }) => {
    const email = another();
    const [name = '', host = ''] = email.split('@');
    const wide = `${String.fromCodePoint(0xff10 + (Number.parseInt(name[0] ?? '', 36) % 10))}`;
    const numbers = [await write(shop, email), await write(shop, `${name.toUpperCase()}@${host}`)];
    const others = [await write(shop, `${wide}${email}`), await write(shop, another()), await write(shop, `${email}.example`)];
    await register(shop, { email });
    numbers.push(await write(shop, email));
    for (const number of numbers) expect(await ticketOwner(shop, number)).toBeNull();
    expect((await confirmed(shop, email)).status).toBe(200);
    for (const number of numbers) expect(await ticketOwner(shop, number)).toBe(email);
    for (const number of others) expect(await ticketOwner(shop, number)).toBeNull();
  });

  test('an address in full-width letters is the same address', async ({ shop }) => {
    const email = `a${another()}`;
    const number = await write(shop, `ａ${email.slice(1)}`);
    await member(shop, email);
    expect(await ticketOwner(shop, number)).toBe(email);
  });

  test('an unconfirmed address does not get it', async ({ shop }) => {
    const email = another();
    const number = await write(shop, email);
    await register(shop, { email });
    const { token } = await logIn(shop, email);
    await shop.call('POST /api/Accounts/send-verification', {}, { token });
    await shop.call('POST /api/Accounts/change-email', { email: another(), currentPassword: 'wrong' }, { token });
    // Confirming a change away from an address does not confirm that address.
    const other = await asked(shop);
    const theirs = await write(shop, other.email);
    await confirm(shop, other.atOld);
    for (const each of [number, theirs]) expect(await ticketOwner(shop, each)).toBeNull();
  });

  test('a ticket from the new address joins after the change of address', async ({ shop }) => {
    const owner = await asked(shop);
    const [before, after] = [await write(shop, owner.email), await write(shop, owner.next)];
    await confirm(shop, owner.atNew);
    expect(await ticketOwner(shop, after)).toBeNull();
    await confirm(shop, owner.atOld);
    expect(await ticketOwner(shop, after)).toBe(owner.next);
    // The old address was never confirmed.
    expect(await ticketOwner(shop, before)).toBeNull();
  });

  test('it stays with its account after another account takes the address', async ({ shop }) => {
    const owner = await asked(shop);
    const first = await write(shop, owner.email);
    await confirmed(shop, owner.email);
    for (const code of [owner.atOld, owner.atNew]) await confirm(shop, code);
    const between = await write(shop, owner.email);
    shop.clock.turn({ seconds: 1 });
    await register(shop, { email: owner.email });
    const welcomes = async () => (await shop.mails(owner.email)).filter(({ subject }) => /Welcome/.test(subject));
    await expect.poll(welcomes).toHaveLength(2);
    await confirmed(shop, owner.email);
    expect(await ticketOwner(shop, first)).toBe(owner.next);
    expect(await ticketOwner(shop, between)).toBe(owner.email);
  });
});

test('ticket of a guest with a confirmed address: it is in no account', async ({ shop }) => {
  const email = await member(shop);
  expect(await ticketOwner(shop, await write(shop, email.toUpperCase()))).toBeNull();
});

test('proven mails at the time of the confirmation join the account', async ({ shop }) => {
  for (let round = 0; round < 20; round++) {
    const email = another();
    await register(shop, { email });
    const code = codeIn((await shop.mail(email, /Welcome/)).text);
    const mail = () => bring(shop, raw({ from: email, to: INBOX, text: 'Hello!', headers }));
    const [answer] = await Promise.all([confirm(shop, code), ...Array.from({ length: 4 }, mail)]);
    expect(answer.status).toBe(200);
    const id = await accountId(shop, email);
    expect((await ticketsFrom(shop, email)).map((ticket) => ticket.accountId)).toEqual([id, id, id, id]);
  }
});
