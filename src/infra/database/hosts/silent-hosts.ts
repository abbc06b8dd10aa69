// A primary that loses its power or its network closes no connection: queries would wait for minutes, until TCP gives up. While one waits, all hosts are asked
// on new connections. If another host has become the primary, all connections to the former one are ended.
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseHost } from '../../config/database-url.ts';

export type WatchedClient = {
  readonly host: DatabaseHost;
  /** Whether a query is under way. */
  isBusy(): boolean;
  bytesRead(): number;
  /** Ends the connection and its queries at once. */
  destroy(): void;
};

export type SilenceWatch = {
  add(client: WatchedClient): void;
  remove(client: WatchedClient): void;
};

type Silence = { bytesRead: number; since: number };

const TICK_MS = 500;
/** Longer than an ordinary query takes. A slow one costs a question to its host. */
const SILENT_MS = 1_500;

/** As long as a search waits for a host before it asks the next one. */
const ANSWER_MS = 300;

type Hosts = {
  readonly hosts: readonly DatabaseHost[];
  /** Whether the host answers, and accepts writes. */
  isPrimary(host: DatabaseHost): Promise<boolean>;
  /** The next connection looks for its host anew. */
  forget(host: DatabaseHost): void;
};

export function watchSilence({ hosts, isPrimary, forget }: Hosts): SilenceWatch {
  const clients = new Map<WatchedClient, Silence>();
  const checking = new Set<DatabaseHost>();
  let timer: NodeJS.Timeout | undefined;

  async function check(host: DatabaseHost): Promise<void> {
    if (checking.has(host)) return;
    checking.add(host);
    try {
      const others = hosts.filter((each) => each !== host).map(isPrimary);
      if (await Promise.race([isPrimary(host), pause(ANSWER_MS, false)])) return;
      // Until another one is the primary, there is nothing better to connect to.
      if (!(await isAnyTrue(others))) return;
      forget(host);
      for (const client of [...clients.keys()]) if (client.host === host) client.destroy();
    } finally {
      checking.delete(host);
    }
  }

  function tick(): void {
    const now = performance.now();
    for (const [client, silence] of clients) {
      const bytesRead = client.bytesRead();
      if (!client.isBusy() || bytesRead !== silence.bytesRead) Object.assign(silence, { bytesRead, since: now });
      else if (now - silence.since >= SILENT_MS) void check(client.host);
    }
  }

  return {
    add(client) {
      clients.set(client, { bytesRead: client.bytesRead(), since: performance.now() });
      timer ??= setInterval(tick, TICK_MS).unref();
    },
    remove(client) {
      clients.delete(client);
      if (clients.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

const isAnyTrue = (answers: readonly Promise<boolean>[]): Promise<boolean> =>
  Promise.any(answers.map(async (answer) => (await answer) || Promise.reject(new Error('no')))).catch(() => false);
