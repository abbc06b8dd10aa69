// Log-in and log-out: another page may have to be shown after one in any tab.
import { endLocalSession, getAccessToken, isShared, isUnstored } from '#ui/api/session.ts';
import { NAME_KEY, SESSION_MARKED } from '#ui/browser/html-flags.ts';
import { getItem, getSessionStore } from '#ui/browser/storage.ts';

export function startSession(): void {
  addEventListener(SESSION_MARKED, (event) => void follow((event as CustomEvent).detail));
  if (isShared()) import('#ui/api/token-store.ts').then(({ followTabs }) => followTabs()).catch(fail);
  if (getAccessToken() === undefined) return;
  // The log-in is for visitors without a session.
  if (document.getElementById('root')?.dataset.page?.match(/^(login|loginLink|notLoggedIn)$/)) void follow();
  // The header shows the name when it is known.
  else if ((getItem(NAME_KEY) ?? getItem(NAME_KEY, getSessionStore)) === '')
    import('#ui/api/name-member.ts').then(({ nameLoadedMember }) => nameLoadedMember()).catch(() => undefined);
}

const fail = (cause: unknown) => console.error('The session could not be followed.', cause);

const follow = (how?: unknown): Promise<void> =>
  import('#ui/navigation/session-redirect.ts').then(({ followSessionChange }) => followSessionChange(navigation, how)).catch(fail);

const navigation = {
  at: () => location.pathname + location.search + location.hash,
  go: async (to: string, { replace = false } = {}) => (replace ? leaveFor(to) : location.assign(to)),
};

/** Goes where the address of the log-in leads. */
export const leaveLogIn = (address: string): Promise<void> =>
  import('#ui/navigation/session-redirect.ts').then(({ redirectFor }) => leaveFor(redirectFor(address))).catch(fail);

/** The browser does not come back to this page. */
async function leaveFor(to: string): Promise<void> {
  await ending;
  // A session that the browser refuses to store ends with this page, so it becomes the next one.
  if (isUnstored()) (await import('./app-loader.ts')).openApp(to);
  else location.replace(to);
}

/** The page is not left before the server knows. */
let ending: Promise<unknown> = Promise.resolve();
const TIMEOUT_MS = 2_000;

/** Logs out locally even if the server cannot be reached. */
export function logOut(): void {
  const endedSession = endLocalSession();
  const patience = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
  const call = import('#ui/api/log-out.ts').then(({ endServerSession }) => endServerSession(endedSession)).catch(() => undefined);
  ending = Promise.race([call, patience]);
}
