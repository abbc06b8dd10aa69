import { expect, test } from 'vitest';
import { createPageCache } from './page-cache.ts';

const counting = () => {
  let made = 0;
  return { make: async () => `page ${++made}`, made: () => made };
};

test('page cache: concurrent and later requests render a page once', async () => {
  const pages = createPageCache<string>(10);
  const { make, made } = counting();
  const [one, other] = await Promise.all([pages.get('a', make), pages.get('a', make)]);
  expect([one, other, pages.get('a', make)]).toEqual(['page 1', 'page 1', 'page 1']);
  expect(made()).toBe(1);
});

test('page cache: a failed render is tried again', async () => {
  const pages = createPageCache<string>(10);
  await expect(Promise.resolve(pages.get('a', async () => Promise.reject(new Error('no'))))).rejects.toThrow('no');
  expect(await pages.get('a', async () => 'well')).toBe('well');
});

test('page cache: the oldest page is dropped beyond the size', async () => {
  const pages = createPageCache<string>(2);
  const { make, made } = counting();
  for (const key of ['a', 'b', 'c']) await pages.get(key, make);
  expect(pages.get('c', make)).toBe('page 3');
  await pages.get('a', make);
  expect(made()).toBe(4);
});

test('page cache: a page in progress while the cache is dropped is returned but not cached', async () => {
  const pages = createPageCache<string>(10);
  const { promise, resolve } = Promise.withResolvers<string>();
  const old = pages.get('a', () => promise);
  pages.drop();
  const young = pages.get('a', async () => 'new');
  resolve('old');
  expect(await old).toBe('old');
  expect(await young).toBe('new');
  expect(pages.get('a', async () => 'never')).toBe('new');
});
