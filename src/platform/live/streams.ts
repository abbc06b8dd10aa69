// Manages this node's server-sent event streams. A stream sends the names of changed topics and the page
// refetches. It ends with its token, its session, or the shop.
import type { ServerResponse } from 'node:http';
import { isForPages, type NewsName } from '../../live-topics.ts';
import type { Clock } from '../clock.ts';
import type { Replica } from '../database/replica.ts';
import type { Log } from '../logging/log.ts';
import type { GaugeReading } from '../logging/metrics.ts';
import { openChangeReceiver } from './change-receiver.ts';
import type { Topic } from './changes.ts';
import { getChannel } from './channels.ts';
import { closeStream, openStream, type Stream, type StreamListener, sendHeartbeat, sendNews, sendReload, type Why } from './stream.ts';
import type { LiveSubscriber } from './transport.ts';

export type Streams = {
  /** The limit of streams is reached. */
  isFull(): boolean;
  open(raw: ServerResponse, listener: StreamListener): void;
  count(): number;
  /** Ends all streams and accepts no more. */
  stop(): void;
};

export type Bounds = { readonly tickMs: number; readonly beatMs: number; readonly ofTopic: number; readonly ofNode: number };

/** Tolerance for clock differences and network delay. */
const TOLERANCE_MS = 2_000;

/** At a stop, readers connect to the other nodes, but not all at once: at most 500 a second. */
const FIRST_RETRY_MS = 500;
const MIN_SPREAD_MS = 2_000;
const SPREAD_MS_PER_STREAM = 2;

const BOUNDS: Bounds = { tickMs: 1_000, beatMs: 15_000, ofTopic: 8, ofNode: 10_000 };

type StreamsOptions = {
  readonly clock: Clock;
  readonly log: Log;
  readonly subscriber: LiveSubscriber;
  readonly replica?: Replica | undefined;
};

export async function openStreams({ clock, log, subscriber, replica }: StreamsOptions, bounds: Bounds = BOUNDS): Promise<Streams> {
  const registry = createRegistry();
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

  function reload(stream: Stream): void {
    sendReload(stream);
    endIfSessionEnded(stream);
  }

  function notifyTopic(topic: Topic, names: readonly NewsName[]): void {
    const pageNews = names.filter(isForPages);
    for (const stream of registry.of(topic)) {
      if (pageNews.length > 0) sendNews(stream, pageNews);
      if (names.includes('sessions')) endIfSessionEnded(stream);
    }
  }

  const received = await openChangeReceiver({
    subscriber,
    replica,
    onChange: notifyTopic,
    onGap: () => registry.all().forEach(reload),
    isNeeded: (channel) => registry.all().some(({ topic }) => getChannel(topic) === channel),
  });

  function open(raw: ServerResponse, listener: StreamListener): void {
    for (const stream of registry.listInTheWay(listener, bounds.ofTopic)) endStream(stream, 'replaced');
    const stream = openStream(raw, listener, bounds.beatMs);
    registry.put(stream);
    if (listener.sinceMs !== undefined) catchUp(stream, received.since(stream.topic, performance.now() - listener.sinceMs - TOLERANCE_MS));
    raw.on('close', () => registry.takeOut(stream));
    ticker ??= setInterval(tick, bounds.tickMs);
    // The session may have ended between the guard and now.
    endIfSessionEnded(stream);
  }

  return {
    isFull: () => stopped || registry.count() >= bounds.ofNode,
    count: registry.count,
    open(raw, listener) {
      const subscribed = received.need(listener.topic);
      if (!subscribed) open(raw, listener);
      // A page that fetches when its stream has opened must not miss what changes then.
      else void subscribed.then(() => (stopped || raw.destroyed ? raw.destroy() : open(raw, listener)));
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

/** `names`: what has changed since the page was rendered; undefined if that is not known. */
function catchUp(stream: Stream, names: readonly NewsName[] | undefined): void {
  const pageNews = names?.filter(isForPages);
  if (!pageNews) sendReload(stream);
  else if (pageNews.length > 0) sendNews(stream, pageNews);
}

/** Streams by session and by topic. */
function createRegistry() {
  const byHolder = new Map<string, Stream>();
  /** Oldest first. */
  const byTopic = new Map<Topic, Set<Stream>>();
  return {
    count: () => byHolder.size,
    /** The session's own stream; else the oldest of the topic, if there are too many. */
    listInTheWay({ holder, topic, most }: StreamListener, ofTopic: number): readonly Stream[] {
      const before = byHolder.get(holder);
      const [oldest, ...others] = [...(byTopic.get(topic) ?? [])].filter((stream) => stream !== before);
      return [...(before ? [before] : []), ...(oldest && others.length + 1 >= (most ?? ofTopic) ? [oldest] : [])];
    },
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
});
