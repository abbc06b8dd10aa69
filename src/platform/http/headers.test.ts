import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSecurityHeaders, formatFilePolicy, hashInline } from './headers.ts';

const open = { apiBase: '', production: true, shopUrl: 'https://shop.example' };
const listDirectives = (...given: Parameters<typeof createSecurityHeaders>) =>
  createSecurityHeaders(...given)['content-security-policy']?.split('; ');

describe('security headers', () => {
  test('every answer: all of them, and no other', () => {
    const { 'content-security-policy': policy, ...others } = createSecurityHeaders(open);
    expect(others).toEqual({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-frame-options': 'DENY',
    });
    expect(policy?.split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "media-src 'self'",
      "font-src 'self'",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'upgrade-insecure-requests',
    ]);
  });

  test.each([
    [{ ...open, production: false }],
    [{ ...open, shopUrl: 'http://shop.example' }],
    [{ ...open, production: false, shopUrl: 'http://localhost:3000' }],
  ])('%o: browsers are not told to use https for a year', (config) => {
    expect(createSecurityHeaders(config)).not.toHaveProperty('strict-transport-security');
  });

  test('shop without https: requests are not upgraded', () => {
    expect(listDirectives({ ...open, shopUrl: 'http://localhost:3000' })).not.toContain('upgrade-insecure-requests');
  });

  test('inline scripts and styles: allowed by their hash only; the API of another origin may be called', () => {
    const policy = listDirectives({ ...open, apiBase: 'https://api.example/v1' }, { scripts: ['a()', 'b()'], styles: ['p{}'] });
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    expect(policy).toContain(`script-src 'self' ${hash('a()')} ${hash('b()')}`);
    expect(policy).toContain(`style-src 'self' ${hash('p{}')}`);
    expect(policy).toContain("connect-src 'self' https://api.example");
    expect(hashInline('a()')).toBe(hash('a()'));
    expect(policy?.join()).not.toContain('unsafe');
  });

  test('file: loads what is listed, and nothing else', () => {
    expect(formatFilePolicy("img-src 'self'", 'sandbox')).toBe(
      "default-src 'none'; img-src 'self'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });
});
