// Which changes of the desk a changed file would undo.
import { expect, test } from 'vitest';
import { listLostFields } from './versions.ts';

const before = {
  vat: 'none',
  notes: { en: 'a', es: 'b' },
  offers: [
    { id: 'small', prices: { EUR: 100, USD: 110 } },
    { id: 'large', prices: { EUR: 200, USD: 210 } },
  ],
  lines: ['one', 'two'],
};
const [small, large] = before.offers;
const dearer = { ...large, prices: { EUR: 220, USD: 210 } };

test.each([
  ['nothing changed', before, before, []],
  ['only the file changed', before, { ...before, vat: 'inclusive' }, []],
  ['the file has what the desk changed', { ...before, vat: 'inclusive' }, { ...before, vat: 'inclusive', lines: ['one'] }, []],
  ['another field', { ...before, vat: 'inclusive' }, { ...before, lines: ['one'] }, ['vat']],
  ['a field of a field', { ...before, notes: { en: 'A', es: 'b' } }, { ...before, vat: 'inclusive' }, ['notes.en']],
  ['an item by its name', { ...before, offers: [small, dearer] }, { ...before, vat: 'x' }, ['offers.large.prices.EUR']],
  ['an item that moved', { ...before, offers: [dearer, small] }, { ...before, vat: 'x' }, ['offers.large.prices.EUR']],
  ['an added item', { ...before, offers: [...before.offers, { id: 'huge' }] }, { ...before, vat: 'x' }, ['offers.huge']],
  ['a removed item', { ...before, offers: [small] }, { ...before, vat: 'x' }, ['offers.large']],
  ['the order of items', { ...before, offers: [large, small] }, { ...before, vat: 'x' }, ['offers']],
  ['items without names', { ...before, lines: ['two', 'one'] }, { ...before, vat: 'x' }, ['lines']],
  ['a removed field', { ...before, vat: undefined }, { ...before, lines: [] }, ['vat']],
  ['a removed file', { ...before, vat: 'x' }, null, ['everything']],
  ['a text that the desk removed', null, { ...before, vat: 'x' }, ['everything']],
])('%s', (_, desk, file, fields) => expect(listLostFields(before, desk, file)).toEqual(fields));
