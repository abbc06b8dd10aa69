// Renewals that are charged from a saved means while the customer is away, and what follows when that fails.
import { operating } from '../../../tests/support/desk.ts';
import { auditedTest, type Buyer, becomes, listOrders, pay, statuses } from '../../../tests/support/money.ts';
import {
  about,
  act,
  again,
  logInLater,
  PRICE,
  renewByMeans,
  running,
  subscribedByMeans,
  waitForCharges,
} from '../../../tests/support/pieces.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { findAccountId, readBankLink } from '../../../tests/support/sales.ts';
import { describe, expect, type Shop } from '../../../tests/support/shop.ts';

const test = auditedTest({ environment: { RATE_LIMITS: 'off' } });

const FAILED = /^Not paid yet: /;

const atDesk = async (shop: Shop, who: Buyer) => {
  const manager = await operating(shop, 'manager');
  const { body } = await manager.call('GET /api/subscriptions', { customerId: await findAccountId(shop, who.email) });
  return body.data[0];
};

/** The charges of the bank, by their descriptions. */
const countCharges = async (shop: Shop, who: Buyer) =>
  (
    await shop.sql(
      `select from sandbox.bank_charge c join payment p on p.id::text = c.payment_id join account a on a.id = p.account_id where email = $1`,
      [who.email],
    )
  ).length;

/** The address of the page that the last mail leads to. */
async function findPage(shop: Shop, who: Buyer): Promise<string> {
  const mails = (await shop.mails(who.email)).filter(({ subject }) => FAILED.test(subject));
  return /http\S+\/means\?code=[\w-]+/.exec(mails[0]?.text ?? '')?.[0] ?? '';
}

const post = (page: string, more: Readonly<Record<string, string>> = {}) => {
  const { origin, pathname, searchParams } = new URL(page);
  const body = new URLSearchParams({ code: searchParams.get('code') ?? '', ...more });
  return fetch(origin + pathname, { method: 'POST', body, headers: { origin }, redirect: 'manual' });
};

describe('a renewal', () => {
  test('is charged from the saved means, without a mail to pay', async ({ shop }) => {
    const ada = await renewByMeans(shop, await subscribedByMeans(shop));
    await becomes(shop, ada, [2, 2]);
    expect([await countCharges(shop, ada), await about(shop, ada, /^To pay:/), await about(shop, ada, FAILED)]).toEqual([2, 0, 0]);
    expect(await atDesk(shop, ada)).toMatchObject({ state: 'active', failures: 0 });
  });

  test('by a debit is being confirmed for its time, and neither past due nor payable', async ({ shop }) => {
    const ada = await renewByMeans(shop, await subscribedByMeans(shop, 'debit'));
    await expect.poll(() => running(shop, ada)).toMatchObject([{ unpaid: { isBeingConfirmed: true } }]);
    expect(await atDesk(shop, ada)).toMatchObject({ state: 'active', failures: 0 });
    const [{ id = '' } = {}] = await running(shop, ada);
    expect((await act(shop, ada, { subscriptionId: id, do: 'end' })).status).toBe(400);
    shop.clock.turn({ seconds: 61 });
    await becomes(shop, ada, [2, 2]);
  });

  test('whose answer is lost is charged once', async ({ shop }) => {
    const ada = await renewByMeans(shop, await subscribedByMeans(shop, 'lost'));
    await becomes(shop, ada, [2, 2]);
    expect(await countCharges(shop, ada)).toBe(2);
  });

  test('goes on by link once the means is removed', async ({ shop }) => {
    const ada = await subscribedByMeans(shop);
    const [means] = (await shop.call('GET /api/payment-means', undefined, { token: ada.token })).body;
    expect((await running(shop, ada))[0]?.meansId).toBe(means?.id);
    await shop.call('POST /api/payment-means/remove', { id: means?.id ?? '' }, { token: ada.token });
    expect((await running(shop, ada))[0]?.meansId).toBeNull();
    const now = await renewByMeans(shop, ada);
    expect([await statuses(shop, now), await about(shop, now, /^To pay:/)]).toEqual([[5, 2], 1]);
    expect(await countCharges(shop, now)).toBe(1);
  });

  test('for more than was agreed to is not charged', async ({ shop }) => {
    const ada = await subscribedByMeans(shop);
    await shop.sql('update subscription set agreed_price = price - 1 where account_id = (select id from account where email = $1)', [
      ada.email,
    ]);
    const now = await renewByMeans(shop, ada);
    expect([await statuses(shop, now), await about(shop, now, /^To pay:/), await countCharges(shop, now)]).toEqual([[5, 2], 1, 1]);
  });
});

describe('a charge that fails', () => {
  test.for([
    ['authenticate', 'Your bank wants you to confirm this payment.'],
    ['expired', 'Your card has expired.'],
    ['insufficient', 'There wasn’t enough money on the card or account.'],
  ] as const)('%s: a mail says why, and its page pays without a log-in', async ([outcome, why], { shop }) => {
    const ada = await renewByMeans(shop, await subscribedByMeans(shop, outcome));
    await letRun(shop, 'subscriptions.renew');
    expect((await shop.mail(ada.email, FAILED)).text).toContain(why);
    expect(await atDesk(shop, ada)).toMatchObject({ state: 'past_due', failures: 1 });
    const page = await findPage(shop, ada);
    expect(await (await fetch(page)).text()).toContain(why);
    const { status, headers } = await post(page);
    expect(status).toBe(303);
    await pay(readBankLink(await (await fetch(new URL(headers.get('location') ?? '', page))).text()));
    await becomes(shop, ada, [2, 2]);
    expect(await atDesk(shop, ada)).toMatchObject({ state: 'active', failures: 0 });
  });

  test('is tried again on days 1, 3, 5 and 7, each with a mail, and then the subscription ends', async ({ shop }) => {
    let ada = await renewByMeans(shop, await subscribedByMeans(shop, 'insufficient'));
    await letRun(shop, 'subscriptions.renew');
    const mails = () => about(shop, ada, FAILED);
    expect(await mails()).toBe(1);
    for (const [days, count] of [
      [1, 2],
      [1, 2],
      [1, 3],
      [2, 4],
      [2, 5],
    ] as const) {
      shop.clock.turn({ days });
      await letRun(shop, 'orders.voidUnpaid');
      await letRun(shop, 'subscriptions.renew');
      await waitForCharges(shop);
      await letRun(shop, 'subscriptions.renew');
      ada = await again(shop, ada);
      expect([await mails(), (await atDesk(shop, ada))?.failures]).toEqual([count, count]);
    }
    expect((await shop.mails(ada.email)).find(({ subject }) => FAILED.test(subject))?.text).toContain('That was our last try');
    await letRun(shop, 'orders.voidUnpaid');
    expect([await statuses(shop, ada), (await atDesk(shop, ada))?.state]).toEqual([[-1, 2], 'ended']);
    await shop.mail(ada.email, /has ended$/);
    expect(await countCharges(shop, ada)).toBe(1);
  });

  test('another card that pays the month is charged for the next ones, if its customer ticks so', async ({ shop }) => {
    const ada = await renewByMeans(shop, await subscribedByMeans(shop, 'expired'));
    await letRun(shop, 'subscriptions.renew');
    const page = await findPage(shop, ada);
    await post(page, { save: 'on' });
    const shown = await (await fetch(`${page}&sent=yes`)).text();
    await pay(readBankLink(shown), 'success', { save: 'on' });
    await becomes(shop, ada, [2, 2]);
    expect((await shop.call('GET /api/payment-means', undefined, { token: ada.token })).body).toHaveLength(2);
    const now = await renewByMeans(shop, ada);
    await becomes(shop, now, [2, 2, 2]);
  });

  test('is a row in Failures, a notice and an event, and an operator can let it be tried again', async ({ shop }) => {
    await letRun(shop, 'desk.sendNotices');
    const ada = await renewByMeans(shop, await subscribedByMeans(shop, 'expired'));
    const owner = await operating(shop, 'owner');
    const listed = async () => (await owner.call('GET /api/failures')).body.find(({ kind }) => kind === 'renewal')?.items ?? [];
    const [order] = await listOrders(shop, ada);
    const row = (await listed()).find(({ link }) => link?.id === order?.id);
    expect(row).toMatchObject({ error: 'Your card has expired.', tries: 1, details: expect.stringContaining('Tried again on ') });
    await letRun(shop, 'desk.sendNotices');
    const notices = `select event from staff_notice where order_id = $1 and event = 'renewalFailed'`;
    expect(await shop.sql(notices, [order?.id])).toEqual([{ event: 'renewalFailed' }]);
    expect((await owner.call('POST /api/failures/retry', { kind: 'renewal', id: row?.id ?? '' })).body).toEqual({ count: 1 });
    await expect.poll(async () => (await atDesk(shop, ada))?.failures).toBe(2);
  });

  test('a link that is open when the charge is tried again is ended first: nothing is paid twice', async ({ shop }) => {
    const ada = await renewByMeans(shop, await subscribedByMeans(shop, 'insufficient'));
    await letRun(shop, 'subscriptions.renew');
    const [due] = await listOrders(shop, ada);
    await logInLater(shop, ada, { days: 1 });
    expect((await pay(due?.paymentLink ?? ''))?.status).toBe(410);
    await waitForCharges(shop);
    const [fresh] = await listOrders(shop, await again(shop, ada));
    await pay(fresh?.paymentLink ?? '');
    await becomes(shop, await again(shop, ada), [2, 2]);
    expect(await countCharges(shop, ada)).toBe(2);
    expect(PRICE).toBe(fresh?.price);
  });
});
