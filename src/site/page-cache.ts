// In-memory cache of rendered pages: concurrent requests share one rendering, bounded, emptied when the
// catalogue changes. Failures are not cached.
import { setBounded } from '#platform/set-bounded.ts';

export type PageCache<T> = {
  get(key: string, make: () => Promise<T>): Promise<T> | T;
  drop(): void;
};

export function createPageCache<T>(maxEntries: number): PageCache<T> {
  // Finished pages are returned without a promise, because most requests are answered here.
  const ready = new Map<string, T>();
  const pending = new Map<string, Promise<T>>();
  let age = 0;

  async function makeOnce(key: string, make: () => Promise<T>): Promise<T> {
    const ageAtStart = age;
    try {
      const page = await make();
      // The catalogue changed during rendering: use the result for this request, do not cache it.
      if (ageAtStart === age) setBounded(ready, key, page, maxEntries);
      return page;
    } finally {
      if (ageAtStart === age) pending.delete(key);
    }
  }

  return {
    get(key, make) {
      const page = ready.get(key);
      if (page !== undefined) return page;
      const known = pending.get(key) ?? makeOnce(key, make);
      pending.set(key, known);
      return known;
    },
    drop() {
      age += 1;
      ready.clear();
      pending.clear();
    },
  };
}
