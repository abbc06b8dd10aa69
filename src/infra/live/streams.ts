// Manages this node's server-sent event streams. A stream sends the names of changed topics and the page refetches. It ends with its token, its session, or
// the shop.
import type { ServerResponse } from 'node:http';
import { isForPages, isNewsName, type NewsName } from '../../live-topics.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../logging/log.ts';
import type { GaugeReading } from '../logging/metrics.ts';
import { EVERYTHING } from './change-publisher.ts';
import type { Topic } from './changes.ts';
import { openRecent, type Recent } from './recent-changes.ts';
import { closeStream, openStream, type Stream, type StreamListener, sendHeartbeat, sendNews, sendReload, type Why } from './stream.ts';

export type Streams = {
  /** The limit of streams is reached. */
  isFull(): boolean;
  open(raw: ServerResponse, listener: StreamListener): void;
  /** Notifications between nodes; undefined if some may have been missed. */
  handleNotification(payload: string | undefined): void;
  count(): number;
  /** Ends all streams and accepts no more. */
  stop(): void;
};

export type Bounds = { readonly tickMs: number; readonly beatMs: number; readonly ofTopic: number; readonly ofNode: number };

/** Tolerance for clock differences and network delay. */
const MARGIN_MS = 2_000;

/** At a stop, readers connect to the other nodes, but not all at once: at most 500 a second. */
const FIRST_RETRY_MS = 500;
const MIN_SPREAD_MS = 2_000;
const SPREAD_MS_PER_STREAM = 2;

const BOUNDS: Bounds = { tickMs: 1_000, beatMs: 15_000, ofTopic: 8, ofNode: 10_000 };

export function openStreams({ clock, log }: { clock: Clock; log: Log }, bounds: Bounds = BOUNDS): Streams {
  const registry = createRegistry();
  const recent = openRecent(() => performance.now());
  let ticker: NodeJS.Timeout | undefined;
  let stopped = false;

  function endStream(stream: Stream, why: Why, retryMs?: number): void {
    registry.takeOut(stream);
    closeStream(stream, why, retryMs);
  }

  /** A notification about the session's end may be lost, so each heartbeat checks it as well. */
  const endIfSessionEnded = (stream: Stream): void =>
    checkSession(stream, log, () => {
      if (!stream.raw.writableEnded) endStream(stream, 'session');
    });

  function tick(): void {
    const now = clock.now().getTime();
    const at = performance.now();
    for (const stream of registry.all()) {
      if (now >= stream.expiresAt) endStream(stream, 'token');
      else if (at >= stream.beatAt) {
        sendHeartbeat(stream, at + bounds.beatMs);
        endIfSessionEnded(stream);
      }
    }
    if (registry.count() > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  }

  function notifyTopic(topic: Topic, names: readonly NewsName[]): void {
    const pageNews = names.filter(isForPages);
    for (const stream of registry.of(topic)) {
      if (pageNews.length > 0) sendNews(stream, pageNews);
      if (names.includes('sessions')) endIfSessionEnded(stream);
    }
  }

  return {
    isFull: () => stopped || registry.count() >= bounds.ofNode,
    count: registry.count,
    open(raw, listener) {
      const before = registry.heldBy(listener.holder);
      if (before) endStream(before, 'replaced');
      const sameTopic = registry.of(listener.topic);
      if (sameTopic[0] && sameTopic.length >= (listener.most ?? bounds.ofTopic)) endStream(sameTopic[0], 'replaced');
      const stream = openStream(raw, listener, bounds.beatMs);
      registry.put(stream);
      if (listener.sinceMs !== undefined) catchUp(stream, listener.sinceMs, recent);
      raw.on('close', () => registry.takeOut(stream));
      ticker ??= setInterval(tick, bounds.tickMs);
      // The session may have ended between the guard and now.
      endIfSessionEnded(stream);
    },
    handleNotification(payload) {
      if (payload === undefined || payload === EVERYTHING) {
        recent.forget();
        for (const stream of registry.all()) {
          sendReload(stream);
          endIfSessionEnded(stream);
        }
        return;
      }
      for (const { topic, names } of parseNotification(payload)) {
        recent.note(topic, names);
        notifyTopic(topic, names);
      }
    },
    stop() {
      stopped = true;
      clearInterval(ticker);
      const spreadMs = Math.max(MIN_SPREAD_MS, registry.count() * SPREAD_MS_PER_STREAM);
      for (const stream of registry.all()) endStream(stream, 'stopping', Math.round(FIRST_RETRY_MS + Math.random() * spreadMs));
    },
  };
}

function checkSession(stream: Stream, log: Log, dead: () => void): void {
  stream.isAlive().then(
    (isAlive) => isAlive || dead(),
    (cause: Error) => log.debug({ cause: cause.message }, 'live.session_check.failed'),
  );
}

/** What has changed since the page was rendered. */
function catchUp(stream: Stream, sinceMs: number, recent: Recent): void {
  const names = recent.since(stream.topic, performance.now() - sinceMs - MARGIN_MS)?.filter(isForPages);
  if (!names) sendReload(stream);
  else if (names.length > 0) sendNews(stream, names);
}

/** Lines such as `account:… orders,balance`, one topic each. */
function parseNotification(payload: string): { readonly topic: Topic; readonly names: readonly NewsName[] }[] {
  return payload.split('\n').map((line) => {
    const [topic = '', names = ''] = line.split(' ');
    return { topic: topic as Topic, names: names.split(',').filter(isNewsName) };
  });
}

/** Streams by session and by topic. */
function createRegistry() {
  const byHolder = new Map<string, Stream>();
  /** Oldest first. */
  const byTopic = new Map<Topic, Set<Stream>>();
  return {
    count: () => byHolder.size,
    heldBy: (holder: string) => byHolder.get(holder),
    /** A copy, because callers may remove streams while they iterate. */
    of: (topic: Topic): readonly Stream[] => [...(byTopic.get(topic) ?? [])],
    all: (): readonly Stream[] => [...byHolder.values()],
    put(stream: Stream): void {
      byHolder.set(stream.holder, stream);
      const sameTopic = byTopic.get(stream.topic);
      if (sameTopic) sameTopic.add(stream);
      else byTopic.set(stream.topic, new Set([stream]));
    },
    takeOut(stream: Stream): void {
      if (byHolder.get(stream.holder) === stream) byHolder.delete(stream.holder);
      const sameTopic = byTopic.get(stream.topic);
      sameTopic?.delete(stream);
      if (sameTopic?.size === 0) byTopic.delete(stream.topic);
    },
  };
}

export const streamGauge = (streams: Streams): GaugeReading => ({
  name: 'fanfare_live_streams',
  help: 'Browsers with an open live-update stream',
  read: async () => streams.count(),
  aggregator: 'sum',
});
