import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeYaml } from './edit.ts';

const folder = join(import.meta.dirname, '../../../shop/catalogue');

test.each(readdirSync(folder))('shop/catalogue/%s: written back unchanged', (file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  expect(writeYaml(text, {})).toBe(text);
});

const text = `# Of the owner.
name: { en: "One", es: "Uno" } # said so
tags: [x, y]
offers:
  # the small one
  - id: small
    price: 100

  - id: large
    price: 200 # a lot
`;

test.each([
  ['changed value', { name: { en: 'Two', es: 'Uno' } }, text.replace('"One"', '"Two"')],
  [
    'changed item of a list',
    {
      offers: [
        { id: 'small', price: 100 },
        { id: 'large', price: 250 },
      ],
    },
    text.replace('200', '250'),
  ],
  ['value that needs quotes', { name: { en: 'a: "b" # c', es: 'Uno' } }, text.replace('"One"', '"a: \\"b\\" # c"')],
  ['removed item', { offers: [{ id: 'small', price: 100 }] }, `${text.split('\n\n')[0]}\n`],
  ['added item', { tags: ['x', 'y', 'z'] }, text.replace('[x, y]', '[x, y, z]')],
])('%s: only its place in the file changes', (_, wanted, expected) => {
  expect(writeYaml(text, wanted)).toBe(expected);
});

test('items without names change places: each keeps its comment', () => {
  const blocks = `blocks:
  - kind: how # in steps
  # the offer
  - kind: hero
    lead: { en: "Hi", es: "Hola" }
`;
  const moved = writeYaml(blocks, { blocks: [{ kind: 'hero', lead: { en: 'Hi', es: 'Buenas' } }, { kind: 'how' }] });
  expect(moved).toBe(`blocks:
  # the offer
  - kind: hero
    lead: { en: "Hi", es: "Buenas" }
  - kind: how # in steps
`);
});
