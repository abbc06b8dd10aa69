// One browser that listens. Nothing is kept for a reader who is slow but the names of what it has not had room for.
import type { ServerResponse } from 'node:http';
import type { PageNews } from '../../live-topics.ts';
import type { Topic } from './changes.ts';

export type Listener = {
  readonly topic: Topic;
  /** The session that listens: it has one stream, the newest. */
  readonly holder: string;
  /** When the token is over, in milliseconds of the shop's clock. */
  readonly overAt: number;
  /** How long ago the page was drawn that listens, at the most; it is told what has changed since. Absent: it asks for everything itself. */
  readonly sinceMs?: number | undefined;
  /** How many may listen to the topic at once; absent: as many as one person needs. */
  readonly most?: number;
  /** Whether the session lives. */
  isAlive(): Promise<boolean>;
};

export type Stream = Listener & {
  readonly raw: ServerResponse;
  beatAt: number;
  /** What its reader has not had room for. */
  owed: Set<PageNews> | undefined;
  /** There was no room for the last beat. */
  isStuck: boolean;
};

export type Why = 'token' | 'session' | 'replaced' | 'stopping';

/** As long as a last word may take. */
const LEAVES_MS = 2_000;

const event = (name: string, data: string): string => `event: ${name}\ndata: ${data}\n\n`;

export function begin(raw: ServerResponse, listener: Listener, beatMs: number): Stream {
  raw.write(`retry: 2000\n${event('hello', String(beatMs / 1_000))}`);
  return { ...listener, raw, beatAt: performance.now() + beatMs, owed: undefined, isStuck: false };
}

export function tell(stream: Stream, names: readonly PageNews[]): void {
  const { raw } = stream;
  if (stream.owed) {
    for (const name of names) stream.owed.add(name);
    return;
  }
  if (!raw.writableNeedDrain) return void raw.write(event('news', names.join(' ')));
  stream.owed = new Set(names);
  raw.once('drain', () => {
    const owed = [...(stream.owed ?? [])];
    stream.owed = undefined;
    if (!raw.writableEnded) tell(stream, owed);
  });
}

/** Some may have been missed. Who has no room now is told of something newer afterwards. */
export function tellAgain({ raw }: Stream): void {
  if (!raw.writableNeedDrain) raw.write(event('again', ''));
}

/** Who has read nothing from one beat to the next is cut. */
export function beat(stream: Stream, next: number): void {
  const { raw } = stream;
  stream.beatAt = next;
  if (stream.isStuck && raw.writableNeedDrain) return void raw.destroy();
  stream.isStuck = raw.writableNeedDrain;
  if (!stream.isStuck) raw.write(':\n\n');
}

export function end({ raw }: Stream, why: Why): void {
  if (raw.writableNeedDrain) return void raw.destroy();
  raw.end(event('end', why));
  setTimeout(() => raw.destroy(), LEAVES_MS).unref();
}
