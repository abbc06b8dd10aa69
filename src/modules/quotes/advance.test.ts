// Advances: what an accepted quote asks for at once, and the invoice of the rest.

import { type Operating, openedContent, operating } from '../../../tests/support/desk.ts';
import { cancel, expectAudited, refund } from '../../../tests/support/money.ts';
import { accept, sendQuote } from '../../../tests/support/quotes.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { type Document, invoiceIds, listDocuments, purchasesOfQuote } from '../../../tests/support/rows/quotes.ts';
import { findClaim, freeLine, importCsv, PRICE, WHY } from '../../../tests/support/sales.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));

async function accepted(shop: Shop, manager: Operating, more: object = {}) {
  const { id, link } = await sendQuote(shop, manager, { advancePercent: 30, ...more });
  const answer = await accept(shop, link, { startNow: 'on' });
  const [purchase] = await purchasesOfQuote(shop, id);
  return { to: answer.headers.get('location') ?? '', link, purchaseId: purchase?.id ?? '', price: purchase?.price ?? 0 };
}

const sum = (documents: readonly Document[], key: 'net' | 'vat' | 'gross') => documents.reduce((total, each) => total + each[key], 0);
const settle = (manager: Operating, purchaseId: string, amount: number) =>
  manager.call('POST /api/claims/settle', { purchaseId, amount, paidBy: 'bank', reason: WHY });
const read = async (shop: Shop, path: string) => (await fetch(new URL(path, shop.urls.storefront))).text();

describe('an advance', () => {
  test('is invoiced at acceptance with its share; the rest names it, and both sum to the price', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { to, purchaseId } = await accepted(shop, manager);
    expect(to).toMatch(/^\/invoice\?code=/);
    expect(await read(shop, to)).toContain('€150.00 is open.');
    await letRun(shop, 'invoicing.issue');
    expect(await listDocuments(shop, purchaseId)).toMatchObject([{ gross: 15_000, lines: ['Advance payment'] }]);
    expect(await findClaim(manager, purchaseId)).toMatchObject({ amount: PRICE, open: PRICE, due: 15_000 });
    const reference = (await findClaim(manager, purchaseId))?.reference;
    expect((await importCsv(manager, `2026-11-20,150.00,EUR,${reference},Ada,,${purchaseId}`)).body.matched).toHaveLength(1);
    expect(await read(shop, to)).toContain('This invoice is paid.');
    expect(await findClaim(manager, purchaseId)).toMatchObject({ open: 35_000, due: 0, isOverdue: false });
    const { status, body } = await manager.call('POST /api/invoices/rest', { purchaseId, termsDays: 10 });
    expect([status, body.total]).toEqual([200, 35_000]);
    expect((await manager.call('POST /api/invoices/rest', { purchaseId })).status, 'once').toBe(400);
    const documents = await listDocuments(shop, purchaseId);
    expect(documents).toMatchObject([{ gross: 15_000 }, { gross: 35_000, lines: ['Remaining amount'] }]);
    expect(documents[1]?.notes.join()).toContain(`Already invoiced: ${documents[0]?.number}`);
    expect(await findClaim(manager, purchaseId)).toMatchObject({ open: 35_000, due: 35_000 });
    expect(await read(shop, new URL(body.link).pathname + new URL(body.link).search)).toContain('€350.00 is open.');
  });

  test.for([1, 33, 50, 99])(
    'of %i percent, over several tax rates and odd prices: no cent of net or VAT is lost',
    async (percent, { shop }) => {
      const manager = await operating(shop, 'manager');
      const lines = (['standard', 'reduced', 'zero', 'exempt', 'standard'] as const).map((taxCategory, index) =>
        freeLine({ title: taxCategory, unitPrice: 3_333 + index * 7, quantity: index + 1, taxCategory }),
      );
      const whole = await accepted(shop, manager, { lines, discountPercent: 12.35, advancePercent: 0, pay: 'invoice' });
      const { purchaseId, price } = await accepted(shop, manager, { lines, discountPercent: 12.35, advancePercent: percent });
      await manager.call('POST /api/invoices/rest', { purchaseId });
      const [one, parts] = [await listDocuments(shop, whole.purchaseId), await listDocuments(shop, purchaseId)];
      expect([one.length, parts.length]).toEqual([1, 2]);
      for (const key of ['net', 'vat', 'gross'] as const) expect(sum(parts, key), key).toBe(sum(one, key));
      expect(sum(parts, 'gross')).toBe(price);
    },
  );

  test('a cancellation before the rest is invoiced: the rest first, then one credit note of all', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { purchaseId } = await accepted(shop, manager);
    await settle(manager, purchaseId, 15_000);
    const [order] = await shop.sql<{ id: string }>('select id from shop_order where purchase_id = $1', [purchaseId]);
    expect((await cancel(manager, order?.id ?? '', { back: PRICE })).status).toBe(204);
    for (const _ of [1, 2]) await letRun(shop, 'invoicing.issue');
    const documents = await listDocuments(shop, purchaseId);
    expect(documents.map(({ kind, gross }) => [kind, gross])).toEqual([
      ['invoice', 15_000],
      ['invoice', 35_000],
      ['credit', PRICE],
    ]);
  });

  test('a refund in part before the rest is invoiced lowers the rest, and is credited', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { purchaseId } = await accepted(shop, manager);
    const [order] = await shop.sql<{ id: string }>('select id from shop_order where purchase_id = $1', [purchaseId]);
    expect((await refund(manager, order?.id ?? '', { amount: 10_000 })).status).toBe(204);
    for (const _ of [1, 2]) await letRun(shop, 'invoicing.issue');
    expect((await listDocuments(shop, purchaseId)).map(({ gross }) => gross)).toEqual([15_000, 35_000, 10_000]);
    const claim = await findClaim(manager, purchaseId);
    expect(claim).toMatchObject({ open: 40_000, due: 40_000 });
    expect(await (await fetch(claim?.link ?? '')).text()).toContain('€400.00 is open.');
  });

  test.for([['standard'], ['standard', 'reduced']] as const)(
    'its invoice and that of the rest, with %s VAT, stay as they are: each names the other’s sums',
    async (categories, { shop }) => {
      const manager = await operating(shop, 'manager');
      const lines = categories.map((taxCategory) => freeLine({ title: taxCategory, taxCategory }));
      const { purchaseId } = await accepted(shop, manager, { lines });
      const buyer = { firstName: 'Ada', lastName: 'Other', company: '', vatId: '', reference: '', address: '1', zipCode: '2', city: '3' };
      const correctNewest = async () => {
        const [id] = await invoiceIds(shop, purchaseId);
        return manager.call('POST /api/invoices/correct', { id: id ?? '', ...buyer, why: WHY });
      };
      expect((await correctNewest()).status).toBe(400);
      await manager.call('POST /api/invoices/rest', { purchaseId });
      expect((await correctNewest()).status).toBe(400);
      expect(await listDocuments(shop, purchaseId)).toHaveLength(2);
    },
  );

  test('paid in full before the rest is invoiced: the rest is invoiced by itself', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { purchaseId } = await accepted(shop, manager);
    await settle(manager, purchaseId, PRICE);
    await letRun(shop, 'invoicing.issue');
    expect((await listDocuments(shop, purchaseId)).map(({ gross }) => gross)).toEqual([15_000, 35_000]);
  });

  test('the rest is invoiced at the desk and by the job at once: one document', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { purchaseId } = await accepted(shop, manager);
    const rest = () => manager.call('POST /api/invoices/rest', { purchaseId });
    const answers = await Promise.all([rest(), rest(), letRun(shop, 'invoicing.issue')]);
    expect(answers.flatMap((answer) => (answer ? [answer.status] : [])).toSorted()).toEqual([200, 400]);
    expect(await listDocuments(shop, purchaseId)).toHaveLength(2);
  });

  test('of a seller elsewhere who requests advances: without a document; one in Norway may invoice them', async () => {
    await using shop = await openShop({ environment: { RATE_LIMITS: 'off' } });
    const manager = await operating(shop, 'manager');
    for (const [country, advanceInvoices, gross] of [
      ['DE', 'no', []],
      ['NO', 'yes', [15_000]],
      ['DE', '', [15_000]],
    ] as const) {
      const { text, save } = await openedContent(shop, 'company');
      expect((await save({ ...text, country, advanceInvoices: 'maybe' as never })).body).toHaveProperty('errors');
      expect((await save({ ...text, country, advanceInvoices })).body.saved, `${country} ${advanceInvoices}`).toBe(true);
      const { purchaseId } = await accepted(shop, manager);
      await letRun(shop, 'invoicing.issue');
      expect((await listDocuments(shop, purchaseId)).map((each) => each.gross)).toEqual(gross);
    }
    await expectAudited(shop);
  });

  test('of a seller in Norway: asked for on the quote’s page without a document, then one invoice of all', async () => {
    await using shop = await openShop({ environment: { RATE_LIMITS: 'off' } });
    const { text, save } = await openedContent(shop, 'company');
    expect((await save({ ...text, city: 'Bergen', country: 'NO' })).body.saved).toBe(true);
    const manager = await operating(shop, 'manager');
    const { to, purchaseId } = await accepted(shop, manager);
    expect(to).toMatch(/^\/quote\?code=/);
    await letRun(shop, 'invoicing.issue');
    expect(await listDocuments(shop, purchaseId)).toEqual([]);
    const html = await read(shop, to);
    for (const part of ['Please transfer', '€150.00', (await findClaim(manager, purchaseId))?.reference ?? ''])
      expect(html).toContain(part);
    await settle(manager, purchaseId, 15_000);
    await expectAudited(shop);
    expect((await manager.call('POST /api/invoices/rest', { purchaseId })).status).toBe(200);
    expect(await listDocuments(shop, purchaseId)).toMatchObject([{ gross: PRICE, lines: ['A day of editing'] }]);
    await expectAudited(shop);
  });
});
