// A toast that the next document of this tab shows.
import { saveCart, saveCurrency } from '#ui/browser/local-storage.ts';
import { getItem, getSessionStore, setItem } from '#ui/browser/storage.ts';
import { showToast } from '#ui/feedback/messages.ts';

const KEY = 'toast';

/** `undo`: puts the cart and the currency back, where they were. */
type StoredToast = {
  readonly text: string;
  readonly undo?: { readonly cart: string | null; readonly currency: number; readonly at: string };
};

export const storeToast = (toast: StoredToast): void => setItem(KEY, JSON.stringify(toast), getSessionStore);

export function showStoredToast(): void {
  const stored = getItem(KEY, getSessionStore);
  setItem(KEY, null, getSessionStore);
  if (!stored) return;
  const { text, undo } = JSON.parse(stored) as StoredToast;
  showToast({ text, ...(undo && { act: { run: () => putBack(undo) } }) });
}

function putBack({ cart, currency, at }: NonNullable<StoredToast['undo']>): void {
  saveCurrency(currency);
  saveCart(cart);
  // An empty cart has led to another page.
  if (location.href === at) location.reload();
  else location.assign(at);
}
