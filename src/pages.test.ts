import { describe, expect, test } from 'vitest';
import { href, knownQuery, matchPage, type PageRow } from './pages.ts';

describe('a path leads to its page', () => {
  test.for([
    ['/', 'home'],
    ['/services', 'services'],
    ['/services/', 'services'],
    ['/SERVICES', 'services'],
    ['/%73ervices', 'services'],
    ['', 'home'],
  ] as const)('%s → %s', ([path, name]) => {
    expect(matchPage(path)?.name).toBe(name);
  });

  test.for(['/nope', '//', '//services', '/services/x/y/z', '/%zz', '/services%2F', '/service'])('%s → none', (path) => {
    expect(matchPage(path)).toBeUndefined();
  });

  test('a typed address is its path, with a place on the page where one is named', () => {
    expect(href('home', '#how')).toBe('/#how');
    expect(href('services')).toBe('/services');
  });
});

describe('of a query a page keeps what it knows', () => {
  const row: PageRow = { path: '/x', who: 'open', server: true, query: { sort: ['price', 'name'], page: ['1'] } };
  test.for([
    [{}, ''],
    [{ utm_source: 'x' }, ''],
    [{ sort: 'price' }, '?sort=price'],
    [{ sort: 'anything' }, ''],
    [{ page: '1', sort: 'name' }, '?sort=name&page=1'],
    [{ sort: ['price', 'name'] }, ''],
  ] as const)('%o → %s', ([query, known]) => {
    expect(knownQuery(row, query)).toBe(known);
  });
});
