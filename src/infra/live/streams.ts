// The streams of server-sent events that this node holds. A stream is told what has changed about its topic, and its reader asks anew; so nothing has to be
// kept for a reader who is slow, and one that reads nothing at all is cut. It ends with the token that opened it, with the session, and with the shop.
import type { ServerResponse } from 'node:http';
import { isForPages, isNewsName, type NewsName, type PageNews } from '../../news.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import { EVERYTHING } from './teller.ts';
import type { Topic } from './touched.ts';

export type Listener = {
  readonly topic: Topic;
  /** The session that listens: it has one stream, the newest. */
  readonly holder: string;
  /** When the token is over, in milliseconds of the shop's clock. */
  readonly overAt: number;
  /** Whether the session lives. */
  isAlive(): Promise<boolean>;
};

type Why = 'token' | 'session' | 'replaced' | 'stopping';

export type Streams = {
  /** No more fit. */
  isFull(): boolean;
  open(raw: ServerResponse, listener: Listener): void;
  /** What the nodes tell each other; undefined where something may have been missed. */
  hear(said: string | undefined): void;
  count(): number;
  /** All end, and no other begins. */
  stop(): void;
};

type Stream = Listener & {
  readonly raw: ServerResponse;
  beatAt: number;
  /** What its reader has not had room for. */
  owed: Set<PageNews> | undefined;
  /** There was no room for the last beat. */
  isStuck: boolean;
};

export type Bounds = { readonly tickMs: number; readonly beatMs: number; readonly ofTopic: number; readonly ofNode: number };

const BOUNDS: Bounds = { tickMs: 1_000, beatMs: 15_000, ofTopic: 8, ofNode: 10_000 };
/** As long as a last word may take. */
const LEAVES_MS = 2_000;

export function openStreams({ clock, log }: { clock: Clock; log: Log }, bounds: Bounds = BOUNDS): Streams {
  const byHolder = new Map<string, Stream>();
  /** The oldest first. */
  const byTopic = new Map<Topic, Set<Stream>>();
  let ticker: NodeJS.Timeout | undefined;
  let stopped = false;

  function forget(stream: Stream): void {
    if (byHolder.get(stream.holder) === stream) byHolder.delete(stream.holder);
    const others = byTopic.get(stream.topic);
    others?.delete(stream);
    if (others?.size === 0) byTopic.delete(stream.topic);
    if (byTopic.size > 0) return;
    clearInterval(ticker);
    ticker = undefined;
  }

  function end(stream: Stream, why: Why): void {
    forget(stream);
    const { raw } = stream;
    if (raw.writableNeedDrain) return void raw.destroy();
    raw.end(event('end', why));
    setTimeout(() => raw.destroy(), LEAVES_MS).unref();
  }

  const all = function* (): Generator<Stream> {
    for (const streams of byTopic.values()) yield* streams;
  };

  function tick(): void {
    const now = clock.now().getTime();
    const beat = performance.now();
    for (const stream of all()) {
      if (now >= stream.overAt) end(stream, 'token');
      else if (beat >= stream.beatAt) {
        stream.beatAt = beat + bounds.beatMs;
        if (stream.isStuck && stream.raw.writableNeedDrain) stream.raw.destroy();
        else beatOf(stream);
      }
    }
  }

  function beatOf(stream: Stream): void {
    stream.isStuck = stream.raw.writableNeedDrain;
    if (!stream.isStuck) stream.raw.write(':\n\n');
    endDead(stream);
  }

  /** A word that says so may have been lost, so it is asked with every beat as well. */
  function endDead(stream: Stream): void {
    stream.isAlive().then(
      (isAlive) => {
        if (!isAlive && !stream.raw.writableEnded) end(stream, 'session');
      },
      (cause: Error) => log.debug({ cause: cause.message }, 'a stream’s session could not be looked at'),
    );
  }

  function tellTopic(topic: Topic, names: readonly NewsName[]): void {
    const streams = byTopic.get(topic);
    if (!streams) return;
    const told = names.filter(isForPages);
    for (const stream of [...streams]) {
      if (told.length > 0) send(stream, told);
      if (names.includes('sessions')) endDead(stream);
    }
  }

  function everything(): void {
    for (const stream of [...all()]) {
      if (!stream.raw.writableNeedDrain) stream.raw.write(event('again', ''));
      endDead(stream);
    }
  }

  return {
    isFull: () => stopped || byHolder.size >= bounds.ofNode,
    count: () => byHolder.size,
    open(raw, listener) {
      const stream: Stream = { ...listener, raw, beatAt: performance.now() + bounds.beatMs, owed: undefined, isStuck: false };
      const before = byHolder.get(stream.holder);
      if (before) end(before, 'replaced');
      const others = byTopic.get(stream.topic) ?? new Set();
      const [oldest] = others;
      if (oldest && others.size >= bounds.ofTopic) end(oldest, 'replaced');
      byTopic.set(stream.topic, others.add(stream));
      byHolder.set(stream.holder, stream);
      raw.on('close', () => forget(stream));
      raw.write(`retry: 2000\n${event('hello', String(bounds.beatMs / 1_000))}`);
      ticker ??= setInterval(tick, bounds.tickMs);
      // It may have ended between the question at the door and now.
      endDead(stream);
    },
    hear(said) {
      if (said === undefined || said === EVERYTHING) return everything();
      for (const line of said.split('\n')) {
        const [topic = '', names = ''] = line.split(' ');
        tellTopic(topic as Topic, names.split(',').filter(isNewsName));
      }
    },
    stop() {
      stopped = true;
      for (const stream of [...all()]) end(stream, 'stopping');
    },
  };
}

/** To a reader who is slow once, when there is room again. */
function send(stream: Stream, names: readonly PageNews[]): void {
  const { raw } = stream;
  if (stream.owed) {
    for (const name of names) stream.owed.add(name);
    return;
  }
  if (raw.writableNeedDrain) {
    stream.owed = new Set(names);
    raw.once('drain', () => {
      const owed = [...(stream.owed ?? [])];
      stream.owed = undefined;
      if (!raw.writableEnded) send(stream, owed);
    });
    return;
  }
  raw.write(event('news', names.join(' ')));
}

const event = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n\n`;
