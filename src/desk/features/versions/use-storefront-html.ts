// Shows markup of the storefront at the desk, with the storefront's styles.
import { type RefObject, useEffect, useRef } from 'react';
import { loadPictures } from '#ui/browser/load-pictures.ts';

/** In a shadow root of the element. Links are disabled: the desk has no such pages. */
export function useStorefrontHtml(html: string, style: string): RefObject<HTMLDivElement | null> {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shadow = host.current && (host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' }));
    if (!shadow) return undefined;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    shadow.adoptedStyleSheets = [sheet];
    // Safe: the server rendered it with all text escaped, and scripts inserted by innerHTML do not run.
    shadow.innerHTML = html;
    loadPictures(shadow);
    const stay = (event: Event) => event.preventDefault();
    shadow.addEventListener('click', stay);
    return () => shadow.removeEventListener('click', stay);
  }, [html, style]);
  return host;
}
