import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { formatYaml } from './edit.ts';
import { mergeValue } from './merge.ts';

const writeYaml = (text: string, target: object): string => formatYaml(mergeValue(parse(text) ?? {}, { ...target }));
const text = `name: { en: "One", es: "Uno" }
tags: [x, y]
count: 3
`;

test.each([
  ['changed value', { name: { en: 'a: "b" # c', es: 'Uno' } }, { name: { en: 'a: "b" # c', es: 'Uno' }, tags: ['x', 'y'], count: 3 }],
  ['added value', { more: ['z'] }, { name: { en: 'One', es: 'Uno' }, tags: ['x', 'y'], count: 3, more: ['z'] }],
  ['removed value', { count: undefined, tags: undefined }, { name: { en: 'One', es: 'Uno' } }],
])('%s: the others keep value and order', (_, target, expected) => {
  const written: unknown = parse(writeYaml(text, target));
  expect(JSON.stringify(written)).toBe(JSON.stringify(expected));
});

test('long texts stay on their line', () => expect(writeYaml('', { text: 'word '.repeat(60).trim() }).split('\n')).toHaveLength(2));

test('keys stay in the order of before, also in items that changed places', () => {
  const before = 'offers:\n  - id: small\n    price: 1\n  - id: large\n    price: 2\n';
  const offers = [
    { price: 3, id: 'large', more: true },
    { price: 1, id: 'small' },
  ];
  expect(writeYaml(before, { offers })).toBe('offers:\n  - id: large\n    price: 3\n    more: true\n  - id: small\n    price: 1\n');
});
