// CSV for spreadsheets: exact bytes, and text is never run as a formula.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cell, formatCsv, guardText, unguardText } from './csv.ts';
import { formatDecimal } from './money/money.ts';

test.for<[Cell, string]>([
  ['plain', 'plain'],
  ['with, comma', '"with, comma"'],
  ['with "quotes"', '"with ""quotes"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ["'=1+1", "''=1+1"],
  [' =1+1', "' =1+1"],
  ['\n=1+1', '"\'\n=1+1"'],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ["'quoted'", "'quoted'"],
  ['=HYPERLINK("http://evil.example")', `"'=HYPERLINK(""http://evil.example"")"`],
  ['日本語', '日本語'],
  [-5, '-5'],
  [{ exact: formatDecimal({ amount: -12_305, currency: 0 }) }, '-123.05'],
  [{ exact: formatDecimal({ amount: 7, currency: 0 }) }, '0.07'],
])('cell %j: written as %s', ([cell, written]) => {
  expect(formatCsv(['head'], [[cell]])).toBe(`\uFEFFhead\r\n${written}\r\n`);
});

test('arbitrary texts: a reader gets the same cells back', () => {
  const parse = (text: string): string[][] => {
    const rows: string[][] = [[]];
    for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
      rows.at(-1)?.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
      if (end === '\r\n') rows.push([]);
    }
    return rows.slice(0, -1);
  };
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((width) => fc.array(fc.array(fc.string(), { minLength: width, maxLength: width }), { minLength: 1 }));
  fc.assert(
    fc.property(table, (rows) => {
      const head = rows[0]?.map((_, index) => `c${index}`) ?? [];
      const read = parse(formatCsv(head, rows));
      expect(read.slice(1)).toEqual(rows.map((row) => row.map(guardText)));
      expect(read.slice(1).map((row) => row.map(unguardText))).toEqual(rows);
      for (const cell of read.flat()) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠\t\r\n]/);
    }),
  );
});
