// What was exported changes nothing when it is imported again, whatever its texts are.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { formatCsv } from '#lib/csv.ts';
import { guessServiceColumns, toRecords } from '#modules/content/service-imports/rules.ts';
import { readServicesFile } from '../../../../tests/support/service-imports.ts';
import { exportServices, planImport } from './plan.ts';
import { newService } from './services-of-rows.ts';
import { serviceColumns } from './shapes-columns.ts';

const plain = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 20 })
  .filter((text) => text.isWellFormed() && /\p{L}/u.test(text) && !/\p{Cc}/u.test(text));
const text = fc.oneof(
  plain,
  plain.map((each) => `=${each}`),
  plain.map((each) => `'-${each}`),
  plain.map((each) => `''+${each}'`),
  plain.map((each) => `${each}\n\n"${each};`),
  plain.map((each) => `  ${each}\r\n`),
);
const currencies = ['EUR', 'JPY', 'KWD'];
const words = fc.record({ en: text, es: text, jp: text });
const offer = fc.record({
  id: fc.uuid(),
  unit: words,
  note: words,
  minQuantity: fc.integer({ min: 1, max: 9 }),
  maxQuantity: fc.integer({ min: 9, max: 99 }),
  prices: fc.record({
    EUR: fc.integer({ min: 1, max: 9_999_999 }),
    JPY: fc.integer({ min: 1, max: 99 }),
    KWD: fc.integer({ min: 1, max: 9_999 }),
  }),
  pieces: fc.array(fc.record({ offer: fc.constantFrom('a-1', 'b'), quantity: fc.integer({ min: 1, max: 99 }) }), { maxLength: 3 }),
});
const service = fc
  .record({
    name: words,
    summary: words,
    contains: fc.array(words, { minLength: 1, maxLength: 3 }),
    excludes: fc.array(words, { maxLength: 3 }),
    sample: fc.record({ caption: words, text: words }),
    interval: fc.constantFrom('month' as const, null),
    offers: fc.array(offer, { minLength: 1, maxLength: 3 }),
  })
  .map((values) => ({ ...newService({ key: 'a', slug: 'a', position: 1 }), ...values }));

test('arbitrary services: exported and imported again, nothing changes, and no cell is a formula', () => {
  fc.assert(
    fc.property(service, (made) => {
      const files = [{ file: 'a.yaml', text: stringify(made) }];
      const rows = exportServices({ files, currencies });
      const csv = formatCsv(
        serviceColumns(currencies).map(({ label }) => label),
        rows.map((row) => serviceColumns(currencies).map(({ field }) => row[field] ?? '')),
      );
      const { head, cells } = readServicesFile(csv);
      expect(cells.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
      const records = toRecords(
        cells.map((row, index) => ({ line: index + 2, cells: row })),
        head,
        guessServiceColumns(head, currencies),
      );
      const plan = planImport({ files, stored: { services: [], platforms: [], currencies }, records, existing: 'update' });
      expect(plan).toEqual({
        rows: made.offers.map((_, index) => ({ line: index + 2, slug: 'a', outcome: 'same', reason: null })),
        files: [],
        source: undefined,
      });
    }),
  );
});
