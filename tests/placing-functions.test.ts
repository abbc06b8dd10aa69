// Database functions that place orders and deposits. They list their columns, so two releases can share one database.
import { getTableColumns, getTableName } from 'drizzle-orm';
import { orderPiece, purchase, shopOrder } from '#modules/orders/tables.ts';
import { payment, paymentBrowser } from '#modules/payments/tables.ts';
import { subscription } from '#modules/subscriptions/tables.ts';
import { deposit as depositTable } from '#modules/wallet/tables.ts';
import { audit } from '../src/audit/audit.ts';
import { kits, monthly, story } from './support/cart-lines.ts';
import { buyer, deposit, expectAudited, funded, order, placed } from './support/money.ts';
import { test as base, describe, expect } from './support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

/** Columns that stay null when the row is inserted. */
const setLater: readonly string[] = ['payment.outcome', 'payment.outcome_at', 'payment.silent_since'];

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
    expect(new Set((await audit(shop.ctx.db.pool)).map(({ rule }) => rule))).toEqual(
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
    expect((await audit(shop.ctx.db.pool)).map(({ rule }) => rule)).toEqual(['a standing use of a coupon is for a purchase or a deposit']);
    await shop.sql(`delete from coupon_use where coupon_id = (select id from coupon where code = 'GONE')`);
    await shop.sql(`update coupon set uses = 0 where code = 'GONE'`);
    await expectAudited(shop);
  });
});
