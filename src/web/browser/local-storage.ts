// What the browser keeps for the visitor, by the names that the contract gives. A browser that refuses to keep things must not break a page.
import { isLocale, type Locale } from '../../lib/locale.ts';
import { type CurrencyNumber, isCurrency } from '../../lib/money/money.ts';
import { getItem, setItem, trySetItem } from '../../ui/browser/storage.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Told in this tab when the cart changed; other tabs hear `storage`. */
const CART_CHANGED = 'cart-changed';

export const readCurrency = (): CurrencyNumber | undefined => currencyFrom(getItem('currency'));

export function currencyFrom(text: string | null | undefined): CurrencyNumber | undefined {
  const currency = text?.trim() ? Number(text) : Number.NaN;
  return isCurrency(currency) ? currency : undefined;
}

export function keepCurrency(currency: CurrencyNumber): void {
  setItem('currency', String(currency));
  writeCookie('currency', String(currency));
}

export const keepLocale = (locale: Locale): void => writeCookie('locale', locale);

function writeCookie(name: 'currency' | 'locale', value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that we promise.
  document.cookie = `${name}=${value}; Max-Age=${YEAR_SECONDS}; Path=/; SameSite=Lax${secure}`;
}

export function readCookie(name: 'currency' | 'locale'): string | undefined {
  const pair = document.cookie.split('; ').find((each) => each.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

export const localeFrom = (text: string | null | undefined): Locale | undefined => (isLocale(text) ? text : undefined);

/** How many lines the cart has; nonsense in the storage is no line. */
export function countOrders(): number {
  try {
    const lines: unknown = JSON.parse(getItem('orders') ?? '[]');
    return Array.isArray(lines) ? lines.filter(isLine).length : 0;
  } catch {
    return 0;
  }
}

const isLine = (line: unknown): boolean => typeof (line as { offerId?: unknown } | null)?.offerId === 'string';

/** What is there and cannot be read is not nothing: the cart tells of it. */
export const isCartEmpty = (): boolean => countOrders() === 0 && ['[]', 'null', undefined].includes(getItem('orders'));

export const emptyCart = (): boolean => keepCart(null);

/** Empties the cart; what comes back puts it as it was. */
export function emptyCartWithUndo(): () => void {
  const parked = getItem('orders') ?? null;
  emptyCart();
  return () => keepCart(parked);
}

/** What there is no room for changes nothing, and false is the answer: the cart is as it was. */
export function keepCart(lines: string | null): boolean {
  const isKept = trySetItem('orders', lines);
  tellCartChanged();
  return isKept;
}

export const tellCartChanged = (): boolean => dispatchEvent(new Event(CART_CHANGED));

export function onCartChange(told: () => void): () => void {
  addEventListener(CART_CHANGED, told);
  addEventListener('storage', told);
  return () => {
    removeEventListener(CART_CHANGED, told);
    removeEventListener('storage', told);
  };
}
