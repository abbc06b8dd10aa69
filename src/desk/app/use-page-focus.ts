// Moves the focus to a newly opened page; on the way back, to the link that was followed.
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/** History entry key → address of the link that was followed there. */
const followed = new Map<string, string>();

export function usePageFocus(page: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    const href = followed.get(router.state.location.state.__TSR_key ?? '');
    const link = href ? [...(page.current?.querySelectorAll('a') ?? [])].find((each) => each.getAttribute('href') === href) : undefined;
    if (link) link.focus({ preventScroll: true });
    else page.current?.focus();
    return router.subscribe('onBeforeLoad', ({ fromLocation }) => {
      const link = document.activeElement?.getAttribute('href');
      const key = fromLocation?.state.__TSR_key;
      if (key && link) followed.set(key, link);
    });
  }, [router, page]);
}
