// A higher price of a running subscription: asked for by mail, charged only after the click, and never before
// a renewal was announced with it.
import { operating } from '../../../tests/support/desk.ts';
import { auditedTest, type Buyer, becomes, getErrors, listOrders } from '../../../tests/support/money.ts';
import { again, logInLater, PRICE, running, subscribedByMeans, waitForCharges } from '../../../tests/support/pieces.ts';
import { undone } from '../../../tests/support/rows/planted-errors.ts';
import { describe, expect, type Shop } from '../../../tests/support/shop.ts';
import { auditAll } from '../../audit/audit.ts';

const test = auditedTest({ environment: { RATE_LIMITS: 'off' } });
const HIGHER = 12_900;

async function ask(shop: Shop, who: Buyer, price = HIGHER) {
  const [{ id = '' } = {}] = await running(shop, who);
  const manager = await operating(shop, 'manager');
  return manager.call('POST /api/subscriptions/price', { id, price, why: 'more posts a month' });
}

/** The page of the mail, and what its form sends. */
async function openPage(shop: Shop, { email }: Buyer) {
  const { text } = await shop.mail(email, /^Your price of Growth Accelerator/);
  const page = /http\S+\/means\?code=[\w-]+/.exec(text)?.[0] ?? '';
  const html = await (await fetch(page)).text();
  const price = /name="price" value="([\w-]+)"/.exec(html)?.[1] ?? '';
  const { origin, pathname, searchParams } = new URL(page);
  const send = (id: string) =>
    fetch(origin + pathname, {
      method: 'POST',
      body: new URLSearchParams({ code: searchParams.get('code') ?? '', price: id }),
      headers: { origin },
      redirect: 'manual',
    });
  return { text, html, price, agree: () => send(price), send };
}

/** The next month is announced and charged. */
async function renew(shop: Shop, who: Buyer): Promise<Buyer> {
  await logInLater(shop, who, { days: 29 });
  await logInLater(shop, who, { days: 3 });
  await waitForCharges(shop);
  return again(shop, who);
}
const listPrices = async (shop: Shop, who: Buyer) => (await listOrders(shop, who)).map(({ price }) => price);

describe('a higher price', () => {
  test('agreed to by a click: announced, charged from the saved means, and shown before and after', async ({ shop }) => {
    const ada = await subscribedByMeans(shop);
    expect((await ask(shop, ada)).status).toBe(204);
    const { text, html, agree } = await openPage(shop, ada);
    for (const words of ['€99.00', '€129.00', 'goes on at the price of today'])
      expect([text.includes(words), html.includes(words)]).toEqual([true, true]);
    for (const _ of [1, 2]) expect((await agree()).status).toBe(303);
    expect((await running(shop, ada))[0]?.price).toBe(PRICE);
    const now = await renew(shop, ada);
    await becomes(shop, now, [2, 2]);
    expect([await listPrices(shop, now), (await running(shop, now))[0]?.price]).toEqual([[HIGHER, PRICE], HIGHER]);
    expect((await shop.mail(ada.email, /renews on/)).text).toContain('€129.00');
  });

  test('without the click, the old price goes on', async ({ shop }) => {
    const ada = await subscribedByMeans(shop);
    await ask(shop, ada);
    expect(await listPrices(shop, await renew(shop, ada))).toEqual([PRICE, PRICE]);
  });

  test('without the click, it ends with the paid period if its owner has decided so', async ({ shop }) => {
    const ada = await subscribedByMeans(shop);
    await ask(shop, ada);
    await shop.sql('update subscription_price set ends_unanswered = true');
    const now = await renew(shop, ada);
    expect([await listPrices(shop, now), await running(shop, now)]).toEqual([[PRICE], []]);
    await shop.mail(ada.email, /has ended$/);
  });

  test('a click after the renewal was announced counts from the next one', async ({ shop }) => {
    const ada = await subscribedByMeans(shop);
    await ask(shop, ada);
    const { agree } = await openPage(shop, ada);
    await logInLater(shop, ada, { days: 29 });
    await agree();
    await logInLater(shop, ada, { days: 3 });
    await waitForCharges(shop);
    expect(await listPrices(shop, await again(shop, ada))).toEqual([PRICE, PRICE]);
    expect(await listPrices(shop, await renew(shop, ada))).toEqual([HIGHER, PRICE, PRICE]);
  });

  test('the newest question counts: the click of an older page is refused', async ({ shop }) => {
    const ada = await subscribedByMeans(shop);
    await ask(shop, ada);
    const { agree } = await openPage(shop, ada);
    await ask(shop, ada, 20_000);
    expect((await agree()).status).toBe(400);
    expect(await listPrices(shop, await renew(shop, ada))).toEqual([PRICE, PRICE]);
  });

  test('a price that is not higher is refused on its field, and an unknown subscription is not found', async ({ shop }) => {
    const ada = await subscribedByMeans(shop);
    expect(getErrors(await ask(shop, ada, PRICE))).toEqual([400, { price: ['Enter a price above €99.00.'] }]);
    const manager = await operating(shop, 'manager');
    const id = '01a19c3c-e940-7000-96cf-0b985552602d';
    expect((await manager.call('POST /api/subscriptions/price', { id, price: HIGHER, why: 'more posts' })).status).toBe(404);
  });

  test('naive versions: a price without the click, and a charge above what was agreed to; the audit reports both', async ({ shop }) => {
    const ada = await renew(shop, await subscribedByMeans(shop));
    await becomes(shop, ada, [2, 2]);
    const client = await shop.ctx.db.pool.connect();
    const own = 'account_id = (select id from account where email = $1)';
    const broken = (statement: string) =>
      undone(client, async () => {
        await client.query(statement, [ada.email]);
        return (await auditAll(client)).map(({ rule }) => rule);
      });
    try {
      expect(await broken(`update subscription set price = price + 100 where ${own}`)).toContain(
        'each month of a subscription has one order, at the price that was agreed',
      );
      expect(await broken(`update subscription set agreed_price = price - 100 where ${own}`)).toContain(
        'a saved means is charged for a month of its own customer, and for no more than was agreed to',
      );
    } finally {
      client.release();
    }
  });
});
