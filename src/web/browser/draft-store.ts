// Drafts of a long form. To write one takes longer than a key, so it is written when the hand rests; and before anything else that could need it: when
// the hand leaves the field, the page is hidden or left, or the draft is read. What is forgotten meanwhile is not written any more.
import { DRAFTS_FORGOTTEN, getItem, sessionStore, setItem } from '../../ui/browser/storage.ts';

const REST_MS = 300;

let due: (() => void) | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let listens = false;

/** `text` is asked for when it is written. */
export function keepDraft(key: string, text: () => string): void {
  listen();
  clearTimeout(timer);
  due = () => setItem(key, text(), sessionStore);
  timer = setTimeout(write, REST_MS);
}

export function readDraft(key: string): string | undefined {
  write();
  return getItem(key, sessionStore);
}

export function dropDraft(key: string): void {
  forget();
  setItem(key, null, sessionStore);
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
  for (const told of ['visibilitychange', 'focusout']) document.addEventListener(told, write);
  addEventListener(DRAFTS_FORGOTTEN, forget);
}
