// Detects when the server has a newer build. The next navigation then loads it; an open page is not
// interrupted.

const POLL_MS = 5 * 60 * 1000;

export type RouteRules = Readonly<Record<string, { readonly redirect?: string; readonly prerender?: boolean }>>;

let own = '';
let newer = false;
let rules: RouteRules = {};

export const isNewerServed = (): boolean => newer;
export const routeRules = (): RouteRules => rules;

/** Call with the build id of every response that has one. */
export function noteServedBuild(build: unknown): void {
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
    noteServedBuild(((await answer.json()) as { id?: unknown } | null)?.id);
  } catch {
    // Offline, or the server is restarting: polled again later.
  }
}

async function askRules(): Promise<void> {
  try {
    const answer = await fetch(`/builds/meta/${own}.json`);
    if (!answer.ok) return;
    const { routeRules: served } = (await answer.json()) as { routeRules?: unknown };
    if (typeof served === 'object' && served !== null) rules = served as RouteRules;
  } catch {
    // Without the rules there are no client redirects; the server redirects by itself.
  }
}
