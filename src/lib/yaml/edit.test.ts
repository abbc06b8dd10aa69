import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeYaml } from './edit.ts';

const folder = join(import.meta.dirname, '../../../shop/catalogue');

test.each(readdirSync(folder))('%s is written as it was read', (file) => {
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
  ['a value', { name: { en: 'Two', es: 'Uno' } }, text.replace('"One"', '"Two"')],
  [
    'one of a list',
    {
      offers: [
        { id: 'small', price: 100 },
        { id: 'large', price: 250 },
      ],
    },
    text.replace('200', '250'),
  ],
  ['what looks like something else', { name: { en: 'a: "b" # c', es: 'Uno' } }, text.replace('"One"', '"a: \\"b\\" # c"')],
  ['one that goes', { offers: [{ id: 'small', price: 100 }] }, `${text.split('\n\n')[0]}\n`],
  ['one that comes', { tags: ['x', 'y', 'z'] }, text.replace('[x, y]', '[x, y, z]')],
])('%s is changed, and nothing else', (_, wanted, expected) => {
  expect(writeYaml(text, wanted)).toBe(expected);
});
