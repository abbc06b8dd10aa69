import { describe, expect, test } from 'vitest';
import { isProven } from './rules-proof.ts';

const TRUSTED = 'mx.shop.example';
const anna = 'anna@mail.example';
type Lines = readonly string[];
type More = { readonly senders?: Lines; readonly authservId?: string | undefined; readonly froms?: Lines };
const proven = (results: Lines, more: More = {}) => {
  const { senders, authservId, froms } = { senders: [anna], authservId: TRUSTED, froms: [anna], ...more };
  const headers = [
    ...results.map((value) => ({ key: 'authentication-results', value })),
    ...froms.map((value) => ({ key: 'from', value })),
  ];
  return isProven({ headers, senders }, authservId);
};

describe('result of the trusted server', () => {
  test.each<[string, boolean]>([
    ['mx.shop.example; dmarc=pass header.from=mail.example', true],
    ['MX.Shop.Example 1; DMARC = PASS (p=reject)\r\n\theader.from = Mail.Example', true],
    ['"mx.shop.example"; dmarc=pass', true],
    ['mx.shop.example; dmarc=pass header.from=evil.example', false],
    [
      'mx.shop.example; dmarc=fail header.from=mail.example; spf=pass smtp.mailfrom=anna@mail.example; dkim=pass header.d=mail.example',
      false,
    ],
    ['mx.shop.example; dkim=pass header.d=mail.example', true],
    ['mx.shop.example; dkim=pass header.i=@mail.example header.s=s1', true],
    ['mx.shop.example; dkim=fail header.d=mail.example; dkim=pass header.d=mail.example', true],
    ['mx.shop.example; dkim=pass header.d=evil.example', false],
    ['mx.shop.example; dkim=pass header.d=evil.example header.i=@mail.example', false],
    ['mx.shop.example; dkim=pass header.d=sub.mail.example', false],
    ['mx.shop.example; dkim=pass header.d=example', false],
    ['mx.shop.example; spf=pass smtp.mailfrom=bounce@mail.example', true],
    ['mx.shop.example; spf=pass smtp.mailfrom=mail.example', true],
    ['mx.shop.example; spf=pass smtp.mailfrom=eve@evil.example', false],
    ['mx.shop.example; spf=pass smtp.helo=mail.example', false],
    ['mx.shop.example; spf=softfail smtp.mailfrom=anna@mail.example', false],
    ['mx.shop.example; spf=fail smtp.mailfrom=anna@mail.example; dmarc=fail', false],
    ['mx.shop.example; dmarc=none; spf=pass smtp.mailfrom=anna@mail.example', true],
    ['mx.shop.example; none', false],
    // Of another method: signing as someone else proves nothing.
    ['mx.shop.example; arc=pass header.d=mail.example', false],
    ['mx.shop.example; dkim=pass', false],
    ['mx.shop.example; spf=pass', false],
    ['mx.shop.example; dkim/1=pass header.d=mail.example', true],
    ['mx.shop.example; dkim=pass (a (nested) comment; spf=fail) header.d=mail.example', true],
    ['mx.shop.example; dkim=pass (an (open comment) header.d=mail.example', false],
    ['mx.shop.example; dkim=pass (an escaped \\) header.d=mail.example', false],
    ['mx.shop.example; dkim=pass ) header.d=mail.example', true],
    ['mx.shop.example; dkim=pass reason="a b; header.d=evil.example" header.d=mail.example', true],
    ['mx.shop.example; dkim=pass reason=" header.d=mail.example"', false],
    [' mx.shop.example; dmarc=pass', true],
    ['mx.shop.example; dkim=pass header.d="mail .example"', false],
    ['mx.shop.example; dkim=pass header.d=evil.example reason="x header.d=mail.example"', false],
    // A backslash is a character outside of quotes and comments, and a bracket that was never opened closes
    // nothing.
    ['mx.shop.example; dkim=fail \\; dkim=pass header.d=mail.example', true],
    ['mx.shop.example; spf=fail ) reason="; dmarc=pass of them"', false],
    ['mx.shop.example; dkim=pass header.d="mail.example"', true],
    ['mx.shop.example; dkim=pass header.d="mail\\.example"', false],
    ['mx.shop.example; (dmarc=pass) spf=none', false],
    ['mx.shop.example; spf=none (x; dmarc=pass', false],
    ['mx.shop.example; spf=fail reason="x; dmarc=pass header.from=mail.example"', false],
    ['mx.shop.example; spf=fail reason="\\"; dmarc=pass"', false],
    ['mx.shop.example', false],
    ['', false],
  ])('%j proves the sender: %s', (value, expected) => expect(proven([value])).toBe(expected));
});

describe('results of other servers', () => {
  test.each<[string, Lines, boolean]>([
    ['a pass below the trusted failure is ignored', ['mx.shop.example; dmarc=fail', 'evil.example; dmarc=pass'], false],
    ['a failure above the trusted pass is ignored', ['relay.example; dmarc=fail', 'mx.shop.example; dmarc=pass'], true],
    ['a pass without a trusted result is ignored', ['evil.example; dmarc=pass'], false],
    ['a pass with the trusted name in a comment is ignored', ['(mx.shop.example;) evil.example; dmarc=pass'], false],
    ['a pass of a name that starts like the trusted one is ignored', ['mx.shop.example.evil.example; dmarc=pass'], false],
    [
      'a forged pass with the trusted name below the real failure is ignored',
      ['mx.shop.example; spf=fail; dmarc=fail', 'mx.shop.example; dmarc=pass'],
      false,
    ],
    [
      'a forged pass with the trusted name below an empty result is ignored',
      ['mx.shop.example; none', 'mx.shop.example; dmarc=pass'],
      false,
    ],
  ])('%s', (_, results, expected) => expect(proven(results)).toBe(expected));
});

describe('unproven sender', () => {
  const pass = ['mx.shop.example; dmarc=pass; dkim=pass header.d=mail.example'];
  test.each<[string, More]>([
    ['without a trusted server', { authservId: undefined }],
    ['two senders', { senders: [anna, 'eve@evil.example'] }],
    ['no sender', { senders: [] }],
    ['no From header', { froms: [] }],
    ['a sender without a domain', { senders: ['anna'] }],
    ['a sender with an empty domain', { senders: ['anna@'] }],
    ['two From headers', { froms: [anna, anna] }],
    ['an address in full-width letters', { senders: ['ａnna@mail.example'] }],
  ])('%s: not proven', (_, more) => expect(proven(pass, more)).toBe(false));
});

test('a header of another name: no result', () => {
  const headers = [
    { key: 'x-authentication-results', value: 'mx.shop.example; dmarc=pass' },
    { key: 'From', value: anna },
  ];
  expect(isProven({ headers, senders: [anna] }, TRUSTED)).toBe(false);
  expect(
    isProven({ headers: [...headers, { key: 'Authentication-Results', value: `${TRUSTED}; dmarc=pass` }], senders: [anna] }, TRUSTED),
  ).toBe(true);
});

test('an address with two signs: its domain is behind the last one', () => {
  const results = ['mx.shop.example; dkim=pass header.d=mail.example'];
  expect(proven(results, { senders: ['x@mail.example@evil.example'] })).toBe(false);
  expect(proven(results, { senders: ['x@evil.example@mail.example'] })).toBe(true);
});
