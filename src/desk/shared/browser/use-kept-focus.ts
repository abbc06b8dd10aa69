// Moves the focus to the page when the focused button disappears, so that keyboard shortcuts go on working.
import { useEffect } from 'react';

/** The page element, focused when a field loses focus or disappears. */
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
