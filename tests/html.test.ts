// The HTML that the server sends is valid.
import { describe } from 'vitest';
import { localeNames } from '#lib/locale.ts';
import { pages } from '../src/pages.ts';
import { findHtmlErrors } from './support/html.ts';
import { expect, test } from './support/shop.ts';

const paths = [
  ...Object.values(pages).map(({ path }) => path.replace(':id', 'brand-stories').replace(':number', 'F-00000000')),
  '/nowhere',
];

describe.each(localeNames)('server HTML in %s', (locale) => {
  test.for(paths)('%s has no error', async (path, { shop }) => {
    const answer = await fetch(shop.urls.storefront + path, { headers: { cookie: `locale=${locale}` } });
    expect(findHtmlErrors(await answer.text())).toEqual([]);
  });
});

const page = (body: string) =>
  `<!doctype html><html lang="en"><head><title>Shop</title></head><body><header><nav aria-label="Main"></nav></header><main><h1>Shop</h1>${body}</main></body></html>`;

test('findHtmlErrors: valid page has no error', () => {
  expect(findHtmlErrors(page('<p>Text</p>'))).toEqual([]);
});

test.for([
  ['a paragraph in a span', '<span><p role="alert">Wrong.</p></span>', 'element-permitted-content'],
  ['a street address in a one-line field', '<label>Address <input autocomplete="street-address"></label>', 'valid-autocomplete'],
  ['a select with an empty option', '<label>Country <select><option value=""></option></select></label>', 'text-content'],
  ['a heading that skips a level', '<h3>Prices</h3>', 'heading-level'],
  ['two navigations with the same name', '<nav aria-label="Main"></nav>', 'unique-landmark'],
  ['a duplicate id', '<p id="a">1</p><p id="a">2</p>', 'no-dup-id'],
  ['a label for a missing field', '<label for="nothing">Name</label>', 'no-missing-references'],
  ['a field without a label', '<input type="text">', 'input-missing-label'],
  ['an inline style', '<p style="color:red">Text</p>', 'no-inline-style'],
  ['a script of another host without a hash', '<script src="https://other.example/a.js"></script>', 'require-sri'],
] as const)('findHtmlErrors: %s is an error', ([, body, rule]) => {
  expect(findHtmlErrors(page(body)).join('\n')).toContain(`${rule}: `);
});

test('findHtmlErrors: title of more than 70 characters is an error', () => {
  expect(findHtmlErrors(page('').replace('Shop</title>', `${'a'.repeat(71)}</title>`)).join('\n')).toContain('long-title: ');
});
