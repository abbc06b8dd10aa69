import { describe, expect, test } from 'vitest';
import { policyNames } from '#lib/rendering.ts';
import { guideRows } from './guide-steps.ts';
import { checkLabels, checkPolicies, checkSeller, checkTax, markOfPolicies, markOfSeller, markOfTax } from './rules.ts';

type Texts = Parameters<typeof checkSeller>[0];
const company = {
  sample: false,
  legalName: 'Loaf AS',
  registrationNumber: '912 345 678',
  vatId: 'NO912345678MVA',
  street: 'Storgata 1',
  city: 'Oslo',
  postalCode: '0155',
  country: 'NO',
  email: 'hello@loaf.example',
  phone: '+47 22 00 00 00',
};
const createTexts = (more: object = {}): Texts => ({ company: { ...company, ...more } }) as unknown as Texts;

test('steps: each says what it is about, and what the button of its check does', () => {
  for (const { title, why } of Object.values(guideRows)) {
    expect(title).toMatch(/^[A-Z]/);
    expect(why).toMatch(/\.$/);
  }
  for (const label of Object.values(checkLabels)) expect(label).toMatch(/^(Check|Confirm|Send|I’ve)/);
});

describe('company', () => {
  test('complete: what customers see', () => {
    const seen = 'Customers see: Loaf AS, Storgata 1, 0155 Oslo, Norway; hello@loaf.example.';
    expect(checkSeller(createTexts())).toEqual({ ok: true, lines: [seen] });
  });

  test.each<[string, object, string]>([
    ['the name of the sample', { legalName: 'Sample Ltd' }, 'Still the sample: legal name.'],
    [
      'several fields of the sample',
      { registrationNumber: 'REPLACE ME', vatId: 'replace me', street: 'Sample Street 1', city: 'Sampletown', phone: '+00 000' },
      'Still the sample: registration number, VAT ID, street, city, phone.',
    ],
    ['no country', { country: 'ZZ' }, 'The country is missing.'],
    ['marked as the sample', { sample: true }, 'The company is still the sample.'],
  ])('%s: not done', (_, more, line) => expect(checkSeller(createTexts(more))).toEqual({ ok: false, lines: [line] }));

  test('a name that only contains such words: done', () => {
    expect(checkSeller(createTexts({ legalName: 'The Sample Company', phone: '+47 00 00' })).ok).toBe(true);
  });
});

describe('tax', () => {
  const words = (en: string) => ({ en, es: en, jp: en });
  const tax = {
    vat: 'inclusive',
    rates: { NO: 2_500, DE: 1_900 },
    reverseCharge: false,
    notes: { none: words('No VAT.'), zero: words('Export.'), reverse: words('Reverse.') },
  } as Parameters<typeof checkTax>[0];
  const lines = ['Prices include VAT: Norway 25%, Germany 19%. Elsewhere, invoices say: “Export.”', 'No reverse charge.'];

  test.each<[string, object, object, object]>([
    ['with VAT', {}, {}, { ok: true, lines }],
    [
      'with VAT, by the VAT ID of the sample',
      {},
      { sample: true },
      { ok: false, lines: [...lines, 'The VAT ID of your company is still the sample.'] },
    ],
    [
      'with the rule of a plugin',
      { rule: () => ({}) },
      {},
      { ok: true, lines: [...lines, 'The tax rule of a plugin applies after this.'] },
    ],
    ['without VAT, by the sample', { vat: 'none' }, { sample: true }, { ok: true, lines: ['No VAT is charged. Invoices say: “No VAT.”'] }],
  ])('%s', (_, more, ofCompany, result) => expect(checkTax({ ...tax, ...more }, createTexts(ofCompany))).toEqual(result));

  test('mark: another one after a change', () => {
    const changes = [{}, { vat: 'none' }, { reverseCharge: true }, { rates: { NO: 2_500 } }, { rates: { NO: 2_500, DE: 700 } }] as const;
    const marks = changes.map((more) => markOfTax({ ...tax, ...more }));
    expect(new Set(marks).size).toBe(changes.length);
    expect(markOfTax({ ...tax })).toBe(marks[0]);
    expect(marks[0]).toBe('inclusive false NO 2500 DE 1900');
  });
});

test('mark of the company: another one after a change of what customers rely on', () => {
  const changes = [{}, { sample: true }, { legalName: 'Loaf' }, { vatId: '' }, { country: 'DE' }];
  expect(new Set(changes.map((more) => markOfSeller(createTexts(more)))).size).toBe(changes.length);
  expect(markOfSeller(createTexts({ phone: '1' }))).toBe('false Loaf AS NO912345678MVA NO');
});

test('policies: their versions, which the mark has too', () => {
  const policies = Object.fromEntries(
    policyNames.map((name, index) => [name, { en: { title: name.toUpperCase(), version: index + 1, updated: '2026-05-12' } }]),
  );
  const texts = { policies } as unknown as Texts;
  expect(checkPolicies(texts)).toEqual({
    ok: true,
    lines: [
      'TERMS: version 1, 12 May 2026',
      'PRIVACY: version 2, 12 May 2026',
      'COOKIES: version 3, 12 May 2026',
      'REFUNDS: version 4, 12 May 2026',
      'ACCESSIBILITY: version 5, 12 May 2026',
    ],
  });
  expect(markOfPolicies(texts)).toBe('terms 1, privacy 2, cookies 3, refunds 4, accessibility 5');
});
