// One shop in several processes on the same ports (WORKERS): the primary opens the database and starts the members, which serve. A member that ends is replaced.
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { SharedAccess } from '../database/check-database.ts';
import type { Log } from '../logging/log.ts';
import { bundledMain } from '../paths.ts';

/** What a member needs to know from the primary. */
export type Membership = {
  readonly access: SharedAccess;
  /** Read once for all members, because a member that creates a key would sign with one that the others do not know. */
  readonly secretKeys: readonly string[];
  /** The port of Vite, in development. */
  readonly vite?: number;
  /** The first member also runs what must run once: the jobs and the demo. */
  readonly isFirst: boolean;
  /** It replaces a member that has ended. */
  readonly isReplacement: boolean;
};

type ToPrimary = { readonly kind: 'hello' | 'ready' } | { readonly kind: 'scrape'; readonly id: number };
type ToMember =
  | { readonly kind: 'join'; readonly membership: Membership }
  | { readonly kind: 'drain' | 'stop' }
  | { readonly kind: 'scraped'; readonly id: number; readonly text: string | undefined };

/** A member that cannot start would otherwise be started again without a pause. */
const REPLACE_MS = 1_000;

/** Whether the primary has started this process. */
export const isMember = (): boolean => cluster.isWorker;

export type Members = {
  /** Resolves when all serve. Rejects if one of them ends before. */
  readonly ready: Promise<void>;
  /** Starts another first member, which stops the one before as soon as it serves. False if it ended before that. */
  renew(): Promise<boolean>;
  drain(): void;
  stop(): Promise<void>;
};

type Shared = Omit<Membership, 'isFirst' | 'isReplacement'>;
type Primary = { readonly count: number; readonly shared: Shared | Promise<Shared>; readonly log: Log };

export function startMembers({ count, shared, log }: Primary): Members {
  // A build that is made meanwhile is for the next start: an older primary could not talk to its members.
  if (bundledMain !== undefined) cluster.setupPrimary({ exec: bundledMain, execArgv: [...process.execArgv, '--enable-source-maps'] });
  const scrapes = openScrapes();
  /** Those that serve, and in development for a moment those before them. */
  const running = new Set<Worker>();
  const members = new Map<number, Worker>();
  let isStopping = false;

  /** Resolves when the member serves; rejects if it ends before. */
  function launch(place: number, isReplacement: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const member = cluster.fork();
    running.add(member);
    const send = (message: ToMember) => member.isConnected() && member.send(message);
    const answerScrape = async (id: number) =>
      send({ kind: 'scraped', id, text: await scrapes.then((scrape) => scrape()).catch(() => undefined) });
    const join = async () => send({ kind: 'join', membership: { ...(await shared), isFirst: place === 0, isReplacement } });
    member.on('message', (message: ToPrimary) => {
      // If the database does not start, the start fails as a whole.
      if (message.kind === 'hello') join().catch(() => member.kill());
      if (message.kind === 'ready') {
        members.set(place, member);
        resolve();
      }
      if (message.kind === 'scrape') void answerScrape(message.id);
    });
    member.on('exit', (code, signal) => {
      running.delete(member);
      reject(new Error(`member ${place} ended before it was ready`));
      if (isStopping || members.get(place) !== member) return;
      log.error({ member: place, code, signal }, 'member.exit.unexpected');
      if (hasStarted) void replace(place);
    });
    return promise;
  }

  async function replace(place: number): Promise<void> {
    const ended = members.get(place);
    for (;;) {
      await pause(REPLACE_MS);
      if (isStopping || members.get(place) !== ended) return;
      await launch(place, true).catch(() => log.error({ member: place }, 'member.replacement.failed'));
    }
  }

  async function renew(): Promise<boolean> {
    const before = members.get(0);
    try {
      await launch(0, true);
    } catch {
      return false;
    }
    if (before?.isConnected()) before.send({ kind: 'stop' } satisfies ToMember);
    return true;
  }

  async function stop(): Promise<void> {
    isStopping = true;
    const ending = [...running].map((member) => once(member, 'exit'));
    tellAll({ kind: 'stop' });
    await Promise.all(ending);
  }

  function tellAll(message: ToMember): void {
    for (const member of running) if (member.isConnected()) member.send(message);
  }

  let hasStarted = false;
  const ready = Promise.all(Array.from({ length: count }, (_, place) => launch(place, false))).then(() => {
    hasStarted = true;
  });
  return { ready, renew, drain: () => tellAll({ kind: 'drain' }), stop };
}

/** The metrics of all members in one. Prometheus would else see another member at each scrape. */
async function openScrapes(): Promise<() => Promise<string>> {
  const { AggregatorRegistry } = await import('prom-client');
  const registry = new AggregatorRegistry();
  return () => registry.clusterMetrics();
}

type RunningApp = { drain(): unknown; stop(): Promise<void> };

export type Member = Membership & {
  /** Tells the primary that this member serves. */
  ready(): void;
  /** What to do when the primary drains and stops, or is gone. Signals are the primary's: a terminal sends them to every process. */
  onStop(running: RunningApp): void;
};

const tell = (message: ToPrimary): void => void process.send?.(message);

export async function joinPrimary(log: Log): Promise<Member> {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => undefined);
  const { promise: joined, resolve: join } = Promise.withResolvers<Membership>();
  const { promise: running, resolve: run } = Promise.withResolvers<RunningApp>();
  let isStopping = false;
  /** A stop during the start waits for its end. */
  const end = async () => {
    if (isStopping) return;
    isStopping = true;
    try {
      await (await running).stop();
      process.exit(0);
    } catch (fault) {
      log.error({ err: fault }, 'server.stop.failed');
      process.exit(1);
    }
  };
  process.once('disconnect', () => void end());
  onMessage((message) => {
    if (message.kind === 'join') join(message.membership);
    if (message.kind === 'drain') void running.then(({ drain }) => drain());
    if (message.kind === 'stop') void end();
  });
  tell({ kind: 'hello' });
  return { ...(await joined), ready: () => tell({ kind: 'ready' }), onStop: run };
}

const onMessage = (act: (message: ToMember) => unknown): void => void process.on('message', (message) => act(message as ToMember));

const SCRAPE_TIMEOUT_MS = 10_000;
let scrapes = 0;

/** The metrics of all members, asked of the primary. */
export async function scrapeAll(): Promise<string> {
  const id = scrapes++;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const listener = (message: unknown) => {
    const answer = message as ToMember;
    if (answer.kind !== 'scraped' || answer.id !== id) return;
    if (answer.text === undefined) reject(new Error('a member did not answer with its metrics'));
    else resolve(answer.text);
  };
  const timer = setTimeout(() => reject(new Error('the primary did not answer with the metrics')), SCRAPE_TIMEOUT_MS);
  process.on('message', listener);
  tell({ kind: 'scrape', id });
  try {
    return await promise;
  } finally {
    process.off('message', listener);
    clearTimeout(timer);
  }
}
