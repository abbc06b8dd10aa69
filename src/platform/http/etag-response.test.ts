import { expect, test } from 'vitest';
import { isUnchanged } from './etag-response.ts';

test.for([
  [undefined, false],
  ['"a-br"', true],
  ['W/"a-br"', true],
  ['"x", "a-br"', true],
  ['*', true],
  ['"a-gz"', false],
  ['a-br', false],
] as const)('If-None-Match %s → unchanged: %s', ([header, unchanged]) => {
  expect(isUnchanged(header, '"a-br"')).toBe(unchanged);
});
