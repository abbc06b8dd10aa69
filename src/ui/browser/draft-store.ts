// Stores drafts of long forms. Writes are debounced, because they are slow, and flushed when the focus leaves
// the field, the page is hidden or left, or the draft is read. Deleted drafts are not written any more.
import { DRAFTS_FORGOTTEN, getItem, getSessionStore, setItem } from './storage.ts';

const DEBOUNCE_MS = 300;

let due: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let listens = false;

/** `text` is called when the draft is written. */
export function saveDraft(key: string, text: () => string | null): void {
  listen();
  clearTimeout(timer);
  due = () => setItem(key, text(), getSessionStore);
  timer = setTimeout(write, DEBOUNCE_MS);
}

export function readDraft(key: string): string | undefined {
  write();
  return getItem(key, getSessionStore);
}

export function dropDraft(key: string): void {
  forget();
  setItem(key, null, getSessionStore);
}

function write(): void {
  const work = due;
  forget();
  work?.();
}

function forget(): void {
  clearTimeout(timer);
  due = undefined;
}

function listen(): void {
  if (listens) return;
  listens = true;
  addEventListener('pagehide', write);
  for (const event of ['visibilitychange', 'focusout']) document.addEventListener(event, write);
  addEventListener(DRAFTS_FORGOTTEN, forget);
}
