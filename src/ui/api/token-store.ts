// Stores the session's tokens and shares them between its tabs. Loaded with the first log-in or refresh.

import { NAME_KEY, setSessionFlag } from '../browser/html-flags.ts';
import { getItem, getSessionStore, setItem, setItemOrRemember } from '../browser/storage.ts';
import { forgetTokens } from './session.ts';

export type StoredTokens = { readonly accessToken: string; readonly refreshToken: string };
/** `turn`: number of refreshes; `session`: id shared by the tabs of a session. */
type StoredSession = Partial<StoredTokens> & { readonly remember: boolean; readonly session: string; readonly turn: number };
type TokenMessage = { readonly ask: boolean; readonly session: string; readonly turn: number; readonly tokens?: StoredTokens };

export function readSession(): StoredSession {
  const remember = getItem('accessToken') !== undefined;
  const storage = remember ? undefined : getSessionStore;
  const [session = '', turn = '0'] = getItem('sessionTurn', storage)?.split(' ') ?? [];
  const [access, refresh] = [getItem('accessToken', storage), getItem('refreshToken', storage)];
  return {
    remember,
    session,
    turn: Number(turn),
    ...(access === undefined ? {} : { accessToken: access }),
    ...(refresh ? { refreshToken: refresh } : {}),
  };
}

export function beginSession(tokens: StoredTokens, remember: boolean): void {
  forgetTokens();
  storeSession(tokens, { remember, session: Math.random().toString(36).slice(2), turn: 0 });
  // The next page asks for the name.
  setItem(NAME_KEY, '', remember ? undefined : getSessionStore);
  followTabs();
  setSessionFlag();
}

/** The same session with other tokens. */
export function storeSession(
  { accessToken, refreshToken }: StoredTokens,
  { remember, session, turn }: Omit<StoredSession, keyof StoredTokens>,
): void {
  const storage = remember ? undefined : getSessionStore;
  // The access token last: listeners of its change then find the new refresh token.
  setItemOrRemember('sessionTurn', `${session} ${turn}`, storage);
  setItemOrRemember('refreshToken', refreshToken, storage);
  setItemOrRemember('accessToken', accessToken, storage);
}

/** The session could not be refreshed. Drafts stay for the next log-in. */
export function loseSession(): void {
  forgetTokens();
  setSessionFlag('lost');
}

let channel: BroadcastChannel | undefined;

/** Duplicated tabs share a session but not sessionStorage, so they send each other new tokens. */
export function followTabs(): void {
  if (channel || typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel('session');
  // With an open channel the browser would not keep the page for Back.
  addEventListener('pagehide', closeChannel, { once: true });
  channel.onmessage = ({ data }: MessageEvent<TokenMessage>) => {
    const stored = readSession();
    if (stored.remember || !stored.session || stored.session !== data.session) return;
    if (data.ask && stored.turn > data.turn) broadcastTokens();
    if (data.tokens && data.turn > stored.turn) storeSession(data.tokens, { ...stored, turn: data.turn });
  };
}

function closeChannel(): void {
  channel?.close();
  channel = undefined;
  addEventListener('pageshow', followTabs, { once: true });
}

/** Sends the tokens to the other tabs of this session. */
export function broadcastTokens(): void {
  const { accessToken, refreshToken, session, turn, remember } = readSession();
  if (!remember && accessToken && refreshToken) send({ ask: false, session, turn, tokens: { accessToken, refreshToken } });
}

/** Asks the other tabs for newer tokens; they answer by a message. */
export function requestTokensFromTabs(): void {
  const { session, turn } = readSession();
  send({ ask: true, session, turn });
}

const send = (message: TokenMessage): void => channel?.postMessage(message);
