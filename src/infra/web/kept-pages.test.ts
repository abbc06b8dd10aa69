import { expect, test } from 'vitest';
import { keepPages } from './kept-pages.ts';

const counting = () => {
  let made = 0;
  return { make: async () => `page ${++made}`, made: () => made };
};

test('a page is made once, for those who wait and for those who come later', async () => {
  const pages = keepPages<string>(10);
  const { make, made } = counting();
  const [one, other] = await Promise.all([pages.get('a', make), pages.get('a', make)]);
  expect([one, other, pages.get('a', make)]).toEqual(['page 1', 'page 1', 'page 1']);
  expect(made()).toBe(1);
});

test('what failed is tried again', async () => {
  const pages = keepPages<string>(10);
  await expect(Promise.resolve(pages.get('a', async () => Promise.reject(new Error('no'))))).rejects.toThrow('no');
  expect(await pages.get('a', async () => 'well')).toBe('well');
});

test('there are never more than its size', async () => {
  const pages = keepPages<string>(2);
  const { make, made } = counting();
  for (const key of ['a', 'b', 'c']) await pages.get(key, make);
  expect(pages.get('c', make)).toBe('page 3');
  await pages.get('a', make);
  expect(made()).toBe(4);
});

test('a page that was being made when everything was dropped serves who asked, and is not kept', async () => {
  const pages = keepPages<string>(10);
  const { promise, resolve } = Promise.withResolvers<string>();
  const old = pages.get('a', () => promise);
  pages.drop();
  const young = pages.get('a', async () => 'new');
  resolve('old');
  expect(await old).toBe('old');
  expect(await young).toBe('new');
  expect(pages.get('a', async () => 'never')).toBe('new');
});
