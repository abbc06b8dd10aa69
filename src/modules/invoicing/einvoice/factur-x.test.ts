// PDFs that contain their e-invoice.
import { inflateSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeCii } from '#lib/e-invoice/cii.ts';
import { loadMessages } from '#platform/i18n.ts';
import { createSampleEInvoice } from '../../../../tests/support/e-invoices.ts';
import { pdfInfo } from '../../../../tests/support/files.ts';
import type { PaperContent } from '../contents.ts';
import { createRenderer } from '../render.ts';

const renderer = createRenderer({ log: pino({ level: 'silent' }) });
beforeAll(() => loadMessages());
afterAll(() => renderer.stop());

const line = {
  name: 'Story',
  about: [],
  number: 'F-1',
  quantity: 1,
  total: 9_900,
  discount: 0,
  period: null,
  net: 9_900,
  vat: 0,
  gross: 9_900,
};
const content: PaperContent = {
  ...{ layout: 2, brand: 'Loaf', kind: 'invoice', number: 'INV-2026-000123', locale: 'en', currency: 0, rate: 0, discount: 0 },
  ...{ issuedAt: '2026-11-21T10:00:00.000Z', settledAt: '2026-11-20T10:00:00.000Z', corrects: null, credited: null, notes: [] },
  ...{ net: 9_900, vat: 0, gross: 9_900, lines: [line], parts: [{ by: 'online', amount: 9_900 }] },
  seller: {
    ...{ legalName: 'Loaf & <Queue>', registrationNumber: '1', vatId: '2', street: 'Side Street 1', city: 'Oslo', postalCode: '0150' },
    ...{ country: 'NO', email: 'loaf@shop.example', phone: '+47' },
  },
  buyer: {
    ...{ firstName: 'Ada', lastName: 'Sample', country: 'NO', city: 'Oslo', address: 'Street 1', state: '', zipCode: '0150' },
    ...{ company: '', vatId: '' },
  },
};

test('the PDF is an archive with the e-invoice in it, named by its metadata', async () => {
  const xml = writeCii(createSampleEInvoice(0));
  const pdf = await renderer.print(content, null, xml);
  const text = pdf.toString('latin1');
  for (const each of [
    '/Type /EmbeddedFile',
    '/Subtype /text#2Fxml',
    '/F (factur-x.xml)',
    '/AFRelationship /Alternative',
    '/AF [',
    '/S /GTS_PDFA1',
  ])
    expect(text).toContain(each);
  const files = [...text.matchAll(/\/Type \/EmbeddedFile[\s\S]*?stream\n/g)].map(({ index, 0: head }) => {
    const start = index + head.length;
    return inflateSync(pdf.subarray(start, pdf.indexOf('\nendstream', start))).toString();
  });
  expect(files).toEqual([xml]);
  const metadata = text.slice(text.indexOf('<x:xmpmeta'), text.indexOf('</x:xmpmeta>'));
  for (const each of ['<pdfaid:part>3<', '<pdfaid:conformance>A<', '<fx:DocumentFileName>factur-x.xml<', '<fx:ConformanceLevel>EN 16931<'])
    expect(metadata).toContain(each);
  // The library does not escape them.
  expect(metadata).not.toMatch(/&(?!amp;)|<Queue>/);
  expect(pdfInfo(pdf).title).toBe('Invoice INV-2026-000123');
  expect((await renderer.print(content, null, xml)).equals(pdf)).toBe(true);
});

test('without e-invoice the PDF has no file in it and makes no claim to be an archive', async () => {
  const text = (await renderer.print(content)).toString('latin1');
  expect(text).not.toMatch(/EmbeddedFile|pdfaid|factur-x/);
});
