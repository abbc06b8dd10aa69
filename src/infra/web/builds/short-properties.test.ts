import { expect, test } from 'vitest';
import { renameProperties, shortProperties } from './short-properties.ts';

test('short properties: the name with the most uses gets the shortest one, and names of other files stay and are not taken', () => {
  const names = shortProperties('a { --ink: red; --line-2: var(--ink); color: var(--ink); fill: var(--lamp) }', 'x = "var(--lamp) --a"');
  expect(names).toEqual({ '--ink': '--b', '--line-2': '--c' });
  expect(renameProperties('.b--ink{--ink:red;--line-2:var(--ink,var(--lamp))}', names)).toBe('.b--ink{--b:red;--c:var(--b,var(--lamp))}');
});

test('short properties: names of 2,000 properties are unique', () => {
  const names = Object.values(shortProperties(Array.from({ length: 2_000 }, (_, index) => `--name${index}: 0;`).join('\n'), ''));
  expect(new Set(names).size).toBe(2_000);
  expect(names[1_999]).toMatch(/^--[a-zA-Z]{2}$/);
});
