import { expect, test } from 'vitest';
import type { CurrencyCode } from '#lib/money/money.ts';
import { guessServiceColumns, toRecords } from './rules.ts';

test.each<[readonly string[], readonly CurrencyCode[], object]>([
  // The words of the template.
  [
    ['Address', 'Name (en)', 'Price EUR', 'Offer key', 'Included (es)', 'nothing'],
    ['EUR'],
    { slug: 0, 'name.en': 1, 'offers.prices.EUR': 2, 'offers.id': 3, 'contains.es': 4 },
  ],
  [['offers.minQuantity', 'description.jp'], ['EUR'], { 'offers.minQuantity': 0, 'description.jp': 1 }],
  // Those of other programs.
  [
    ['Handle', 'Title', 'Body', 'USD', 'Words'],
    ['EUR', 'USD'],
    { slug: 0, 'name.en': 1, 'description.en': 2, 'offers.prices.USD': 3, 'offers.count': 4 },
  ],
  [['slug', 'Service'], [], { slug: 0, 'name.en': 1 }],
  [['key', 'name'], [], { slug: 0, 'name.en': 1 }],
  [['URL', 'Nombre', '名前'], [], { slug: 0, 'name.es': 1, 'name.jp': 2 }],
  [['Name ja'], [], { 'name.jp': 0 }],
  [['サービス名'], [], { 'name.jp': 0 }],
  [['Summary', 'Description'], [], { 'summary.en': 0, 'description.en': 1 }],
  [['Short description', 'Text'], [], { 'summary.en': 0, 'description.en': 1 }],
  [['Included', 'Not included'], [], { 'contains.en': 0, 'excludes.en': 1 }],
  [['Includes', 'Excluded'], [], { 'contains.en': 0, 'excludes.en': 1 }],
  [
    ['Days', 'Offer', 'Unit', 'Note', 'Count'],
    [],
    { turnaround: 0, 'offers.id': 1, 'offers.unit.en': 2, 'offers.note.en': 3, 'offers.count': 4 },
  ],
  [['Turnaround', 'SKU', 'Size'], [], { turnaround: 0, 'offers.id': 1, 'offers.unit.en': 2 }],
  [['Delivery', 'Variant SKU', 'Variant'], [], { turnaround: 0, 'offers.id': 1, 'offers.unit.en': 2 }],
  // A price without a currency is in the first one.
  [['Price'], ['USD', 'EUR'], { 'offers.prices.USD': 0 }],
  [['Price', 'price eur'], ['USD', 'EUR'], { 'offers.prices.USD': 0, 'offers.prices.EUR': 1 }],
  [['', 'anything'], ['EUR'], {}],
])('head %j, in %j: columns %j', (head, currencies, columns) => {
  expect(JSON.parse(JSON.stringify(guessServiceColumns(head, currencies)))).toEqual(columns);
});

test('rows: the cells of the named columns that are not empty, and why a row cannot be read', () => {
  const rows = [
    { line: 2, cells: ['logo', ' Logo\r\ndesign ', ' ', 'unnamed'] },
    { line: 3, cells: ["'=logo"] },
    { line: 4, cells: ['a', 'b', 'c', 'd', 'e'] },
  ];
  const records = toRecords(rows, ['slug', 'name', 'summary', 'more'], { slug: 0, 'name.en': 1, 'summary.en': 2, kind: undefined });
  expect(records).toEqual([
    { line: 2, cells: { slug: 'logo', 'name.en': 'Logo\ndesign' }, fault: undefined },
    { line: 3, cells: { slug: '=logo' }, fault: undefined },
    { line: 4, cells: { slug: 'a', 'name.en': 'b', 'summary.en': 'c' }, fault: 'The row has 5 cells, but the first row has 4.' },
  ]);
});
