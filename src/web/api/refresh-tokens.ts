// Renews the tokens, once for all the calls and all the tabs that need it: one tab at a time holds the lock, and looks first whether another one has
// done it meanwhile. A refresh token works once, so a second use of it would end the session.
import { type ApiError, NETWORK_ERROR, SessionEmpty, toApiError } from '../../ui/api-error.ts';
import { accessToken } from './session.ts';
import {
  broadcastTokens,
  followTabs,
  loseSession,
  readHeldTokens,
  requestTokensFromTabs,
  storeHeldTokens,
  type Tokens,
} from './token-store.ts';

/** How long a tab that was duplicated waits for what the others know. */
const ANSWER_MS = 80;
const PATIENCE_MS = 20_000;
/** The statuses with which a refresh says that the session is over; anything else says nothing about it. */
const overs = [400, 401, 403];

let going: Promise<void> | undefined;

/** Resolves when there is another token than the one that was refused; throws Refused when there will be none. */
export function refreshTokens(refusedToken: string | undefined, base: string): Promise<void> {
  if (isOther(refusedToken)) return Promise.resolve();
  going ??= alone(() => turn(refusedToken, base)).finally(() => {
    going = undefined;
  });
  return going;
}

const isOther = (token: string | undefined): boolean => accessToken() !== undefined && accessToken() !== token;

/** Browsers that do not trust the connection have no locks; there every tab is on its own. */
const alone = (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('session', () => work()) : work();

async function turn(refusedToken: string | undefined, base: string): Promise<void> {
  if (isOther(refusedToken)) return;
  if (!readHeldTokens().remember) {
    followTabs();
    requestTokensFromTabs();
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS));
    if (isOther(refusedToken)) return;
  }
  const held = readHeldTokens();
  if (!held.refreshToken) {
    // Whoever ended it since the call was sent has said so.
    if (refusedToken === undefined || held.accessToken !== undefined) loseSession();
    throw new SessionEmpty();
  }
  const answer = await requestTokens(held.refreshToken, base);
  const now = readHeldTokens();
  // Meanwhile somebody logged out, or in as another.
  if (now.refreshToken !== held.refreshToken) return;
  if ('status' in answer) {
    if (overs.includes(answer.status)) loseSession();
    throw answer;
  }
  storeHeldTokens(answer, { ...now, turn: now.turn + 1 });
  broadcastTokens();
}

export async function requestTokens(refreshToken: string, base: string): Promise<Tokens | ApiError> {
  const init = { method: 'POST', headers: { accept: 'application/json', 'content-type': 'application/json' } };
  try {
    const answer = await fetch(`${base}/api/Accounts/refresh`, {
      ...init,
      credentials: 'include',
      body: JSON.stringify({ refreshToken }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await answer.text();
    return (answer.status === 200 && readTokens(text)) || toApiError(answer.status === 200 ? 500 : answer.status, text);
  } catch {
    return toApiError(NETWORK_ERROR, '');
  }
}

/** Undefined for what is no pair of tokens, such as a page of something in between. */
export function readTokens(text: string): Tokens | undefined {
  try {
    const { accessToken: access, refreshToken: refresh } = JSON.parse(text) as Record<string, unknown>;
    if (typeof access !== 'string' || typeof refresh !== 'string' || !access || !refresh) return undefined;
    return { accessToken: access, refreshToken: refresh };
  } catch {
    return undefined;
  }
}
