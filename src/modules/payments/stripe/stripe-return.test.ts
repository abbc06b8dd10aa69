// Where Stripe leads a visitor who has paid from an open page, against a simulated Stripe.
import { operating } from '../../../../tests/support/desk.ts';
import { createSale, newClient } from '../../../../tests/support/sales.ts';
import { expect } from '../../../../tests/support/shop.ts';
import { expectKept, test } from '../../../../tests/support/stripe-shop.ts';

const CREATE = /^POST .*\/sessions$/;

test.beforeEach(({ shop, stripe }) => stripe.follow(shop.clock));
test.afterEach(({ shop }) => expectKept(shop));

test('a session whose first response was lost is requested again with the same address of the open page', async ({ shop, stripe }) => {
  const manager = await operating(shop, 'manager');
  const client = newClient();
  const page = (await createSale(manager, { client, pay: 'link' })).body.paymentLink ?? '';
  stripe.next(CREATE, 'silent');
  const { origin, pathname, searchParams } = new URL(page);
  const body = new URLSearchParams({ code: searchParams.get('code') ?? '', agree: 'on', startNow: 'now' });
  expect((await fetch(origin + pathname, { method: 'POST', body, headers: { origin }, redirect: 'manual' })).status).toBe(303);
  const created = () => stripe.calls.filter(({ path, sent }) => CREATE.test(path) && sent.get('customer_email') === client.email);
  await expect.poll(() => created().length).toBe(2);
  const [first, second] = created();
  expect([first?.sent.get('success_url'), first?.sent.get('cancel_url')]).toEqual([`${page}&back=yes`, `${page}&back=yes`]);
  expect([second?.key, String(second?.sent)]).toEqual([first?.key, String(first?.sent)]);
});
