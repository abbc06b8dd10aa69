// Every call of API v1 with random input, for things that exist: no server errors, no hang.
import fc from 'fast-check';
import { apiV1 } from '../src/api.ts';
import { anything, expectAnswers, sendingTo, unstorable } from './support/corpus.ts';
import { createApiKey } from './support/keys.ts';
import { test as base, expect } from './support/shop.ts';
import { delivered, mira, orderedPiece } from './support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const RUNS = process.env.FULL ? 200 : 8;
const AT_ONCE = 4;

const sent = anything([
  ...['currency', 'orderFormData', 'couponCode', 'price', 'payFromBalance', 'firstName', 'country', 'agreedToPP_TOS', 'startNow'],
  ...['limit', 'after', 'type', 'id', 'pieces', 'answers', 'refundTo', 'deliveryId', 'note', 'places', 'name'],
  ...['url', 'events', 'snapshot', 'messageId', '__proto__', 'constructor'],
]);

test.for(Object.keys(apiV1) as (keyof typeof apiV1)[])('%s with random input answers 2xx or 4xx, never 5xx', async (name, { shop }) => {
  const { who, orderId, pieceId } = await orderedPiece(shop);
  const deliveryId = await delivered(shop, mira, pieceId);
  const api = await createApiKey(shop, who);
  const { body: webhook } = await api('POST /webhooks', { url: 'https://hooks.example/x', events: ['order.paid'] });
  const id = name.includes('/webhooks/') ? webhook.id : name.includes('/deliveries/') ? deliveryId : orderId;
  const statuses = [200, 204, 400, 404];
  for (const about of [id, 'x', '%00', '%']) {
    const send = sendingTo(shop.urls.storefront, name.replace(':id', about), apiV1[name], { authorization: `Bearer ${api.key}` });
    const check = expectAnswers(send, statuses);
    await check(about === id ? unstorable(apiV1[name].input) : [{}]);
    if (about === id)
      await fc.assert(fc.asyncProperty(fc.array(sent, { minLength: AT_ONCE, maxLength: AT_ONCE }), check), { numRuns: RUNS / AT_ONCE });
  }
  expect((await api('GET /services', { limit: '1' })).status).toBe(200);
});
