// Live updates: one tab per session holds the event stream and broadcasts to the others; without a stream it
// polls.
// Events only name what changed, and subscribers reload it, so a missed event loses no data.

import type { PageNews } from '../../live-topics.ts';
import { SESSION_MARKED } from '../browser/html-flags.ts';
import { getItem, getSessionStore } from '../browser/storage.ts';
import { readStream } from './event-stream.ts';
import { getAccessToken } from './session.ts';

/** `all`: events may have been missed. */
export type ChangedTopics = readonly string[] | 'all';
type Listener = (topics: ChangedTopics) => void;

/** The stream survives a navigation. */
const CLOSE_DELAY_MS = 5_000;
/** A hidden tab closes the stream after this time. */
const HIDDEN_CLOSE_MS = 60_000;
/** A tab that is not the leader by then follows another, and has missed earlier events. */
const LEADER_TIMEOUT_MS = 500;
/** A stream that lasted this long resets the retry pause. */
const STABLE_STREAM_MS = 10_000;
const MAX_PAUSE_MS = 300_000;

const pauseMs = (failed: number): number => Math.min(MAX_PAUSE_MS, 1_000 * 4 ** (failed - 1)) * (0.5 + Math.random());
const pollMs = (): number => 15_000 + Math.random() * 5_000;

const listeners = new Set<Listener>();
let current: { readonly session: string; readonly controller: AbortController } | undefined;
let isAway = false;
let isWatching = false;

export function followUpdates(listener: Listener): () => void {
  const isFirst = listeners.size === 0;
  listeners.add(listener);
  watch();
  adjustStream(isFirst);
  return () => {
    listeners.delete(listener);
    setTimeout(() => adjustStream(), CLOSE_DELAY_MS);
  };
}

export const isAbout = (topics: ChangedTopics, names: readonly PageNews[]): boolean =>
  topics === 'all' || names.some((name) => topics.includes(name));

/** A hidden tab reloads everything when it becomes visible. */
function notifyListeners(topics: ChangedTopics): void {
  if (document.visibilityState === 'visible') for (const listener of listeners) listener(topics);
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  let leaving: ReturnType<typeof setTimeout>;
  const away = (is: boolean) => {
    isAway = is;
    adjustStream();
  };
  addEventListener(SESSION_MARKED, () => adjustStream());
  document.addEventListener('visibilitychange', () => {
    clearTimeout(leaving);
    if (document.visibilityState !== 'visible') {
      leaving = setTimeout(() => away(true), HIDDEN_CLOSE_MS);
      return;
    }
    away(false);
    notifyListeners('all');
  });
  // With an open stream the browser would not keep the page for Back.
  addEventListener('pagehide', () => away(true));
  addEventListener('pageshow', ({ persisted }) => persisted && away(false));
}

/** `isFresh`: the subscribers were rendered with the document. */
function adjustStream(isFresh = false): void {
  const session = listeners.size > 0 && !isAway ? getSessionName() : undefined;
  if (session === current?.session) return;
  current?.controller.abort();
  current = session === undefined ? undefined : { session, controller: new AbortController() };
  if (current) void run(current.session, current.controller.signal, isFresh);
}

/** Lock and channel name shared by the tabs of a session. Undefined if logged out. */
function getSessionName(): string | undefined {
  if (getAccessToken() === undefined) return undefined;
  const [name = ''] = (getItem('sessionTurn') ?? getItem('sessionTurn', getSessionStore) ?? '').split(' ');
  return `live ${name}`;
}

async function run(session: string, signal: AbortSignal, isFresh: boolean): Promise<void> {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(session);
  if (channel) channel.onmessage = ({ data }: MessageEvent<ChangedTopics>) => notifyListeners(data);
  let isDrawn = isFresh;
  const followed = setTimeout(() => {
    isDrawn = false;
    notifyListeners('all');
  }, LEADER_TIMEOUT_MS);
  signal.addEventListener('abort', () => {
    clearTimeout(followed);
    channel?.close();
  });
  const publish = (topics: ChangedTopics) => {
    if (signal.aborted) return;
    notifyListeners(topics);
    channel?.postMessage(topics);
  };
  const leading = () => {
    clearTimeout(followed);
    return leadTabs(signal, publish, isDrawn);
  };
  // Browsers have no locks in insecure contexts: there the server gives the stream to the newest tab.
  if (!('locks' in navigator)) return leading();
  await navigator.locks.request(session, { signal }, leading).catch(() => undefined);
}

/** While this tab is the leader: reconnects the stream, and polls while there is none. */
async function leadTabs(signal: AbortSignal, publish: Listener, isDrawn: boolean): Promise<void> {
  const polls = createPoller(() => navigator.onLine && publish('all'));
  polls.start();
  for (let failed = 0; !signal.aborted; ) {
    const attempt = new AbortController();
    const stop = () => attempt.abort();
    signal.addEventListener('abort', stop);
    // A connection that broke while offline would hang.
    addEventListener('online', stop);
    let endedPauseMs = 0;
    const steady = setTimeout(() => {
      failed = 0;
    }, STABLE_STREAM_MS);
    failed += 1;
    // For a page just rendered, the server sends the changes since. Later the page reloads everything.
    const sinceMs = isDrawn ? Math.ceil(performance.now()) : undefined;
    await readStream(attempt.signal, {
      sinceMs,
      onEvent({ name, data, retryMs }) {
        if (name === 'hello') {
          polls.stop();
          isDrawn = false;
          if (sinceMs !== undefined) return;
        }
        // At a stop, the server spreads the readers over the other nodes.
        if (name === 'end') endedPauseMs = data === 'replaced' ? MAX_PAUSE_MS : retryMs;
        else publish(name === 'news' ? data.split(' ') : 'all');
      },
    }).catch(() => undefined);
    clearTimeout(steady);
    polls.start();
    await sleep(endedPauseMs || pauseMs(failed), attempt.signal);
    signal.removeEventListener('abort', stop);
    removeEventListener('online', stop);
  }
  polls.stop();
}

function createPoller(load: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    timer = setTimeout(() => {
      load();
      next();
    }, pollMs());
  };
  return {
    start: () => timer ?? next(),
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

const sleep = (ms: number, woken: AbortSignal): Promise<void> =>
  new Promise((done) => {
    if (woken.aborted) done();
    const timer = setTimeout(done, ms);
    woken.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
