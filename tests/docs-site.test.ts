// The site that npm run docs builds: links lead somewhere, pages are valid and load nothing from elsewhere, and the search finds.
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type SearchIndex, search } from '../scripts/docs/search.ts';
import { buildSite } from '../scripts/docs/site.ts';
import { htmlFaults } from './support/html.ts';

const MAX_INDEX_BYTES = 250_000;

const site = await buildSite(join(import.meta.dirname, '..'));
const pages = [...site].flatMap(([path, content]) => (path.endsWith('.html') ? [[path, String(content)] as const] : []));
const index = JSON.parse(String(site.get('search-index.js')).replace(/^[^{]*|;\s*$/g, '')) as SearchIndex;
const idsOf = new Map(pages.map(([path, html]) => [path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]));

/** Addresses in a page that lead nowhere. */
const deadLinks = (path: string, html: string): string[] =>
  [...html.matchAll(/ (?:href|src)="([^"]+)"/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^(https?:|mailto:|data:)/.test(link) && !isThere(path, link));

function isThere(path: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path : posix.join(posix.dirname(path), file);
  return site.has(target) && (anchor === undefined || idsOf.get(target)?.has(anchor) === true);
}

test('every document is a page', () => {
  for (const path of ['index.html', 'CONTRIBUTING.html', 'docs/backup.html', 'docs/decisions/index.html'])
    expect(site.has(path), path).toBe(true);
  expect(pages.length).toBeGreaterThan(50);
});

test('every link and anchor leads somewhere', () => {
  expect(pages.flatMap(([path, html]) => deadLinks(path, html).map((link) => `${path} → ${link}`))).toEqual([]);
  expect(deadLinks('index.html', '<a href="docs/gone.html">a</a><a href="docs/backup.html#gone">b</a>')).toHaveLength(2);
});

test('pages load nothing from other hosts', () => {
  for (const [path, html] of pages) expect(html.match(/<(?:script|link|img)[^>]*(?:src|href)="https?:/g), path).toBeNull();
});

test.for(['index.html', 'CONTRIBUTING.html', 'docs/operations.html', 'docs/decisions/index.html'])('%s is valid HTML', (path) => {
  expect(htmlFaults(String(site.get(path)))).toEqual([]);
});

describe('search', () => {
  test.for([
    ['restore backup', 'docs/backup.html'],
    ['add a language', 'docs/languages.html'],
    ['DATABASE_URL', 'docs/configuration.html'],
    ['checkPlugin', 'docs/extending.html'],
    ['migr', 'docs/decisions/068-migrations.html'],
  ])('%s: finds %s', ([query = '', file = '']) => {
    expect(search(index, query).map(({ href }) => href.split('#')[0])).toContain(file);
  });

  test('a query without words, or with an unknown one, finds nothing', () => {
    for (const query of ['', ' ', '…', 'backup zzzunknown']) expect(search(index, query)).toEqual([]);
  });

  test('every hit leads to a section', () => {
    for (const { href } of search(index, 'the')) expect(isThere('index.html', href), href).toBe(true);
  });

  test(`the index is at most ${MAX_INDEX_BYTES} bytes`, () => {
    expect(String(site.get('search-index.js')).length).toBeLessThan(MAX_INDEX_BYTES);
  });
});
