import { describe, expect, test } from 'vitest';
import { countChoices, getPageRow, href, matchPage, normalizeQuery, type PageRow, pageNames, parseQuery } from './pages.ts';

describe('page of a path', () => {
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

  test('href: the path of a page, with a fragment if there is one', () => {
    expect(href('home', '#how')).toBe('/#how');
    expect(href('services')).toBe('/services');
  });
});

describe('known query of a page', () => {
  const row: PageRow = { path: '/x', who: 'open', server: true, query: { sort: ['price', 'name'], page: ['1'] } };
  test.for([
    [{}, ''],
    [{ utm_source: 'x' }, ''],
    [{ sort: 'price' }, '?sort=price'],
    [{ sort: 'anything' }, ''],
    [{ page: '1', sort: 'name' }, '?sort=name&page=1'],
    [{ sort: ['price', 'name'] }, ''],
  ] as const)('%o → %s', ([query, known]) => {
    expect(normalizeQuery(row, query)).toBe(known);
  });
});

describe('filters of the services page', () => {
  const row = getPageRow('services');
  test.for([
    ['/services?kind=bundle&utm_source=x#brand-stories', '?kind=bundle'],
    ['/services?kind=', ''],
    ['/services?kind=Bundle', ''],
    ['/services?kind=bundle&kind=posts', ''],
    ['/services?kind=b%75ndle', '?kind=bundle'],
    ['/services#?kind=bundle', ''],
    ['/services', ''],
  ] as const)('%s → %s', ([address, known]) => {
    expect(normalizeQuery(row, parseQuery(address))).toBe(known);
  });

  test('number of combinations: as many as the page cache holds', () => {
    expect(countChoices(row)).toBe(4);
    expect(countChoices(getPageRow('home'))).toBe(0);
    expect(pageNames.filter((name) => countChoices(getPageRow(name)) > 0)).toEqual(['services', 'orderHistory', 'funds', 'notLoggedIn']);
  });
});
