// Language and currency: the choice is stored, and the server sends the page again. The focus returns to the
// menu.
import { clearCart, countCartLines, parseLocale, readCookie, saveCurrency, saveLocale } from '#ui/browser/local-storage.ts';
import { getItem, getSessionStore, setItem } from '#ui/browser/storage.ts';
import { findDialog, openDialog } from './dialogs.ts';
import { getMailedQuery } from './mailed-link.ts';
import { storeToast } from './toasts.ts';

const MENU = 'menu';
const { dataset: page } = document.getElementById('root') as HTMLElement;

export function startChoices(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[hreflang]') : null;
    const locale = parseLocale(link && new URLSearchParams(link.search).get('lang'));
    if (!link || !locale || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    saveLocale(locale);
    loadPage(link);
  });
  document.addEventListener('submit', (event) => {
    const { submitter } = event;
    if (!(submitter instanceof HTMLButtonElement) || submitter.name !== 'currency') return;
    event.preventDefault();
    if (submitter.value !== page.currency) void chooseCurrency(Number(submitter.value), submitter);
  });
  focusMenu();
  followCurrency();
  addEventListener('storage', ({ key }) => (key === 'currency' || key === null) && followCurrency());
}

/** Asks first if the cart is not empty: its prices are in one currency. */
async function chooseCurrency(currency: number, button: HTMLButtonElement): Promise<void> {
  const dialog = findDialog('dialog-currency');
  if (countCartLines() > 0 && dialog) {
    const title = dialog.querySelector('h2');
    const code = button.querySelector('b')?.textContent ?? '';
    dialog.dataset.title ??= title?.textContent ?? '';
    if (title) title.textContent = dialog.dataset.title.replace('#', code);
    if ((await openDialog(dialog)) !== 'agreed') return;
    storeToast({
      text: dialog.dataset.done ?? '',
      undo: { cart: getItem('orders') ?? null, currency: Number(page.currency), at: location.href },
    });
    clearCart();
  }
  saveCurrency(currency);
  await import('./ask-prices.ts').then(
    ({ askPrices }) => askPrices(currency),
    () => undefined,
  );
  loadPage(button);
}

/** Without the language in the address, which would override the choice. */
function loadPage(chosen: Element): void {
  const menus = [...document.querySelectorAll('header details')];
  setItem(MENU, String(menus.findIndex((menu) => menu.contains(chosen))), getSessionStore);
  const address = new URL(location.href);
  if (getMailedQuery()) address.search = getMailedQuery();
  address.searchParams.delete('lang');
  // Even if the address stays: a page that answers a posted form would be posted again.
  history.replaceState(history.state, '', address);
  location.reload();
}

function focusMenu(): void {
  const index = getItem(MENU, getSessionStore);
  setItem(MENU, null, getSessionStore);
  if (index !== undefined) document.querySelectorAll('header details')[Number(index)]?.querySelector('summary')?.focus();
}

/**
 * The currency in localStorage is authoritative; the cookie mirrors it for the server, and another tab may
 * change it.
 */
function followCurrency(): void {
  const stored = getItem('currency') ?? '';
  const isSold = [...document.querySelectorAll<HTMLButtonElement>('button[name="currency"]')].some(({ value }) => value === stored);
  if (!isSold) return;
  if (readCookie('currency') !== stored) saveCurrency(Number(stored));
  // A browser without cookies would load the same page again and again.
  if (stored !== page.currency && readCookie('currency') === stored) location.reload();
}
