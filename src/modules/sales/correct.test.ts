// Companies: what an account says of its buyer, and invoices whose buyer is put right, over HTTP.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openedContent, openedSetting, operating } from '../../../tests/support/desk.ts';
import { buyer, expectAudited, funded, order, placed } from '../../../tests/support/money.ts';
import { accountId } from '../../../tests/support/rows/accounts.ts';
import { correctNaively } from '../../../tests/support/rows/claims.ts';
import { createSale, findAccountId, findClaim, newClient, PRICE, WHY } from '../../../tests/support/sales.ts';
import { issue, readContent } from '../../../tests/support/sample-shop.ts';
import { test as base, describe, expect, shop as openShop, type Shop } from '../../../tests/support/shop.ts';
import { auditBooks } from '../../audit/audit.ts';
import { toEInvoice } from '../invoicing/einvoice/mapping.ts';
import { checkVatId } from '../invoicing/vies.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });
test.afterEach(({ shop }) => expectAudited(shop));

const details = { company: 'Loaf GmbH', vatId: '', reference: 'PO 4711' };
const buyerDetails = { ...details, firstName: 'Ada', lastName: 'Sample', address: 'Street 2', zipCode: '10115', city: 'Berlin' };

describe('a buyer', () => {
  test('who says to be a consumer has the right of withdrawal, also with a VAT ID; a business has none, also without', async ({ shop }) => {
    const hasRight = async (saved: object, sent: object = {}) => {
      const ada = await buyer(shop);
      await shop.call('POST /api/papers/details', { ...details, ...saved }, { token: ada.token });
      const { body } = await order(shop, ada, { country: 'DE', ...sent });
      const [row] = await shop.sql<{ consents: { hasRight: boolean; buysAs?: string } }>('select consents from purchase where id = $1', [
        body.purchaseId,
      ]);
      return [row?.consents.hasRight, row?.consents.buysAs];
    };
    expect(await hasRight({})).toEqual([true, undefined]);
    expect(await hasRight({ vatId: 'DE136695976' })).toEqual([false, undefined]);
    expect(await hasRight({ vatId: 'DE136695976', buysAs: 'consumer' })).toEqual([true, undefined]);
    expect(await hasRight({ buysAs: 'business' })).toEqual([false, undefined]);
    expect(await hasRight({}, { buysAs: 'business' })).toEqual([false, 'business']);
    expect(await hasRight({ buysAs: 'business' }, { buysAs: 'consumer' })).toEqual([true, 'consumer']);
  });

  test('is asked once: the first answer with an order is the account’s, a later one is only the purchase’s', async ({ shop }) => {
    const ada = await buyer(shop);
    const saved = async () => (await shop.call('GET /api/papers/details', undefined, { token: ada.token })).body;
    await placed(shop, ada);
    expect(await saved()).toMatchObject({ buysAs: null });
    await order(shop, ada, { buysAs: 'business' });
    expect(await saved()).toMatchObject({ buysAs: 'business' });
    await order(shop, ada, { buysAs: 'consumer' });
    expect(await saved()).toMatchObject({ buysAs: 'business' });
  });

  test('with an address for documents: every new document goes there, and mails about invoices if they say so', async ({ shop }) => {
    const ada = await buyer(shop);
    const accountant = `books-${ada.email}`;
    const save = (more: object) => shop.call('POST /api/papers/details', { ...details, ...more }, { token: ada.token });
    expect((await save({ documentsTo: 'x' })).body).toHaveProperty('errors.documentsTo');
    expect((await save({ documentsTo: accountant, documentsOnly: true })).body).toMatchObject({ documentsTo: accountant });
    await funded(shop, ada, 9_900);
    await placed(shop, ada, { payFromBalance: true } as object).catch(() => undefined);
    await issue(shop);
    const { subject, text } = await shop.mail(accountant, /document/);
    expect(subject).toMatch(/^Loaf GmbH: document /);
    const [link = ''] = /http\S+\/invoice\?code=[\w-]+/.exec(text) ?? [];
    expect((await fetch(link)).status).toBe(200);
  });

  test('with an invoice address reads it on invoices of orders in the same country; a part of one is refused', async ({ shop }) => {
    const ada = await buyer(shop);
    const save = (address: object) => shop.call('POST /api/papers/details', { ...details, ...address }, { token: ada.token });
    const [country, office] = ['DE', { address: 'Office 3', zipCode: '20095', city: 'Hamburg', state: '' }];
    expect((await save({ country, address: 'Office 3' })).body).toHaveProperty('errors.city');
    expect((await save({ ...office, country: '' })).body).toHaveProperty('errors.country');
    expect((await save({ ...office, country })).body).toMatchObject({ ...office, country });
    expect((await save({})).body, 'absent: as before').toMatchObject({ city: 'Hamburg' });
    await funded(shop, ada, 19_800);
    const invoice = async () => {
      // The newest is first.
      shop.clock.turn({ seconds: 1 });
      await placed(shop, ada, { payFromBalance: true, country: 'DE' });
      await issue(shop);
      const { body: list } = await shop.call('GET /api/papers', {}, { token: ada.token });
      return (await readContent(shop, list.papers.find(({ kind }) => kind === 'invoice')?.id ?? '')).buyer;
    };
    expect(await invoice()).toMatchObject({ ...office, country, company: details.company });
    await save({ ...office, country: 'FR' });
    expect((await invoice()).city).not.toBe('Hamburg');
    expect((await save({ country: '', address: '', zipCode: '', city: '', state: '' })).body).toMatchObject({ country: '', city: '' });
  });

  test('with a reference and an address gets an XRechnung', async ({ shop }) => {
    const { save, text } = await openedContent(shop, 'company');
    const address = { street: 'Street 1', city: 'Oslo', postalCode: '0150', country: 'NO', vatId: 'NO923456783MVA' };
    expect((await save({ ...text, ...address, legalName: 'Loaf AS', registrationNumber: '923456783' })).status).toBe(200);
    const manager = await operating(shop, 'manager');
    const ada = await buyer(shop);
    await shop.call('POST /api/papers/details', details, { token: ada.token });
    const { body } = await createSale(manager, { client: newClient({ email: ada.email }) });
    const xml = await manager.call('GET /api/invoices/xml', { id: body.invoiceId, format: 'xrechnung' });
    expect([xml.status, String(xml.body)]).toEqual([200, expect.stringContaining('<cbc:BuyerReference>PO 4711</cbc:BuyerReference>')]);
  });

  test('with reverse charge: category AE, with the sentence that the ID is unchecked until the register confirms it', async ({ shop }) => {
    const { save } = await openedSetting(shop, 'tax');
    expect((await save({ vat: 'inclusive', rates: { DE: 19 }, reverseCharge: true } as never)).status).toBe(200);
    const manager = await operating(shop, 'manager');
    const { email } = newClient();
    const client = newClient({ email, vatId: 'DE136695976', company: 'Loaf GmbH' });
    const invoice = async () => readContent(shop, (await createSale(manager, { client })).body.invoiceId ?? '');
    const first = await invoice();
    expect(first).toMatchObject({ rate: 0, vat: 0, why: 'reverse', notes: [expect.anything(), expect.stringContaining('not checked')] });
    expect(toEInvoice(first, { email })).toMatchObject({ taxes: [{ category: 'AE', rate: 0 }] });
    const id = await accountId(shop, email);
    const answers = ['{"valid":true}', 'gone', '{"actionSucceed":false,"errorWrappers":[{"error":"MS_UNAVAILABLE"}]}', '{"valid":false}'];
    const asked: string[] = [];
    const server = createServer((request, response) => {
      void request.toArray().then((body) => {
        asked.push(`${request.url} ${Buffer.concat(body)}`);
        response.end(answers.shift());
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const register = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const check = () => checkVatId(shop.ctx, id, new AbortController().signal, register);
    await check();
    expect(asked).toEqual(['/check-vat-number {"countryCode":"DE","vatNumber":"136695976"}']);
    const second = await invoice();
    expect(second.notes).toHaveLength(1);
    expect(toEInvoice(second, { email })).toMatchObject({ taxes: [{ category: 'AE' }] });
    for (const _ of [1, 2]) await check();
    expect((await invoice()).notes, 'no answer changes nothing').toHaveLength(1);
    await check();
    expect(await invoice(), 'the register does not know the ID').toMatchObject({ rate: 1_900 });
    server.close();
    await check();
    await chargeNothing(shop);
  });
});

const chargeNothing = async (shop: Shop) =>
  expect((await (await openedSetting(shop, 'tax')).save({ vat: 'none', rates: {}, reverseCharge: false })).status).toBe(200);

async function invoiced(shop: Shop) {
  const manager = await operating(shop, 'manager');
  const ada = await buyer(shop);
  const { body } = await createSale(manager, { client: newClient({ email: ada.email }) });
  const id = body.invoiceId ?? '';
  const correct = (more: object = {}, of = id) =>
    shop.call('POST /api/papers/correct', { id: of, ...buyerDetails, ...more }, { token: ada.token });
  return { manager, ada, id, correct, ...body };
}

describe('correction of an invoice', () => {
  test('by its client: a credit note takes it back, another one replaces it, and what is owed stays', async ({ shop }) => {
    const { manager, ada, id, purchaseId, correct } = await invoiced(shop);
    const before = await findClaim(manager, purchaseId);
    const { status, body } = await correct();
    expect([status, body]).toMatchObject([200, { number: expect.stringMatching(/^INV-/), creditNote: expect.stringMatching(/^CRN-/) }]);
    expect(await readContent(shop, body.id)).toMatchObject({ gross: PRICE, buyer: buyerDetails, terms: { reference: before?.reference } });
    const { body: list } = await shop.call('GET /api/papers', {}, { token: ada.token });
    const credit = list.papers.find(({ kind }) => kind === 'credit');
    expect(await readContent(shop, credit?.id ?? '')).toMatchObject({ gross: PRICE, parts: [{ by: 'replaced', amount: PRICE }] });
    expect(await findClaim(manager, purchaseId)).toMatchObject({ open: PRICE, invoiceId: body.id, number: body.number });
    expect(await (await fetch(before?.link ?? '')).text(), 'the first link shows it, too').toContain(body.number);
    expect((await correct()).body, 'the first one is replaced').toHaveProperty(['errors', '']);
    expect((await correct({}, body.id)).body, 'nothing is different').toHaveProperty(['errors', '']);
    const { body: later } = await manager.call('POST /api/invoices/credit', { act: id, id: body.id, amount: 20_000, why: WHY });
    expect(await readContent(shop, later.id)).toMatchObject({ corrects: { number: body.number }, gross: 20_000 });
    expect((await correct({ city: 'Bonn' }, body.id)).body, 'a part is credited').toHaveProperty(['errors', '']);
  });

  test('of another account is not found; an empty name is refused; other VAT is refused', async ({ shop }) => {
    const { save } = await openedSetting(shop, 'tax');
    expect((await save({ vat: 'inclusive', rates: { DE: 19 }, reverseCharge: true } as never)).status).toBe(200);
    const { correct, id } = await invoiced(shop);
    const other = await buyer(shop);
    expect((await shop.call('POST /api/papers/correct', { id, ...buyerDetails }, { token: other.token })).status).toBe(404);
    expect((await shop.call('GET /api/papers/buyer', { id }, { token: other.token })).status).toBe(404);
    expect((await correct({ firstName: ' ' })).body).toHaveProperty('errors.firstName');
    expect((await correct({ vatId: 'DE136695976' })).body).toHaveProperty('errors.vatId');
    await chargeNothing(shop);
  });

  test('by an operator, of a paid cart; asked for five times at once, it is done once', async ({ shop }) => {
    const manager = await operating(shop, 'manager');
    const ada = await buyer(shop);
    await funded(shop, ada, 9_900);
    await placed(shop, ada, { payFromBalance: true });
    await issue(shop);
    const { invoices } = (await manager.call('GET /api/papers', { kind: 'invoice' })).body;
    const id = invoices.find(({ customer }) => customer?.email === ada.email)?.id;
    await manager.call('POST /api/confirm', { currentPassword: manager.password });
    const correct = () => manager.call('POST /api/invoices/correct', { id, ...buyerDetails, why: WHY });
    const answers = await Promise.all(Array.from({ length: 5 }, correct));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400]);
    expect(
      (await manager.call('GET /api/customer/account', { customerId: await findAccountId(shop, ada.email), currency: 0 })).body.closing,
    ).toBe(0);
  });
});

test('naive version: two corrections that read the document before either is written replace it twice, which the audit reports', async () => {
  await using shop = await openShop({ environment: { RATE_LIMITS: 'off' }, jobs: false });
  const { id } = await invoiced(shop);
  const writing = [await correctNaively(shop, id), await correctNaively(shop, id)];
  for (const write of writing) await write();
  expect((await auditBooks(shop.ctx.db.pool)).map(({ rule }) => rule)).toContain(
    'an invoice that another one replaces is taken back as it was, without a refund, and the other one is of the same amount',
  );
});
