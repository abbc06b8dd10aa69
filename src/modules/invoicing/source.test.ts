// Errors in tax.yaml are reported with their line.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSource } from '#lib/yaml/parse.ts';
import { isSourceErrors } from '#lib/yaml/source.ts';
import { parseTax } from './source.ts';

const note = '{ en: "No VAT.", es: "Sin IVA.", jp: "なし" }';
const valid = ['vat: inclusive', 'rates: { ES: 21, NO: 25, CH: 8.1 }', 'reverseCharge: true', 'notes:'].concat(
  ['none', 'zero', 'reverse'].map((name) => `  ${name}: ${note}`),
);
const withLines = (lines: Readonly<Record<number, string>>) => valid.map((line, at) => lines[at] ?? line).join('\n');

describe('tax.yaml', () => {
  test('rates are read as hundredths of a percent', () => {
    const tax = parseTax(readSource('shop/tax.yaml', withLines({})));
    if (isSourceErrors(tax)) throw new Error('it was refused');
    expect(tax.rates).toEqual({ ES: 2100, NO: 2500, CH: 810 });
    expect([tax.vat, tax.reverseCharge, tax.notes.none.jp]).toEqual(['inclusive', true, 'なし']);
  });

  test('the file of the shop is valid', async () => {
    expect(
      isSourceErrors(parseTax(readSource('shop/tax.yaml', await readFile(join(import.meta.dirname, '../../../shop/tax.yaml'), 'utf8')))),
    ).toBe(false);
  });

  test.for([
    [{ 0: 'vat: exclusive' }, 1, 'vat: must be one of none, inclusive'],
    [{ 0: 'vat: none' }, 2, 'rates: count only with vat: inclusive'],
    [{ 0: 'vat: none', 1: 'rates: {}' }, 3, 'reverseCharge: counts only with vat: inclusive'],
    [{ 1: 'rates: {}' }, 2, 'rates: must name a country, with vat: inclusive'],
    [{ 1: 'rates: { UK: 20 }' }, 2, 'rates.UK: is no country of ISO 3166-1'],
    [{ 1: 'rates: { ES: -1 }' }, 2, 'rates.ES: must be at least 0'],
    [{ 1: 'rates: { ES: 101 }' }, 2, 'rates.ES: must be at most 100'],
    [{ 1: 'rates: { ES: 5.125 }' }, 2, 'rates.ES: must have two decimals at most'],
    [{ 1: 'rates: { ES: much }' }, 2, 'rates.ES: must be of the kind number'],
    [{ 2: 'reverseCharge: maybe' }, 3, 'reverseCharge: must be of the kind boolean'],
    [{ 4: '  none: { en: "No VAT.", es: "", jp: "なし" }' }, 5, 'notes.none.es: must be at least 1'],
    [{ 6: '  reversed: { en: a, es: b, jp: c }' }, 7, 'notes.reversed: is not known here'],
  ] as const)('%o is refused by line and reason', ([lines, line, reason]) => {
    expect(parseTax(readSource('shop/tax.yaml', withLines(lines)))).toContainEqual(
      expect.objectContaining({ file: 'shop/tax.yaml', line, reason }),
    );
  });
});
