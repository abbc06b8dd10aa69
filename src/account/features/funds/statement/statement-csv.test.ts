import { expect, test } from 'vitest';
import { formatStatementCsv, formatTextCell } from './statement-csv.ts';

test('statement CSV: amounts are plain numbers', () => {
  const line = {
    id: 7,
    kind: 'spend',
    amount: -9_905,
    balanceAfter: 1_100,
    at: '2026-05-12T09:30:00.000Z',
    subjectId: 'x',
    bought: [],
  } as const;
  const words = { head: ['Moment', 'Description'], kind: () => 'Paid "orders"' };
  expect(formatStatementCsv([{ ...line, bought: [] }], 3, words)).toBe(
    '\uFEFF"Moment","Description"\r\n2026-05-12T09:30:00.000Z,"Paid ""orders""",-99.05,11.00,AUD,7\r\n',
  );
});

test.for(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1'])('statement CSV: %j is not a formula', (text) => {
  expect(formatTextCell(text)).toBe(`"'${text}"`);
});
