// Reading CSV: encodings, separators, quotes, and what is refused.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectSteadyWork } from '../../tests/support/corpus.ts';
import { formatCsv, guardText } from './csv.ts';
import { readCsv } from './csv-reader.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const collectBytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
const read = (bytes: Uint8Array, maxRows = 100) => {
  const table = readCsv(bytes, maxRows);
  return typeof table === 'string' ? table : [table.head, ...table.rows.map(({ cells }) => cells)];
};

test.for<[string, Uint8Array, unknown]>([
  [
    'commas',
    utf8('name,email\nAda,a@b.example\n'),
    [
      ['name', 'email'],
      ['Ada', 'a@b.example'],
    ],
  ],
  [
    'semicolons',
    utf8('name;email\r\n"Berg; Bo";b@b.example'),
    [
      ['name', 'email'],
      ['Berg; Bo', 'b@b.example'],
    ],
  ],
  [
    'tabs',
    utf8('name\temail\nAda, Countess\tx'),
    [
      ['name', 'email'],
      ['Ada, Countess', 'x'],
    ],
  ],
  [
    'commas in a quoted head',
    utf8('"a,b,c";d\n1;2'),
    [
      ['a,b,c', 'd'],
      ['1', '2'],
    ],
  ],
  ['a mark of UTF-8', utf8('\uFEFFname\nÅse'), [['name'], ['Åse']]],
  [
    'Windows-1252',
    collectBytes('name;town\nJos\xe9 M\xfcller;K\xf8ge \x96 West'),
    [
      ['name', 'town'],
      ['José Müller', 'Køge – West'],
    ],
  ],
  [
    'old Mac line ends',
    utf8('a,b\r1,2\r3,4'),
    [
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  [
    'doubled quotes and line breaks',
    utf8('a,b\n"say ""hi""","two\nlines"'),
    [
      ['a', 'b'],
      ['say "hi"', 'two\nlines'],
    ],
  ],
  [
    'a quote inside a plain cell',
    utf8('a,b\n5" pipe,x'),
    [
      ['a', 'b'],
      ['5" pipe', 'x'],
    ],
  ],
  [
    'empty rows and cells',
    utf8('a,b\n\n,\n,2\n\n'),
    [
      ['a', 'b'],
      ['', '2'],
    ],
  ],
  ['nothing', utf8(''), [[]]],
  ['UTF-16', Uint8Array.of(0xff, 0xfe, 0x61, 0), 'encoding'],
  ['Shift_JIS', Uint8Array.of(0x8e, 0x52, 0x93, 0x63, 0x2c, 0x91, 0xbe, 0x98, 0x59), 'encoding'],
  ['Mac Roman', collectBytes('Jos\x8e,M\x9fller'), 'encoding'],
  ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0), 'binary'],
  ['a quote that is never closed', utf8('a,b\n"open,1\n2,3'), 'quotes'],
  ['501 columns', utf8(`a${','.repeat(500)}`), 'tooManyColumns'],
  ['text after a closed quote', utf8('a,b\n"x"y,1'), 'quotes'],
] as const)('file with %s', ([, bytes, expected]) => {
  expect(read(bytes)).toEqual(expected);
});

test('more rows than allowed are refused, as many as allowed are read', () => {
  const rows = (count: number) => utf8(`a\n${'1\n'.repeat(count)}`);
  expect(read(rows(100))).toHaveLength(101);
  expect(read(rows(101))).toBe('tooManyRows');
});

test('each row knows its line in the file, also after empty and long ones', () => {
  const table = readCsv(utf8('a,b\n\n1,"x\ny"\r\n2,z'), 10);
  expect(typeof table === 'string' ? table : table.rows.map(({ line }) => line)).toEqual([3, 5]);
});

test('arbitrary texts: what our writer wrote is read back', () => {
  const cell = fc
    .string({ unit: 'binary' })
    .filter((text) => text.isWellFormed() && !/^\s*$/.test(text) && text === guardText(text) && !text.includes('\0'));
  const table = fc
    .integer({ min: 1, max: 5 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 20 }));
  fc.assert(
    fc.property(table, (rows) => {
      const head = rows[0]?.map((_, index) => `c${index}`) ?? ['c0'];
      expect(read(utf8(formatCsv(head, rows)))).toEqual([head, ...rows]);
    }),
  );
});

test('a long file with an open quote is refused, and the work grows with the length', async () => {
  await expectSteadyWork((text) => expect(read(utf8(`a\n"${text}`))).toBe('quotes'), 'x""', 80_000);
});
