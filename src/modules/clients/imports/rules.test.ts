// What an import makes of a row, and which columns it recognizes.
import { expect, test } from 'vitest';
import { type ColumnMap, getRowEmail, guessColumns, judgeRows } from './rules.ts';

test.for<[readonly string[], ColumnMap]>([
  [['Name', 'E-Mail', 'Language', 'Tags', 'Notes'], { name: 0, email: 1, language: 2, tags: 3, notes: 4 }],
  [['First Name', 'last_name', 'Email address'], { firstName: 0, lastName: 1, email: 2 }],
  [['Full name', 'First name', 'Last name', 'Mail'], { firstName: 1, lastName: 2, email: 3 }],
  [['Nombre', 'Correo electrónico', 'Etiquetas'], { name: 0, email: 1, tags: 2 }],
  [['姓', '名', 'メールアドレス', '備考'], { lastName: 0, firstName: 1, email: 2, notes: 3 }],
  [['a', '', 'b'], {}],
])('head %j: columns %j', ([head, columns]) => {
  expect(JSON.parse(JSON.stringify(guessColumns(head)))).toEqual(columns);
});

const head = ['email', 'name', 'language', 'tags', 'notes'];
const columns = { email: 0, name: 1, language: 2, tags: 3, notes: 4 };
const judge = (...rows: string[][]) =>
  judgeRows(
    rows.map((cells, index) => ({ line: index + 2, cells })),
    { head, columns, taken: new Set(['known@shop.example']), locale: 'es' },
  );
const customer = { email: 'a@b.example', firstName: '', lastName: '', locale: 'es', tags: [], note: '' };

test.for<[string[], object]>([
  [['a@b.example'], { outcome: 'create', customer }],
  [['a@b.example', 'Ada  King Lovelace'], { customer: { ...customer, firstName: 'Ada King', lastName: 'Lovelace' } }],
  [['a@b.example', 'Madonna', 'en-GB'], { customer: { ...customer, firstName: 'Madonna', locale: 'en' } }],
  [['a@b.example', '山田 太郎', '日本語'], { customer: { ...customer, firstName: '太郎', lastName: '山田', locale: 'jp' } }],
  [['a@b.example', '', 'ja'], { customer: { ...customer, locale: 'jp' } }],
  [['a@b.example', '', '', ' VIP; press ,vip,', 'One\r\nTwo'], { customer: { ...customer, tags: ['vip', 'press'], note: 'One\nTwo' } }],
  [['a@b.example', '', 'English'], { customer: { ...customer, locale: 'en' } }],
  [['a@b.example', '', 'Spanish'], { customer }],
  [['a@b.example', '', 'ES-mx'], { customer }],
  [['a@b.example', '', 'Español'], { customer }],
  [['a@b.example', '山田', 'japanese'], { customer: { ...customer, firstName: '山田', locale: 'jp' } }],
  [
    ['a@b.example', `${'x'.repeat(100)} ${'y'.repeat(100)}`],
    { customer: { ...customer, firstName: 'x'.repeat(100), lastName: 'y'.repeat(100) } },
  ],
  [
    ['a@b.example', '', '', `${'x'.repeat(30)}, a  b`, 'x'.repeat(2_000)],
    { customer: { ...customer, tags: ['x'.repeat(30), 'a b'], note: 'x'.repeat(2_000) } },
  ],
  [['a@b.example', '', '', Array.from({ length: 20 }, (_, tag) => tag).join()], { outcome: 'create' }],
  [['a@b.example', "'=Loaf", '', "'+1"], { customer: { ...customer, firstName: '=Loaf', tags: ['+1'] } }],
  [['KNOWN@shop.example'], { outcome: 'exists' }],
  [[''], { outcome: 'refuse', reason: 'Email: there is no address.' }],
  [['a b'], { outcome: 'refuse', reason: 'Email: this is not an email address.' }],
  [['a@b.example', '', 'fr'], { outcome: 'refuse', reason: 'Language: use en, es or ja.' }],
  [['a@b.example', 'x'.repeat(101)], { outcome: 'refuse', reason: 'Name: use at most 100 characters.' }],
  [['a@b.example', 'www.evil.example'], { outcome: 'refuse', reason: 'Name: it must not contain a web address.' }],
  [['a@b.example', '', '', 'x'.repeat(31)], { outcome: 'refuse', reason: 'Tags: use at most 30 characters for each.' }],
  [
    ['a@b.example', '', '', Array.from({ length: 21 }, (_, tag) => tag).join()],
    { outcome: 'refuse', reason: 'Tags: a customer has at most 20.' },
  ],
  [['a@b.example', '', '', '', 'x'.repeat(2_001)], { outcome: 'refuse', reason: 'Notes: use at most 2000 characters.' }],
  [['a@b.example', '', '', '', '', 'one too many'], { outcome: 'refuse', reason: 'The row has 6 cells, but the first row has 5.' }],
])('row %j: %j', ([cells, expected]) => {
  expect(judge(cells)).toMatchObject([{ line: 2, ...expected }]);
});

test('repeated address: the first row counts, whatever its case', () => {
  const rows = judge(['A@b.example'], ['bad'], ['a@B.example'], ['known@shop.example'], ['known@shop.example']);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['create', 'refuse', 'refuse', 'exists', 'exists']);
  expect(rows[2]).toMatchObject({ reason: 'Email: the same address is in line 2.' });
});

test('refused row: another one with its address is created', () => {
  const rows = judge(['a@b.example', '', 'fr'], ['a@b.example']);
  expect(rows.map(({ outcome }) => outcome)).toEqual(['refuse', 'create']);
});

test('names in columns of their own: a whole name beside them counts only if they are empty', () => {
  const names = (cells: string[]) =>
    judgeRows([{ line: 2, cells: ['a@b.example', ...cells] }], {
      head: ['email', 'first', 'last', 'name'],
      columns: { email: 0, firstName: 1, lastName: 2, name: 3 },
      taken: new Set(),
      locale: 'en',
    });
  expect(names([' Ada ', '', 'Bob King'])).toMatchObject([{ customer: { firstName: 'Ada', lastName: '' } }]);
  expect(names(['', 'King', 'Bob Lovelace'])).toMatchObject([{ customer: { firstName: '', lastName: 'King' } }]);
  expect(names(['', '', 'Bob Lovelace'])).toMatchObject([{ customer: { firstName: 'Bob', lastName: 'Lovelace' } }]);
});

test('address of a row: without the apostrophe of a formula', () => {
  expect([getRowEmail({ line: 2, cells: ["'=a@b.example"] }, columns), getRowEmail({ line: 2, cells: [] }, columns)]).toEqual([
    '=a@b.example',
    '',
  ]);
});

test('no column but the address: a customer without a name', () => {
  const [row] = judgeRows([{ line: 2, cells: ['x', 'a@b.example'] }], {
    head: ['n', 'e'],
    columns: { email: 1 },
    taken: new Set(),
    locale: 'en',
  });
  expect(row).toMatchObject({ outcome: 'create', customer: { ...customer, locale: 'en' } });
});
