// Pages of orders as they were sent, to be sent again while the database holds the same: the newest, up to a number of bytes. A page is stored from the second
// request on, because most lists are requested once, and reading their state would be in vain.
import type { Buffer } from 'node:buffer';

export type WrittenPage = {
  /** The serialized page. */
  readonly json: Buffer;
  /** The cursor of the next one. */
  readonly next: string | undefined;
};
type StoredPage = {
  readonly state: string;
  /** What does not change from one moment until another. */
  readonly from: Date;
  readonly until: Date;
  readonly page: WrittenPage;
};

/** Some four hundred lists of ten. Pages of a hundred orders are rarely polled. */
const MAX_BYTES = 8 * 2 ** 20;
const MAX_PAGE_BYTES = 64 * 2 ** 10;
/** Of an entry with its key, also before there is a page. */
const ENTRY_BYTES = 1_024;

const bytesOf = (stored: StoredPage | undefined): number => ENTRY_BYTES + (stored?.page.json.length ?? 0);

export function openWrittenPages() {
  const pages = new Map<string, StoredPage | undefined>();
  let bytes = 0;

  function remove(key: string): void {
    bytes -= bytesOf(pages.get(key));
    pages.delete(key);
  }

  function put(key: string, stored: StoredPage | undefined): void {
    if (pages.has(key)) remove(key);
    pages.set(key, stored);
    bytes += bytesOf(stored);
    for (const oldest of pages.keys()) {
      if (bytes <= MAX_BYTES) break;
      remove(oldest);
    }
  }

  return {
    /** False for the first request. */
    isAskedAgain(key: string): boolean {
      const isKnown = pages.has(key);
      if (!isKnown) put(key, undefined);
      return isKnown;
    },
    find(key: string, state: string, now: Date): WrittenPage | undefined {
      const stored = pages.get(key);
      return stored?.state === state && stored.from <= now && now < stored.until ? stored.page : undefined;
    },
    store(key: string, stored: StoredPage): void {
      put(key, stored.page.json.length > MAX_PAGE_BYTES ? undefined : stored);
    },
  };
}
