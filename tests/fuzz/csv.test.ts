import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cell, formatCsv, guardText, unguardText } from '#lib/csv.ts';
import { readCsv } from '#lib/csv-reader.ts';
import { anyText, changedBytes, expectSteadyWork, randomRuns, readCorpus } from '../support/corpus.ts';

const inputs = readCorpus('csv');
const MAX_ROWS = 50;
const errors = ['encoding', 'binary', 'quotes', 'tooManyRows', 'tooManyColumns'];

function expectParsed(bytes: Uint8Array): void {
  const table = readCsv(bytes, MAX_ROWS);
  if (typeof table === 'string') {
    expect(errors).toContain(table);
    return;
  }
  expect(table.rows.length).toBeLessThanOrEqual(MAX_ROWS);
  const cells = [table.head, ...table.rows.map((row) => row.cells)].flat();
  expect(cells.reduce((sum, cell) => sum + cell.length, 0)).toBeLessThanOrEqual(bytes.length);
  const lines = table.rows.map(({ line }) => line);
  expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b));
}

describe('CSV', () => {
  test.for(inputs)('$name: a table or one of its errors', ({ bytes }) => expectParsed(bytes));

  test('any bytes: a table or one of its errors', () => {
    fc.assert(fc.property(changedBytes(inputs, ['"', '""', ',', ';', '\t', '\r\n', '\r', '\xef\xbb\xbf', '\0']), expectParsed), randomRuns);
  });

  test('any cells: written and read, they are the same, without a formula', () => {
    const cell = fc.oneof(anyText(20), fc.constantFrom('=1+1', "'=1", '@a', '-1', '"', 'a\r\nb', ' '));
    const row = fc.array(
      cell.map((text) => text.toWellFormed().replaceAll('\0', '')),
      { minLength: 2, maxLength: 4 },
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
        const table = readCsv(Buffer.from(formatCsv(['a', 'b'], rows as Cell[][])), MAX_ROWS);
        if (typeof table === 'string') throw new Error(table);
        const read = table.rows.map(({ cells }) => cells.map(unguardText));
        // An empty row is left out; a tab or a line break at the beginning is written with an apostrophe
        // before it.
        expect(read).toEqual(rows.filter((cells) => cells.some((text) => text.trim() !== '' || guardText(text) !== text)));
        for (const text of table.rows.flatMap(({ cells }) => cells)) expect(text).not.toMatch(/^[=+\-@\t\r]/);
      }),
      randomRuns,
    );
  });

  test.for(['"', '""', '"a', ',', '\n', '\r', '"\n', 'a"', '";"', 'ä'])('%j many times: the work grows with the length', async (piece) => {
    await expectSteadyWork((text) => readCsv(Buffer.from(text), 1_000_000), piece, 3_000);
    await expectSteadyWork((text) => readCsv(Buffer.from(`"${text}`), 1_000_000), piece, 3_000);
  });

  test('a quoted cell of three million characters: read', () => {
    const cell = 'a'.repeat(3_000_000);
    expect(readCsv(Buffer.from(`head\n"${cell}"\n`), MAX_ROWS)).toMatchObject({ rows: [{ cells: [cell] }] });
    expect(readCsv(Buffer.from(`head\n"${cell}`), MAX_ROWS)).toBe('quotes');
  });
});
