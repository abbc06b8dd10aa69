// Navigation: loads chunk, texts and data first and renders them in one transition, so that nothing flickers
// and the latest request wins.
import { type RefObject, startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { pathOf } from '#lib/url-path.ts';
import { accessToken } from '#ui/api/session.ts';
import { isCartEmpty } from '#ui/browser/local-storage.ts';
import { loadWhole, reloadOnce } from '#ui/browser/reload-once.ts';
import { hideFailure, showFailure } from '#ui/feedback/messages.ts';
import { isClosed } from '#ui/navigation/access.ts';
import { isNewerServed, routeRules } from '#ui/navigation/builds.ts';
import { decoded, followRules } from '#ui/navigation/url.ts';
import type { GoOptions, Navigation, PageState } from '#ui/page/state.ts';
import { isAppPage, isDocument, matchPage, pageRow } from '../../pages.ts';
import { loadPage, NotNow } from './data-cache.ts';
import { loadScreen, screens, titleOf } from './page-registry.ts';

const SLOW_MS = 150;

export function useNavigation(first: PageState): Navigation {
  const [pageState, setPageState] = useState(first);
  const now = useRef(first);
  const { busy, prepare } = usePreparing(now);

  const show = useCallback((next: PageState) => {
    now.current = next;
    hideFailure();
    startTransition(() => setPageState(next));
  }, []);

  const go = useGo(prepare, show);

  // Does not cancel a navigation in progress.
  const setQuery = useCallback(
    (address: string, { pop = false, replace = false }: GoOptions = {}) => {
      if (address === now.current.address) return;
      if (!pop) writeHistory(address, { replace, scroll: scrollY });
      show({ ...now.current, address, scroll: pop ? scrollOf(history.state) : undefined });
    },
    [show],
  );

  useDocumentState(pageState);
  const at = useCallback(() => now.current.address, []);
  return { pageState, busy, at, go, setQuery };
}

type Prepare = ReturnType<typeof usePreparing>['prepare'];

/** Navigates to an address: applies redirects and access rules, loads the page, then renders it. */
function useGo(prepare: Prepare, show: (next: PageState) => void): Navigation['go'] {
  const go = useCallback(
    async function go(to: string, options: GoOptions = {}) {
      const wanted = followRules(to, routeRules());
      let target = wanted;
      const next = await prepare(
        async (isLatest) => {
          if (isClosed(wanted, accessToken() !== undefined, isCartEmpty())) target = await redirectOrSame(wanted);
          if (!isLatest()) return undefined;
          if (!isNewerServed() && isAppPage(target)) return target;
          if (!navigator.onLine) throw new Error('offline');
          if (options.replace) location.replace(target);
          else loadWhole(target);
          return undefined;
        },
        (cause) => {
          // Offline, a full load would only lose the current page.
          if (!navigator.onLine || cause instanceof NotNow || !reloadOnce(target)) showFailure(() => void go(to, options));
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
    [prepare, show],
  );
  return go;
}

/** Resolves the address and loads its page; undefined if a later navigation won or loading failed. */
function usePreparing(now: RefObject<PageState>) {
  const [busy, setBusy] = useState(false);
  const latest = useRef(0);
  const prepare = useCallback(
    async (decide: (isLatest: () => boolean) => Promise<string | undefined>, failed: (cause: unknown) => void) => {
      // Counted before the first await, so that the latest navigation wins.
      const turn = ++latest.current;
      const isLatest = () => turn === latest.current;
      const slow = setTimeout(() => setBusy(true), SLOW_MS);
      try {
        const address = await decide(isLatest);
        const next = address === undefined ? undefined : await loadPageState(now.current, address);
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

async function loadPageState(now: PageState, address: string): Promise<PageState> {
  const { locale, currency } = now;
  const path = pathOf(address);
  const match = matchPage(path);
  const screen = match && !isDocument(match.name) ? match.name : now.screen;
  const [loaded] = await Promise.all([
    // Addresses with an id need data from the server.
    match && (pageRow(match.name).server || match.params.id)
      ? loadPage({ path, query: new URL(address, location.origin).search, locale, currency })
      : { head: undefined, data: path === pathOf(now.address) ? now.data : { path } },
    loadScreen(screen),
  ]);
  return { ...now, ...loaded, address, screen, params: match?.params ?? {} };
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

/** After a render: sets title, the place in the header's menu, scroll position and focus. */
function useDocumentState(pageState: PageState): void {
  const seen = useRef(pageState);
  useLayoutEffect(() => {
    if (seen.current === pageState) return;
    const navigated = seen.current.turn !== pageState.turn;
    seen.current = pageState;
    document.title = titleOf(screens[pageState.screen], pageState.i18n, pageState);
    const path = pathOf(pageState.address);
    for (const link of document.querySelectorAll('header nav a')) link.ariaCurrent = link.getAttribute('href') === path ? 'page' : null;
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
