import { describe, expect, test } from 'vitest';
import { getPath } from '#lib/url-path.ts';
import { mayReload } from '#ui/browser/reload-once.ts';
import { followRules, formatPath, getDataAddress, withoutLanguage } from '#ui/navigation/url.ts';
import { splitLinks } from '../display/linked-text.tsx';

test.for([
  ['/a?b#c', '/a'],
  ['/#how', '/'],
  ['', ''],
] as const)('path of %s: %s', ([address, path]) => {
  expect(getPath(address)).toBe(path);
});

describe('unknown path as text', () => {
  test.for([
    ['/no%20such?x=1', '/no such'],
    ['/%E3%81%82', '/あ'],
    ['/%zz', '/%zz'],
    ['/<b>', '/<b>'],
  ] as const)('%s → %s', ([address, shown]) => {
    expect(formatPath(address)).toBe(shown);
  });

  test('long path: cut to 200 characters', () => {
    expect(formatPath(`/${'a'.repeat(5000)}`)).toHaveLength(200);
  });
});

test.for([
  ['/?lang=es', '/'],
  ['/services?lang=es&a=1#x', '/services?a=1#x'],
  ['/services?a=%20b', '/services?a=%20b'],
] as const)('%s without its language: %s', ([address, expected]) => {
  expect(withoutLanguage(address)).toBe(expected);
});

test.for([
  ['/', '/data?lang=en&currency=0'],
  ['/services/', '/data/services?lang=en&currency=0'],
] as const)('data address of %s: %s', ([path, address]) => {
  expect(getDataAddress({ path, query: '', locale: 'en', currency: 0 })).toBe(address);
});

describe('redirects of a build', () => {
  test.for([
    ['/old', { '/old': { redirect: '/services' } }, '/services'],
    ['/old?x=1', { '/old': { redirect: '/services' } }, '/services'],
    ['/services', {}, '/services'],
    ['/old', { '/old': { redirect: 'https://evil.example/' } }, '/old'],
    ['/old', { '/old': { redirect: '//evil.example/' } }, '/old'],
    ['/old', { '/old': { redirect: '/\\evil.example' } }, '/old'],
    ['/old', { '/old': { redirect: '/nope' } }, '/old'],
    ['/', { '/': { redirect: '/services' }, '/services': { redirect: '/' } }, '/'],
  ] as const)('%s with %o → %s', ([address, rules, target]) => {
    expect(followRules(address, rules)).toBe(target);
  });
});

test.for([
  [undefined, true],
  ['nonsense', true],
  ['0', true],
  ['95000', false],
  ['90000', true],
  ['200000', true],
] as const)('full load at %s: another one at 100000 is allowed: %s', ([last, may]) => {
  expect(mayReload(last, 100_000)).toBe(may);
});

test('links in a text: only those to pages of the shop become links', () => {
  const words = (text: string) => splitLinks(text).map(({ words: each, to }) => (to ? `<${to}>${each}` : each));
  expect(words('See [services](/services#x), [this](/nope) or [that](https://x.example).')).toEqual([
    'See ',
    '</services#x>services',
    ', ',
    'this',
    ' or [that](https://x.example).',
  ]);
});
