// Plain links to pages of the app open without a load, also those of the frame and of texts; pointing at one
// prefetches its page.
import type { AnyRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ownLink } from '#ui/navigation/own-link.ts';
import { isAppPage } from '../../pages.ts';

export function useLinkClicks(router: AnyRouter): void {
  useEffect(() => {
    const open = (event: MouseEvent) => {
      const link = ownLink(event);
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
