import { expect, test } from 'vitest';
import { hasWebAddress } from './person-name.ts';

test.each([
  ['Pay at https://phish.example/pay', true],
  ['ftp://x', true],
  ['://', true],
  ['HTTPS：／／phish.example', true],
  ['www.phish.example', true],
  ['Anna WWW.phish.example', true],
  ['(www.', true],
  ['ｗｗｗ．phish.example', true],
  ['Anna', false],
  ['Dr. Anna-Lee O’Hara, M.A.', false],
  ['Anna www', false],
  ['Aawww.', false],
  ['A/S Nord: Anna', false],
  ['山田 花子', false],
])('name %s: contains a web address is %s', (name, expected) => expect(hasWebAddress(name)).toBe(expected));
