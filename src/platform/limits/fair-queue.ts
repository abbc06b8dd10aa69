// Runs expensive work with limited concurrency, round-robin by key, so that a client with a thousand requests
// delays another by one item. A key with running work waits for those without.
import { UserError } from '#lib/user-error.ts';

type Waiter = { readonly start: () => void; readonly refuse: (cause: UserError) => void };

export type FairQueue = { run<T>(key: string, work: () => Promise<T>): Promise<T> };

export type FairQueueLimits = {
  readonly atOnce: number;
  /** Over all keys. */
  readonly waiting: number;
  readonly waitingPerKey: number;
  /** The error that a rejected client gets. */
  readonly retryAfterSeconds: number;
};

export function createFairQueue({ atOnce, waiting: maxWaiting, waitingPerKey, retryAfterSeconds }: FairQueueLimits): FairQueue {
  /** In the order of their turns. */
  const lines = new Map<string, Waiter[]>();
  const served = new Map<string, number>();
  let running = 0;
  let waiting = 0;
  const busy = () => new UserError(503, {}, retryAfterSeconds);

  function waitForTurn(key: string): Promise<void> {
    const line = lines.get(key) ?? [];
    if (line.length >= waitingPerKey) throw busy();
    if (waiting >= maxWaiting) dropOthers(line.length);
    waiting++;
    lines.set(key, line);
    return new Promise((start, refuse) => line.push({ start, refuse }));
  }

  /** If the queue is full, the newest item of the longest line is rejected in favour of a key with fewer. */
  function dropOthers(ownLength: number): void {
    const longest = [...lines.values()].reduce<Waiter[]>((found, line) => (line.length > found.length ? line : found), []);
    if (longest.length <= ownLength + 1) throw busy();
    longest.pop()?.refuse(busy());
    waiting--;
  }

  function startNext(): void {
    const turn = lines.entries().find(([key]) => !served.has(key)) ?? lines.entries().next().value;
    if (!turn) {
      running--;
      return;
    }
    const [key, line] = turn;
    const next = line.shift();
    lines.delete(key);
    if (line.length > 0) lines.set(key, line);
    waiting--;
    next?.start();
  }

  return {
    async run(key, work) {
      if (running >= atOnce) await waitForTurn(key);
      else running++;
      served.set(key, (served.get(key) ?? 0) + 1);
      try {
        return await work();
      } finally {
        startNext();
        const still = (served.get(key) ?? 1) - 1;
        if (still > 0) served.set(key, still);
        else served.delete(key);
      }
    },
  };
}
