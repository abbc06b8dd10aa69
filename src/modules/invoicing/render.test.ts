// Billing documents as PDFs: contents, stable bytes, and limits of the render thread.
import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PNG_PREFIX } from '#lib/look/look.ts';
import { UserError } from '#lib/user-error.ts';
import { loadMessages } from '#platform/i18n.ts';
import { splitLetters } from '#platform/pdf/font-fallback.ts';
import { pdfInfo } from '../../../tests/support/files.ts';
import type { PaperContent, PaperLine } from './contents.ts';
import { describeDocument } from './document-words.ts';
import { createRenderer } from './render.ts';

const line = (more: Partial<PaperLine> = {}): PaperLine => ({
  name: 'Brand Stories',
  about: ['600 words'],
  number: 'F-7K2Q9M4D',
  quantity: 1,
  total: 9_900,
  discount: 0,
  period: null,
  net: 9_900,
  vat: 0,
  gross: 9_900,
  ...more,
});

const invoice = (more: Partial<PaperContent> = {}): PaperContent => ({
  layout: 1,
  kind: 'invoice',
  number: 'INV-2026-000123',
  locale: 'en',
  currency: 0,
  issuedAt: '2026-11-21T10:00:00.000Z',
  settledAt: '2026-11-20T23:59:00.000Z',
  seller: {
    legalName: 'Loaf & Queue AS',
    registrationNumber: '1',
    vatId: '2',
    street: 'Side Street 1',
    city: 'Oslo',
    postalCode: '0150',
    country: 'NO',
    email: 'loaf@shop.example',
    phone: '+47',
  },
  buyer: {
    firstName: 'Ada',
    lastName: 'Sample',
    country: 'NO',
    city: 'Oslo',
    address: 'Street 1',
    state: '',
    zipCode: '0150',
    company: '',
    vatId: '',
  },
  corrects: null,
  lines: [line()],
  discount: 0,
  rate: 0,
  net: 9_900,
  vat: 0,
  gross: 9_900,
  notes: ['No VAT is charged.'],
  parts: [{ by: 'online', amount: 9_900 }],
  credited: null,
  ...more,
});

/** Half of it is transparent. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAQCAYAAABQrvyxAAAAL0lEQVR42mMQUDD4P0CYgRqYYdQDox4Y9cCoB0Y9MOqBUQ+MemDUA6MeGPUAuRgAbvL+P6M7Z1cAAAAASUVORK5CYII=';

const silent = { log: pino({ level: 'silent' }) };
const renderer = createRenderer(silent);
beforeAll(() => loadMessages());
afterAll(() => renderer.stop());

/** The decompressed streams of the PDF. */
const unpacked = (pdf: Buffer): string => contents(pdf).join('\n');

function contents(pdf: Buffer): string[] {
  const parts: string[] = [];
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at + 1)) {
    const end = pdf.indexOf('\nendstream', at);
    try {
      parts.push(inflateSync(pdf.subarray(at + 'stream\n'.length, end)).toString('latin1'));
    } catch {
      // Some streams are not compressed.
    }
  }
  return parts;
}

describe('document PDF', () => {
  test('the PDF is tagged, with title, language and selectable text', async () => {
    const pdf = await renderer.print(invoice({ locale: 'jp' }));
    const text = pdf.toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    const branded = (await renderer.print(invoice({ layout: 2, brand: 'Fanfare' }))).toString('latin1');
    expect(branded).toContain('/Scope /Column');
    for (const each of ['/Marked true', '/Lang (ja)', '/DisplayDocTitle true', '/S /Table', '/S /H1', '(D:20261121100000Z)'])
      expect(text).toContain(each);
    expect(pdfInfo(pdf)).toEqual({
      title: expect.stringContaining('INV-2026-000123'),
      author: 'Loaf & Queue AS',
      created: 'D:20261121100000Z',
    });
    // The code point of 請 in its title.
    expect(unpacked(pdf).toLowerCase()).toContain('8acb');
  });

  test('the logo of the owner is beside the name, or in its place with the name as its alternative text', async () => {
    const print = (file: string, includesName: boolean) =>
      renderer.print(invoice({ layout: 2, brand: 'Northlight', plain: true }), { text: file, width: 120, height: 40, includesName });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><rect width="90" height="40" fill="#102030"/></svg>';
    for (const file of [svg, PNG_PREFIX + PNG]) {
      const [beside, instead] = [(await print(file, false)).toString('latin1'), (await print(file, true)).toString('latin1')];
      expect(beside.match(/\/SMask \d+ 0 R/g)).toHaveLength(1);
      expect(beside).not.toContain('/S /Figure');
      expect(instead).toMatch(/\/S \/Figure\n\/Alt \(Northlight\)\n\/A <<\n\/O \/Layout\n\/Placement \/Block\n\/BBox \[48 /);
      expect((await print(file, false)).toString('latin1')).toBe(beside);
    }
  });

  test('the totals are never alone on a page: the last line moves with them', async () => {
    for (const count of [6, 7, 8]) {
      const pdf = await renderer.print(invoice({ layout: 2, brand: 'Fanfare', lines: Array.from({ length: count }, () => line()) }));
      for (const content of contents(pdf).filter((each) => each.includes('/Artifact'))) expect(content).toContain('/TD ');
    }
  });

  test('the bytes are the same every time, also from another thread', async () => {
    const content = invoice({ lines: Array.from({ length: 50 }, () => line()) });
    const other = createRenderer(silent);
    const hashes = (await Promise.all([renderer.print(content), renderer.print(content), other.print(content)])).map((pdf) =>
      createHash('sha256').update(pdf).digest('hex'),
    );
    await other.stop();
    expect(new Set(hashes).size).toBe(1);
  });
});

describe('document texts', () => {
  const renderTexts = (more: Partial<PaperContent>) => describeDocument(invoice(more));
  const { buyer, seller } = invoice();

  test('layout 2: a Japanese invoice has the fields of a qualified invoice', () => {
    const words = renderTexts({
      layout: 2,
      locale: 'jp',
      rate: 1_000,
      seller: { ...seller, country: 'JP', city: '東京都千代田区', street: '丸の内1-1', postalCode: '100-0005', vatId: 'T1234567890123' },
      buyer: {
        ...buyer,
        firstName: '花子',
        lastName: '山田',
        country: 'JP',
        state: '東京都',
        city: '渋谷区',
        address: '神南1-2',
        zipCode: '150-0041',
      },
    });
    expect(words.facts[2]).toEqual({ name: '取引年月日', text: '2026年11月20日' });
    expect(words.buyer.lines).toEqual(['山田 花子 様', '〒150-0041 東京都渋谷区', '神南1-2', '日本']);
    expect(words.seller.lines).toEqual(expect.arrayContaining(['〒100-0005 東京都千代田区', '丸の内1-1', '登録番号：T1234567890123']));
    expect(words.sums.lines.map(({ name }) => name)).toEqual(['10%対象（税抜）', '消費税等（10%）']);
  });

  test.each([
    ['GB', '21 November 2026', 'VAT', ['Street 1', 'Leeds', '0150', 'United Kingdom']],
    ['US', 'November 21, 2026', 'VAT', ['Street 1', 'Leeds 0150', 'United States']],
    ['AU', '21 November 2026', 'GST', ['Street 1', 'Leeds 0150', 'Australia']],
  ])(
    'layout 2: tax and address are those of the buyer’s country, and the date where the document has no setting for it: %s',
    (country, day, tax, lines) => {
      const words = renderTexts({ layout: 2, rate: 1_000, buyer: { ...buyer, country, city: 'Leeds' } });
      expect([words.facts[1]?.text, words.columns.vat, words.buyer.lines.slice(1)]).toEqual([day, tax, lines]);
    },
  );

  test.for([
    ['es', 'en-US', 'November 21, 2026'],
    ['jp', 'en-US', 'November 21, 2026'],
    ['es', 'page', '21 de noviembre de 2026'],
    ['en', 'page', 'November 21, 2026'],
  ] as const)('%s with the date setting %s of the shop: dates in that form', ([locale, dateLocale, day]) => {
    const words = renderTexts({ layout: 2, locale, dateLocale, buyer: { ...buyer, country: 'GB' } });
    expect(words.facts.slice(1).map(({ text }) => text)).toEqual([day, day.replace('21', '20')]);
  });

  test.for([
    ['en', 'invoice', 'Invoice', 'November 21, 2026', '€99.00'],
    ['es', 'invoice', 'Factura', '21 de noviembre de 2026', '99,00\u00a0€'],
    ['jp', 'invoice', '請求書 兼 領収書', '2026年11月21日', '€99.00'],
    ['en', 'credit', 'Credit note', 'November 21, 2026', '€99.00'],
    ['es', 'credit', 'Factura rectificativa', '21 de noviembre de 2026', '99,00\u00a0€'],
    ['jp', 'receipt', '領収書', '2026年11月21日', '€99.00'],
  ] as const)('%s %s: title, date and total are localised', ([locale, kind, title, day, total]) => {
    const words = renderTexts({ locale, kind });
    expect([words.title, words.facts[1]?.text, words.sums.total.text]).toEqual([title, day, total]);
  });

  test('VAT columns are shown only with VAT', () => {
    expect(renderTexts({}).columns).toMatchObject({ net: null, vat: null });
    const words = renderTexts({ locale: 'es', rate: 810, net: 9_158, vat: 742, lines: [line({ net: 9_158, vat: 742 })] });
    expect(words.columns).toMatchObject({ net: 'Base', vat: 'IVA' });
    expect(words.sums.lines).toMatchObject([{ text: '91,58\u00a0€' }, { name: expect.stringContaining('8,1'), text: '7,42\u00a0€' }]);
  });

  test('layout 2: description and unit price, and labels of layout 1 stay as they were', () => {
    expect([renderTexts({}).columns.what, renderTexts({}).columns.unit]).toEqual(['What', null]);
    const words = renderTexts({ layout: 2, brand: 'Fanfare', lines: [line({ quantity: 2 })] });
    expect([words.columns.what, words.columns.unit, words.lines[0]?.unit]).toEqual(['Description', 'Unit price', '€49.50']);
  });

  test('Japanese qualified invoice: registration number, and net and tax by rate', () => {
    const seller = { ...invoice().seller, registrationNumber: 'T1234567890123' };
    const words = renderTexts({ layout: 2, brand: 'Fanfare', locale: 'jp', seller, rate: 1_000, net: 9_000, vat: 900 });
    expect(words.seller.lines).toContain('登録番号：T1234567890123');
    expect(words.sums.lines.map(({ name }) => name)).toEqual(['10%対象（税抜）', '消費税等（10%）']);
  });

  test('a Japanese buyer: name and address are in Japanese order', () => {
    const buyer = {
      ...invoice().buyer,
      firstName: '太郎',
      lastName: '見本',
      country: 'JP',
      state: '東京都',
      city: '千代田区',
      zipCode: '100-0005',
    };
    expect(renderTexts({ locale: 'jp', buyer: { ...buyer, address: '丸の内1-9-1', company: '見本商事' } }).buyer.lines).toEqual([
      ...['見本商事', '見本 太郎 様', '〒100-0005 東京都千代田区', '丸の内1-9-1', '日本'],
    ]);
  });

  test('a total of zero: the document states that there was nothing to pay', () => {
    expect(renderTexts({ gross: 0, net: 0, parts: [] }).parts).toEqual(['There was nothing to pay.']);
  });
});

test.for([
  ['Ada Sample', 'Ada Sample', 'wide'],
  ['見本 太郎', '見本 太郎', 'wide'],
  ['Łukasz Dvořák', 'Łukasz Dvořák', 'latin'],
  ['Nguyễn', 'Nguyễn', 'latin'],
  ['株式会社 Łódź', '株式会社 Lódz', 'wide'],
  ['Ōsaka 大阪', 'Ōsaka 大阪', 'wide'],
  ['₹1,234.00', '₹1,234.00', 'latin'],
  ['₹1,234.00（税込）', 'INR\u00a01,234.00（税込）', 'wide'],
  ['₪5.00', 'ILS\u00a05.00', 'wide'],
] as const)('font: "%s" is set as "%s" in the %s face', ([typed, text, face]) => {
  expect(splitLetters(typed)).toEqual({ text, face });
});

describe('PDF rendering', () => {
  test('of 40 requests at once 30 are rendered, the rest get 503', async () => {
    const busy = createRenderer(silent);
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => busy.print(invoice())));
    const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(all.length - refused.length).toBe(30);
    for (const each of refused) expect(each instanceof UserError && [each.status, each.retryAfterSeconds]).toEqual([503, 5]);
    await busy.stop();
  });

  test('a document over the time or memory limit fails, and the next is rendered', async () => {
    const hasty = createRenderer(silent, { workMs: 1, idleMs: 60_000, memoryMb: 256 });
    await expect(hasty.print(invoice())).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
    await hasty.stop();
    const small = createRenderer(silent, { workMs: 30_000, idleMs: 60_000, memoryMb: 8 });
    await expect(small.print(invoice({ notes: Array.from({ length: 20_000 }, () => 'x'.repeat(200)) }))).rejects.toThrow();
    await small.stop();
    expect((await renderer.print(invoice())).length).toBeGreaterThan(5_000);
  });
});
