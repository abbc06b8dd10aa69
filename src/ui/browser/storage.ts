// Reads and writes the browser's storage. A browser that refuses to store something must not break a page.

/** As `storage`: what is kept for this tab only. */
export const sessionStore = (): Storage => sessionStorage;

export function getItem(key: string, storage: () => Storage = () => localStorage): string | undefined {
  try {
    return storage().getItem(key) ?? remembered.get(nameIn(storage, key));
  } catch {
    return remembered.get(nameIn(storage, key));
  }
}

/** What the browser refused to store and this page cannot do without: it lasts as long as the page. */
const remembered = new Map<string, string>();

const nameIn = (storage: () => Storage, key: string): string => (storage === sessionStore ? `tab ${key}` : key);

export const isOnlyRemembered = (key: string): boolean => remembered.has(key) || remembered.has(`tab ${key}`);

/** False if the browser refuses to store it: then this page alone knows it, until it is closed or loaded anew. */
export function setItemOrRemember(key: string, value: string | null, storage: () => Storage = () => localStorage): boolean {
  remembered.delete(nameIn(storage, key));
  if (trySetItem(key, value, storage)) return true;
  trySetItem(key, null, storage);
  if (value !== null) remembered.set(nameIn(storage, key), value);
  return value === null;
}

/** Null takes it out. Private windows and full disks: the page goes on without; an older value would now be a wrong one. */
export function setItem(key: string, value: string | null, storage: () => Storage = () => localStorage): void {
  if (!trySetItem(key, value, storage)) trySetItem(key, null, storage);
}

/** False where it could not be kept, and what was there is still there. */
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
/** Told so that none is written afterwards. */
export const DRAFTS_FORGOTTEN = 'drafts-forgotten';

/** What was typed into a form and not sent yet lies in the tab's own storage. */
export const draftKey = (form: string): string => DRAFT + form;

export function forgetDrafts(): void {
  dispatchEvent(new Event(DRAFTS_FORGOTTEN));
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT)) sessionStorage.removeItem(key);
  } catch {
    // Where nothing can be kept, nothing is left.
  }
}
