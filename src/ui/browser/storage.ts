// Reads and writes the browser's storage. A browser that refuses to store something must not break a page.

/** For the `storage` parameter: sessionStorage, which belongs to this tab. */
export const getSessionStore = (): Storage => sessionStorage;

/** On the server there is no window: Node's own storage would print a warning. */
export function getItem(key: string, storage: () => Storage = () => window.localStorage): string | undefined {
  try {
    return storage().getItem(key) ?? memory.get(nameIn(storage, key));
  } catch {
    return memory.get(nameIn(storage, key));
  }
}

/** Values that the browser refused to store and this page needs. They last as long as the page. */
const memory = new Map<string, string>();

const nameIn = (storage: () => Storage, key: string): string => (storage === getSessionStore ? `tab ${key}` : key);

export const isOnlyRemembered = (key: string): boolean => memory.has(key) || memory.has(`tab ${key}`);

/**
 * False if the browser refuses to store it. Then only this page knows the value, until it is closed or
 * reloaded.
 */
export function setItemOrRemember(key: string, value: string | null, storage: () => Storage = () => localStorage): boolean {
  memory.delete(nameIn(storage, key));
  if (trySetItem(key, value, storage)) return true;
  trySetItem(key, null, storage);
  if (value !== null) memory.set(nameIn(storage, key), value);
  return value === null;
}

/**
 * Null removes the item. In private windows and on full disks an older value is removed, because it would be
 * wrong now.
 */
export function setItem(key: string, value: string | null, storage: () => Storage = () => localStorage): void {
  if (!trySetItem(key, value, storage)) trySetItem(key, null, storage);
}

/** False if it could not be stored; the previous value is unchanged. */
export function trySetItem(key: string, value: string | null, storage: () => Storage = () => localStorage): boolean {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

const DRAFT = 'draft:';
/** Dispatched so that pending draft writes are cancelled. */
export const DRAFTS_FORGOTTEN = 'drafts-forgotten';

/** Drafts of unsent forms are in sessionStorage. */
export const getDraftKey = (form: string): string => DRAFT + form;

export function forgetDrafts(): void {
  dispatchEvent(new Event(DRAFTS_FORGOTTEN));
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT)) sessionStorage.removeItem(key);
  } catch {
    // Without storage there are no drafts to remove.
  }
}
