// Counts which page was opened, by visitors who have agreed to it and as long as they do. Nothing of the visitor goes along, and a count that is lost is lost.
import { matchPage } from '../pages.ts';
import type { VisitPage } from '../rooms/desk/shapes-visits.ts';
import { apiBase, requestOf } from './client.ts';
import { currentAnswer } from './consent.ts';

const pages: readonly VisitPage[] = ['home', 'services', 'service'];
let counted = '';

/** From now on, this page first; asked twice it counts once. */
export function countVisits(): void {
  if (counted !== '') return;
  count();
  // Every page says its title when it is there.
  const head = document.querySelector('title');
  if (head) new MutationObserver(count).observe(head, { childList: true });
}

function count(): void {
  const { pathname } = location;
  if (pathname === counted || currentAnswer() !== 'accepted') return;
  counted = pathname;
  const name = matchPage(pathname)?.name;
  const page = pages.find((each) => each === name);
  if (!page) return;
  const { address, init } = requestOf('POST /api/visits', { page }, { base: apiBase(), token: undefined });
  void fetch(address, { ...init, credentials: 'omit', keepalive: true }).catch(() => undefined);
}
