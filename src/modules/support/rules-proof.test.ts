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

describe('the header of the trusted server', () => {
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
    ['mx.shop.example; (dmarc=pass) spf=none', false],
    ['mx.shop.example; spf=none (x; dmarc=pass', false],
    ['mx.shop.example; spf=fail reason="x; dmarc=pass header.from=mail.example"', false],
    ['mx.shop.example; spf=fail reason="\\"; dmarc=pass"', false],
    ['mx.shop.example', false],
    ['', false],
  ])('%s: %s', (value, expected) => expect(proven([value])).toBe(expected));
});

describe('a header of another name', () => {
  test.each<[string, Lines, boolean]>([
    ['below the trusted one is not read', ['mx.shop.example; dmarc=fail', 'evil.example; dmarc=pass'], false],
    ['above the trusted one is not read', ['relay.example; dmarc=fail', 'mx.shop.example; dmarc=pass'], true],
    ['alone proves nothing', ['evil.example; dmarc=pass'], false],
    ['with the trusted name in a comment proves nothing', ['(mx.shop.example;) evil.example; dmarc=pass'], false],
    ['that only begins like the trusted one proves nothing', ['mx.shop.example.evil.example; dmarc=pass'], false],
    [
      'forged with the trusted name below the real one is not read',
      ['mx.shop.example; spf=fail; dmarc=fail', 'mx.shop.example; dmarc=pass'],
      false,
    ],
    ['forged with the trusted name below one without results is not read', ['mx.shop.example; none', 'mx.shop.example; dmarc=pass'], false],
  ])('%s', (_, results, expected) => expect(proven(results)).toBe(expected));
});

describe('nothing is proven', () => {
  const pass = ['mx.shop.example; dmarc=pass; dkim=pass header.d=mail.example'];
  test.each<[string, More]>([
    ['without a trusted server', { authservId: undefined }],
    ['of two senders', { senders: [anna, 'eve@evil.example'] }],
    ['of no sender', { senders: [] }],
    ['of a mail with two From headers', { froms: [anna, anna] }],
    ['of an address in full-width letters', { senders: ['ａnna@mail.example'] }],
  ])('%s', (_, more) => expect(proven(pass, more)).toBe(false));
});
