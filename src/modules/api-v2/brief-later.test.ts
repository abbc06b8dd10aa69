// API v2 in a shop whose briefs ask for more than a link.
import { createApiKey } from '../../../tests/support/keys.ts';
import { buyer, expectAudited, funded, listOrders } from '../../../tests/support/money.ts';
import type { Answer } from '../../../tests/support/resellers.ts';
import { test as base, expect } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

test('offer whose brief asks for more than a link: ordered, and the brief is answered afterwards', async ({ shop }) => {
  const who = await buyer(shop);
  await funded(shop, who, 100_000);
  const { key } = await createApiKey(shop, who);
  const send = async (sent: Record<string, unknown>) => {
    const body = JSON.stringify({ key, ...sent });
    const headers = { 'content-type': 'application/json' };
    return (await (await fetch(`${shop.urls.storefront}/api/v2`, { method: 'POST', body, headers })).json()) as Answer;
  };
  const services = (await send({ action: 'services' })) as unknown as { service: number; category: string; type: string }[];
  const find = (category: string) => services.find((each) => each.category === category)?.service;
  expect(Object.groupBy(services, ({ type }) => type)).toMatchObject({ Package: [{ category: 'Brand Expansion Suite' }] });
  expect(new Set(services.map(({ category }) => category))).not.toContain('Content Checker');
  const link = 'https://www.instagram.com/example/';
  expect(await send({ action: 'add', service: find('Social Boosts'), link: 'https://example.com/', quantity: 1 })).toEqual({
    error: 'neworder.error.link',
  });
  for (const category of ['Social Boosts', 'Quick Reads', 'Brand Expansion Suite'])
    expect(await send({ action: 'add', service: find(category), link, quantity: 1 })).toEqual({ order: expect.any(Number) });
  const listed = await listOrders(shop, who);
  const [boost, read, suite] = ['social', 'quick', 'brand'].map((name) => listed.find(({ offerId }) => offerId.startsWith(name)));
  expect([boost?.answers, read?.answers, suite?.answers]).toEqual([
    { profileUrl: link },
    { referenceUrls: [link] },
    { referenceUrls: [link] },
  ]);
  expect(boost?.platform).not.toBeNull();
  for (const order of [boost, read, suite]) expect(new Set(order?.pieces.map(({ state }) => state))).toEqual(new Set(['waiting']));
  const piece = read?.pieces[0]?.id;
  const answers = {
    ...{ brandName: 'Example', language: 'en', tone: 'warm', rightsConfirmed: true, topic: 'How to choose a bicycle' },
    referenceUrls: [link],
  };
  const sent = { orderId: read?.id, pieces: [{ id: piece, platform: null, answers }] };
  expect((await shop.call('POST /api/orders/brief', sent, { token: who.token })).status).toBe(200);
  expect((await listOrders(shop, who)).find(({ id }) => id === read?.id)?.pieces[0]?.state).toBe('ready');
  await expectAudited(shop);
});
