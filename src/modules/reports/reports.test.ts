// Tests reports over HTTP: their figures match the ledger to the cent for random histories in any time zone.

import fc from 'fast-check';
import { describe } from 'vitest';
import { addDays } from '#lib/time/days.ts';
import { fillLarge } from '../../../scripts/large-shop/fill.ts';
import { story, tags } from '../../../tests/support/cart-lines.ts';
import { operating } from '../../../tests/support/desk.ts';
import {
  again,
  type Buyer,
  becomes,
  buyer,
  deposit,
  expectAudited,
  funded,
  getBalance,
  getErrors,
  listOrders,
  order,
  paidByLink,
  pay,
  placed,
  refund,
} from '../../../tests/support/money.ts';
import { addStoredCent, dateIn, newestReportDay, rowsReadForReports, updateStatistics } from '../../../tests/support/rows/desk.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { paidOrderIds } from '../../../tests/support/rows/orders.ts';
import { findPayment } from '../../../tests/support/rows/payments.ts';
import { answerSomeTicket } from '../../../tests/support/rows/support.ts';
import { addCoupon, netSalesByDay } from '../../../tests/support/rows/wallet.ts';
import { someReadyPiece } from '../../../tests/support/rows/work.ts';
import { test as base, expect, type Shop } from '../../../tests/support/shop.ts';
import { sendTicket, environment as somewhere } from '../../../tests/support/tickets.ts';
import { delivered, mira, orderedPiece } from '../../../tests/support/work.ts';
import { auditBooks } from '../../audit/audit.ts';
import { aggregateDays, findFirstDay, sumDays } from './aggregate-days.ts';
import { readDays } from './queries.ts';
import { NO_SERVICE, splitInShares } from './rules.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off', ...somewhere } });

const zones = ['UTC', 'Asia/Tokyo', 'America/St_Johns', 'America/Havana', 'Pacific/Auckland'] as const;

/** The net sales per day according to the reports, in the form of `netSalesByDay`. */
const netByDay = (sales: Awaited<ReturnType<typeof sumDays>>['sales']) => {
  const byDay = Map.groupBy(
    sales.filter(({ gross, toSource, toBalance, toCredit }) => gross + toSource + toBalance + toCredit > 0),
    ({ day, currency }) => `${day} ${currency}`,
  );
  return [...byDay]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([key, rows]) => {
      const [day = '', currency = ''] = key.split(' ');
      const net = rows.reduce((all, row) => all + row.gross - row.toSource - row.toBalance - row.toCredit, 0);
      return { day, currency: Number(currency), net };
    });
};

/** The webhook arrives asynchronously, so this waits until the payment is booked. */
async function payAndWait(shop: Shop, link: string, subjectId: string): Promise<void> {
  await pay(link);
  await expect.poll(async () => (await findPayment(shop, subjectId)).state).toBe('paid');
}

describe('random history', () => {
  const acts: Readonly<Record<string, (shop: Shop, who: Buyer) => Promise<unknown>>> = {
    fromBalance: (shop, who) => order(shop, who, { payFromBalance: true, startNow: true, lines: [story(), tags()] }),
    withCoupon: (shop, who) => order(shop, who, { payFromBalance: true, startNow: true, couponCode: 'TENTH', lines: [story(), tags()] }),
    byLink: async (shop, who) => {
      const { paymentLink, purchaseId } = await placed(shop, who, { currency: 0, startNow: true });
      await payAndWait(shop, paymentLink, purchaseId);
    },
    unpaid: (shop, who) => placed(shop, who, { lines: [tags()] }),
    topUp: async (shop, who) => {
      const { body } = await deposit(shop, who, { couponCode: 'FILLED', depositAmount: 10_000, price: 9_000 });
      await payAndWait(shop, body.paymentLink ?? '', body.depositId);
    },
    takeBack: async (shop, who) => {
      const [orderId] = await paidOrderIds(shop, who.email);
      return orderId && shop.call('POST /api/orders/cancel', { orderId }, { token: who.token });
    },
    deliver: async (shop) => {
      const pieceId = await someReadyPiece(shop, shop.clock.now());
      return pieceId && delivered(shop, mira, pieceId);
    },
    ticket: (shop) => sendTicket(shop, { name: 'Ada', email: 'guest@shop.example', message: 'Where is it, please?' }),
    answer: (shop) => answerSomeTicket(shop, shop.clock.now()),
  };
  const step = fc.record({ act: fc.constantFrom(...Object.keys(acts)), minutes: fc.integer({ min: 0, max: 2_000 }) });

  test('stored and computed days match the ledger to the cent in every time zone', { timeout: 240_000 }, async ({ shop }) => {
    await addCoupon(shop, { code: 'TENTH' });
    await addCoupon(shop, { code: 'FILLED', appliesTo: 'deposits' });
    const owner = { current: await buyer(shop) };
    await funded(shop, owner.current, 500_000);
    const { orm } = shop.ctx.db;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), fc.constantFrom(...zones), async (steps, zone) => {
        for (const { act, minutes } of steps) {
          shop.clock.turn({ minutes });
          owner.current = await again(shop, owner.current);
          await acts[act]?.(shop, owner.current);
        }
        const first = (await findFirstDay(orm, zone)) ?? '';
        const today = await dateIn(shop, shop.clock.now(), zone);
        const all = await sumDays(orm, { from: first, to: today, zone });
        expect(netByDay(all.sales)).toEqual(await netSalesByDay(shop, zone));
        await aggregateDays(shop.ctx, zone);
        const yesterday = addDays(today, -1);
        const over = <Row extends { readonly day: string }>(rows: readonly Row[]) => rows.filter(({ day }) => day <= yesterday);
        const stored = await readDays(orm, { from: first, to: yesterday });
        expect(stored.sales).toEqual(over(all.sales));
        expect(stored.work).toEqual(over(all.work));
        expect(stored.coupons).toEqual(over(all.coupons));
        expect(stored.flow).toEqual(over(all.flow).map((flow) => ({ ...flow, zone })));
      }),
      // Each run continues on the same shop, so shrinking is useless.
      { numRuns: process.env.FULL ? 60 : 8, endOnFailure: true },
    );
    expect(await getBalance(shop, owner.current)).toBeGreaterThan(0);
    await expectAudited(shop);
  });
});

describe('report call', () => {
  test('a report and its files match the ledger for the period', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    let ada = await buyer(shop);
    await funded(shop, ada);
    await order(shop, ada, { payFromBalance: true });
    const { paymentLink } = await placed(shop, ada);
    await pay(paymentLink);
    await becomes(shop, ada, [2, 2]);
    shop.clock.turn({ hours: 30 });
    ada = await again(shop, ada);
    await letRun(shop, 'desk.aggregateReports');
    const later = await operating(shop, 'manager');
    const [mine] = await paidOrderIds(shop, ada.email);
    expect((await shop.call('POST /api/orders/cancel', { orderId: mine }, { token: ada.token })).status).toBe(204);
    expect((await manager.call('GET /api/reports')).status).toBe(401);
    const { status, body } = await later.call('GET /api/reports', { currency: 0 });
    expect(status).toBe(200);
    const lines = (await netSalesByDay(shop, 'UTC')).filter(({ day, currency }) => currency === 0 && day >= body.from && day <= body.to);
    const byDay = body.days.filter(({ gross, net }) => gross !== 0 || net !== 0).map(({ day, net }) => ({ day, currency: 0, net }));
    expect(byDay).toEqual(lines);
    const net = lines.reduce((all, line) => all + line.net, 0);
    expect(body.total.net).toBe(net);
    expect(body.services.reduce((all, row) => all + row.net, 0)).toBe(net);
    expect(body.currencies.find(({ currency }) => currency === 0)?.net).toBe(net);
    const file = await later.call('GET /api/reports/table', { table: 'days', currency: 0 });
    const text = String(file.body);
    expect(text.startsWith('Day,Currency,Orders,Paid') || text.startsWith('\uFEFFDay,Currency,Orders,Paid')).toBe(true);
    const cents = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Math.round(Number(line.split(',')[8]) * 100));
    expect(cents.reduce((all, each) => all + each, 0)).toBe(net);
    const everything = String((await later.call('GET /api/reports/table', { table: 'everything', currency: 0 })).body);
    expect(everything.split('\r\n')[0]).toContain('Day,Service,Currency,Orders,Paid,Discount');
  });

  test('part refunds count under their service, to the balance and to the card, in the report and in its file', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const ada = await buyer(shop);
    const orderId = await paidByLink(shop, ada, { lines: [story()] });
    const before = (await manager.call('GET /api/reports', { currency: 0 })).body;
    const other = await paidByLink(shop, await buyer(shop), { lines: [tags()] });
    expect((await refund(manager, orderId, { amount: 500, to: 'balance' })).status).toBe(204);
    expect((await refund(manager, orderId, { amount: 300, given: 500, to: 'source' })).status).toBe(204);
    expect((await refund(manager, other, { amount: 200, to: 'balance' })).status).toBe(204);
    const { body } = await manager.call('GET /api/reports', { currency: 0 });
    const listRefunds = ({ services }: typeof body, service: number) => {
      const row = services.find((each) => each.service === service);
      return [row?.toBalance ?? 0, row?.toSource ?? 0];
    };
    const [story1, tags5, unknown] = [1, 5, NO_SERVICE].map((service) => {
      const [was, is] = [listRefunds(before, service), listRefunds(body, service)];
      return is.map((amount, place) => amount - (was[place] ?? 0));
    });
    expect([story1, tags5, unknown]).toEqual([
      [500, 300],
      [200, 0],
      [0, 0],
    ]);
    const file = String((await manager.call('GET /api/reports/table', { table: 'everything', currency: 0 })).body);
    expect(file).not.toContain(',Other,');
  });

  test('an order that may begin after the withdrawal period is on time if its piece is', async ({ shop }) => {
    const [onTime, late] = [
      await orderedPiece(shop, undefined, { startNow: false }),
      await orderedPiece(shop, undefined, { startNow: false }),
    ];
    const [waiting] = await listOrders(shop, late.who);
    shop.clock.set(waiting?.mayBeginAt ?? '');
    const today = () => shop.clock.now().toISOString().slice(0, 10);
    // Without a span, earlier deliveries of this file would leave the report when the clock is turned.
    const from = today();
    const getWork = async () => {
      const manager = await operating(shop, 'manager');
      const { total } = (await manager.call('GET /api/reports', { from, to: today() })).body;
      return [total.delivered, total.onTime];
    };
    const [delivered0 = 0, onTime0 = 0] = await getWork();
    await delivered(shop, mira, onTime.pieceId);
    expect(await getWork()).toEqual([delivered0 + 1, onTime0 + 1]);
    shop.clock.turn({ hours: 72 });
    await delivered(shop, mira, late.pieceId);
    expect(await getWork()).toEqual([delivered0 + 2, onTime0 + 1]);
  });

  test.for([
    { from: '2026-02-30' },
    { from: '2026-05-02', to: '2026-05-01' },
    { from: '2020-01-01', to: '2026-01-01' },
    { from: '2020-01-01' },
    { from: "2026-01-01' or 1=1" },
    { currency: 9 },
  ])('%j is refused', async (request, { shop }) => {
    const owner = await operating(shop, 'owner');
    const [status, errors] = getErrors(await owner.call('GET /api/reports', request));
    expect([status, Object.keys(errors ?? {}).length]).toEqual([400, 1]);
  });

  test('makers and support get 403', async ({ shop }) => {
    for (const role of ['maker', 'support'] as const) {
      const { call } = await operating(shop, role);
      expect((await call('GET /api/reports')).status).toBe(403);
      expect((await call('GET /api/reports/table', { table: 'days' })).status).toBe(403);
    }
  });
});

test('report of a large shop: it is read from stored days, not from orders', async () => {
  const { shop: openShop } = await import('../../../tests/support/shop.ts');
  await using shop = await openShop({ at: new Date(), jobs: false, environment: { DATABASE_POOL: '1' } });
  const today = () => shop.clock.now().toISOString().slice(0, 10);
  await fillLarge(shop.connection, { accounts: 40, orders: 3_000 }, () => undefined);
  for (const zone of ['America/Havana', 'UTC']) {
    await aggregateDays(shop.ctx, zone);
    const day = await newestReportDay(shop);
    const stored = await readDays(shop.ctx.db.orm, { from: '2000-01-01', to: day });
    expect(netByDay(stored.sales)).toEqual((await netSalesByDay(shop, zone)).filter((line) => line.day <= day));
    expect(stored.sales.reduce((all, { orders }) => all + orders, 0)).toBeGreaterThan(2_000);
  }
  await updateStatistics(shop);
  const owner = await operating(shop, 'owner');
  const before = await rowsReadForReports(shop);
  const { body } = await owner.call('GET /api/reports', { from: addDays(today(), -364), to: today() });
  expect(body.total.orders).toBeGreaterThan(200);
  expect((await rowsReadForReports(shop)) - before).toBeLessThan(200);
  expect(await auditBooks(shop.ctx.db.pool)).toEqual([]);
  // One cent more must be reported by the audit.
  await addStoredCent(shop);
  expect(await auditBooks(shop.ctx.db.pool)).toMatchObject([{ rule: 'a day of the reports says what the books say of it' }]);
});

test('shares: the parts add up to the amount and none is negative', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.array(fc.nat(100_000), { minLength: 1, maxLength: 20 }), (amount, weights) => {
      const parts = splitInShares(amount, weights);
      expect(parts.reduce((all, part) => all + part, 0)).toBe(amount);
      expect(parts.every((part) => part >= 0)).toBe(true);
    }),
  );
});
