// Whoever's button goes away under their fingers, because it has done its work or because somebody else was quicker, is not thrown out of the page: the
// focus goes to the page that is open, and the keys go on from there.
import { useEffect } from 'react';

/** The page itself: where whoever leaves a field, or loses one, is. */
export const focusPage = (): void => document.getElementById('work')?.focus({ preventScroll: true });

export function useKeptFocus(): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    const came = ({ target }: FocusEvent) => {
      last = target;
    };
    const observer = new MutationObserver(() => {
      if (!(last instanceof Element) || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      focusPage();
    });
    addEventListener('focusin', came);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      removeEventListener('focusin', came);
      observer.disconnect();
    };
  }, []);
}
