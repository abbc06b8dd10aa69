import { expect, test } from 'vitest';
import { shortNames } from './scoped-names.ts';

const css = (names: readonly string[]) => names.map((name) => `.${name} { top: 0.5rem; }`).join('\n');

test('short class names: the name with the most uses gets the shortest one, keyframes included', () => {
  const names = shortNames([
    ['a.module.css', '.once { animation: turn 1s }\n@keyframes turn { to { rotate: 1turn } }'],
    ['b.module.css', '.often:hover { top: 0 }\n.often { top: 0 }\n.once { top: 0 }'],
  ]);
  expect([...names]).toEqual([
    ['b.module.css often', 'a'],
    ['a.module.css once', 'b'],
    ['a.module.css turn', 'c'],
    ['b.module.css once', 'd'],
  ]);
});

test('short class names: those with fewer uses are numbered file by file, whatever their uses', () => {
  const often = Array.from({ length: 26 }, (_, index) => `often${index}`);
  const names = shortNames([
    ['a.module.css', css(['one', 'two'])],
    ['b.module.css', css([...often, ...often, ...often, 'three', 'three'])],
  ]);
  expect(['a.module.css one', 'a.module.css two', 'b.module.css three'].map((key) => names.get(key))).toEqual(['aa', 'ab', 'ac']);
});

test('short class names: names of 2,000 classes are unique, and none begins with a digit or with `ad`', () => {
  const names = [...shortNames([['many.module.css', css(Array.from({ length: 2_000 }, (_, index) => `name${index}`))]]).values()];
  expect(names).toHaveLength(2_000);
  expect(new Set(names).size).toBe(2_000);
  for (const name of names) expect(name).toMatch(/^(?!ad)[a-z][a-z0-9]{0,2}$/);
});
