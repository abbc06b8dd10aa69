// What has changed at the shop, while pages are open that show it. One tab of a browser holds the stream and tells the others; where none can be had,
// everything is asked for anew every now and then. Whoever hears of news asks for what it shows: nothing else travels, so nothing that was missed is lost.
import type { PageNews } from '../../live-topics.ts';
import { getItem, sessionStore } from '../../ui/browser/storage.ts';
import { accessToken } from '../api/session.ts';
import { SESSION_MARKED } from '../browser/html-flags.ts';
import { readStream } from './event-stream.ts';

/** `all`: some of it may have been missed. */
export type Heard = readonly string[] | 'all';
type Hearer = (heard: Heard) => void;

/** Who goes from one page to the next keeps the stream. */
const LINGERS_MS = 5_000;
/** A tab that nobody looks at lets go of it. */
const AWAY_MS = 60_000;
/** Who follows another tab has missed what came before; who leads is told so by the stream. */
const LEADS_WITHIN_MS = 500;
/** One that lasted so long was a good one: the next is tried soon. */
const STEADY_MS = 10_000;
const MAX_PAUSE_MS = 300_000;

const pauseMs = (failed: number): number => Math.min(MAX_PAUSE_MS, 1_000 * 4 ** (failed - 1)) * (0.5 + Math.random());
const pollMs = (): number => 15_000 + Math.random() * 5_000;

const hearers = new Set<Hearer>();
let current: { readonly session: string; readonly gone: AbortController } | undefined;
let isAway = false;
let isWatching = false;

export function follow(hear: Hearer): () => void {
  const isFirst = hearers.size === 0;
  hearers.add(hear);
  watch();
  adjust(isFirst);
  return () => {
    hearers.delete(hear);
    setTimeout(() => adjust(), LINGERS_MS);
  };
}

export const isAbout = (heard: Heard, names: readonly PageNews[]): boolean => heard === 'all' || names.some((name) => heard.includes(name));

/** Who does not look is told when he does. */
function spread(heard: Heard): void {
  if (document.visibilityState === 'visible') for (const hear of hearers) hear(heard);
}

function watch(): void {
  if (isWatching) return;
  isWatching = true;
  let leaving: ReturnType<typeof setTimeout>;
  const away = (is: boolean) => {
    isAway = is;
    adjust();
  };
  addEventListener(SESSION_MARKED, () => adjust());
  document.addEventListener('visibilitychange', () => {
    clearTimeout(leaving);
    if (document.visibilityState !== 'visible') {
      leaving = setTimeout(() => away(true), AWAY_MS);
      return;
    }
    away(false);
    spread('all');
  });
}

/** `isFresh`: all that follows was drawn since the document came. */
function adjust(isFresh = false): void {
  const session = hearers.size > 0 && !isAway ? sessionName() : undefined;
  if (session === current?.session) return;
  current?.gone.abort();
  current = session === undefined ? undefined : { session, gone: new AbortController() };
  if (current) void run(current.session, current.gone.signal, isFresh);
}

/** Tabs of one session share a stream. Undefined where nobody is logged in. */
function sessionName(): string | undefined {
  if (accessToken() === undefined) return undefined;
  const [name = ''] = (getItem('sessionTurn') ?? getItem('sessionTurn', sessionStore) ?? '').split(' ');
  return `live ${name}`;
}

async function run(session: string, gone: AbortSignal, isFresh: boolean): Promise<void> {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(session);
  if (channel) channel.onmessage = ({ data }: MessageEvent<Heard>) => spread(data);
  let isDrawn = isFresh;
  const followed = setTimeout(() => {
    isDrawn = false;
    spread('all');
  }, LEADS_WITHIN_MS);
  gone.addEventListener('abort', () => {
    clearTimeout(followed);
    channel?.close();
  });
  const tell = (heard: Heard) => {
    if (gone.aborted) return;
    spread(heard);
    channel?.postMessage(heard);
  };
  const leading = () => {
    clearTimeout(followed);
    return lead(gone, tell, isDrawn);
  };
  // Browsers that do not trust the connection have no locks: there the shop itself lets the newest tab have it.
  if (!('locks' in navigator)) return leading();
  await navigator.locks.request(session, { signal: gone }, leading).catch(() => undefined);
}

/** For as long as this tab has it: the stream, again and again, and as long as there is none a question every now and then. */
async function lead(gone: AbortSignal, tell: Hearer, isDrawn: boolean): Promise<void> {
  const polls = poller(() => navigator.onLine && tell('all'));
  polls.start();
  for (let failed = 0; !gone.aborted; ) {
    const attempt = new AbortController();
    const stop = () => attempt.abort();
    gone.addEventListener('abort', stop);
    // What a broken connection left hanging will not come any more.
    addEventListener('online', stop);
    let isReplaced = false;
    const steady = setTimeout(() => {
      failed = 0;
    }, STEADY_MS);
    failed += 1;
    // The shop tells a page that was just drawn what has changed since. Later the page asks for everything.
    const sinceMs = isDrawn ? Math.ceil(performance.now()) : undefined;
    await readStream(attempt.signal, {
      sinceMs,
      hear({ name, data }) {
        if (name === 'hello') {
          polls.stop();
          isDrawn = false;
          if (sinceMs !== undefined) return;
        }
        if (name === 'end') isReplaced = data === 'replaced';
        else tell(name === 'news' ? data.split(' ') : 'all');
      },
    }).catch(() => undefined);
    clearTimeout(steady);
    polls.start();
    await sleep(isReplaced ? MAX_PAUSE_MS : pauseMs(failed), attempt.signal);
    gone.removeEventListener('abort', stop);
    removeEventListener('online', stop);
  }
  polls.stop();
}

function poller(ask: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    timer = setTimeout(() => {
      ask();
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
