// Client entry: hydrates the server's page, adopts typed input, replays held clicks and watches for newer
// builds.
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { fallbackLocale, type ShopLanguages, setLanguages } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { accessToken, isShared } from '#ui/api/session.ts';
import { countVisitsIfAllowed } from '#ui/browser/consent.ts';
import { followMarks, SESSION_MARKED } from '#ui/browser/html-flags.ts';
import { loadPictures } from '#ui/browser/load-pictures.ts';
import { isCartEmpty, localeFrom, readCookie, saveCurrency } from '#ui/browser/local-storage.ts';
import { reloadOnce } from '#ui/browser/reload-once.ts';
import { getItem } from '#ui/browser/storage.ts';
import { isClosed } from '#ui/navigation/access.ts';
import { watchBuilds } from '#ui/navigation/builds.ts';
import { type AppPageName, matchPage, pageNames } from '../pages.ts';
import { App } from './app/app.tsx';
import { loadScreen, loadTextsFor } from './app/page-registry.ts';
import type { Loaded } from './router/page/data.ts';
import type { Navigation, PageState } from './router/page/state.ts';
import { adoptTyped, noteTyped } from './ssr/adopt-typed-input.ts';
import '#ui/styles/tokens.css';
import '#ui/styles/base.css';

const root = document.getElementById('root') as HTMLElement;
const here = location.pathname + location.search + location.hash;

// Not awaited: the page chunks import from this chunk, and a top-level await would deadlock.
void start();

async function start(): Promise<void> {
  try {
    markInlineStyles();
    // A service that does not exist stays "Page not found", also without a log-in.
    if (pageNames.some((name) => name === root.dataset.page) && isClosed(here, accessToken() !== undefined, isCartEmpty()))
      return location.replace((await import('#ui/navigation/session-redirect.ts')).redirectFor(here));
    const first = await firstPageState();
    const typed = noteTyped(root);
    const page = <App first={first} onLive={(navigation) => live(navigation, typed)} />;
    const onRecoverableError = (cause: unknown) => console.error('The page was not what the server had made.', cause);
    if (root.childElementCount > 0) startTransition(() => void hydrateRoot(root, page, { onRecoverableError }));
    else createRoot(root, { onRecoverableError }).render(page);
  } catch (cause) {
    console.error('The page could not be made alive.', cause);
    // The server's page still works; the held clicks are replayed.
    if (!reloadOnce(here)) declare('0');
  }
}

/** Styles are inline in the document; a disabled link for each keeps Vite from loading them again. */
function markInlineStyles(): void {
  for (const href of root.dataset.styles?.split(' ') ?? [])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', disabled: true, href }));
}

async function firstPageState(): Promise<PageState> {
  const { locale: spoken, currency: paid, page, languages } = root.dataset;
  if (languages) setLanguages(JSON.parse(languages) as ShopLanguages);
  const locale = localeFrom(spoken) ?? fallbackLocale;
  // The server hydrates no document.
  const screen = page as AppPageName;
  const [i18n] = await Promise.all([loadTextsFor(screen, locale), loadScreen(screen)]);
  const loaded = JSON.parse(document.getElementById('storefront')?.textContent ?? '') as Loaded;
  const params = matchPage(location.pathname)?.params ?? {};
  const currency = Number(paid);
  return { ...loaded, address: here, screen, params, locale, currency, i18n, turn: 0, scroll: undefined };
}

function live(navigation: Navigation, typed: ReturnType<typeof noteTyped>): void {
  adoptTyped(root, typed);
  // In static parts, which are never hydrated.
  loadPictures(root);
  // Later, so that the typed input is rendered before a held click is replayed.
  setTimeout(() => declare('1'));
  followCurrency(navigation);
  followMarks();
  countVisitsIfAllowed();
  followSession(navigation);
  watchBuilds(root.dataset.build ?? '');
  // A page that the browser kept while others were open has missed their changes, as after a change in
  // another tab that names no key.
  addEventListener('pageshow', ({ persisted }) => persisted && dispatchEvent(new StorageEvent('storage')));
}

/** After a log-in or log-out in any tab, another page may have to be shown. */
function followSession(navigation: Navigation): void {
  const fail = (cause: unknown) => console.error('The session could not be followed.', cause);
  addEventListener(SESSION_MARKED, (event) => {
    import('#ui/navigation/session-redirect.ts')
      .then(({ followSessionChange }) => followSessionChange(navigation, (event as CustomEvent).detail))
      .catch(fail);
  });
  if (isShared()) import('#ui/api/token-store.ts').then(({ followTabs }) => followTabs()).catch(fail);
}

/** Tests and styles wait for this flag; the bootstrap script replays the held clicks. */
function declare(alive: '0' | '1'): void {
  document.documentElement.dataset.live = alive;
  document.dispatchEvent(new Event('live'));
}

/**
 * The currency in localStorage is authoritative; the cookie mirrors it for the server, and another tab may
 * change it.
 */
function followCurrency({ pageState, paid, pay }: Navigation): void {
  const soldAs = (text: string | null | undefined): CurrencyNumber | undefined =>
    pageState.shell.currencies.find(([currency]) => String(currency) === text)?.[0];
  const stored = soldAs(getItem('currency'));
  if (stored !== undefined && readCookie('currency') !== String(stored)) saveCurrency(stored);
  if (stored !== undefined && stored !== pageState.currency) void pay(stored);
  addEventListener('storage', ({ key }) => {
    const currency = key === 'currency' || key === null ? soldAs(getItem('currency')) : undefined;
    if (currency !== undefined && currency !== paid()) void pay(currency);
  });
}
