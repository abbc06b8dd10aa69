import { expect, test } from 'vitest';
import { readCartLink } from './cart-link.ts';

const line = { offerId: 'logo-3', quantity: 1, platform: null, answers: {}, currency: 1 };

test.each([
  ['?offer=logo-3', line],
  ['?offer=logo-3&quantity=4&platform=2&more=x', { ...line, quantity: 4, platform: 2 }],
  ['?offer=logo-3&quantity=-4&platform=x', line],
  ['?offer=logo-3&quantity=1e9&platform=', line],
  ['?offer=<b>', undefined],
  ['?quantity=2', undefined],
  ['', undefined],
])('a link with %s fills the cart with what can be read', (search, expected) => {
  expect(readCartLink(search, 1)).toEqual(expected);
});
