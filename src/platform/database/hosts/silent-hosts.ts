// A host that loses its power or its network closes no connection: queries would wait for minutes, until TCP
// gives up. While one waits, the hosts are asked on new connections. All connections to a host are ended if
// another one has become the primary, or if it answers nothing for some seconds.
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

/** `refusing`: it answers, but no questions, for example because it has too many connections. */
export type HostAnswer = 'writable' | 'read-only' | 'refusing' | 'none';

type Silence = { bytesRead: number; since: number };

const TICK_MS = 500;
/** Longer than an ordinary query takes. A slow one costs a question to its host. */
const SILENT_MS = 1_500;
/** A slow query may take minutes: while its host answers, it is not asked again at every tick. */
const ASK_AGAIN_MS = 5_000;

/** As long as a search waits for a host before it asks the next one. */
const ANSWER_MS = 300;
/** A host that has answered no question for this long is away, and so are the answers to its queries. */
const MAX_SILENT_MS = 5_000;

type Hosts = {
  readonly hosts: readonly DatabaseHost[];
  ask(host: DatabaseHost): Promise<HostAnswer>;
  /** Whether the wanted host is the primary. There may be several replicas that will do. */
  readonly wantsPrimary: boolean;
  /** The next connection looks for its host anew. */
  forget(host: DatabaseHost): void;
};

export function watchSilence({ hosts, ask, wantsPrimary, forget }: Hosts): SilenceWatch {
  const clients = new Map<WatchedClient, Silence>();
  const checking = new Set<DatabaseHost>();
  /** When a host was asked first of all the questions that it has not answered. */
  const unansweredSince = new Map<DatabaseHost, number>();
  const answeredAt = new Map<DatabaseHost, number>();
  let timer: NodeJS.Timeout | undefined;

  /** Whether there is something better than waiting for this host. */
  async function isLost(host: DatabaseHost): Promise<boolean> {
    const askedAt = performance.now();
    const others = wantsPrimary ? hosts.filter((each) => each !== host).map(ask) : [];
    const answer = ask(host);
    const early = await Promise.race([answer, pause(ANSWER_MS, undefined)]);
    const isWell = (each: HostAnswer | undefined) => each === 'writable' || (each !== undefined && each !== 'none' && !wantsPrimary);
    if (!isWell(early) && (await isAnyWritable(others))) return true;
    if ((await answer) === 'none') {
      const since = unansweredSince.get(host) ?? askedAt;
      unansweredSince.set(host, since);
      return performance.now() - since >= MAX_SILENT_MS;
    }
    unansweredSince.delete(host);
    answeredAt.set(host, performance.now());
    return false;
  }

  async function check(host: DatabaseHost): Promise<void> {
    if (checking.has(host) || performance.now() - (answeredAt.get(host) ?? Number.NEGATIVE_INFINITY) < ASK_AGAIN_MS) return;
    checking.add(host);
    try {
      if (!(await isLost(host))) return;
      unansweredSince.delete(host);
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
      if (bytesRead !== silence.bytesRead) unansweredSince.delete(client.host);
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
      unansweredSince.clear();
    },
  };
}

const isAnyWritable = (answers: readonly Promise<HostAnswer>[]): Promise<boolean> =>
  Promise.any(answers.map(async (answer) => (await answer) === 'writable' || Promise.reject(new Error('no')))).then(
    () => true,
    () => false,
  );
