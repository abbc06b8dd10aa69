// E-invoices over HTTP: at the desk, in the account, inside the PDF, and who may have them.
import { operating } from '../../../../tests/support/desk.ts';
import { type Buyer, buyer, funded, order } from '../../../../tests/support/money.ts';
import { addInvoiceDetails } from '../../../../tests/support/rows/accounts.ts';
import { issue, listInvoices } from '../../../../tests/support/sample-shop.ts';
import { test as base, expect, type Shop } from '../../../../tests/support/shop.ts';
import { issueDocuments } from '../issue.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

const notes = { en: 'Reverse charge.', es: 'Inversión.', jp: 'リバース。' };
const company = {
  ...{ legalName: 'Loaf & Queue SL', registrationNumber: '1', vatId: 'ESB58378431', street: 's', city: 'c', postalCode: 'p' },
  ...{ country: 'ES', email: 'loaf@shop.example', phone: '1' },
};
const tax = { vat: 'inclusive', rates: { NO: 2500 }, reverseCharge: true, notes: { none: notes, zero: notes, reverse: notes } } as const;
const issuer = { shop: { brand: { name: 'Loaf', dateLocale: 'en-US', look: {} }, company }, findTax: async () => tax } as const;

async function sold(shop: Shop, who: Buyer) {
  await funded(shop, who);
  expect((await order(shop, who, { payFromBalance: true })).status).toBe(200);
  await issueDocuments({ ctx: shop.ctx, ...issuer, links: { ensure: async () => '' } }, new AbortController().signal);
  const papers = await listInvoices(shop, who);
  const findId = (kind: string) => papers.find((each) => each.kind === kind)?.id ?? '';
  return { invoice: findId('invoice'), receipt: findId('receipt') };
}

const read = async (shop: Shop, who: Buyer, path: string) => {
  const answer = await fetch(`${shop.urls.storefront}/api/papers/${path}`, { headers: { authorization: `Bearer ${who.token}` } });
  return { status: answer.status, headers: answer.headers, text: Buffer.from(await answer.arrayBuffer()).toString('latin1') };
};

test('desk: an invoice is given out as UBL and CII; XRechnung asks for the buyer’s reference', async ({ shop }) => {
  const who = await buyer(shop);
  const { invoice, receipt } = await sold(shop, who);
  const manager = await operating(shop, 'manager');
  for (const [format, root] of [
    ['ubl', '<Invoice '],
    ['cii', '<rsm:CrossIndustryInvoice '],
  ] as const) {
    const answer = await fetch(`${shop.urls.desk}/api/invoices/xml?id=${invoice}&format=${format}`, {
      headers: { cookie: manager.cookie },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml']);
    const xml = await answer.text();
    expect(xml).toContain(root);
    expect(xml).toContain('Loaf &amp; Queue SL');
  }
  expect(await manager.call('GET /api/invoices/xml', { id: invoice, format: 'xrechnung' })).toMatchObject({
    ...{ status: 400, body: { errors: { buyerReference: ['buyerReference is missing (BR-DE-15)'] } } },
  });
  expect((await manager.call('GET /api/invoices/xml', { id: receipt, format: 'ubl' })).status).toBe(400);
  expect((await manager.call('GET /api/invoices/xml', { id: crypto.randomUUID(), format: 'ubl' })).status).toBe(404);
  expect((await (await operating(shop, 'maker')).call('GET /api/invoices/xml', { id: invoice, format: 'ubl' })).status).toBe(403);
});

test('desk: the shop as it starts gives e-invoices of its sample company', async ({ shop }) => {
  const who = await buyer(shop);
  await funded(shop, who);
  await order(shop, who, { payFromBalance: true });
  await issue(shop);
  const id = (await listInvoices(shop, who)).find(({ kind }) => kind === 'invoice')?.id ?? '';
  const manager = await operating(shop, 'manager');
  for (const format of ['ubl', 'cii']) expect((await manager.call('GET /api/invoices/xml', { id, format })).status).toBe(200);
});

test('account: the buyer gets the e-invoice and the PDF with it, another account gets neither', async ({ shop }) => {
  const [who, other] = [await buyer(shop), await buyer(shop)];
  await addInvoiceDetails(shop, who.email, 'Brød AS', 'NO923456783MVA');
  const { invoice } = await sold(shop, who);
  const xml = await read(shop, who, `xml?id=${invoice}&format=ubl`);
  expect([xml.status, xml.headers.get('content-type')]).toEqual([200, 'application/xml']);
  expect(xml.headers.get('content-disposition')).toMatch(/attachment; filename="INV-2026-\d{6}-ubl\.xml"/);
  expect(xml.text).toContain('<cbc:ID>AE</cbc:ID>');
  const pdf = await read(shop, who, `pdf?id=${invoice}&format=factur-x`);
  expect([pdf.status, pdf.text.includes('/F (factur-x.xml)')]).toEqual([200, true]);
  const wrong = await shop.call(
    'GET /api/papers/xml',
    { id: invoice, format: 'xrechnung' },
    { token: who.token, headers: { 'accept-language': 'es' } },
  );
  expect(wrong).toMatchObject({ status: 400, body: { errors: { buyerReference: [expect.stringMatching(/^Faltan.*BR-DE-15/)] } } });
  for (const path of [`xml?id=${invoice}&format=ubl`, `pdf?id=${invoice}&format=factur-x`])
    expect((await read(shop, other, path)).status).toBe(404);
  expect((await read(shop, who, `xml?id=${invoice}&format=word`)).status).toBe(400);
});
