// Tests that visits are counted by day and step, and that nothing else is stored.

import { tags } from '../../../tests/support/cart-lines.ts';
import { operating } from '../../../tests/support/desk.ts';
import { buyer, fetchPrice, funded, order } from '../../../tests/support/money.ts';
import { visitColumns } from '../../../tests/support/rows/desk.ts';
import { test as base, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', TRUSTED_PROXIES: '127.0.0.1,::1' } });
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const visit = ({ urls }: Shop, page: string, { agent = PERSON, from = '2001:db8::7' } = {}) =>
  fetch(`${urls.storefront}/api/visits`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent, 'x-forwarded-for': from },
    body: JSON.stringify({ page }),
  }).then(({ status }) => status);

test('visits: they are counted as steps of the funnel, without bots, and limited per address', async () => {
  await using shop = await openShop({ environment: { RATE_LIMITS: 'off', TRUSTED_PROXIES: '127.0.0.1,::1' } });
  const owner = await operating(shop, 'owner');
  const ada = await buyer(shop);
  await funded(shop, ada);
  for (const page of ['home', 'home', 'services', 'service']) expect(await visit(shop, page)).toBe(204);
  expect(await visit(shop, 'home', { agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' })).toBe(204);
  for (let count = 0; count < 80; count++) await visit(shop, 'services', { from: '198.51.100.9' });
  for (let count = 0; count < 3; count++) await fetchPrice(shop, ada, [tags()]);
  await order(shop, ada, { payFromBalance: true });
  await shop.countVisits();
  const { body } = await owner.call('GET /api/reports');
  expect(body.funnel).toEqual([
    { step: 'home', count: 2 },
    { step: 'services', count: 61 },
    { step: 'service', count: 1 },
    { step: 'quoted', count: 1 },
    { step: 'placed', count: 1 },
    { step: 'paid', count: 1 },
  ]);
  expect(await visitColumns(shop)).toEqual(['count', 'day', 'step']);
});

test('visits: an unknown page is refused', async ({ shop }) => {
  expect(await visit(shop, 'cart')).toBe(400);
  expect(await visit(shop, '/services?from=mail')).toBe(400);
});
