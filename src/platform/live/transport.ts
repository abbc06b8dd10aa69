// How change notifications travel between nodes: the only file that says that it is by NOTIFY and LISTEN of
// PostgreSQL. Another transport, such as Valkey or NATS, implements these types.
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

export const postgresPublisher = (pool: pg.Pool): LivePublisher => ({
  async publish(messages) {
    await pool.query({
      name: 'live.publish',
      text: 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as message (channel, payload)',
      values: [messages.map(({ channel }) => channel), messages.map(({ payload }) => payload)],
    });
  },
});

export const postgresSubscriber = (listening: Listening): LiveSubscriber => listening;
