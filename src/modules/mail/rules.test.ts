import { describe, expect, test } from 'vitest';
import { cleanHeader, isOneAddress, parseSender } from '#lib/people/mail-header.ts';
import { fillPlaceholders, findPlaceholders, formatMessageId, getMailJobKey, isLinkTarget, preventLinks, toLetterhead } from './rules.ts';

describe('recipient is exactly one address', () => {
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
  ])('%j: accepted is %s', (to, isOne) => expect(isOneAddress(to)).toBe(isOne));
});

describe('header text becomes one line of visible characters', () => {
  test.each([
    ['Your order', 'Your order'],
    ['Your order\r\nBcc: eve@shop.example', 'Your order Bcc: eve@shop.example'],
    ['a\u2028b\u0085c\u0000d', 'a b c d'],
    ['invoice\u202efdp.exe', 'invoice fdp.exe'],
    ['  ご注文の確認  ', 'ご注文の確認'],
    ['x'.repeat(300), 'x'.repeat(200)],
  ])('%j is cleaned', (text, header) => expect(cleanHeader(text)).toBe(header));
});

describe('placeholders', () => {
  test('each placeholder is replaced by its value', () =>
    expect(fillPlaceholders('{a} and {b}, {a}', { a: '1', b: '2' })).toBe('1 and 2, 1'));
  test('a value that looks like a placeholder or a pattern stays text', () =>
    expect(fillPlaceholders('{a}', { a: '{b} $& $1', b: 'secret' })).toBe('{b} $& $1'));
  test.each(['missing', 'constructor'])('a placeholder without a value throws: %s', (name) =>
    expect(() => fillPlaceholders(`{${name}}`, {})).toThrow(/value missing/),
  );
});

describe('link target is allowed', () => {
  test.each([
    ['https://shop.example/a', true],
    ['mailto:help@shop.example', true],
    ['http://shop.example', true],
    ['javascript:alert(1)', false],
    ['JAVASCRIPT:alert(1)', false],
    ['data:text/html,x', false],
    ['/cart', false],
    ['', false],
  ])('%j: allowed is %s', (href, isAllowed) => expect(isLinkTarget(href)).toBe(isAllowed));
});

describe('sender', () => {
  test.each([
    ['Fanfare <hello@fanfare.example>', { name: 'Fanfare', address: 'hello@fanfare.example' }],
    ['"Fanfare, Inc." <hello@fanfare.example>', { name: 'Fanfare, Inc.', address: 'hello@fanfare.example' }],
    ['hello@fanfare.example', { name: '', address: 'hello@fanfare.example' }],
    ['Fanfare', undefined],
    ['Fanfare <a@b.example, c@d.example>', undefined],
  ])('%j is parsed as sender', (mailFrom, sender) => expect(parseSender(mailFrom)).toEqual(sender));
  test('the Message-ID contains the domain of the sender', () =>
    expect(formatMessageId('0d1f', 'hello@fanfare.example')).toBe('<0d1f@fanfare.example>'));
});

test('placeholders of a text: their names and places', () => {
  expect(findPlaceholders('{a} and {b2}, { c}, {}')).toEqual([
    { name: 'a', index: 0 },
    { name: 'b2', index: 8 },
  ]);
});

test.each([
  ['shop.example', 'shop\u2060.example'],
  ['a.b@c', 'a.\u2060b@\u2060c'],
  ['End. Next', 'End. Next'],
])('name %s: no mail program makes a link of it', (name) => {
  expect(preventLinks(name).replaceAll('\u2060', '')).toBe(name);
  expect(preventLinks(name)).not.toMatch(/[a-z][.@][a-z]/);
});

test('job of a mail: one for each', () => expect(getMailJobKey('0d1f')).toBe('mail.send:0d1f'));

describe('letterhead', () => {
  const brand = {
    name: 'Loaf',
    mailFrom: 'hello@loaf.example',
    supportEmail: 'help@loaf.example',
    timeZone: 'UTC',
    look: { accent: '#123456' },
  };
  const company = { legalName: 'Loaf Ltd', street: 'Weg 1', postalCode: '10115', city: 'Berlin', country: 'DE' };
  const of = (more: object) => toLetterhead({ brand: { ...brand, ...more }, company } as unknown as Parameters<typeof toLetterhead>[0]);

  test('brand, sender and company in one line', () => {
    expect(of({})).toEqual({
      brand: 'Loaf',
      sender: { name: 'Loaf', address: 'hello@loaf.example' },
      supportEmail: 'help@loaf.example',
      company: 'Loaf Ltd, Weg 1, 10115 Berlin, DE',
      timeZone: 'UTC',
      look: { accent: '#123456' },
      hasLogo: false,
    });
    expect(of({ mailFrom: 'The bakers <hello@loaf.example>', logo: {} })).toMatchObject({ sender: { name: 'The bakers' }, hasLogo: true });
  });

  test('sender that is no address: an error', () => expect(() => of({ mailFrom: 'Loaf' })).toThrow('not an address'));
});
