// Refreshes the tokens once for all calls and tabs: one tab at a time holds the lock and first checks whether
// another has refreshed them.
// A refresh token is valid once, so a second use would end the session.
import { type ApiError, NETWORK_ERROR, SessionEmpty, toApiError } from './api-error.ts';
import { getAccessToken } from './session.ts';
import {
  broadcastTokens,
  followTabs,
  loseSession,
  readSession,
  requestTokensFromTabs,
  type StoredTokens,
  storeSession,
} from './token-store.ts';

/** How long a duplicated tab waits for newer tokens from the others. */
const ANSWER_MS = 80;
const REFRESH_TIMEOUT_MS = 20_000;
/** Statuses of a refresh that mean that the session has ended. */
const SESSION_ENDED_STATUSES = [400, 401, 403];

let refreshing: Promise<void> | undefined;

/** Resolves when there is another token than the rejected one; throws ApiError if there will be none. */
export function refreshTokens(refusedToken: string | undefined, base: string): Promise<void> {
  if (isOther(refusedToken)) return Promise.resolve();
  refreshing ??= runInOneTab(() => turn(refusedToken, base)).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

const isOther = (token: string | undefined): boolean => getAccessToken() !== undefined && getAccessToken() !== token;

/** Browsers have no locks in insecure contexts; there every tab refreshes by itself. */
const runInOneTab = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('session', () => work()) : work();

async function turn(refusedToken: string | undefined, base: string): Promise<void> {
  if (isOther(refusedToken)) return;
  if (!readSession().remember) {
    followTabs();
    requestTokensFromTabs();
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    if (isOther(refusedToken)) return;
  }
  const stored = readSession();
  if (!stored.refreshToken) {
    // A log-out since the call was sent has dispatched its own event.
    if (refusedToken === undefined || stored.accessToken !== undefined) loseSession();
    throw new SessionEmpty();
  }
  const answer = await requestTokens(stored.refreshToken, base);
  const now = readSession();
  // Logged out meanwhile, or logged in as another user.
  if (now.refreshToken !== stored.refreshToken) return;
  if ('status' in answer) {
    if (SESSION_ENDED_STATUSES.includes(answer.status)) loseSession();
    throw answer;
  }
  storeSession(answer, { ...now, turn: now.turn + 1 });
  broadcastTokens();
}

export async function requestTokens(refreshToken: string, base: string): Promise<StoredTokens | ApiError> {
  const init = { method: 'POST', headers: { accept: 'application/json', 'content-type': 'application/json' } };
  try {
    const answer = await fetch(`${base}/api/Accounts/refresh`, {
      ...init,
      credentials: 'include',
      body: JSON.stringify({ refreshToken }),
      signal: AbortSignal.timeout(REFRESH_TIMEOUT_MS),
    });
    const text = await answer.text();
    return (answer.status === 200 && readTokens(text)) || toApiError(answer.status === 200 ? 500 : answer.status, text);
  } catch {
    return toApiError(NETWORK_ERROR, '');
  }
}

/** Undefined if the text is no token pair, such as a proxy's error page. */
export function readTokens(text: string): StoredTokens | undefined {
  try {
    const { accessToken: access, refreshToken: refresh } = JSON.parse(text) as Record<string, unknown>;
    if (typeof access !== 'string' || typeof refresh !== 'string' || !access || !refresh) return undefined;
    return { accessToken: access, refreshToken: refresh };
  } catch {
    return undefined;
  }
}
