// Asks whether the server has a newer build, and follows the redirects of this one. Each document is of the
// newest build, so that nothing has to be done about a newer one.
import { routeRules, watchBuilds } from '#ui/navigation/builds.ts';
import { findOwnLink } from '#ui/navigation/own-link.ts';

export function startBuilds(): void {
  watchBuilds(document.getElementById('root')?.dataset.build ?? '');
  document.addEventListener('click', (event) => {
    const link = findOwnLink(event);
    if (!link || routeRules()[link.pathname]?.redirect === undefined) return;
    event.preventDefault();
    const { pathname, search, hash } = link;
    const follow = (to: string) => location.assign(to);
    import('#ui/navigation/url.ts').then(
      ({ followRules }) => follow(followRules(pathname + search + hash, routeRules())),
      () => follow(link.href),
    );
  });
}
