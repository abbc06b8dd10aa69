// After a log-in or log-out in any tab, another page may have to be shown.
import { accessToken, isShared } from '#ui/api/session.ts';
import { SESSION_MARKED } from '#ui/browser/html-flags.ts';

export function startSession(): void {
  const fail = (cause: unknown) => console.error('The session could not be followed.', cause);
  const follow = (how?: unknown) =>
    import('#ui/navigation/session-redirect.ts').then(({ followSessionChange }) => followSessionChange(navigation, how)).catch(fail);
  addEventListener(SESSION_MARKED, (event) => void follow((event as CustomEvent).detail));
  if (isShared()) import('#ui/api/token-store.ts').then(({ followTabs }) => followTabs()).catch(fail);
  // The log-in is for visitors without a session.
  if (document.getElementById('root')?.dataset.page?.match(/^(login|notLoggedIn)$/) && accessToken() !== undefined) void follow();
}

const navigation = {
  at: () => location.pathname + location.search + location.hash,
  go: async (to: string, { replace = false } = {}) => (replace ? location.replace(to) : location.assign(to)),
};
