import { describe, expect, test } from 'vitest';
import { createPathCookie } from './path-cookie.ts';

describe('cookie of a mailed link', () => {
  test.for([
    ['http://localhost:3000', 'ticket=abc; Max-Age=60; Path=/contact/ticket; HttpOnly; SameSite=Strict'],
    ['https://shop.example', '__Secure-ticket=abc; Max-Age=60; Path=/contact/ticket; HttpOnly; SameSite=Strict; Secure'],
  ] as const)('shop at %s: prefix and Secure depend on https', ([shopUrl, header]) => {
    expect(createPathCookie({ shopUrl }, { name: 'ticket', path: '/contact/ticket' }).set('abc', 60)).toBe(header);
  });

  test('https: a cookie without the prefix is not read', () => {
    const cookie = createPathCookie({ shopUrl: 'https://shop.example' }, { name: 'ticket', path: '/contact/ticket' });
    expect(cookie.read({ headers: { cookie: 'locale=en; ticket=abc' } })).toBeUndefined();
    expect(cookie.read({ headers: { cookie: 'locale=en; __Secure-ticket=abc' } })).toBe('abc');
  });
});
