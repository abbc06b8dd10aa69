// Counts page visits while the visitor consents. Sends nothing about the visitor; lost counts are not
// repeated.
import type { VisitPage } from '#modules/reports/shapes-visits.ts';
import { matchPage } from '../../pages.ts';

const pages: readonly VisitPage[] = ['home', 'services', 'service'];
let counted = '';

/** Counts this page and later ones; a second call does nothing. */
export function countVisits(mayCount: () => boolean): void {
  if (counted !== '') return;
  const count = () => {
    const { pathname } = location;
    if (pathname === counted || !mayCount()) return;
    counted = pathname;
    const name = matchPage(pathname)?.name;
    const page = pages.find((each) => each === name);
    if (page) sendVisit(page);
  };
  count();
  // Each navigation changes the title.
  const title = document.querySelector('title');
  if (title) new MutationObserver(count).observe(title, { childList: true });
}

/** Without cookies and tokens; `keepalive` lets it finish after the page is left. */
function sendVisit(page: VisitPage): void {
  const base = document.getElementById('root')?.dataset.api ?? '';
  const headers = { 'content-type': 'application/json' };
  const request = { method: 'POST', headers, body: JSON.stringify({ page }), credentials: 'omit', keepalive: true } as const;
  void fetch(`${base}/api/visits`, request).catch(() => undefined);
}
