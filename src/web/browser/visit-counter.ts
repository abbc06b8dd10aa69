// Counts which page was opened, by visitors who have agreed to it and as long as they do. Nothing of the visitor goes along, and a count that is lost is lost.

import type { VisitPage } from '../../modules/desk/reports/shapes-visits.ts';
import { matchPage } from '../../pages.ts';

const pages: readonly VisitPage[] = ['home', 'services', 'service'];
let counted = '';

/** From now on, this page first; asked twice it counts once. */
export function countVisits(mayCount: () => boolean): void {
  if (counted !== '') return;
  const count = () => {
    const { pathname } = location;
    if (pathname === counted || !mayCount()) return;
    counted = pathname;
    const name = matchPage(pathname)?.name;
    const page = pages.find((each) => each === name);
    if (page) tell(page);
  };
  count();
  // Every page says its title when it is there.
  const title = document.querySelector('title');
  if (title) new MutationObserver(count).observe(title, { childList: true });
}

/** Without cookies and tokens, and also while the page is being left. */
function tell(page: VisitPage): void {
  const base = document.getElementById('root')?.dataset.api ?? '';
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify({ page }), credentials: 'omit', keepalive: true } as const;
  void fetch(`${base}/api/visits`, sent).catch(() => undefined);
}
