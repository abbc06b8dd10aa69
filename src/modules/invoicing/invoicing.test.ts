// Billing documents over HTTP: contents, numbering, VAT and access.

import { describe } from 'vitest';
import { insertCoupon } from '#modules/coupons/queries.ts';
import { normalizeCode } from '#modules/coupons/rules.ts';
import { kits, monthly, story, tags } from '../../../tests/support/cart-lines.ts';
import { again, type Buyer, buyer, deposit, expectAudited, funded, listOrders, order, pay, placed } from '../../../tests/support/money.ts';
import { refusedChanges } from '../../../tests/support/rows/desk.ts';
import { letRun } from '../../../tests/support/rows/jobs.ts';
import { completeOrder } from '../../../tests/support/rows/orders.ts';
import { issue, listInvoices, readContent } from '../../../tests/support/sample-shop.ts';
import { test as base, expect, type Shop } from '../../../tests/support/shop.ts';
import { composeCredit } from './compose.ts';
import { issueDocuments } from './issue.ts';
import { exportBillingDetails, exportInvoices } from './privacy.ts';
import { findInvoice } from './queries.ts';
import type { Tax } from './rules.ts';

const test = base.extend('shopOptions', { scope: 'file' }, { environment: { RATE_LIMITS: 'off' } });

let shop: Shop;
let who: Buyer;
test.beforeEach(async ({ shop: opened }) => {
  shop = opened;
  who = await buyer(shop);
});
test.afterEach(() => expectAudited(shop));

const cancel = (orderId: string | undefined, refundTo?: 'source' | 'balance') =>
  shop.call('POST /api/orders/cancel', { orderId, refundTo }, { token: who.token });
const bought = async (request: Parameters<typeof order>[2] = {}) => {
  const { status, body } = await order(shop, who, { payFromBalance: true, ...request });
  expect([status, body]).toMatchObject([200, {}]);
  return body;
};
const yearNow = () => shop.clock.now().getUTCFullYear();
const list = (request: object) => shop.call('GET /api/papers', request, { token: who.token });

describe('invoice', () => {
  test('a purchase paid by link gets one invoice with seller, buyer, lines and discount', async () => {
    await shop.makeDemo();
    const { paymentLink, purchaseId } = await placed(shop, who, { lines: [story(), kits()], couponCode: 'WELCOME10' });
    await issue(shop);
    expect(await listInvoices(shop, who)).toEqual([]);
    await pay(paymentLink);
    await expect.poll(async () => (await listOrders(shop, who)).map(({ status }) => status)).toEqual([2, 2]);
    await issue(shop);
    await issue(shop);
    const [invoice, ...others] = await listInvoices(shop, who);
    expect([invoice, others]).toMatchObject([
      { kind: 'invoice', currency: 0, gross: 11_781, vat: 0, net: 11_781, subjectId: purchaseId },
      [],
    ]);
    expect(invoice?.number).toMatch(new RegExp(`^INV-${yearNow()}-\\d{6}$`));
    expect(await readContent(shop, invoice?.id)).toMatchObject({
      ...{ kind: 'invoice', number: invoice?.number, locale: 'en', issuedAt: invoice?.issuedAt, discount: 1_309, gross: 11_781 },
      seller: { legalName: 'Sample Company (replace me)', country: 'ES' },
      buyer: { firstName: 'Ada', lastName: 'Sample', country: 'NO', city: 'Oslo', company: '', vatId: '' },
      lines: [
        { name: 'Brand Stories', about: ['600 words'], quantity: 1, total: 9_900, discount: 990, gross: 8_910, vat: 0, period: null },
        { name: 'Social Boosts', about: ['3 post kits', 'LinkedIn'], quantity: 1, total: 3_190, discount: 319, gross: 2_871 },
      ],
      ...{ notes: [expect.stringMatching(/^No VAT/)], parts: [{ by: 'online', amount: 11_781 }], corrects: null, credited: null },
    });
  });

  test('the invoice is in the language of the purchase, and a monthly line has its period', async () => {
    await funded(shop, who);
    const body = await order(shop, who, { lines: [monthly()], payFromBalance: true }, { headers: { 'accept-language': 'ja' } });
    expect(body.status).toBe(200);
    await issue(shop);
    const invoice = (await listInvoices(shop, who)).find(({ kind }) => kind === 'invoice');
    expect(await readContent(shop, invoice?.id)).toMatchObject({
      ...{ locale: 'jp', notes: [expect.stringContaining('消費税（付加価値税）は課されていません。')] },
      lines: [{ name: expect.stringMatching(/[ぁ-んァ-ヶ]/), period: shop.clock.now().toISOString() }],
    });
  });

  test('a free purchase gets an invoice over zero', async () => {
    const code = { code: 'ALL', codeKey: normalizeCode('ALL'), kind: 'percent', percent: 100, appliesTo: 'orders' } as const;
    await insertCoupon(shop.ctx.db.orm, { ...code, createdAt: shop.clock.now() }, []);
    const { purchaseId } = await bought({ couponCode: 'ALL', payFromBalance: false });
    await issue(shop);
    expect(await listInvoices(shop, who, { subject: purchaseId })).toMatchObject([{ gross: 0, net: 0, vat: 0 }]);
  });

  test('the database refuses to change or delete it', async () => {
    await funded(shop, who);
    await issue(shop);
    for (const error of await refusedChanges(shop, 'billing_document')) expect(error).toContain('a billing document is never changed');
  });
});

/** Deposits with a coupon, so that part of the balance is promotional credit. */
async function depositWithCoupon() {
  await shop.makeDemo();
  const { status, body } = await deposit(shop, who, { depositAmount: 10_000, price: 9_500, couponCode: 'TOPUP5' });
  expect([status, body]).toMatchObject([200, {}]);
  await pay(body.paymentLink ?? '');
  await expect
    .poll(async () => (await shop.call('GET /api/balance/deposit', { id: body.depositId }, { token: who.token })).body.state)
    .toBe('paid');
  return body;
}

test('receipt: a deposit gets a receipt without VAT', async () => {
  const body = await depositWithCoupon();
  await issue(shop);
  const [receipt] = await listInvoices(shop, who, { subject: body.depositId });
  expect(receipt).toMatchObject({ kind: 'receipt', gross: 9_500, vat: 0 });
  expect(receipt?.number).toMatch(new RegExp(`^REC-${yearNow()}-\\d{6}$`));
  expect(await readContent(shop, receipt?.id)).toMatchObject({
    ...{ credited: { amount: 10_000, promo: 500 }, parts: [{ by: 'online', amount: 9_500 }] },
    notes: [expect.stringContaining('without VAT')],
  });
  const statement = (await shop.call('GET /api/balance/statement', { currency: 0 }, { token: who.token })).body;
  expect(statement.lines).toHaveLength(2);
  for (const { id } of statement.lines) expect(await listInvoices(shop, who, { movement: id })).toMatchObject([{ id: receipt?.id }]);
});

describe('credit note', () => {
  test('each refund gets a credit note with the invoice number and the destination of the money', async () => {
    const { paymentLink, orderIds, purchaseId } = await placed(shop, who, { lines: [story(), tags()] });
    await pay(paymentLink);
    await expect.poll(async () => (await listOrders(shop, who)).map(({ status }) => status)).toEqual([2, 2]);
    await issue(shop);
    shop.clock.turn({ minutes: 1 });
    expect((await cancel(orderIds[0])).status).toBe(204);
    await issue(shop);
    shop.clock.turn({ minutes: 1 });
    expect((await cancel(orderIds[1], 'balance')).status).toBe(204);
    await issue(shop);
    const papers = await listInvoices(shop, who, { subject: purchaseId });
    expect(papers.map(({ kind, gross }) => [kind, gross])).toEqual([
      ['credit', 900],
      ['credit', 9_900],
      ['invoice', 10_800],
    ]);
    const [second, first, invoice] = await Promise.all(papers.map(({ id }) => readContent(shop, id)));
    const corrects = { number: invoice?.number, issuedAt: invoice?.issuedAt };
    expect(first).toMatchObject({ corrects, lines: [{ name: 'Brand Stories', gross: 9_900 }], parts: [{ by: 'online', amount: 9_900 }] });
    expect(second).toMatchObject({ corrects, lines: [{ name: 'Hashtag Magic', gross: 900 }], parts: [{ by: 'balance', amount: 900 }] });
  });

  test('a refund in cash and promotional credit gets one credit note', async () => {
    await depositWithCoupon();
    const { orderIds } = await bought();
    await cancel(orderIds[0]);
    await issue(shop);
    const [credit, ...others] = (await listInvoices(shop, who)).filter(({ kind }) => kind === 'credit');
    expect([credit?.gross, others]).toEqual([9_900, []]);
    expect((await readContent(shop, credit?.id)).parts).toEqual([
      { by: 'balance', amount: 9_500 },
      { by: 'promo', amount: 400 },
    ]);
  });

  test('a partial refund names its order, or is a general refund without one', async () => {
    await funded(shop, who);
    const { purchaseId } = await bought({ lines: [story(), tags()] });
    await issue(shop);
    const invoice = await findInvoice(shop.ctx.db.orm, purchaseId);
    if (!invoice) throw new Error('there is no invoice');
    const [line] = invoice.content.lines;
    const part = { invoice, before: 0, back: [{ by: 'balance', amount: 3_300 }], at: new Date() } as const;
    expect(composeCredit({ ...part, numbers: [line?.number ?? ''] })).toMatchObject({
      ...{ gross: 3_300, lines: [{ name: 'Brand Stories', number: line?.number, total: 3_300, discount: 0, gross: 3_300 }] },
    });
    expect(composeCredit({ ...part, numbers: [] }).lines).toMatchObject([{ name: 'Refund', number: '', gross: 3_300 }]);
  });
});

describe('VAT included in the price', () => {
  const notes = { en: 'Reverse charge.', es: 'Inversión.', jp: 'リバース。' };
  const tax: Tax = { vat: 'inclusive', rates: { NO: 2500 }, reverseCharge: true, notes: { none: notes, zero: notes, reverse: notes } };
  const brand = { name: 'Loaf', dateLocale: 'en-US', look: {} };
  const issueWith = (more: Partial<Tax> = {}) => {
    const company = {
      ...{ legalName: 'Loaf', registrationNumber: '1', vatId: 'ESB58378431', street: 's', city: 'c', postalCode: 'p' },
      ...{ country: 'ES', email: 'e@shop.example', phone: '1' },
    };
    const findTax = async () => ({ ...tax, ...more });
    const links = { ensure: async () => '' };
    return issueDocuments({ ctx: shop.ctx, shop: { brand, company }, findTax, links }, new AbortController().signal);
  };
  const details = (vatId: string, company = 'Loaf AS') => shop.call('POST /api/papers/details', { company, vatId }, { token: who.token });

  test('the invoice states the VAT, and its credit notes return all of it', async () => {
    await funded(shop, who);
    const { orderIds, purchaseId } = await bought({ lines: [story(), tags(), kits()] });
    await issueWith();
    for (const id of orderIds) {
      await cancel(id);
      shop.clock.turn({ seconds: 1 });
    }
    await issueWith({ rates: { NO: 100 } });
    const papers = await listInvoices(shop, who, { subject: purchaseId });
    expect(papers.at(-1)).toMatchObject({ gross: 13_990, net: 11_192, vat: 2_798 });
    expect(papers.slice(0, 3).reduce((sum, { vat }) => sum + vat, 0)).toBe(2_798);
    expect(await readContent(shop, papers.at(-1)?.id)).toMatchObject({ rate: 2500, notes: [] });
  });

  test('a business abroad gets a reverse charge, with a note that the VAT ID is not checked', async () => {
    await funded(shop, who);
    expect((await details('NO 923 456 783 MVA')).status).toBe(200);
    const { purchaseId } = await bought();
    await issueWith();
    const [invoice] = await listInvoices(shop, who, { subject: purchaseId });
    expect(invoice).toMatchObject({ gross: 9_900, vat: 0 });
    expect(await readContent(shop, invoice?.id)).toMatchObject({
      buyer: { company: 'Loaf AS', vatId: 'NO 923 456 783 MVA' },
      notes: ['Reverse charge.', expect.stringContaining('not checked')],
    });
  });

  test('an invalid VAT ID is refused, an unknown kind of VAT ID is saved', async () => {
    expect(await details('NO923456784MVA')).toMatchObject({
      status: 400,
      body: { errors: { vatId: [expect.stringContaining('VAT ID')] } },
    });
    expect((await details('T1234567890123')).body).toMatchObject({ company: 'Loaf AS', vatId: 'T1234567890123' });
    expect((await shop.call('GET /api/papers/details', undefined, { token: who.token })).body).toMatchObject({
      ...{ company: 'Loaf AS', vatId: 'T1234567890123' },
    });
  });
});

describe('access to billing documents', () => {
  test('another account gets 404, the owner gets an unchanging PDF as an attachment', async () => {
    await funded(shop, who);
    await issue(shop);
    const [receipt] = await listInvoices(shop, who);
    const other = await buyer(shop);
    expect(await listInvoices(shop, other)).toEqual([]);
    expect(await listInvoices(shop, other, { subject: receipt?.subjectId })).toEqual([]);
    const [line] = (await shop.call('GET /api/balance/statement', { currency: 0 }, { token: who.token })).body.lines;
    expect((await shop.call('GET /api/papers', { movement: line?.id }, { token: other.token })).status).toBe(404);
    const fetchPdf = (token: string) =>
      fetch(`${shop.urls.storefront}/api/papers/pdf?id=${receipt?.id}`, { headers: { authorization: `Bearer ${token}` } });
    expect((await fetchPdf(other.token)).status).toBe(404);
    const own = await fetchPdf(who.token);
    const { headers } = own;
    expect([own.status, headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([200, 'no-store', 'nosniff']);
    expect(headers.get('content-disposition')).toContain(`attachment; filename="${receipt?.number}.pdf"`);
    const first = Buffer.from(await own.arrayBuffer());
    expect([first.subarray(0, 5).toString(), String(first.length)]).toEqual(['%PDF-', headers.get('content-length')]);
    expect(first.equals(Buffer.from(await (await fetchPdf(who.token)).arrayBuffer()))).toBe(true);
  });

  test('documents are listed in pages', async () => {
    await funded(shop, who);
    for (let each = 0; each < 3; each++) await bought({ lines: [tags()] });
    await issue(shop);
    const first = (await list({ limit: 3 })).body;
    expect([first.papers.length, first.more]).toEqual([3, true]);
    const rest = (await list({ limit: 3, before: first.papers.at(-1)?.id })).body;
    expect([rest.papers.length, rest.more]).toEqual([1, false]);
    expect([...first.papers, ...rest.papers].map(({ kind }) => kind).sort()).toEqual(['invoice', 'invoice', 'invoice', 'receipt']);
  });

  test('account deletion: the documents stay, the company details are erased', async () => {
    await funded(shop, who, 9_900);
    await shop.call('POST /api/papers/details', { company: 'Loaf AS', vatId: '' }, { token: who.token });
    const { orderIds } = await bought();
    await issue(shop);
    await completeOrder(shop, orderIds[0] ?? '');
    const { id } = (await shop.call('GET /api/Accounts/profile', undefined, { token: who.token })).body;
    expect(await papersTakenBy(id)).toMatchObject({ papers: 2, details: [{ company: 'Loaf AS', vatId: '' }] });
    await shop.call('POST /api/Accounts/ask-deletion', { currentPassword: 'seven blue herons' }, { token: who.token });
    shop.clock.turn({ days: 8 });
    await letRun(shop, 'accounts.erase');
    expect(await papersTakenBy(id)).toEqual({ papers: 2, details: [] });
  });

  async function papersTakenBy(accountId: string) {
    const whose = { accountId, email: who.email };
    const papers = await exportInvoices(shop.ctx.db.orm, whose, 100);
    return { papers: papers.length, details: await exportBillingDetails(shop.ctx.db.orm, whose) };
  }
});

test('document numbers: a new year starts with number one', async () => {
  await funded(shop, who);
  await bought({ lines: [tags()] });
  await issue(shop);
  shop.clock.set('2026-12-31T23:59:59Z');
  who = await again(shop, who);
  await bought({ lines: [tags()] });
  await issue(shop);
  shop.clock.turn({ seconds: 1 });
  await bought({ lines: [tags()] });
  await issue(shop);
  const [next, last] = (await listInvoices(shop, who)).filter(({ kind }) => kind === 'invoice');
  expect(next?.number).toBe('INV-2027-000001');
  expect(last?.number).toMatch(/^INV-2026-/);
});
