// Listens for PostgreSQL notifications of other nodes. A reconnect counts as a notification on every channel, because some may have been missed. A listener that
// fails is called again until it succeeds, because no other notification may come.
import type pg from 'pg';
import { causeLine } from '../jobs/log.ts';
import type { LIVE_CHANNEL } from '../live/change-publisher.ts';
import type { Log } from '../logging/log.ts';
import { atMost } from '../process/at-most.ts';
import { type DatabaseConnection, newClient } from './connection.ts';
import { KEEP_ALIVE_MS } from './database.ts';

export type Channel = 'catalogue' | typeof LIVE_CHANNEL;
/** The payload; undefined if notifications may have been missed. */
export type ChannelListener = (payload: string | undefined) => Promise<unknown> | unknown;
export type Listening = { stop(): Promise<void> };

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 1_000;

export async function listen(
  connection: DatabaseConnection,
  listeners: Readonly<Record<Channel, ChannelListener>>,
  log: Log,
): Promise<Listening> {
  const channels = Object.keys(listeners) as Channel[];
  let client: pg.Client | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  /** Listeners that have failed, each with the pause before its next call. */
  const failed = new Map<Channel, NodeJS.Timeout>();

  async function dispatch(channel: Channel, payload?: string, pause = FIRST_PAUSE_MS): Promise<void> {
    try {
      await listeners[channel](payload);
    } catch (cause) {
      log.error({ channel, cause: causeLine(cause) }, 'database.listen.failed');
      // One call stands for all that failed.
      if (stopped || failed.has(channel)) return;
      const again = () => {
        failed.delete(channel);
        void dispatch(channel, undefined, Math.min(pause * 2, MAX_PAUSE_MS));
      };
      failed.set(channel, setTimeout(again, pause * (0.5 + Math.random() / 2)));
    }
  }

  async function connect(pause: number, again: boolean): Promise<void> {
    const next = newClient(connection, {
      application_name: 'fanfare listen',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    });
    const onLost = () => {
      if (client !== next || stopped) return;
      client = undefined;
      retry(FIRST_PAUSE_MS);
    };
    next.on('error', onLost);
    next.on('end', onLost);
    next.on('notification', ({ channel, payload }) => void dispatch(channel as Channel, payload));
    try {
      await next.connect();
      for (const channel of channels) await next.query(`listen ${channel}`);
    } catch (cause) {
      await next.end().catch(() => undefined);
      if (!again) throw cause;
      retry(pause * 2);
      return;
    }
    client = next;
    if (again) for (const channel of channels) void dispatch(channel);
    if (stopped) await next.end();
  }

  function retry(pause: number): void {
    if (stopped) return;
    timer = setTimeout(() => void connect(Math.min(pause, MAX_PAUSE_MS), true), Math.min(pause, MAX_PAUSE_MS));
  }

  await connect(FIRST_PAUSE_MS, false);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const each of failed.values()) clearTimeout(each);
      if (client) await atMost(CLOSE_TIMEOUT_MS, client.end()).catch(() => undefined);
    },
  };
}
