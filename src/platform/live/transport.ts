// How change notifications travel between nodes: by NOTIFY and LISTEN of PostgreSQL, or by NATS (nats.ts).
// Another transport implements these types.
import type pg from 'pg';
import type { Listening } from '../database/pg-listen.ts';
import type { LiveChannel } from './channels.ts';

export type LiveMessage = { readonly channel: LiveChannel; readonly payload: string };

export type LivePublisher = {
  /**
   * To all subscribers of the channels, at least once. Rejects if that is not certain; then it is published
   * again.
   */
  publish(messages: readonly LiveMessage[]): Promise<void>;
};

/** The payload; undefined if something may have been missed on any channel, as after a lost connection. */
export type LiveListener = (payload: string | undefined) => void;

export type LiveSubscriber = {
  /**
   * Resolves when all that is published from then on will arrive. Without a connection it resolves, too:
   * `undefined` follows when there is one again.
   */
  subscribe(channels: readonly LiveChannel[], listener: LiveListener): Promise<void>;
  unsubscribe(channels: readonly LiveChannel[]): Promise<void>;
};

export const createPostgresPublisher = (pool: pg.Pool): LivePublisher => ({
  async publish(messages) {
    await pool.query({
      name: 'live.publish',
      text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as message (channel, payload)',
      values: [messages.map(({ channel }) => channel), messages.map(({ payload }) => payload)],
    });
  },
});

export const createPostgresSubscriber = (listening: Listening): LiveSubscriber => listening;

/**
 * Commands and nodes without LIVE_URL publish by PostgreSQL, so a node with NATS listens to both. While
 * nobody publishes there, that costs nothing.
 */
export const joinSubscribers = (...subscribers: readonly LiveSubscriber[]): LiveSubscriber => ({
  async subscribe(channels, listener) {
    await Promise.all(subscribers.map((each) => each.subscribe(channels, listener)));
  },
  async unsubscribe(channels) {
    await Promise.all(subscribers.map((each) => each.unsubscribe(channels)));
  },
});
