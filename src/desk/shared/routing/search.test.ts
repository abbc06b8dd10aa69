// Tests search parameters: valid values stay unchanged, others are dropped.
import { expect, test } from 'vitest';
import { parseDay, parseFlag, parseOneOf, parseSearch, parseText, searchValidator, stringifySearch } from './search.ts';

const rules = searchValidator({ status: parseOneOf(['0', '1']), from: parseDay, search: parseText, deliver: parseFlag });

test.each([
  ['a value of the list stays a string', '?status=1', '?status=1'],
  ['a value that is not in the list is dropped', '?status=2&search=loaf', '?search=loaf'],
  ['a day that is none is dropped', '?from=yesterday', ''],
  ['a parameter without a rule is dropped', '?colour=red', ''],
  ['an empty text is dropped', '?search=', ''],
  ['a flag has no value', '?deliver', '?deliver'],
  ['a number and a quote are text', '?search=%2212%22', '?search=%2212%22'],
  ['spaces and signs survive', '?search=a+b%26c%3D%C3%A9', '?search=a+b%26c%3D%C3%A9'],
])('search: %s', (_, given, shown) => {
  expect(stringifySearch(rules(parseSearch(given)))).toBe(shown);
});
