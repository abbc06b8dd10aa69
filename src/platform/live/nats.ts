// Live updates over NATS, with core subjects only: nothing is stored. PostgreSQL wakes every listening
// process for every notification, and NATS those that have subscribed.
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type NatsConnection, type NodeConnectionOptions, type Subscription } from '@nats-io/transport-node';
import type { Log } from '../logging/log.ts';
import { withTimeout } from '../process/with-timeout.ts';
import type { LiveChannel } from './channels.ts';
import type { LiveListener, LivePublisher, LiveSubscriber } from './transport.ts';

export type NatsTransport = LivePublisher & LiveSubscriber & { stop(): Promise<void> };

const RETRY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;
const PUBLISH_TIMEOUT_MS = 5_000;
/** A server that lost its power closes no connection: two unanswered pings find out. */
const PING_MS = 10_000;

const getSubject = (channel: LiveChannel): string => `fanfare.${channel}`;

/** A shop starts without its NATS server, too. */
export async function openNats(url: string, log: Log): Promise<NatsTransport> {
  const listeners = new Map<LiveChannel, LiveListener>();
  const subscriptions = new Map<LiveChannel, Subscription>();
  let connection: NatsConnection | undefined;
  let isConnected = false;
  const stopping = new AbortController();

  function listen(to: NatsConnection, channel: LiveChannel): void {
    const callback = (error: Error | null, message: { string(): string }) =>
      error ? log.warn({ cause: error.message }, 'live.nats.failed') : listeners.get(channel)?.(message.string());
    subscriptions.set(channel, to.subscribe(getSubject(channel), { callback }));
  }

  /** Something may have been missed on every channel. */
  function announceGap(): void {
    for (const listener of new Set(listeners.values())) listener(undefined);
  }

  async function follow(opened: NatsConnection): Promise<void> {
    for await (const { type } of opened.status()) {
      if (type === 'disconnect') log.warn('live.nats.lost');
      if (type === 'disconnect' || type === 'reconnect') isConnected = type === 'reconnect';
      if (type === 'reconnect') announceGap();
    }
  }

  /** Returns why it failed. The client itself connects again after it has been connected once. */
  async function tryToConnect(): Promise<Error | undefined> {
    try {
      const opened = await connect(getConnectionOptions(url));
      if (stopping.signal.aborted) {
        await opened.close();
        return undefined;
      }
      connection = opened;
      isConnected = true;
      for (const channel of listeners.keys()) listen(opened, channel);
      void follow(opened);
      announceGap();
      return undefined;
    } catch (cause) {
      return cause as Error;
    }
  }

  async function retry(): Promise<void> {
    do await pause(RETRY_MS, undefined, { signal: stopping.signal });
    while (await tryToConnect());
  }

  const error = await tryToConnect();
  if (error) log.warn({ cause: error.message }, 'live.nats.away');
  if (error) retry().catch(() => undefined);
  return {
    async publish(messages) {
      if (!connection || !isConnected) throw new Error('NATS is away');
      for (const { channel, payload } of messages) connection.publish(getSubject(channel), payload);
      // After the answer to this ping, the server has all that was published before.
      if ((await withTimeout(PUBLISH_TIMEOUT_MS, connection.rtt())) === undefined) throw new Error('NATS does not answer');
    },
    async subscribe(channels, listener) {
      for (const channel of channels) {
        listeners.set(channel, listener);
        if (connection) listen(connection, channel);
      }
      await connection?.flush().catch(() => undefined);
    },
    async unsubscribe(channels) {
      for (const channel of channels) {
        listeners.delete(channel);
        subscriptions.get(channel)?.unsubscribe();
        subscriptions.delete(channel);
      }
    },
    async stop() {
      stopping.abort();
      await connection?.close();
    },
  };
}

function getConnectionOptions(url: string): NodeConnectionOptions {
  const { protocol, host, username, password } = new URL(url);
  return {
    servers: host,
    name: 'fanfare',
    ...(username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : {}),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    timeout: CONNECT_TIMEOUT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    pingInterval: PING_MS,
  };
}
