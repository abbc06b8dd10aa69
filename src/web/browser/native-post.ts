// Forms whose answer sets a cookie: the browser posts them itself, with script as without, and the answer is a page.
import { useEffect, useRef } from 'react';

/** After the form's own rules were kept. Nothing comes back of it: the page is left. */
export function postNatively(form: HTMLFormElement | null): Promise<never> {
  onReturn(() => location.reload());
  form?.submit();
  return new Promise(() => undefined);
}

/** A second press would find the link used by the first. */
export function usePostOnce(): (event: { preventDefault(): void }) => void {
  const posted = useRef(false);
  useEffect(() => onReturn(() => (posted.current = false)), []);
  return (event) => {
    if (posted.current) event.preventDefault();
    posted.current = true;
  };
}

/** The page as it was left comes back from the browser's memory. */
function onReturn(run: () => void): () => void {
  const back = ({ persisted }: PageTransitionEvent) => (persisted ? run() : undefined);
  addEventListener('pageshow', back);
  return () => removeEventListener('pageshow', back);
}
