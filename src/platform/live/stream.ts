// One server-sent event stream. For a slow reader, only the names of pending topics are stored.
import type { ServerResponse } from 'node:http';
import type { PageNews } from '../../live-topics.ts';
import type { Topic } from './changes.ts';

export type StreamListener = {
  readonly topic: Topic;
  /** Each session has one stream, the newest. */
  readonly holder: string;
  /** Expiry of the token, in milliseconds of the shop's clock. */
  readonly expiresAt: number;
  /**
   * Maximum age of the page; the stream sends what has changed since. Absent: the page reloads everything
   * itself.
   */
  readonly sinceMs?: number | undefined;
  /** Maximum number of streams per topic; absent: as many as one person needs. */
  readonly most?: number;
  /** Whether the session is still valid. */
  isAlive(): Promise<boolean>;
};

export type Stream = StreamListener & {
  readonly raw: ServerResponse;
  beatAt: number;
  /** Topics that the reader has not received yet. */
  pending: Set<PageNews> | undefined;
  /** The last heartbeat did not fit into the buffer. */
  isStuck: boolean;
};

export type Why = 'token' | 'session' | 'replaced' | 'stopping';

/** Timeout of the final event. */
const CLOSE_TIMEOUT_MS = 2_000;

const formatEvent = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n\n`;

export function openStream(raw: ServerResponse, listener: StreamListener, beatMs: number): Stream {
  raw.write(`retry: 2000\n${formatEvent('hello', String(beatMs / 1_000))}`);
  return { ...listener, raw, beatAt: performance.now() + beatMs, pending: undefined, isStuck: false };
}

export function sendNews(stream: Stream, names: readonly PageNews[]): void {
  const { raw } = stream;
  if (stream.pending) {
    for (const name of names) stream.pending.add(name);
    return;
  }
  if (!raw.writableNeedDrain) return void raw.write(formatEvent('news', names.join(' ')));
  stream.pending = new Set(names);
  raw.once('drain', () => {
    const pending = [...(stream.pending ?? [])];
    stream.pending = undefined;
    if (!raw.writableEnded) sendNews(stream, pending);
  });
}

/** Events may have been missed. If the buffer is full now, a later event covers it. */
export function sendReload({ raw }: Stream): void {
  if (!raw.writableNeedDrain) raw.write(formatEvent('again', ''));
}

/** Disconnects a reader that has read nothing between two heartbeats. */
export function sendHeartbeat(stream: Stream, next: number): void {
  const { raw } = stream;
  stream.beatAt = next;
  if (stream.isStuck && raw.writableNeedDrain) return void raw.destroy();
  stream.isStuck = raw.writableNeedDrain;
  if (!stream.isStuck) raw.write(':\n\n');
}

/** `retryMs`: when the reader shall connect again. Absent: it decides itself. */
export function closeStream({ raw }: Stream, why: Why, retryMs?: number): void {
  if (raw.writableNeedDrain) return void raw.destroy();
  raw.end((retryMs === undefined ? '' : `retry: ${retryMs}\n`) + formatEvent('end', why));
  setTimeout(() => raw.destroy(), CLOSE_TIMEOUT_MS).unref();
}
