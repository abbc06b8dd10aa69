import { describe, expect, test } from 'vitest';
import { fill, headerText, isLinkTarget, isOneAddress, messageIdOf, senderOf } from './rules.ts';

describe('one address', () => {
  test.each([
    ['anna@shop.example', true],
    ['anna+orders@shop.example', true],
    ["o'hara@shop.example", true],
    ['あんな@例え.jp', true],
    ['', false],
    ['anna', false],
    ['anna@', false],
    ['@shop.example', false],
    ['a@b@shop.example', false],
    ['anna@shop.example, eve@shop.example', false],
    ['anna@shop.example;eve@shop.example', false],
    ['Anna <anna@shop.example>', false],
    ['anna @shop.example', false],
    ['anna@shop.example\nBcc: eve@shop.example', false],
    ['anna@shop.example\r\nBcc: eve@shop.example', false],
    ['anna@shop.example\u0000', false],
    [`${'a'.repeat(243)}@x.example`, true],
    [`${'a'.repeat(250)}@x.example`, false],
  ])('%j: %s', (to, one) => expect(isOneAddress(to)).toBe(one));
});

describe('a header is one line of visible characters', () => {
  test.each([
    ['Your order', 'Your order'],
    ['Your order\r\nBcc: eve@shop.example', 'Your order Bcc: eve@shop.example'],
    ['a\u2028b\u0085c\u0000d', 'a b c d'],
    ['invoice\u202efdp.exe', 'invoice fdp.exe'],
    ['  ご注文の確認  ', 'ご注文の確認'],
    ['x'.repeat(300), 'x'.repeat(200)],
  ])('%j', (text, header) => expect(headerText(text)).toBe(header));
});

describe('filling in', () => {
  test('puts each value where its name stands', () => expect(fill('{a} and {b}, {a}', { a: '1', b: '2' })).toBe('1 and 2, 1'));
  test('a value that looks like a placeholder, or like a pattern, stays text', () =>
    expect(fill('{a}', { a: '{b} $& $1', b: 'secret' })).toBe('{b} $& $1'));
  test.each(['missing', 'constructor'])('a value that is not there is a fault: %s', (name) =>
    expect(() => fill(`{${name}}`, {})).toThrow(/needs a value/),
  );
});

describe('where a link may lead', () => {
  test.each([
    ['https://shop.example/a', true],
    ['mailto:help@shop.example', true],
    ['javascript:alert(1)', false],
    ['JAVASCRIPT:alert(1)', false],
    ['data:text/html,x', false],
    ['/cart', false],
    ['', false],
  ])('%j: %s', (href, may) => expect(isLinkTarget(href)).toBe(may));
});

describe('the sender', () => {
  test.each([
    ['Fanfare <hello@fanfare.example>', { name: 'Fanfare', address: 'hello@fanfare.example' }],
    ['"Fanfare, Inc." <hello@fanfare.example>', { name: 'Fanfare, Inc.', address: 'hello@fanfare.example' }],
    ['hello@fanfare.example', { name: '', address: 'hello@fanfare.example' }],
    ['Fanfare', undefined],
    ['Fanfare <a@b.example, c@d.example>', undefined],
  ])('%j', (mailFrom, sender) => expect(senderOf(mailFrom)).toEqual(sender));
  test('its domain stands in the Message-ID', () => expect(messageIdOf('0d1f', 'hello@fanfare.example')).toBe('<0d1f@fanfare.example>'));
});
