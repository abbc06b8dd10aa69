// Native posts of forms whose response sets a cookie: the browser submits them with and without JavaScript,
// and the response is a page.
import { useEffect, useRef } from 'react';

/** Call after validation. The promise never resolves, because the page is left. */
export function postNatively(form: HTMLFormElement | null): Promise<never> {
  onReturn(() => location.reload());
  form?.submit();
  return new Promise(() => undefined);
}

/** Prevents a second submit, which would find the link already used. */
export function usePostOnce(): (event: { preventDefault(): void }) => void {
  const posted = useRef(false);
  useEffect(() => {
    return onReturn(() => (posted.current = false));
  }, []);
  return (event) => {
    if (posted.current) event.preventDefault();
    posted.current = true;
  };
}

/** Runs when the page is restored from the back/forward cache. */
function onReturn(run: () => void): () => void {
  const back = ({ persisted }: PageTransitionEvent) => (persisted ? run() : undefined);
  addEventListener('pageshow', back);
  return () => removeEventListener('pageshow', back);
}
