// Database functions that place orders and deposits. They list their columns, so two releases can share one
// database.
import { randomUUID } from 'node:crypto';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { orderPiece, purchase, shopOrder } from '#modules/orders/tables.ts';
import { payment, paymentBrowser } from '#modules/payments/tables.ts';
import { subscription } from '#modules/subscriptions/tables.ts';
import { deposit as depositTable } from '#modules/wallet/tables.ts';
import { auditBooks } from '../src/audit/audit.ts';
import { kits, monthly, story } from './support/cart-lines.ts';
import { buyer, deposit, expectAudited, funded, getBalance, order, placed } from './support/money.ts';
import { purchaseRow } from './support/rows/orders.ts';
import { test as base, describe, expect, type Shop } from './support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

/** Columns that stay null when the row is inserted. */
const setLater: readonly string[] = [
  'subscription.paused_at',
  'payment.outcome',
  'payment.outcome_at',
  'payment.silent_since',
  'order_piece.released_at',
  'order_piece.stage',
  'order_piece.submission',
  'payment.return_path',
  'payment.means_id',
  'payment.means_error',
  'payment.takes_days',
  'subscription.ended_at',
  'subscription.means_id',
  'subscription.agreed_price',
  'subscription.failures',
  'subscription.failures_told',
  'subscription.failed_by',
  'subscription.retry_at',
];

const writtenBy = [
  ['insert_purchases', purchase],
  ['insert_purchases', shopOrder],
  ['insert_purchases', orderPiece],
  ['insert_purchases', subscription],
  ['insert_payments', payment],
  ['place_deposit', depositTable],
  ['place_deposit', paymentBrowser],
] as const;

describe('placing functions', () => {
  test.for(writtenBy)('%s: writes every column of its table', async ([name, table], { shop }) => {
    const [row] = await shop.sql<{ source: string }>('select prosrc as source from pg_proc where proname = $1', [name]);
    const listed = new RegExp(`insert into ${getTableName(table)} \\(([^)]*)\\)`).exec(row?.source ?? '')?.[1] ?? '';
    expect(listed.split(/,\s*/).toSorted()).toEqual(
      Object.values(getTableColumns(table))
        .map((column) => column.name)
        .filter((column) => !setLater.includes(`${getTableName(table)}.${column}`))
        .toSorted(),
    );
  });

  test('new columns of a later release get their default', async ({ shop }) => {
    for (const [, table] of writtenBy) await shop.sql(`alter table ${getTableName(table)} add column newer integer not null default 7`);
    const ada = await buyer(shop);
    await funded(shop, ada, 500_000);
    await placed(shop, ada, { lines: [story(), monthly()] });
    // Concurrent orders use the batch function.
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(shop, ada, { lines: [kits()], payFromBalance: true })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await deposit(shop, ada)).status).toBe(200);
    for (const [, table] of writtenBy)
      expect(await shop.sql(`select distinct newer from ${getTableName(table)}`), getTableName(table)).toEqual([{ newer: 7 }]);
    await expectAudited(shop);
  });
});

/** A purchase from the balance, as the last release sent it, under new ids and with its idempotency key. */
async function documentOfLastRelease(shop: Shop, purchaseId: string) {
  const [found] = await shop.sql<{ text: string; ids: string[]; number: string }>(
    `
    select json_build_object('purchase', to_jsonb(p), 'orders', json_build_array(to_jsonb(o)), 'pieces', json_build_array(to_jsonb(piece)),
      'subscriptions', '[]'::json, 'payment', null, 'files', '[]'::json, 'heldFrom', null, 'bodyHash', '00ff',
      'answer', json_build_object('paymentLink', 'https://shop.example', 'purchaseId', p.id, 'orderIds', json_build_array(o.id)))::text as text,
      array[p.id::text, o.id::text, piece.id::text] as ids, o.number
    from purchase p join shop_order o on o.purchase_id = p.id join order_piece piece on piece.order_id = o.id
    where p.id = $1`,
    [purchaseId],
  );
  if (!found) throw new Error(`no purchase ${purchaseId}`);
  const fresh = found.ids.reduce((text, id) => text.replaceAll(id, randomUUID()), found.text);
  const document = JSON.parse(fresh.replaceAll(found.number, `F-${randomUUID()}`));
  return { ...document, key: randomUUID(), limit: null };
}
type Document = Awaited<ReturnType<typeof documentOfLastRelease>>;

const inOneDocument = (documents: readonly Document[]) => ({
  keys: documents.map(({ purchase, key, bodyHash, answer }) => ({
    ...{ account_id: purchase.account_id, key, body_hash: `\\x${bodyHash}`, response: answer, recorded_at: purchase.created_at },
  })),
  purchases: documents.map(({ purchase }) => purchase),
  orders: documents.flatMap(({ orders }) => orders),
  pieces: documents.flatMap(({ pieces }) => pieces),
  ...{ subscriptions: [], payments: [] },
  fromBalance: documents.map(({ purchase: { id, account_id, currency, price, created_at } }, place) => ({
    ...{ id, account_id, currency, price, created_at, place },
  })),
});

describe('functions of the last release', () => {
  const limits = (points: number) =>
    [1, 2].map((each) => ({ key: `${points} points, limit ${each}`, points, at: new Date().toISOString() }));
  const call = ({ sql }: Shop, name: string, ...values: readonly unknown[]) =>
    sql<{ stored: object | null }>(
      `select ${name}(${values.map((_, place) => `$${place + 1}::jsonb`).join()}) as stored`,
      values.map((value) => JSON.stringify(value)),
    );

  test.for([
    ['place_purchase', (shop: Shop, [first]: readonly Document[]) => call(shop, 'place_purchase', first)],
    ['place_purchase_limited', (shop: Shop, [first]: readonly Document[]) => call(shop, 'place_purchase_limited', first, limits(9)[0])],
    ['place_purchases', (shop: Shop, both: readonly Document[]) => call(shop, 'place_purchases', inOneDocument(both))],
    [
      'place_purchases_limited',
      (shop: Shop, both: readonly Document[]) => call(shop, 'place_purchases_limited', inOneDocument(both), limits(9)),
    ],
  ] as const)('%s: places, debits and remembers the key', async ([name, place], { shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 50_000);
    const { purchaseId } = await placed(shop, ada, { payFromBalance: true });
    const before = await getBalance(shop, ada);
    const documents = [await documentOfLastRelease(shop, purchaseId), await documentOfLastRelease(shop, purchaseId)];
    const count = name.includes('purchases') ? 2 : 1;
    await place(shop, documents);
    expect(before - (await getBalance(shop, ada))).toBe(count * (await purchaseRow(shop, purchaseId)).price);
    await expectAudited(shop);
    // The second call finds the keys: the answer again, or an error that makes the caller try each alone.
    const again = place(shop, documents);
    if (count === 1) expect(await again).toEqual([{ stored: documents[0].answer }]);
    else await expect(again).rejects.toMatchObject({ code: 'FF007' });
    expect(before - (await getBalance(shop, ada))).toBe(count * (await purchaseRow(shop, purchaseId)).price);
  });

  test('hourly limits: counted, and refused beyond', async ({ shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 50_000);
    const { purchaseId } = await placed(shop, ada, { payFromBalance: true });
    const both = async () => [await documentOfLastRelease(shop, purchaseId), await documentOfLastRelease(shop, purchaseId)];
    await call(shop, 'place_purchases_limited', inOneDocument(await both()), limits(1));
    await expect(call(shop, 'place_purchase_limited', (await both())[0], limits(1)[0])).rejects.toMatchObject({ code: 'FF009' });
    await expect(call(shop, 'place_purchases_limited', inOneDocument(await both()), limits(1))).rejects.toMatchObject({ code: 'FF009' });
    await expectAudited(shop);
  });
});

describe('money constraints', () => {
  test.for([
    ['payment_amount', 'update payment set amount = 0'],
    ['payment_amount', 'update payment set amount = -1'],
    ['payment_charge_amount', 'update payment_charge set amount = 0'],
    ['purchase_free', `update purchase set subtotal = 0, price = 0, promo = 0 where state = 'open'`],
    ['purchase_free', `update purchase set paid_from = 'nothing' where state = 'paid'`],
    ['purchase_price', 'update purchase set price = price - 1, promo = 0'],
    ['purchase_price', `update purchase set discount = -1, subtotal = price - 1 where state = 'paid'`],
    ['deposit_free', `update deposit set price = 0 where state = 'open'`],
    [
      'payment_refund_amount',
      `insert into payment_refund (id, charge_id, account_id, amount, state, requested_at) select gen_random_uuid(), id, gen_random_uuid(), 0, 'asked', now() from payment_charge limit 1`,
    ],
    ['purchase_account', 'update purchase set account_id = gen_random_uuid()'],
    ['shop_order_account', 'update shop_order set account_id = gen_random_uuid()'],
    ['wallet_account', 'update wallet set account_id = gen_random_uuid()'],
    ['deposit_account', 'update deposit set account_id = gen_random_uuid()'],
    ['payment_purchase', `update payment set subject_id = gen_random_uuid() where purpose = 'purchase'`],
    ['payment_deposit', `update payment set subject_id = gen_random_uuid() where purpose = 'deposit'`],
    ['payment_subject', `update payment set purpose = 'gift'`],
  ] as const)('%s refuses: %s', async ([constraint, statement], { shop }) => {
    const ada = await buyer(shop);
    await funded(shop, ada, 100_000);
    await placed(shop, ada, { payFromBalance: true });
    await placed(shop, ada);
    await deposit(shop, ada);
    await expect(shop.sql(statement)).rejects.toMatchObject({ constraint });
  });

  test('audit: piece with another account than its order is reported', async ({ shop }) => {
    await placed(shop, await buyer(shop));
    await shop.sql('update order_piece set account_id = gen_random_uuid()');
    expect(new Set((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule))).toEqual(
      new Set(['orders, pieces, charges and disputes belong to the account of what they are part of']),
    );
    await shop.sql('update order_piece as piece set account_id = o.account_id from shop_order as o where o.id = piece.order_id');
    await expectAudited(shop);
  });

  test('audit: coupon use without a purchase or deposit is reported', async ({ shop }) => {
    await shop.sql(
      `insert into coupon (code, code_key, kind, percent, applies_to, uses, created_at) values ('GONE', 'GONE', 'percent', 10, 'orders', 1, now())`,
    );
    await shop.sql(`insert into coupon_use select gen_random_uuid(), id, gen_random_uuid(), now() from coupon where code = 'GONE'`);
    expect((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule)).toEqual([
      'a standing use of a coupon is for a purchase or a deposit',
    ]);
    await shop.sql(`delete from coupon_use where coupon_id = (select id from coupon where code = 'GONE')`);
    await shop.sql(`update coupon set uses = 0 where code = 'GONE'`);
    await expectAudited(shop);
  });
});
