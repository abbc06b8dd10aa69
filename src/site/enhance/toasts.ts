// Toasts for success messages. Errors are never shown as toasts: they stay beside what failed. A stored toast
// is shown by the next document of this tab.
import { saveCart, saveCurrency } from '#ui/browser/local-storage.ts';
import { getItem, sessionStore, setItem } from '#ui/browser/storage.ts';

const SHOWN_MS = 7_000;
/** Toasts with an action stay longer, so that there is time to use it. */
const SHOWN_WITH_ACT_MS = 30_000;
const MOST = 3;
const KEY = 'toast';

/** `undo`: puts the cart and the currency back. */
export type Toast = { readonly text: string; readonly undo?: { readonly cart: string | null; readonly currency: number } };

export const storeToast = (toast: Toast): void => setItem(KEY, JSON.stringify(toast), sessionStore);

export function showStoredToast(): void {
  const stored = getItem(KEY, sessionStore);
  setItem(KEY, null, sessionStore);
  if (stored) showToast(JSON.parse(stored) as Toast);
}

/** The live region is in the document before its text changes, or screen readers do not announce it. */
export function showToast({ text, undo }: Toast): void {
  const region = document.getElementById('toasts');
  const shown = document.querySelector<HTMLTemplateElement>('template#toast')?.content.cloneNode(true);
  const toast = shown instanceof DocumentFragment ? shown.firstElementChild : null;
  if (!region || !toast) return;
  const [words, undoButton, close] = toast.children;
  if (words) words.textContent = text;
  if (undo)
    undoButton?.addEventListener('click', () => {
      saveCurrency(undo.currency);
      saveCart(undo.cart);
      location.reload();
    });
  else undoButton?.remove();
  close?.addEventListener('click', () => toast.remove());
  closeLater(toast, undo ? SHOWN_WITH_ACT_MS : SHOWN_MS);
  region.append(toast);
  while (region.childElementCount > MOST) region.firstElementChild?.remove();
}

/** Closes by itself, but not while it is hovered or focused. */
function closeLater(toast: Element, delay: number): void {
  let timer: ReturnType<typeof setTimeout>;
  const pause = () => clearTimeout(timer);
  const resume = () => {
    pause();
    timer = setTimeout(() => toast.remove(), delay);
  };
  for (const event of ['pointerenter', 'focusin']) toast.addEventListener(event, pause);
  for (const event of ['pointerleave', 'focusout']) toast.addEventListener(event, resume);
  resume();
}
