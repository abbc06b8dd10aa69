import { describe, expect, test } from 'vitest';
import { applyAccessRules, findKnownAddress, findRedirect, getHomePath } from './redirects.ts';

const guest = { token: false };
const member = { token: true };

describe('public page', () => {
  test.for(['/', '/services?kind=bundle#x', '/contact', '/account/create-account', '/no/such-page'])(
    '%s: shown to guests and members',
    (address) => {
      expect(applyAccessRules(address, guest)).toBe(address);
      expect(applyAccessRules(address, member)).toBe(address);
    },
  );
});

describe('page behind the log-in', () => {
  test.for([
    '/services/brand-stories',
    '/cart',
    '/cabinet/account-details',
    '/cabinet/change-password',
    '/cabinet/funds?kind=in',
    '/cabinet/order-history?show=work#x',
    '/cabinet/order-history/F-8P6JHAJ6',
    '/Cabinet/Support/',
  ])('%s: shown to a member, and a guest logs in first', (address) => {
    expect(applyAccessRules(address, member)).toBe(address);
    const login = applyAccessRules(address, guest);
    expect(login).toBe(`/account/login?redirect=${encodeURIComponent(address)}`);
    expect(applyAccessRules(login, member)).toBe(address);
  });

  test('cart without a line: a member goes to the services, a guest logs in first', () => {
    expect(applyAccessRules('/cart', { ...member, emptyHanded: true })).toBe('/services?empty=cart');
    expect(applyAccessRules('/cart', { ...guest, emptyHanded: true })).toBe('/account/login?redirect=%2Fcart');
    expect(applyAccessRules('/cabinet/funds', { ...member, emptyHanded: true })).toBe('/cabinet/funds');
  });
});

describe('log-in pages', () => {
  test.for(['/account/login', '/account/login?redirect=%2Ffaq', '/account/not-logged-in?reason=You%20were%20logged%20out'])(
    '%s: shown to a guest',
    (address) => expect(applyAccessRules(address, guest)).toBe(address),
  );

  test('member: redirected to the address in the query, else to where the session ended, else home', () => {
    expect(applyAccessRules('/account/login?redirect=%2Ffaq%3Fq%3Dposts%23a', member)).toBe('/faq?q=posts#a');
    expect(applyAccessRules('/account/not-logged-in', { token: true, goOn: '/contact' })).toBe('/contact');
    expect(applyAccessRules('/Account/Login/', member)).toBe(getHomePath());
    expect(applyAccessRules('/account/login', { token: true, goOn: '//evil.example' })).toBe(getHomePath());
  });

  test('target of the redirect: never a log-in page', () => {
    for (const address of ['/account/login', '/account/login?redirect=/account/login', '/account/not-logged-in?redirect=/ACCOUNT/login/']) {
      const target = applyAccessRules(address, member);
      expect(applyAccessRules(target, member)).toBe(target);
    }
  });
});

describe('untrusted redirect address', () => {
  test.for([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example/services',
    'https://evil.example/services',
    'https:/services',
    'javascript:alert(1)',
    'data:text/html,x',
    'services',
    '/.//evil.example',
    '/services/..//evil.example',
    '/%2F/evil.example',
    '/%E0%A4%A',
    '/no/such-page',
    '/api/prices',
    '/account/login',
    '/account/%6Cogin?redirect=/',
    '',
  ])('%j: ignored', (text) => {
    expect(findKnownAddress(text)).toBeUndefined();
    expect(findRedirect(`/account/login?redirect=${encodeURIComponent(text)}`)).toBeUndefined();
  });

  test.for([
    ['/services', '/services'],
    ['/services/../faq', '/faq'],
    ['/?x=//evil.example', '/?x=//evil.example'],
  ])('%s: accepted', ([text = '', address]) => expect(findKnownAddress(text)).toBe(address));
});
