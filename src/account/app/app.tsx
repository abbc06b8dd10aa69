// Root component of the account's app: the page, its title, focus and announcement.

import type { I18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type AnyRouter, Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { Locale } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { hideFailure } from '#ui/feedback/messages.ts';
import { findOwnLink } from '#ui/navigation/own-link.ts';
import { VisitContext } from '#ui/page/context.ts';
import type { Loaded } from '#ui/page/data.ts';
import type { ShellData } from '#ui/page/shell.ts';
import { type AppPageName, isAppPage } from '../../pages.ts';
import css from '../layout/progress-bar.module.css';
import { accountPages, formatTitle } from './pages.ts';

export type AppContext = {
  readonly locale: Locale;
  readonly currency: CurrencyNumber;
  readonly shell: ShellData;
  readonly i18n: I18n;
};

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: AppPageName;
  }
}

export function App({ i18n, locale, currency, shell }: AppContext) {
  const router = useRouter();
  const isLoading = useRouterState({ select: (state) => state.isLoading });
  const { screen, address, title } = useMatches({
    select(matches) {
      const { pathname, search, params, loaderData, staticData } = matches.at(-1) ?? {};
      const page = staticData?.page ?? 'cart';
      const { head } = (loaderData ?? {}) as Partial<Loaded>;
      return {
        screen: page,
        address: pathname + router.options.stringifySearch(search ?? {}),
        title: formatTitle(accountPages[page], i18n, { head, brand: shell.brand, params: params ?? {} }),
      };
    },
    structuralSharing: true,
  });
  useLinkClicks(router);
  useEffect(markDocumentLive, []);
  const page = useMemo(() => ({ address, locale, currency, screen, shell }), [address, locale, currency, screen, shell]);
  return (
    <I18nProvider i18n={i18n}>
      <VisitContext value={page}>
        <ProgressBar busy={isLoading} />
        <Outlet />
        <Announcement title={title} />
      </VisitContext>
    </I18nProvider>
  );
}

/** Tests and styles wait for it. */
function markDocumentLive(): void {
  document.documentElement.dataset.live = '1';
  document.dispatchEvent(new Event('live'));
}

/** Announces the title after a navigation; the browser announces the first page. */
function Announcement({ title }: { readonly title: string }) {
  const router = useRouter();
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    const unsubscribe = router.subscribe('onResolved', ({ fromLocation, toLocation: { pathname }, pathChanged }) => {
      for (const link of document.querySelectorAll('header nav a'))
        link.ariaCurrent = link.getAttribute('href') === pathname ? 'page' : null;
      if (!fromLocation || !pathChanged) return;
      hideFailure();
      setAnnounced(document.title);
      // A menu that was opened meanwhile would lose the focus and close.
      if (!document.querySelector('header details[open]')) document.getElementById('main')?.focus({ preventScroll: true });
    });
    return unsubscribe;
  }, [router]);
  return (
    <p role="status" className="unseen">
      {announced}
    </p>
  );
}

/** Shown when a navigation is slow; the new page is announced elsewhere. */
const ProgressBar = ({ busy }: { busy: boolean }) => <div className={css.bar} data-busy={busy ? '' : undefined} aria-hidden="true" />;

/**
 * Plain links to pages of the app open without a load, also those of the frame and of texts; pointing at one
 * prefetches its page.
 */
function useLinkClicks(router: AnyRouter): void {
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = findOwnLink(event);
      const href = link && link.pathname + link.search + link.hash;
      if (!href || !isAppPage(href) || new URLSearchParams(link.search).has('lang')) return;
      event.preventDefault();
      void router.navigate({ href, resetScroll: link.dataset.choice === undefined });
    };
    const prefetch = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!link || link.origin !== location.origin || link.pathname === location.pathname || !isAppPage(link.pathname)) return;
      void router.preloadRoute({ to: link.pathname });
    };
    document.addEventListener('click', open);
    document.addEventListener('pointerover', prefetch, { passive: true });
    document.addEventListener('focusin', prefetch);
    return () => {
      document.removeEventListener('click', open);
      document.removeEventListener('pointerover', prefetch);
      document.removeEventListener('focusin', prefetch);
    };
  }, [router]);
}
