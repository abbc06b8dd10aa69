// A visitor who pays from an open page, without a log-in, comes back to it from the bank.
import { operating } from '../../../tests/support/desk.ts';
import { auditedTest, becomes, pay } from '../../../tests/support/money.ts';
import { renewByMeans, subscribedByMeans } from '../../../tests/support/pieces.ts';
import { accept, sendQuote } from '../../../tests/support/quotes.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { createSale, newClient, readBankLink } from '../../../tests/support/sales.ts';
import { describe, expect, type Shop } from '../../../tests/support/shop.ts';

const test = auditedTest({ environment: { RATE_LIMITS: 'off' } });

const CONFIRMING = 'Your bank is confirming a payment';

const post = (page: string, fields: Readonly<Record<string, string>>) => {
  const { origin, pathname, searchParams } = new URL(page);
  const body = new URLSearchParams({ code: searchParams.get('code') ?? '', ...fields });
  return fetch(origin + pathname, { method: 'POST', body, headers: { origin }, redirect: 'manual' });
};

const read = async (address: string) => (await fetch(address)).text();

/** Confirms an order by hand on its page, and leads to the bank. */
async function review(shop: Shop): Promise<{ page: string; bank: string }> {
  const manager = await operating(shop, 'manager');
  const { body } = await createSale(manager, { client: newClient(), pay: 'link' });
  const page = body.paymentLink ?? '';
  const { headers } = await post(page, { agree: 'on', startNow: 'now' });
  return { page, bank: readBankLink(await read(new URL(headers.get('location') ?? '', page).href)) };
}

describe('after the bank', () => {
  test('an order by hand: its page says that it is paid, also before the webhook', async ({ shop }) => {
    const { page, bank } = await review(shop);
    // Without an answer and a webhook.
    await pay(bank, 'lost');
    expect(await read(`${page}&back=yes`)).toContain('Your order is paid');
  });

  test('a debit that takes days is being confirmed, and nothing can be paid', async ({ shop }) => {
    const { page, bank } = await review(shop);
    const back = (await pay(bank, 'debit'))?.headers.get('location') ?? '';
    expect(back).toBe(`${page}&back=yes`);
    for (const address of [back, page]) {
      const html = await read(address);
      expect(html).toContain(CONFIRMING);
      expect(html).not.toContain('Order and pay');
      expect(readBankLink(html)).toBe('');
    }
  });

  test('declined: the page leads to the same payment again', async ({ shop }) => {
    const { bank } = await review(shop);
    const back = (await pay(bank, 'decline'))?.headers.get('location') ?? '';
    expect(readBankLink(await read(back))).toBe(bank);
  });

  test('an accepted quote: the page of its payment', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { link } = await sendQuote(shop, manager, { client: newClient() });
    const to = new URL((await accept(shop, link, { startNow: 'on' })).headers.get('location') ?? '', link);
    const back = (await pay(readBankLink(await read(to.href))))?.headers.get('location') ?? '';
    expect(back).toBe(`${to.origin}/pay?code=${to.searchParams.get('code')}&back=yes`);
    expect(await read(back)).toContain('Your order is paid');
  });

  test('a month whose charge failed: the page of its means, also if the account had a link first', async ({ shop }) => {
    const ada = await renewByMeans(shop, await subscribedByMeans(shop, 'expired'));
    await letRun(shop, 'subscriptions.renew');
    const mail = await shop.mail(ada.email, /^Not paid yet: /);
    const page = /http\S+\/means\?code=[\w-]+/.exec(mail.text)?.[0] ?? '';
    await post(page, {});
    const back = (await pay(readBankLink(await read(`${page}&sent=yes`))))?.headers.get('location') ?? '';
    expect(back).toBe(`${page}&back=yes`);
    expect(await read(back)).toContain('Your month is paid');
    await becomes(shop, ada, [2, 2]);
  });
});
