// The number of the first invoice of a shop, chosen by its owner.
import { operating } from '../../../tests/support/desk.ts';
import { expectAudited } from '../../../tests/support/money.ts';
import { openSeriesNaively } from '../../../tests/support/rows/claims.ts';
import { auditedActs } from '../../../tests/support/rows/desk.ts';
import { invoiceNumbers } from '../../../tests/support/rows/work.ts';
import { createSale } from '../../../tests/support/sales.ts';
import { expect, shop as openShop, test } from '../../../tests/support/shop.ts';
import { auditBooks } from '../../audit/audit.ts';

const environment = { RATE_LIMITS: 'off' };
const why = 'we come from another program';

test('opening number: chosen by an owner, once, before the first invoice; the numbers go on from it', async () => {
  await using shop = await openShop({ environment });
  const [owner, manager] = [await operating(shop, 'owner'), await operating(shop, 'manager')];
  expect((await manager.call('POST /api/invoices/open-series', { first: 1_042, why })).status).toBe(403);
  expect((await owner.call('POST /api/invoices/open-series', { first: 1, why })).body).toHaveProperty('errors.first');
  expect((await owner.call('GET /api/invoices/next-number')).body).toEqual({ number: 'INV-2026-000001', hasBegun: false });
  expect((await owner.call('POST /api/invoices/open-series', { first: 1_042, why })).status).toBe(204);
  expect((await owner.call('GET /api/invoices/next-number')).body).toEqual({ number: 'INV-2026-001042', hasBegun: true });
  expect((await owner.call('POST /api/invoices/open-series', { first: 2_000, why })).body, 'a second time').toHaveProperty(['errors', '']);
  for (const _ of [1, 2]) expect((await createSale(manager)).status).toBe(200);
  expect(await invoiceNumbers(shop)).toEqual([1_042, 1_043]);
  expect(await auditedActs(shop, 'invoice.openSeries')).toMatchObject([{ operatorId: owner.id, after: { number: 'INV-2026-001042' } }]);
  await expectAudited(shop);
});

test('opening number after an invoice, also of another year: refused', async () => {
  await using shop = await openShop({ environment });
  await createSale(await operating(shop, 'manager'));
  shop.clock.turn({ days: 366 });
  const owner = await operating(shop, 'owner');
  expect((await owner.call('POST /api/invoices/open-series', { first: 1_042, why })).body).toHaveProperty(['errors', '']);
});

test('opening number chosen five times at once, while an invoice is issued: one of them counts, and the numbers have no gap', async () => {
  await using shop = await openShop({ environment });
  const [owner, manager] = [await operating(shop, 'owner'), await operating(shop, 'manager')];
  // Confirms the session.
  await owner.call('POST /api/confirm', { currentPassword: owner.password });
  const answers = await Promise.all([
    ...Array.from({ length: 5 }, (_, index) => owner.call('POST /api/invoices/open-series', { first: 100 + index, why })),
    createSale(manager),
  ]);
  expect(answers.filter(({ status }) => status === 204).length).toBeLessThanOrEqual(1);
  await createSale(manager);
  const [first = 0, ...rest] = await invoiceNumbers(shop);
  expect(rest).toEqual([first + 1]);
  await expectAudited(shop);
});

test('naive version: without the lock, an invoice gets a number before the first one, which the audit reports', async () => {
  await using shop = await openShop({ environment });
  const open = await openSeriesNaively(shop, 100);
  await createSale(await operating(shop, 'manager'));
  await open();
  expect((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule)).toContain(
    'papers are numbered without a gap, apart from those that are recorded',
  );
});
