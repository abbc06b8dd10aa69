// Navigation: changes of address, language and currency. Each loads chunk, texts and data first and is then
// rendered in one transition, so that nothing flickers and the latest request wins.
import { type Dispatch, type RefObject, type SetStateAction, startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type Locale, languageOf } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { pathOf } from '#lib/url-path.ts';
import { accessToken } from '#ui/api/session.ts';
import { isCartEmpty, saveCurrency, saveLocale } from '#ui/browser/local-storage.ts';
import { loadWhole, reloadOnce } from '#ui/browser/reload-once.ts';
import { isClosed } from '#ui/navigation/access.ts';
import { isNewerServed, routeRules } from '#ui/navigation/builds.ts';
import { decoded, followRules, withoutLanguage } from '#ui/navigation/url.ts';
import { isDocument, matchPage, pageRow } from '../../pages.ts';
import type { Loaded } from '../router/page/data.ts';
import { loadPage, NotNow } from '../router/page/data-cache.ts';
import type { GoOptions, Navigation, PageState } from '../router/page/state.ts';
import { loadScreen, loadTextsFor, screens, titleOf } from './page-registry.ts';

type Target = { readonly address?: string; readonly locale?: Locale; readonly currency?: CurrencyNumber };

const SLOW_MS = 150;

export function useNavigation(first: PageState): Navigation {
  const [pageState, setPageState] = useState(first);
  const [trouble, setTrouble] = useState<() => void>();
  const now = useRef(first);
  const { busy, prepare } = usePreparing(now);

  const show = useCallback((next: PageState) => {
    now.current = next;
    startTransition(() => {
      setTrouble(undefined);
      setPageState(next);
    });
  }, []);

  const go = useGo(prepare, show, setTrouble);

  // Does not cancel a navigation in progress.
  const setQuery = useCallback(
    (address: string, { pop = false, replace = false }: GoOptions = {}) => {
      if (address === now.current.address) return;
      if (!pop) writeHistory(address, { replace, scroll: scrollY });
      show({ ...now.current, address, scroll: pop ? scrollOf(history.state) : undefined });
    },
    [show],
  );

  const setLocale = useCallback(
    async (locale: Locale) => {
      const next = await prepare(
        async () => ({ locale }),
        (cause) => console.error(`The texts of ${locale} could not be loaded.`, cause),
      );
      if (!next) return;
      saveLocale(locale);
      const address = withoutLanguage(location.pathname + location.search + location.hash);
      if (isNewerServed()) return loadWhole(address);
      history.replaceState(history.state, '', address);
      show({ ...next, address, scroll: undefined });
    },
    [prepare, show],
  );

  const pay = useCallback(
    async function pay(currency: CurrencyNumber) {
      const next = await prepare(
        async () => ({ currency }),
        () => setTrouble(() => () => void pay(currency)),
      );
      if (!next) return;
      saveCurrency(currency);
      if (isNewerServed()) return loadWhole(now.current.address);
      show({ ...next, address: now.current.address, scroll: undefined });
    },
    [prepare, show],
  );

  useDocumentState(pageState);
  const at = useCallback(() => now.current.address, []);
  const paid = useCallback(() => now.current.currency, []);
  return { pageState, busy, trouble, at, paid, go, setQuery, setLocale, pay };
}

type Prepare = ReturnType<typeof usePreparing>['prepare'];

/** Navigates to an address: applies redirects and access rules, loads the page, then renders it. */
function useGo(
  prepare: Prepare,
  show: (next: PageState) => void,
  setTrouble: Dispatch<SetStateAction<(() => void) | undefined>>,
): Navigation['go'] {
  const go = useCallback(
    async function go(to: string, options: GoOptions = {}) {
      const wanted = followRules(to, routeRules());
      let target = wanted;
      const next = await prepare(
        async (isLatest) => {
          if (isClosed(wanted, accessToken() !== undefined, isCartEmpty())) target = await redirectOrSame(wanted);
          if (!isLatest()) return undefined;
          if (!isNewerServed() && isAppPage(target)) return { address: target };
          if (!navigator.onLine) throw new Error('offline');
          if (options.replace) location.replace(target);
          else loadWhole(target);
          return undefined;
        },
        (cause) => {
          // Offline, a full load would only lose the current page.
          if (!navigator.onLine || cause instanceof NotNow || !reloadOnce(target)) setTrouble(() => () => void go(to, options));
        },
      );
      if (!next) return;
      // The data is from a newer build and may not fit this one.
      if (isNewerServed()) return loadWhole(target);
      // Back to a page that is no longer allowed: the history has moved already, so replace the entry.
      const { pop = false, replace = false } = target === wanted ? options : { replace: options.pop || options.replace };
      const scroll = pop ? scrollOf(history.state) : 0;
      if (!pop) writeHistory(target, { replace, scroll });
      show({ ...next, turn: next.turn + 1, scroll });
    },
    [prepare, show, setTrouble],
  );
  return go;
}

/** Resolves the target and loads it; undefined if a later navigation won or loading failed. */
function usePreparing(now: RefObject<PageState>) {
  const [busy, setBusy] = useState(false);
  const latest = useRef(0);
  const prepare = useCallback(
    async (decide: (isLatest: () => boolean) => Promise<Target | undefined>, failed: (cause: unknown) => void) => {
      // Counted before the first await, so that the latest navigation wins.
      const turn = ++latest.current;
      const isLatest = () => turn === latest.current;
      const slow = setTimeout(() => setBusy(true), SLOW_MS);
      try {
        const target = await decide(isLatest);
        const next = target && (await loadPageState(now.current, target));
        return isLatest() ? next : undefined;
      } catch (cause) {
        if (isLatest()) failed(cause);
        return undefined;
      } finally {
        clearTimeout(slow);
        if (isLatest()) setBusy(false);
      }
    },
    [now],
  );
  return { busy, prepare };
}

async function loadPageState(
  now: PageState,
  { address = now.address, locale = now.locale, currency = now.currency }: Target,
): Promise<PageState> {
  const path = pathOf(address);
  const match = matchPage(path);
  const screen = match && !isDocument(match.name) ? match.name : now.screen;
  const changed = locale !== now.locale || currency !== now.currency;
  const request = { path, query: new URL(address, location.origin).search, locale, currency };
  const texts = loadTextsFor(screen, locale);
  const [i18n, loaded] = await Promise.all([
    texts,
    // Addresses with an id need data from the server.
    match && (changed || pageRow(match.name).server || match.params.id) ? loadPage(request) : withoutPageData(now, request, changed),
    loadScreen(screen).then(async (loadParts) => loadParts?.(await texts, locale)),
  ]);
  return { ...now, ...loaded, address, screen, params: match?.params ?? {}, locale, currency, i18n };
}

/** A page without server data keeps the layout data, unless language or currency changed. */
async function withoutPageData(now: PageState, request: Parameters<typeof loadPage>[0], changed: boolean): Promise<Loaded> {
  const shell = changed ? (await loadPage({ ...request, path: '/' })).shell : now.shell;
  return { shell, head: undefined, data: request.path === pathOf(now.address) ? now.data : { path: request.path } };
}

/** Any other page is a document: the browser loads it. */
function isAppPage(address: string): boolean {
  const match = matchPage(pathOf(address));
  return match !== undefined && !isDocument(match.name);
}

/** A protected page contains no data by itself, so it may be shown if the access rules fail to load. */
const redirectOrSame = (address: string): Promise<string> =>
  import('#ui/navigation/session-redirect.ts').then(
    ({ redirectFor }) => redirectFor(address),
    () => address,
  );

/** Stores the scroll position of the current page and adds or replaces the history entry. */
function writeHistory(target: string, { replace, scroll }: { readonly replace: boolean; readonly scroll: number }): void {
  rememberScroll();
  history[replace ? 'replaceState' : 'pushState']({ scroll }, '', target);
}

export const rememberScroll = (): void => history.replaceState({ ...history.state, scroll: scrollY }, '');

export const scrollOf = (state: unknown): number => {
  const scroll = (state as { scroll?: unknown } | null)?.scroll;
  return typeof scroll === 'number' ? scroll : 0;
};

/** After a render: sets title, language, scroll position and focus. */
function useDocumentState(pageState: PageState): void {
  const seen = useRef(pageState);
  useLayoutEffect(() => {
    if (seen.current === pageState) return;
    const navigated = seen.current.turn !== pageState.turn;
    seen.current = pageState;
    document.title = titleOf(screens[pageState.screen], pageState.i18n, pageState);
    const { html: lang, dir = '' } = languageOf(pageState.locale);
    Object.assign(document.documentElement, { lang, dir });
    // A menu that was opened meanwhile would lose the focus and close.
    if (navigated && !document.querySelector('header details[open]')) document.getElementById('main')?.focus({ preventScroll: true });
    if (pageState.scroll !== undefined) goToPlace(pageState.address, pageState.scroll || undefined);
  }, [pageState]);
}

/** Scrolls to the stored position, else to the hash, else to the top. */
export function goToPlace(address: string, scroll: number | undefined): void {
  const name = new URL(address, location.origin).hash.slice(1);
  const place = name ? document.getElementById(decoded(name)) : null;
  // Also when going back, so that the page has its former height.
  place?.closest('details')?.setAttribute('open', '');
  const target = place && scroll === undefined ? place : undefined;
  const go = () => (target ? target.scrollIntoView() : scrollTo(0, scroll ?? 0));
  go();
  if (target || scroll) void import('./hold-place.ts').then(({ holdPlace }) => holdPlace(go));
}
