// Credit notes by hand, and the statement of a client's account, over HTTP.

import { randomUUID } from 'node:crypto';
import { openedSetting, operating } from '../../../tests/support/desk.ts';
import { buyer, expectAudited, funded, getBalance, placed, refund } from '../../../tests/support/money.ts';
import { logInLater } from '../../../tests/support/pieces.ts';
import { creditNaively } from '../../../tests/support/rows/claims.ts';
import { createSale, findAccountId, findClaim, freeLine, PRICE, WHY } from '../../../tests/support/sales.ts';
import { issue, readContent } from '../../../tests/support/sample-shop.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { auditBooks } from '../../audit/audit.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));

async function invoiced(shop: Shop, more: object = {}) {
  const manager = await operating(shop, 'manager');
  const ada = await buyer(shop);
  const { body } = await createSale(manager, { client: { email: ada.email }, ...more });
  const id = body.invoiceId ?? '';
  const credit = (amount: number, act = randomUUID()) => manager.call('POST /api/invoices/credit', { act, id, amount, why: WHY });
  const left = async () => (await manager.call('GET /api/invoices/creditable', { id })).body;
  return { manager, ada, id, purchaseId: body.purchaseId, orderIds: body.orderIds, credit, left };
}

describe('credit note by hand', () => {
  test('lowers what is owed first, the rest goes to the balance, and it is issued at once', async ({ shop }) => {
    const { manager, ada, credit, left, purchaseId } = await invoiced(shop);
    await manager.call('POST /api/claims/settle', { purchaseId, amount: 30_000, paidBy: 'bank', reason: WHY });
    expect(await left()).toEqual({ currency: 0, left: PRICE, open: 20_000 });
    const { status, body } = await credit(25_000);
    expect([status, body.number]).toEqual([200, expect.stringMatching(/^CRN-/)]);
    expect(await readContent(shop, body.id)).toMatchObject({
      ...{ kind: 'credit', gross: 25_000 },
      parts: [
        { by: 'balance', amount: 5_000 },
        { by: 'invoice', amount: 20_000 },
      ],
    });
    expect([await findClaim(manager, purchaseId), await getBalance(shop, ada)]).toEqual([undefined, 5_000]);
    expect(await left()).toMatchObject({ left: 25_000, open: 0 });
    expect((await credit(25_001)).body, 'more than is left').toHaveProperty('errors.amount');
    expect((await credit(25_000)).status).toBe(200);
    expect((await credit(1)).body).toHaveProperty('errors.amount');
  });

  test('sent twice with one id: the same document, and money once', async ({ shop }) => {
    const { manager, credit, purchaseId } = await invoiced(shop);
    const act = randomUUID();
    const answers = await Promise.all([credit(10_000, act), credit(10_000, act)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await findClaim(manager, purchaseId)).toMatchObject({ open: PRICE - 10_000 });
    const other = await invoiced(shop);
    expect((await other.credit(1, act)).status, 'for another invoice').toBe(404);
  });

  test('shares VAT by rate, and all notes together credit what the invoice charged', async ({ shop }) => {
    const { save } = await openedSetting(shop, 'tax');
    expect((await save({ vat: 'inclusive', rates: { NO: 25 }, reducedRates: { NO: 15 } } as never)).status).toBe(200);
    const lines = [freeLine({ unitPrice: 12_500 }), freeLine({ title: 'A book', unitPrice: 11_500, taxCategory: 'reduced' })];
    const { id, credit, left, orderIds } = await invoiced(shop, { lines });
    const invoice = await readContent(shop, id);
    const notes = [await credit(2_401), await credit(10_000), await credit((await left()).left)];
    const contents = await Promise.all(notes.map(({ body }) => readContent(shop, body.id)));
    const sum = (key: 'net' | 'vat' | 'gross', category: string) =>
      contents.reduce((total, { taxes = [] }) => total + (taxes.find((tax) => tax.category === category)?.[key] ?? 0), 0);
    for (const group of invoice.taxes ?? [])
      expect([sum('net', group.category), sum('vat', group.category)]).toEqual([group.net, group.vat]);
    expect(orderIds).toHaveLength(2);
    await save({ vat: 'none', rates: {}, reducedRates: {} } as never, undefined);
  });

  test('of a paid cart: to the balance; a receipt, a stranger’s id and support are refused', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const ada = await buyer(shop);
    await funded(shop, ada, 9_900);
    await placed(shop, ada, { payFromBalance: true });
    await issue(shop);
    const { invoices } = (await manager.call('GET /api/papers', {})).body;
    const own = invoices.filter(({ customer }) => customer?.email === ada.email);
    const [invoice, receipt] = (['invoice', 'receipt'] as const).map((kind) => own.find((each) => each.kind === kind)?.id ?? '');
    const credit = (id = '', by = manager) => by.call('POST /api/invoices/credit', { act: randomUUID(), id, amount: 900, why: WHY });
    expect((await credit(invoice)).status).toBe(200);
    expect(await getBalance(shop, ada)).toBe(900);
    expect((await credit(receipt)).body).toHaveProperty(['errors', '']);
    expect((await credit(randomUUID())).status).toBe(404);
    expect((await credit(invoice, await operating(shop, 'support'))).status).toBe(403);
  });

  test('four at once, and a refund: together no more than the invoice', async ({ shop }) => {
    const { manager, credit, left, orderIds } = await invoiced(shop);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => credit(20_000)),
      refund(manager, orderIds[0] ?? '', { amount: 20_000 }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(2);
    expect(await left()).toMatchObject({ left: 10_000, open: 10_000 });
    await issue(shop);
  });
});

test('naive version: a credit note that reads what is left before another one is written credits too much, which the audit reports', async () => {
  await using shop = await openShop({ environment: { RATE_LIMITS: 'off' }, jobs: false });
  const { purchaseId } = await invoiced(shop);
  const writing = [await creditNaively(shop, { purchaseId, amount: 30_000 }), await creditNaively(shop, { purchaseId, amount: 30_000 })];
  for (const write of writing) await write();
  expect((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule)).toContain(
    'what an operator gives back is booked, each part where it says, and never more than was paid',
  );
});

describe('statement of account', () => {
  test('has invoices, credit notes and payments of the period, with what is owed before and after', async ({ shop }) => {
    const { ada, purchaseId } = await invoiced(shop);
    shop.clock.turn({ days: 3 });
    const later = await operating(shop, 'manager');
    await later.call('POST /api/claims/settle', { purchaseId, amount: 60_000, paidBy: 'bank', reason: WHY });
    shop.clock.turn({ minutes: 1 });
    const { body: second } = await createSale(later, { client: { email: ada.email } });
    shop.clock.turn({ minutes: 1 });
    await later.call('POST /api/invoices/credit', { act: randomUUID(), id: second.invoiceId, amount: 20_000, why: WHY });
    const customerId = (await findAccountId(shop, ada.email)) ?? '';
    const { body } = await later.call('GET /api/customer/account', { customerId, currency: 0 });
    expect(body).toMatchObject({ opening: 0, closing: 30_000 });
    expect(body.lines.map(({ kind, amount, balance }) => [kind, amount, balance])).toEqual([
      ['opening', null, 0],
      ['invoice', PRICE, PRICE],
      ['settled', -PRICE, 0],
      ['invoice', PRICE, PRICE],
      ['credit', -20_000, 30_000],
      ['closing', null, 30_000],
    ]);
    const today = shop.clock.now().toISOString().slice(0, 10);
    const { token } = await logInLater(shop, ada, {});
    const own = await shop.call('GET /api/account-statement', { currency: 0, from: today }, { token });
    expect([own.status, own.body]).toMatchObject([200, { opening: PRICE, closing: 30_000 }]);
    expect((own.body as typeof body).lines).toHaveLength(5);
    const other = { customerId, currency: 0, from: '2026-05-02', until: '2026-05-01' };
    expect((await later.call('GET /api/customer/account', other)).body).toHaveProperty('errors.until');
  });

  test('is a CSV file and a PDF, for the client and the desk', async ({ shop }) => {
    const { manager, ada } = await invoiced(shop);
    const customerId = (await findAccountId(shop, ada.email)) ?? '';
    const csv = String((await manager.call('GET /api/customer/account/file', { customerId, currency: 0, format: 'csv' })).body);
    expect(csv).toMatch(/Opening balance,,,0\.00,EUR/);
    expect(csv).toMatch(/Invoice,INV-\d{4}-\d{6},500\.00,500\.00,EUR/);
    const pdf = await shop.call('GET /api/account-statement/file', { currency: 0, format: 'pdf' }, { token: ada.token });
    expect([pdf.status, String(pdf.body).slice(0, 5)]).toEqual([200, '%PDF-']);
    expect((await shop.call('GET /api/account-statement', { currency: 0 })).status).toBe(401);
  });
});
