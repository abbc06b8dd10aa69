// Currency, locale and cart in the browser's storage, under the keys of the contract. A browser that refuses
// to store must not break a page.
import { isLocale, type Locale } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { getItem, setItem, trySetItem } from './storage.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Event in this tab when the cart changed; other tabs get `storage`. */
const CART_CHANGED = 'cart-changed';

export function saveCurrency(currency: CurrencyNumber): void {
  setItem('currency', String(currency));
  writeCookie('currency', String(currency));
}

export const saveLocale = (locale: Locale): void => writeCookie('locale', locale);

function writeCookie(name: 'currency' | 'locale', value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API.
  document.cookie = `${name}=${value}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${secure}`;
}

export function readCookie(name: 'currency' | 'locale'): string | undefined {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

export const parseLocale = (text: string | null | undefined): Locale | undefined => (isLocale(text) ? text : undefined);

/** Number of valid lines in the cart. */
export function countCartLines(): number {
  try {
    const lines: unknown = JSON.parse(getItem('orders') ?? '[]');
    return Array.isArray(lines) ? lines.filter(isLine).length : 0;
  } catch {
    return 0;
  }
}

const isLine = (line: unknown): boolean => typeof (line as { offerId?: unknown } | null)?.offerId === 'string';

/** A cart with unreadable content is not empty: the cart page shows it. */
export const isCartEmpty = (): boolean => countCartLines() === 0 && ['[]', 'null', undefined].includes(getItem('orders'));

export const clearCart = (): boolean => saveCart(null);

/** Returns false and leaves the cart unchanged if the storage is full. */
export function saveCart(lines: string | null): boolean {
  const isSaved = trySetItem('orders', lines);
  notifyCartChange();
  return isSaved;
}

export const notifyCartChange = (): boolean => dispatchEvent(new Event(CART_CHANGED));

export function onCartChange(listener: () => void): () => void {
  addEventListener(CART_CHANGED, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(CART_CHANGED, listener);
    removeEventListener('storage', listener);
  };
}
