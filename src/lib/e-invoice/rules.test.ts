// The rules of EN 16931 by name, each with a document that breaks it.
import { describe, expect, test } from 'vitest';
import { createSampleEInvoice } from '../../../tests/support/e-invoices.ts';
import type { EInvoice, InvoiceLine, Party, TaxCategory, TaxLine } from './model.ts';
import { checkEInvoice, coreRules } from './rules.ts';

const samples = Array.from({ length: 200 }, (_, index) => createSampleEInvoice(index));
/** Paid, with one line at 25 %. */
const valid: EInvoice = {
  ...createSampleEInvoice(0),
  lines: [
    {
      id: '1',
      name: 'Story',
      description: '',
      quantity: 2,
      net: 10_000,
      price: 5_000,
      priceQuantity: 1,
      category: 'S',
      rate: 2_500,
      period: null,
    },
  ],
  taxes: [{ category: 'S', rate: 2_500, net: 10_000, vat: 2_500, reason: '' }],
  totals: { lines: 10_000, net: 10_000, vat: 2_500, gross: 12_500, paid: 12_500, due: 0 },
};

type Change = Partial<EInvoice>;
const seller = (change: Partial<Party>): Change => ({ seller: { ...valid.seller, ...change } });
const buyer = (change: Partial<Party>): Change => ({ buyer: { ...valid.buyer, ...change } });
const line = (change: Partial<InvoiceLine>): Change => ({ lines: valid.lines.map((each) => ({ ...each, ...change })) });
const tax = (change: Partial<TaxLine>): Change => ({ taxes: valid.taxes.map((each) => ({ ...each, ...change })) });
const totals = (change: Partial<EInvoice['totals']>): Change => ({ totals: { ...valid.totals, ...change } });
const period = (from: string, until: string): Change => line({ period: { from, until } });

/** A valid document of another category. */
const without = (category: TaxCategory): EInvoice => {
  const isTaxed = category !== 'O';
  return {
    ...valid,
    ...line({ category, rate: 0 }),
    ...tax({ category, rate: 0, vat: 0, reason: category === 'Z' ? '' : 'Because.' }),
    ...totals({ vat: 0, gross: 10_000, paid: 10_000 }),
    ...seller({ vatId: isTaxed ? 'DE123456788' : '' }),
    ...buyer({ vatId: isTaxed ? 'FR40303265045' : '' }),
    ...{ deliveredOn: '2026-11-20', deliveredTo: { city: 'Lyon', postalCode: '69001', country: 'FR' } },
  };
};
const outside = without('O');
const [salesTax] = valid.taxes;

/** By rule and field: what breaks it, and of which document if not of the usual one. */
const broken: Readonly<Record<string, Change>> = {
  'BR-02 number': { number: ' ' },
  'BR-03 issuedOn': { issuedOn: '2026-02-30' },
  'BR-05 currency': { currency: '' },
  'BR-CL-04 currency': { currency: 'EUX' },
  'BR-DEC-23 currency': { currency: 'KWD', decimals: 3 },
  'BR-06 seller.name': seller({ name: '' }),
  'BR-09 seller.country': seller({ country: '' }),
  'BR-CL-14 seller.country': seller({ country: 'ZZ' }),
  'BR-CO-09 seller.vatId': seller({ vatId: '123456788' }),
  'BR-CO-26 seller.registrationNumber': seller({ registrationId: '', vatId: '', taxId: '1' }),
  'BR-62 seller.endpoint': seller({ endpoint: { scheme: '', id: 'a@shop.example' } }),
  'BR-07 buyer.name': buyer({ name: '' }),
  'BR-11 buyer.country': buyer({ country: '' }),
  'BR-CL-14 buyer.country': buyer({ country: 'ZZ' }),
  'BR-CO-09 buyer.vatId': buyer({ vatId: '??40303265045' }),
  'BR-63 buyer.endpoint': buyer({ endpoint: { scheme: '', id: '1' } }),
  'BR-CL-25 buyer.endpoint': buyer({ endpoint: { scheme: 'XX', id: '1' } }),
  'BR-57 deliveredTo': { deliveredTo: { city: 'x', postalCode: 'x', country: 'ZZ' } },
  'BR-55 corrects': { corrects: { number: '', issuedOn: '2026-11-01' } },
  'BR-49 payment': { payment: { ...valid.payment, code: '' } },
  'BR-CL-16 payment': { payment: { ...valid.payment, code: '999' } },
  'BR-61 payment.iban': { payment: { ...valid.payment, code: '58', iban: '' } },
  'BR-CO-25 dueOn': { ...totals({ paid: 0, due: 12_500 }), dueOn: '', terms: '' },
  'BR-16 lines': { lines: [] },
  'BR-21 lines': line({ id: '' }),
  'BR-22 lines': line({ quantity: Number.NaN }),
  'BR-24 lines': line({ net: Number.NaN }),
  'BR-25 lines': line({ name: '' }),
  'BR-26 lines': line({ price: Number.NaN }),
  'BR-27 lines': line({ price: -5_000 }),
  'BR-30 lines': period('2026-11-30', '2026-11-01'),
  'BR-CO-20 lines': period('', ''),
  'PEPPOL-EN16931-R120 lines': line({ price: 4_999 }),
  'BR-CO-10 totals.lines': totals({ lines: 9_999 }),
  'BR-CO-13 totals.net': totals({ net: 9_999 }),
  'BR-CO-14 totals.vat': totals({ vat: 2_499 }),
  'BR-CO-15 totals.gross': totals({ gross: 12_499 }),
  'BR-CO-16 totals.due': totals({ due: 1 }),
  'BR-CO-17 taxes': tax({ vat: 2_400 }),
  'BR-CO-18 taxes': { taxes: [] },
  'BR-45 taxes': tax({ net: Number.NaN }),
  'BR-46 taxes': tax({ vat: Number.NaN }),
  'BR-48 taxes': tax({ rate: Number.NaN }),
  'BR-S-01 taxes': line({ rate: 1_200 }),
  'BR-S-02 seller.vatId': seller({ vatId: '' }),
  'BR-S-05 lines': line({ rate: 0 }),
  'BR-S-08 taxes': tax({ net: 9_000 }),
  'BR-S-09 taxes': tax({ vat: 2_400 }),
  'BR-S-10 taxes': tax({ reason: 'None.' }),
  'BR-Z-01 taxes': { ...without('Z'), taxes: [] },
  'BR-Z-02 seller.vatId': { ...without('Z'), ...seller({ vatId: '' }) },
  'BR-Z-05 lines': { ...without('Z'), ...line({ category: 'Z', rate: 500 }) },
  'BR-Z-08 taxes': { ...without('Z'), ...tax({ category: 'Z', rate: 0, vat: 0, net: 1 }) },
  'BR-Z-09 taxes': { ...without('Z'), ...tax({ category: 'Z', rate: 0, vat: 1 }) },
  'BR-Z-10 taxes': { ...without('Z'), ...tax({ category: 'Z', rate: 0, vat: 0, reason: 'None.' }) },
  'BR-O-02 seller.vatId': { ...outside, ...seller({ vatId: 'DE123456788' }) },
  'BR-O-11 taxes': { ...outside, taxes: [...outside.taxes, ...(salesTax ? [salesTax] : [])] },
  'BR-O-12 lines': { ...outside, lines: [...outside.lines, ...valid.lines] },
  'BR-IC-02 seller.vatId': { ...without('K'), ...buyer({ vatId: '' }) },
  'BR-IC-11 deliveredOn': { ...without('K'), deliveredOn: '' },
  'BR-IC-12 deliveredTo': { ...without('K'), deliveredTo: null },
  'BR-AE-02 seller.vatId': { ...without('AE'), ...buyer({ vatId: '' }) },
  'BR-G-02 seller.vatId': { ...without('G'), ...seller({ vatId: '' }) },
  'BR-E-02 seller.vatId': { ...without('E'), ...seller({ vatId: '' }) },
  ...Object.fromEntries(
    (['E', 'AE', 'K', 'G', 'O'] as const).flatMap((category) => {
      const [name, usual] = [category === 'K' ? 'IC' : category, without(category)];
      const own = (change: Partial<TaxLine>): Change => ({ ...usual, taxes: usual.taxes.map((each) => ({ ...each, ...change })) });
      return [
        [`BR-${name}-01 taxes`, { ...usual, taxes: [] }],
        [`BR-${name}-05 lines`, { ...usual, ...line({ category, rate: 500 }) }],
        [`BR-${name}-08 taxes`, own({ net: 1 })],
        [`BR-${name}-09 taxes`, own({ vat: 1 })],
        [`BR-${name}-10 taxes`, own({ reason: '' })],
      ];
    }),
  ),
};

const brokenXrechnung: Readonly<Record<string, Change>> = {
  'BR-DE-15 buyerReference': { buyerReference: '' },
  'PEPPOL-EN16931-R010 buyer.endpoint': buyer({ endpoint: null }),
  'PEPPOL-EN16931-R020 seller.endpoint': seller({ endpoint: null }),
  'BR-DE-5 seller.contact': seller({ contact: { ...valid.seller.contact, name: '' } }),
  'BR-DE-6 seller.phone': seller({ contact: { ...valid.seller.contact, phone: '' } }),
  'BR-DE-7 seller.email': seller({ contact: { ...valid.seller.contact, email: '' } }),
  'BR-DE-3 seller.city': seller({ city: '' }),
  'BR-DE-4 seller.postalCode': seller({ postalCode: '' }),
  'BR-DE-8 buyer.city': buyer({ city: '' }),
  'BR-DE-9 buyer.zipCode': buyer({ postalCode: '' }),
  'BR-DE-10 deliveredTo': { deliveredTo: { city: '', postalCode: '69001', country: 'FR' } },
  'BR-DE-11 deliveredTo': { deliveredTo: { city: 'Lyon', postalCode: '', country: 'FR' } },
  'BR-DE-16 seller.vatId': seller({ vatId: '' }),
};

const listErrors = (invoice: EInvoice, format: 'ubl' | 'xrechnung' = 'ubl') =>
  checkEInvoice(invoice, format).map(({ rule, field }) => `${rule} ${field}`);

describe('rules', () => {
  test('200 documents of every kind break none', () => {
    expect(samples.flatMap((each) => listErrors(each))).toEqual([]);
    const known = samples.filter(({ buyerReference }) => buyerReference !== '');
    expect(known.length).toBeGreaterThan(90);
    expect(known.flatMap((each) => listErrors(each, 'xrechnung'))).toEqual([]);
    for (const category of ['Z', 'E', 'AE', 'K', 'G', 'O'] as const) expect(listErrors(without(category)), category).toEqual([]);
    expect(listErrors(valid, 'xrechnung')).toEqual([]);
  });

  test.each(Object.entries(broken))('%s: one document breaks it', (name, change) => {
    expect(listErrors({ ...valid, ...change })).toContain(name);
  });

  test.each(Object.entries(brokenXrechnung))('%s: one document breaks it, as XRechnung only', (name, change) => {
    const invoice = { ...valid, ...change };
    expect(listErrors(invoice, 'xrechnung')).toContain(name);
    if (!name.startsWith('BR-DE-16')) expect(listErrors(invoice)).toEqual([]);
  });

  test('each rule has such a document', () => {
    const names = coreRules.map(({ rule, field }) => `${rule} ${field}`);
    expect(names.filter((name) => !(name in broken))).toEqual([]);
    expect(new Set(names.map((name) => name.split(' ')[0])).size).toBeGreaterThan(80);
  });
});
