// Listens for PostgreSQL notifications of other nodes, on one connection. A reconnect counts as a
// notification for every listener, because some may have been missed. A listener that fails is called again
// until it succeeds, because no other notification may come.
import type pg from 'pg';
import { formatCause, type Log } from '../logging/log.ts';
import { withTimeout } from '../process/with-timeout.ts';
import { createClient, type DatabaseConnection, KEEP_ALIVE_MS } from './connection.ts';

/** The payload; undefined if notifications may have been missed. */
export type ChannelListener = (payload: string | undefined) => Promise<unknown> | unknown;
export type Listening = {
  /**
   * Resolves when all notifications from then on arrive. Without a connection it resolves, too, and the
   * listener is called after the next one.
   */
  subscribe(channels: readonly string[], listener: ChannelListener): Promise<void>;
  unsubscribe(channels: readonly string[]): Promise<void>;
  stop(): Promise<void>;
};

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;
const CONNECT_TIMEOUT_MS = 5_000;
const CLOSE_TIMEOUT_MS = 1_000;

const clientOptions = {
  application_name: 'fanfare listen',
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
};

export async function listen(connection: DatabaseConnection, log: Log): Promise<Listening> {
  const listeners = new Map<string, ChannelListener>();
  let client: pg.Client | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  /** One statement after the other: the connection takes no more. */
  let last: Promise<unknown> = Promise.resolve();
  const { dispatch, stop: stopDispatching } = createDispatcher(log);

  async function connect(pause: number, again: boolean): Promise<void> {
    const next = createClient(connection, clientOptions);
    const onLost = () => {
      if (client !== next || stopped) return;
      client = undefined;
      retry(FIRST_PAUSE_MS);
    };
    next.on('error', onLost);
    next.on('end', onLost);
    next.on('notification', ({ channel, payload }) => {
      const listener = listeners.get(channel);
      if (listener) void dispatch(listener, payload);
    });
    try {
      await next.connect();
      await listenToAll(next);
    } catch (cause) {
      await next.end().catch(() => undefined);
      if (!again) throw cause;
      return retry(pause * 2);
    }
    if (again) for (const listener of new Set(listeners.values())) void dispatch(listener);
    if (stopped) await next.end();
  }

  /** Others may be added meanwhile; from its end on, `send` uses this connection. */
  async function listenToAll(next: pg.Client): Promise<void> {
    const done = new Set<string>();
    for (;;) {
      const missing = [...listeners.keys()].filter((channel) => !done.has(channel));
      if (missing.length === 0) {
        client = next;
        return;
      }
      await next.query(joinCommands('listen', missing));
      for (const channel of missing) done.add(channel);
    }
  }

  function retry(pause: number): void {
    if (stopped) return;
    timer = setTimeout(() => void connect(Math.min(pause, MAX_PAUSE_MS), true), Math.min(pause, MAX_PAUSE_MS));
  }

  /** If it fails, the connection is lost, and the next one listens to what is wanted then. */
  function send(statement: string): Promise<void> {
    const sent = last.then(async () => {
      await client?.query(statement).catch(() => undefined);
    });
    last = sent;
    return sent;
  }

  await connect(FIRST_PAUSE_MS, false);
  return {
    subscribe(channels, listener) {
      for (const channel of channels) listeners.set(channel, listener);
      return send(joinCommands('listen', channels));
    },
    unsubscribe(channels) {
      for (const channel of channels) listeners.delete(channel);
      return send(joinCommands('unlisten', channels));
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      stopDispatching();
      if (client) await withTimeout(CLOSE_TIMEOUT_MS, client.end()).catch(() => undefined);
    },
  };
}

const joinCommands = (verb: 'listen' | 'unlisten', channels: readonly string[]): string =>
  channels.map((channel) => `${verb} ${channel}`).join('; ');

/** Calls listeners, and those that fail again after a pause. */
function createDispatcher(log: Log) {
  const failed = new Map<ChannelListener, NodeJS.Timeout>();
  let stopped = false;

  async function dispatch(listener: ChannelListener, payload?: string, pause = FIRST_PAUSE_MS): Promise<void> {
    try {
      await listener(payload);
    } catch (cause) {
      log.error({ cause: formatCause(cause) }, 'database.listen.failed');
      // One call stands for all that failed.
      if (stopped || failed.has(listener)) return;
      const again = () => {
        failed.delete(listener);
        void dispatch(listener, undefined, Math.min(pause * 2, MAX_PAUSE_MS));
      };
      failed.set(listener, setTimeout(again, pause * (0.5 + Math.random() / 2)));
    }
  }

  return {
    dispatch,
    stop() {
      stopped = true;
      for (const timer of failed.values()) clearTimeout(timer);
    },
  };
}
