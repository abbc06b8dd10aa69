// The tokens of a session as the browser holds them, and how the tabs of one session keep to the same ones. Comes with the first call, so that whoever
// only looks around does without it.
import { getItem, sessionStore, setItemOrRemember } from '../../ui/browser/storage.ts';
import { setSessionFlag } from '../browser/html-flags.ts';
import { forgetTokens } from './session.ts';

export type Tokens = { readonly accessToken: string; readonly refreshToken: string };
/** `turn`: which of its renewals these are; tabs of one session know by its id that they are. */
type Held = Partial<Tokens> & { readonly remember: boolean; readonly session: string; readonly turn: number };
type Told = { readonly ask: boolean; readonly session: string; readonly turn: number; readonly tokens?: Tokens };

export function readHeldTokens(): Held {
  const remember = getItem('accessToken') !== undefined;
  const storage = remember ? undefined : sessionStore;
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

export function beginSession(tokens: Tokens, remember: boolean): void {
  forgetTokens();
  storeHeldTokens(tokens, { remember, session: Math.random().toString(36).slice(2), turn: 0 });
  followTabs();
  setSessionFlag();
}

/** The same session with other tokens. */
export function storeHeldTokens({ accessToken, refreshToken }: Tokens, { remember, session, turn }: Omit<Held, keyof Tokens>): void {
  const storage = remember ? undefined : sessionStore;
  // The access token last: who sees it changed finds the other one there.
  setItemOrRemember('sessionTurn', `${session} ${turn}`, storage);
  setItemOrRemember('refreshToken', refreshToken, storage);
  setItemOrRemember('accessToken', accessToken, storage);
}

/** It could not be renewed. What was typed stays for whoever logs in again. */
export function loseSession(): void {
  forgetTokens();
  setSessionFlag('lost');
}

let channel: BroadcastChannel | undefined;

/** A tab that was duplicated has the session of the other, but a storage of its own: they hand new tokens to each other. */
export function followTabs(): void {
  if (channel || typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel('session');
  channel.onmessage = ({ data }: MessageEvent<Told>) => {
    const held = readHeldTokens();
    if (held.remember || !held.session || held.session !== data.session) return;
    if (data.ask && held.turn > data.turn) broadcastTokens();
    if (data.tokens && data.turn > held.turn) storeHeldTokens(data.tokens, { ...held, turn: data.turn });
  };
}

/** To the other tabs of this session. */
export function broadcastTokens(): void {
  const { accessToken, refreshToken, session, turn, remember } = readHeldTokens();
  if (!remember && accessToken && refreshToken) tell({ ask: false, session, turn, tokens: { accessToken, refreshToken } });
}

/** Whether one of them knows newer tokens, which come as a message, or do not. */
export function requestTokensFromTabs(): void {
  const { session, turn } = readHeldTokens();
  tell({ ask: true, session, turn });
}

const tell = (told: Told): void => channel?.postMessage(told);
