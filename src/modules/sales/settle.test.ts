// Invoices that are paid later, and what settles them, over HTTP.

import { randomUUID } from 'node:crypto';
import { isKid } from '#lib/bank/references.ts';
import { type Operating, openedContent, openedSetting, operating } from '../../../tests/support/desk.ts';
import { buyer, expectAudited, funded, getBalance, refund, withdrawShown } from '../../../tests/support/money.ts';
import {
  createOnce,
  createSale,
  findAccountId,
  findClaim,
  freeLine,
  importCamt,
  importCsv,
  newClient,
  PRICE,
  WHY,
} from '../../../tests/support/sales.ts';
import { issue, readContent } from '../../../tests/support/sample-shop.ts';
import { test as base, describe, expect } from '../../../tests/support/shop.ts';
import { toEInvoice } from '../invoicing/einvoice/mapping.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));

const invoice = (manager: Operating, more: object = {}) =>
  manager.call('POST /api/invoices/create', { client: newClient(), currency: 0, lines: [freeLine()], termsDays: 14, ...more });

describe('invoice', () => {
  test('its open page shows what is open, and has the PDF', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { status, body } = await invoice(manager);
    expect([status, body]).toMatchObject([
      200,
      { total: PRICE, number: expect.stringMatching(/^INV-/), reference: expect.stringMatching(/^RF\d\d/) },
    ]);
    const html = await (await fetch(body.link)).text();
    for (const text of [body.number, body.reference, '€500.00', 'noindex']) expect(html).toContain(text);
    const file = await fetch(body.link.replace('/invoice?', '/invoice/file?'));
    expect([file.status, (await file.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
    expect((await fetch(`${shop.urls.storefront}/invoice/file?code=${'a'.repeat(65)}`)).status).toBe(404);
  });

  test('with an account of the seller: it is on the document and its page, with a code for banking apps', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { save, text } = await openedContent(shop, 'company');
    const company = { ...text, country: 'NO', legalName: 'Loaf & Queue AS' };
    expect((await save({ ...company, iban: 'NO93 8601 1117 948' })).body).toHaveProperty('errors');
    expect((await save({ ...company, iban: 'NO93 8601 1117 947', bic: 'DNBANOKK' })).status).toBe(200);
    const { body } = await invoice(manager);
    const { terms } = await readContent(shop, body.id);
    expect(terms).toMatchObject({ iban: 'NO9386011117947', bic: 'DNBANOKK' });
    const html = await (await fetch(body.link)).text();
    expect(html).toContain('NO9386011117947');
    expect(html).toContain('QR code for your banking app');
    const nok = (await invoice(manager, { currency: 4 })).body;
    expect(await (await fetch(nok.link)).text(), 'the code is for euro').not.toContain('QR code for your banking app');
  });

  test.for(['mod10', 'mod11'] as const)(
    'with a KID of %s in NOK: a statement settles by it, as CSV and as CAMT.053',
    async (modulus, { shop }) => {
      const manager = await operating(shop, 'manager');
      const { save, text } = await openedContent(shop, 'company');
      expect((await save({ ...text, kidModulus: 'mod12' as never })).body).toHaveProperty('errors');
      expect((await save({ ...text, kidModulus: modulus })).status).toBe(200);
      expect((await invoice(manager)).body.reference, 'in euro').toMatch(/^RF/);
      for (const format of ['csv', 'camt'] as const) {
        const { body } = await invoice(manager, { currency: 4 });
        expect([body.reference, isKid(body.reference, { length: 14, modulus })]).toEqual([expect.stringMatching(/^\d{13}[\d-]$/), true]);
        expect(await (await fetch(body.link)).text()).toContain(body.reference);
        const read =
          format === 'csv' ? importCsv(manager, `2026-11-20,500.00,NOK,${body.reference},Ada,,${body.id}`) : importCamt(manager, body);
        expect((await read).body).toMatchObject({ matched: [{ invoiceId: body.id, amount: PRICE }], unmatched: [] });
      }
    },
  );

  test('settled in parts; what is more goes to the balance and can be paid out; undone, it is open again', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const ada = await buyer(shop);
    const { body } = await invoice(manager, { client: { email: ada.email } });
    const { purchaseId } = body;
    const settle = (amount: number, paidBy = 'bank') =>
      manager.call('POST /api/claims/settle', { purchaseId, amount, paidBy, reason: WHY });
    expect((await settle(20_000)).status).toBe(200);
    expect(await findClaim(manager, purchaseId)).toMatchObject({ open: 30_000 });
    const { body: rest } = await settle(40_000);
    expect([await findClaim(manager, purchaseId), await getBalance(shop, ada)]).toEqual([undefined, 10_000]);
    expect((await settle(1)).status, 'nothing is open').toBe(400);
    const undo = (id = rest.id) => manager.call('POST /api/claims/undo', { id, reason: WHY });
    expect((await undo()).status).toBe(204);
    expect([(await undo()).status, await getBalance(shop, ada)]).toEqual([400, 0]);
    await funded(shop, ada, 50_000);
    const { status, body: fromBalance } = await settle(30_000, 'balance');
    expect(status).toBe(200);
    expect((await undo(fromBalance.id)).body, 'from the balance').toHaveProperty(['errors', '']);
    const payout = { act: randomUUID(), customerId: await findAccountId(shop, ada.email), currency: 0, amount: 20_000, reason: WHY };
    expect((await manager.call('POST /api/payouts/create', payout)).status).toBe(204);
    expect((await manager.call('POST /api/payouts/create', payout)).status, 'once').toBe(204);
    expect((await manager.call('POST /api/payouts/create', { ...payout, act: randomUUID() })).body).toHaveProperty('errors.amount');
    expect(await getBalance(shop, ada)).toBe(0);
  });

  test('two operators settle it at once: the balance gets what is more than was owed', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const ada = await buyer(shop);
    const { body } = await invoice(manager, { client: { email: ada.email } });
    await manager.call('POST /api/claims/settle', { purchaseId: body.purchaseId, amount: 1, paidBy: 'bank', reason: WHY });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        manager.call('POST /api/claims/settle', { purchaseId: body.purchaseId, amount: PRICE, paidBy: 'bank', reason: WHY }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(await getBalance(shop, ada)).toBe(1);
  });

  test('a refund lowers what is owed first, then goes to the balance, each with a credit note', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const ada = await buyer(shop);
    const { body } = await createSale(manager, { client: { email: ada.email } });
    const [id = ''] = body.orderIds;
    expect((await refund(manager, id, { amount: 20_000 })).status).toBe(204);
    expect([await findClaim(manager, body.purchaseId), await getBalance(shop, ada)]).toMatchObject([{ open: 30_000 }, 0]);
    await manager.call('POST /api/claims/settle', { purchaseId: body.purchaseId, amount: 25_000, paidBy: 'bank', reason: WHY });
    shop.clock.turn({ minutes: 1 });
    expect((await refund(manager, id, { amount: 10_000, given: 20_000 })).status).toBe(204);
    expect([await findClaim(manager, body.purchaseId), await getBalance(shop, ada)]).toEqual([undefined, 5_000]);
    await issue(shop);
    await expect
      .poll(async () => (await manager.call('GET /api/order', { id })).body.papers.map(({ kind, gross }) => [kind, gross]).sort())
      .toEqual([
        ['credit', 10_000],
        ['credit', 20_000],
        ['invoice', PRICE],
      ]);
  });

  test('withdrawn from: what is owed is lowered, the rest goes to the balance, and the mail says so', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const ada = await buyer(shop);
    const client = newClient({ email: ada.email });
    const { body } = await createSale(manager, { client, lines: [freeLine({ unitPrice: 20_000 })] });
    await manager.call('POST /api/claims/settle', { purchaseId: body.purchaseId, amount: 5_000, paidBy: 'bank', reason: WHY });
    const [orderId = ''] = body.orderIds;
    expect((await withdrawShown(shop, ada, orderId)).body).toMatchObject({ charged: 0, back: 20_000, toSource: 0, toBalance: 5_000 });
    expect([await findClaim(manager, body.purchaseId), await getBalance(shop, ada)]).toEqual([undefined, 5_000]);
    expect((await shop.mail(ada.email, /^You withdrew from the contract: /)).text).toContain('€150.00 off your open invoice');
  });

  test('of several tax rates: sums and rounding of each, also in its credit note', async ({ shop }) => {
    const owner = await operating(shop, 'owner');
    const { save } = await openedSetting(shop, 'tax');
    expect((await save({ vat: 'inclusive', rates: { DE: 19 }, reducedRates: { DE: 7 } } as never)).status).toBe(200);
    const lines = [
      freeLine({ unitPrice: 11_900 }),
      freeLine({ title: 'A book', unitPrice: 10_700, taxCategory: 'reduced' }),
      freeLine({ title: 'A course', unitPrice: 5_000, taxCategory: 'exempt' }),
    ];
    const { body } = await createSale(owner, { lines });
    const content = await readContent(shop, body.invoiceId ?? '');
    expect(content.taxes).toMatchObject([
      { category: 'standard', rate: 1_900, net: 10_000, vat: 1_900 },
      { category: 'reduced', rate: 700, net: 10_000, vat: 700 },
      { category: 'exempt', rate: 0, net: 5_000, vat: 0, why: 'exempt' },
    ]);
    expect(content).toMatchObject({ net: 25_000, vat: 2_600, gross: 27_600, notes: ['Exempt from VAT.'] });
    expect(toEInvoice(content, { email: '' })).toMatchObject({
      taxes: [
        { category: 'S', rate: 1_900, net: 10_000 },
        { category: 'S', rate: 700, net: 10_000 },
        { category: 'E', rate: 0, net: 5_000, reason: 'Exempt from VAT.' },
      ],
      lines: [{ rate: 1_900 }, { rate: 700 }, { category: 'E' }],
      totals: { paid: 0, due: 27_600 },
    });
    const book = body.orderIds[1] ?? '';
    expect((await refund(owner, book, { amount: 10_700 })).status).toBe(204);
    await issue(shop);
    const credit = async () => (await owner.call('GET /api/order', { id: book })).body.papers.find(({ kind }) => kind === 'credit');
    await expect.poll(credit).toBeDefined();
    expect(await readContent(shop, (await credit())?.id)).toMatchObject({
      gross: 10_700,
      vat: 700,
      taxes: [{ category: 'reduced', net: 10_000 }],
    });
    expect((await save({ vat: 'none', rates: {}, reducedRates: {} } as never)).status).toBe(200);
  });
});

describe('bank statement', () => {
  test('settles what it names, once; the rest is listed with its reason and settled by hand', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const ada = await buyer(shop);
    const invoice = async () =>
      (await manager.call('POST /api/invoices/create', { client: { email: ada.email }, currency: 0, lines: [freeLine()], termsDays: 14 }))
        .body;
    const [first, second, third] = [await invoice(), await invoice(), await invoice()];
    const rows = [
      `2026-11-20,500.00,EUR,${first.reference},Ada Sample,,a1`,
      `2026-11-20,600.00,EUR,${second.reference},Ada Sample,,a2`,
      `2026-11-20,500.00,USD,${third.reference},Ada Sample,,a3`,
      `2026-11-21,500.00,EUR,${first.reference},Ada Sample,,a4`,
      '2026-11-21,12.00,EUR,thanks,Somebody,,a5',
      '2026-11-21,-3.00,EUR,fee,The bank,,a6',
    ];
    const { status, body } = await importCsv(manager, ...rows);
    expect([status, body]).toMatchObject([
      200,
      {
        matched: [
          { invoiceId: first.id, amount: PRICE },
          { invoiceId: second.id, amount: PRICE },
        ],
        unmatched: [
          { reference: second.reference, amount: 10_000, why: 'overpaid' },
          { reference: third.reference, amount: 50_000, why: 'currency' },
          { reference: first.reference, amount: 50_000, why: 'closed' },
          { reference: 'thanks', amount: 1_200, why: 'unknown' },
          { reference: 'fee', amount: -300, why: 'debit' },
        ],
        known: 0,
      },
    ]);
    expect(await getBalance(shop, ada)).toBe(10_000);
    expect((await importCsv(manager, ...rows)).body).toEqual({ matched: [], unmatched: [], known: 6 });
    const { entries } = (await manager.call('GET /api/bank-entries')).body;
    const entryId = entries.find(({ reference }) => reference === 'thanks')?.id ?? '';
    const byHand = { entryId, purchaseId: third.purchaseId, reason: WHY };
    expect((await manager.call('POST /api/bank-entries/settle', byHand)).status).toBe(200);
    expect((await manager.call('POST /api/bank-entries/settle', byHand)).status, 'once').toBe(400);
    expect(await findClaim(manager, third.purchaseId)).toMatchObject({ open: PRICE - 1_200 });
  });

  test('imported twice at once: each entry settles once', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const ada = await buyer(shop);
    const { body } = await manager.call('POST /api/invoices/create', {
      client: { email: ada.email },
      currency: 0,
      lines: [freeLine()],
      termsDays: 14,
    });
    const row = `2026-11-22,200.00,EUR,${body.reference},Ada Sample,,race`;
    const answers = await Promise.all(Array.from({ length: 4 }, () => importCsv(manager, row)));
    expect(answers.filter(({ body: { matched } }) => matched.length === 1)).toHaveLength(1);
    expect(await findClaim(manager, body.purchaseId)).toMatchObject({ open: PRICE - 20_000 });
  });

  test('imported again with the same Idempotency-Key: the first answer again; another statement with it is refused', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const { body } = await invoice(manager);
    const text = `date,amount,currency,reference,name,iban,id\n2026-11-23,200.00,EUR,${body.reference},Ada Sample,,once`;
    const key = randomUUID();
    const send = (sent: string) => createOnce(shop, manager, key, { format: 'csv', text: sent }, '/api/bank-statements/import');
    const first = { status: 200, body: { matched: [{ invoiceId: body.id, amount: 20_000 }], unmatched: [], known: 0 } };
    expect(await send(text)).toEqual(first);
    expect(await send(text)).toEqual(first);
    expect((await send(text.replace('200.00', '300.00'))).status).toBe(400);
    expect(await findClaim(manager, body.purchaseId)).toMatchObject({ open: PRICE - 20_000 });
  });

  test('that cannot be read is refused with its line', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    expect((await importCsv(manager, '2026-11-22,many,EUR,x,y,,z')).body).toHaveProperty('errors.text');
  });
});
