// E-invoices of documents: what is mapped, what is written, and what is refused with its field.
import { SaxesParser } from 'saxes';
import { describe, expect, test } from 'vitest';
import { writeCii } from '#lib/e-invoice/cii.ts';
import { type EInvoiceFormat, formatDecimal } from '#lib/e-invoice/model.ts';
import { checkEInvoice } from '#lib/e-invoice/rules.ts';
import { writeUbl } from '#lib/e-invoice/ubl.ts';
import { formatGroup, formatValue } from '#lib/e-invoice/xml.ts';
import { UserError } from '#lib/user-error.ts';
import { createSampleEInvoice } from '../../../../tests/support/e-invoices.ts';
import type { PaperContent, PaperLine } from '../contents.ts';
import { computeSums, distributeSums } from '../rules.ts';
import { createEInvoice } from './einvoice.ts';
import { toEInvoice } from './mapping.ts';

const plainLine = { name: 'Brand Stories', about: ['600 words'], number: 'F-7K2Q9M4D', quantity: 1, discount: 0, period: null };

/** With VAT included in the prices of its lines. */
function invoice(prices: readonly number[], rate: number, more: Partial<PaperContent> = {}, line: Partial<PaperLine> = {}): PaperContent {
  const sums = computeSums(
    prices.reduce((total, price) => total + price, 0),
    rate,
  );
  const shares = distributeSums(sums, prices);
  return {
    ...{
      layout: 2,
      kind: 'invoice',
      number: 'INV-2026-000123',
      locale: 'en',
      currency: 0,
      discount: 0,
      rate,
      corrects: null,
      credited: null,
    },
    ...{ issuedAt: '2026-11-21T23:30:00.000Z', settledAt: '2026-11-20T23:59:00.000Z', notes: rate > 0 ? [] : ['No VAT is charged.'] },
    seller: {
      ...{ legalName: 'Loaf & Queue AS', registrationNumber: '923456783', vatId: 'NO 923 456 783 MVA', street: 'Side Street 1' },
      ...{ city: 'Oslo', postalCode: '0150', country: 'NO', email: 'loaf@shop.example', phone: '+47 1' },
    },
    buyer: {
      ...{ firstName: 'Ada', lastName: 'Sample', country: 'NO', city: 'Oslo', address: 'Street 1', state: '', zipCode: '0150' },
      ...{ company: '', vatId: '' },
    },
    ...sums,
    parts: sums.gross === 0 ? [] : [{ by: 'online', amount: sums.gross }],
    lines: shares.map((share) => ({ ...plainLine, total: share.gross, ...share, ...line })),
    ...more,
  };
}

const recipient = { email: 'ada@shop.example' };
const write = (content: PaperContent, format: EInvoiceFormat = 'ubl') => createEInvoice(content, { recipient, format, reader: 'desk' });
const listErrors = (content: PaperContent, format: EInvoiceFormat = 'ubl', reader: 'desk' | 'customer' = 'desk') => {
  try {
    createEInvoice(content, { recipient, format, reader });
  } catch (error) {
    if (error instanceof UserError) return error.errors;
    throw error;
  }
  return {};
};

/** The texts of all elements of a name, whatever the prefix. */
function listTexts(xml: string, name: string): string[] {
  const [parser, found, open] = [new SaxesParser({ xmlns: true }), [] as string[], [] as string[]];
  parser.on('opentag', ({ local }) => {
    open.push(local);
    if (local === name) found.push('');
  });
  parser.on('text', (text) => {
    if (open.at(-1) === name) found.push((found.pop() ?? '') + text);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  return found;
}

describe('documents', () => {
  test.each(['ubl', 'cii'] as const)('%s: an invoice with VAT has its number, day, parties, lines and sums', (format) => {
    const xml = write(invoice([9_900, 2_900], 2_500), format);
    const names =
      format === 'ubl' ? ['IssueDate', 'PayableAmount', 'TaxInclusiveAmount'] : ['DateTimeString', 'DuePayableAmount', 'GrandTotalAmount'];
    expect(listTexts(xml, 'ID')[format === 'ubl' ? 0 : 1]).toBe('INV-2026-000123');
    expect(names.map((name) => listTexts(xml, name)[0])).toEqual([format === 'ubl' ? '2026-11-21' : '20261121', '0.00', '128.00']);
    expect(xml).toContain('Loaf &amp; Queue AS');
    expect(xml).toContain('NO923456783MVA');
    expect(listTexts(xml, 'Description')).toEqual(['600 words · F-7K2Q9M4D', '600 words · F-7K2Q9M4D']);
  });

  test('every price, rate and quantity of a shop gives documents that follow the rules', () => {
    const rates = [0, 550, 700, 1_000, 1_900, 2_100, 2_550];
    for (let step = 0; step < 300; step++) {
      const prices = Array.from({ length: 1 + (step % 6) }, (_, at) => (step * 977 + at * 331) % 20_000);
      const content = invoice(prices, rates[step % rates.length] ?? 0, { currency: step % 5 === 0 ? 4 : 0 }, { quantity: 1 + (step % 7) });
      expect(checkEInvoice(toEInvoice(content, recipient), 'ubl'), `${prices} at ${content.rate}`).toEqual([]);
    }
  });

  test('a credit note is one, names its invoice, and is paid back', () => {
    const credit = invoice([9_900], 2_500, {
      kind: 'credit',
      corrects: { number: 'INV-2026-000122', issuedAt: '2026-11-01T10:00:00.000Z' },
    });
    const xml = write(credit);
    expect(xml).toContain('<CreditNote xmlns=');
    expect([listTexts(xml, 'CreditNoteTypeCode'), listTexts(xml, 'PrepaidAmount')]).toEqual([['381'], ['99.00']]);
    expect(xml).toContain('<cbc:ID>INV-2026-000122</cbc:ID><cbc:IssueDate>2026-11-01</cbc:IssueDate>');
    expect(listTexts(write(credit, 'cii'), 'TypeCode')[0]).toBe('381');
    const ofOpenInvoice = { ...credit, parts: [{ by: 'invoice', amount: credit.gross }] } as const;
    expect(listTexts(write(ofOpenInvoice), 'PayableAmount')).toEqual(['0.00']);
  });

  test('a business abroad gets reverse charge with both VAT IDs', () => {
    const buyer = { ...invoice([100], 0).buyer, country: 'ES', company: 'Pan SL', vatId: 'ES B58378431' };
    const content = invoice([9_900], 0, { buyer, notes: ['Reverse charge.', 'Not checked.'] });
    const made = toEInvoice(content, recipient);
    expect(made.taxes).toEqual([{ category: 'AE', rate: 0, net: 9_900, vat: 0, reason: 'Reverse charge.' }]);
    expect([made.seller.vatId, made.buyer.vatId, made.buyer.name]).toEqual(['NO923456783MVA', 'ESB58378431', 'Pan SL']);
    expect(write(content)).toContain('VATEX-EU-AE');
    expect(listErrors({ ...content, buyer: { ...buyer, vatId: 'B58378431' } })).toHaveProperty(['seller.vatId']);
  });

  test('without VAT, the reason is given and no VAT ID', () => {
    const xml = write(invoice([1_200], 0));
    expect(listTexts(xml, 'TaxExemptionReason')).toEqual(['No VAT is charged.']);
    expect(xml).not.toContain('NO923456783MVA');
    expect([formatDecimal(1_200, 0), formatDecimal(-5, 2), formatDecimal(0, 3)]).toEqual(['1200', '-0.05', '0.000']);
  });

  test('a free purchase, a discount to nothing, and a month have valid documents', () => {
    expect(listErrors(invoice([0], 2_500))).toEqual({});
    const { lines } = toEInvoice(invoice([9_900], 0, {}, { period: '2026-01-31T10:00:00.000Z' }), recipient);
    expect(lines[0]?.period).toEqual({ from: '2026-01-31', until: '2026-02-27' });
  });

  test('a price that units do not divide is that of all of them', () => {
    const [three, two] = [3, 2].map((quantity) => toEInvoice(invoice([10_000], 0, {}, { quantity }), recipient).lines[0]);
    expect([three?.price, three?.priceQuantity, two?.price, two?.priceQuantity]).toEqual([10_000, 3, 5_000, 1]);
  });

  test('what is missing is refused on its field, with the rule for the desk', () => {
    const { seller } = invoice([100], 0);
    const errors = listErrors(invoice([9_900], 0, { seller: { ...seller, country: 'ZZ', registrationNumber: '' } }));
    expect(Object.keys(errors)).toEqual(['seller.country', 'seller.registrationNumber']);
    expect(errors['seller.country']?.[0]?.values).toEqual({ rule: 'BR-CL-14', problem: 'seller.country is no country of ISO 3166-1' });
    expect(listErrors(invoice([9_900], 0), 'xrechnung')).toHaveProperty('buyerReference');
    expect(listErrors(invoice([9_900], 0), 'xrechnung', 'customer')).toMatchObject({ buyerReference: [{ id: 'einvoice.incomplete' }] });
    expect(listErrors(invoice([9_900], 0, { kind: 'receipt' }))).toHaveProperty('id');
  });
});

describe('XML', () => {
  test('100 documents of every kind are well-formed in all formats, with every text as it was', () => {
    for (let index = 0; index < 100; index++) {
      const sample = createSampleEInvoice(index);
      for (const xml of [writeUbl(sample, 'ubl'), writeUbl(sample, 'xrechnung'), writeCii(sample)]) {
        const names = listTexts(xml, 'Name');
        const expected = sample.lines.map(({ name }) => name.replace('\u0007', ''));
        expect(names).toEqual(expect.arrayContaining(expected));
        expect(xml).not.toMatch(/<([\w:]+)><\/\1>/);
      }
    }
  });

  test('Peppol and XRechnung are named only where the document has what they ask for', () => {
    const ids = [2, 0, 1].map((index) => listTexts(writeUbl(createSampleEInvoice(index), 'ubl'), 'CustomizationID')[0]);
    expect(ids).toEqual([expect.stringContaining('peppol'), ...Array.from({ length: 2 }, () => 'urn:cen.eu:en16931:2017')]);
    expect(writeUbl(createSampleEInvoice(0), 'xrechnung')).toContain('xrechnung_3.0</cbc:CustomizationID>');
  });

  test('signs of XML, controls and halves of characters neither break it nor get into it', () => {
    expect(formatValue('a', ' <b> & "c"\u0000\u000b\ud800 𝄞 ', { d: '"' })).toBe('<a d="&quot;">&lt;b&gt; &amp; &quot;c&quot; 𝄞</a>');
    expect(formatGroup('a', formatValue('b', ' '), formatGroup('c', ''))).toBe('');
  });
});
