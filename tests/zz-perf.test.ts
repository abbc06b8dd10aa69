import { test as base, expect } from './support/shop.ts';
import { desk, orderedPiece } from './support/work.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test('queue', async ({ shop }) => {
  const { orderId } = await orderedPiece(shop);
  await shop.sql(
    `insert into purchase select gen_random_uuid(), account_id, currency, subtotal, discount, price, coupon_id, billing, consents, locale, state, paid_from, promo, created_at, paid_at, told_at, invoiced_at from purchase, generate_series(1, 5000) n where id = (select purchase_id from shop_order where id = '${orderId}')`,
  );
  await shop.sql(
    `insert into shop_order select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'number', 'F-' || left(md5(p.id::text), 10), 'purchase_id', p.id))).* from shop_order o, purchase p where o.id = '${orderId}' and p.id <> o.purchase_id`,
  );
  await shop.sql(
    `insert into order_piece (id, order_id, position, offer_id, service_type, quantity, state, due_at, language, may_begin_at) select gen_random_uuid(), o.id, 0, o.offer_id, o.service_type, 1, 'ready', now() + random() * interval '2 days', 'en', o.paid_at from shop_order o where o.id <> '${orderId}'`,
  );
  await shop.sql('analyze');
  const times: number[] = [];
  const parts: number[] = [];
  for (let i = 0; i < 60; i++) {
    const t = performance.now();
    const q = await desk(shop).queue({ limit: 5000 });
    const u = performance.now();
    JSON.stringify(q);
    parts.push(performance.now() - u);
    times.push(performance.now() - t);
    if (i === 0) expect(q.rows.length).toBe(5000);
  }
  times.sort((a, b) => a - b);
  console.log('queue ms p50', times[30], 'p95', times[57], 'max', times[59], 'stringify', parts[30]);
}, 120000);
