// Client navigation by plain links: one listener handles clicks, one Back and Forward, and pointing at a link
// prefetches its page.
import { useEffect } from 'react';
import { isSameFilteredPage } from '#ui/navigation/url.ts';
import type { Navigation, PageState } from '#ui/page/state.ts';
import { isDocument, matchPage } from '../../pages.ts';
import { loadPage } from './data-cache.ts';
import { loadScreen } from './page-registry.ts';
import { goToPlace, rememberScroll, scrollOf } from './use-navigation.ts';

const SCROLL_SETTLES_MS = 100;

export function useLinkClicks({ pageState, at, go, setQuery }: Navigation): void {
  useEffect(() => {
    history.scrollRestoration = 'manual';
    let settle: ReturnType<typeof setTimeout> | undefined;
    const click = (event: MouseEvent) => {
      const to = ownAddress(event);
      if (to === undefined) return;
      event.preventDefault();
      if (linkOf(event.target)?.dataset.choice !== undefined && isSameFilteredPage(to, at())) setQuery(to);
      else void go(to);
    };
    const pop = () => {
      // The scroll position of the old page must not overwrite that of the new one.
      clearTimeout(settle);
      const address = location.pathname + location.search + location.hash;
      // Within a page only the scroll position changes.
      if (isSamePage(address, at())) goToPlace(address, history.state ? scrollOf(history.state) : undefined);
      else if (isSameFilteredPage(address, at())) setQuery(address, { pop: true });
      else void go(address, { pop: true });
    };
    // After leaving the document, the browser restores the scroll position.
    const leave = () => {
      history.scrollRestoration = 'auto';
    };
    const back = () => {
      history.scrollRestoration = 'manual';
    };
    const scroll = () => {
      clearTimeout(settle);
      settle = setTimeout(rememberScroll, SCROLL_SETTLES_MS);
    };
    document.addEventListener('click', click);
    addEventListener('popstate', pop);
    addEventListener('pagehide', leave);
    addEventListener('pageshow', back);
    addEventListener('scroll', scroll, { passive: true });
    return () => {
      clearTimeout(settle);
      document.removeEventListener('click', click);
      removeEventListener('popstate', pop);
      removeEventListener('pagehide', leave);
      removeEventListener('pageshow', back);
      removeEventListener('scroll', scroll);
    };
  }, [at, go, setQuery]);
  usePrefetch(pageState);
}

const isSamePage = (a: string, b: string): boolean => a.split('#')[0] === b.split('#')[0];

/** The target of a plain click on a plain link to one of our pages. */
function ownAddress(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = linkOf(event.target);
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return undefined;
  // Hash links within the page are left to the browser.
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return undefined;
  return matchPage(link.pathname) && !new URLSearchParams(link.search).has('lang') ? link.pathname + link.search + link.hash : undefined;
}

const linkOf = (target: EventTarget | null): HTMLAnchorElement | null => (target instanceof Element ? target.closest('a[href]') : null);

function usePrefetch({ locale, currency }: Pick<PageState, 'locale' | 'currency'>): void {
  useEffect(() => {
    const start = (event: Event) => {
      const link = linkOf(event.target);
      const match = link && link.origin === location.origin && link.pathname !== location.pathname ? matchPage(link.pathname) : undefined;
      if (!link || !match || isDocument(match.name)) return;
      // A failed prefetch is ignored: the click tries again and shows the error.
      loadScreen(match.name).catch(() => undefined);
      loadPage({ path: link.pathname, query: link.search, locale, currency }).catch(() => undefined);
    };
    document.addEventListener('pointerover', start, { passive: true });
    document.addEventListener('focusin', start);
    return () => {
      document.removeEventListener('pointerover', start);
      document.removeEventListener('focusin', start);
    };
  }, [locale, currency]);
}
