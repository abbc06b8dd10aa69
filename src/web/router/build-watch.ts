// Which build this page is of, and whether a newer one is being served. A newer one is taken at the next navigation, never in the middle of a page.

import { pathOf } from '../../lib/url-path.ts';
import { matchPage } from '../../pages.ts';

const POLL_MS = 5 * 60 * 1000;

export type RouteRules = Readonly<Record<string, { readonly redirect?: string; readonly prerender?: boolean }>>;

let own = '';
let newer = false;
let rules: RouteRules = {};

export const isNewerServed = (): boolean => newer;
export const routeRules = (): RouteRules => rules;

/** Every answer that says of which build it is helps to know. */
export function noteServed(build: unknown): void {
  if (own && typeof build === 'string' && build && build !== own) newer = true;
}

export function watchBuilds(build: string): void {
  own = build;
  const look = () => void askLatest();
  setInterval(look, POLL_MS);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look();
  });
  void askRules();
}

async function askLatest(): Promise<void> {
  try {
    const answer = await fetch(`/builds/latest.json?${Date.now()}`, { cache: 'no-store' });
    if (!answer.ok) return;
    noteServed(((await answer.json()) as { id?: unknown } | null)?.id);
  } catch {
    // Offline, or the server is being replaced: asked again later.
  }
}

async function askRules(): Promise<void> {
  try {
    const answer = await fetch(`/builds/meta/${own}.json`);
    if (!answer.ok) return;
    const { routeRules: told } = (await answer.json()) as { routeRules?: unknown };
    if (typeof told === 'object' && told !== null) rules = told as RouteRules;
  } catch {
    // Without the rules there are no redirects; the server answers for itself.
  }
}

/** Pure: where a navigation goes. Redirects are followed to known pages of our own only, and never in a circle. */
export function redirected(address: string, told: RouteRules): string {
  let target = address;
  for (let hops = 0; hops < 5; hops++) {
    const to = told[pathOf(target)]?.redirect;
    if (typeof to !== 'string' || !to.startsWith('/') || to.startsWith('//') || to.includes('\\') || !matchPage(pathOf(to))) return target;
    target = to;
  }
  return address;
}
