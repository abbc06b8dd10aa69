// Admission control for log-ins before any database query. Recently rejected clients are rejected again
// immediately; the others queue fairly by address, so that a flood from one address takes no connections or
// CPU from others. Repeated rejections of an address are delayed more and more.
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '../app-context.ts';
import { createFairQueue } from '../limits/fair-queue.ts';
import { getAddressKey, refuseBlocked, type Take } from '../limits/limits.ts';

const CONCURRENCY = availableParallelism() + 2;
const MAX_WAITING = 128 * CONCURRENCY;

const queue = createFairQueue({ atOnce: CONCURRENCY, waiting: MAX_WAITING, waitingPerKey: MAX_WAITING * 0.75, retryAfterSeconds: 2 });

export type QueuedLogIn = {
  readonly address: string;
  /** The rate limits that apply. */
  readonly takes: readonly Take[];
  /** Called for a rejection that happens before any lookup. */
  readonly onBlocked?: (cause: unknown) => void;
};

export async function queueLogIn<T>(ctx: AppContext, { address, takes, onBlocked }: QueuedLogIn, logIn: () => Promise<T>): Promise<T> {
  const key = getAddressKey(address);
  try {
    try {
      refuseBlocked(ctx, takes);
    } catch (cause) {
      onBlocked?.(cause);
      throw cause;
    }
    return await queue.run(key, logIn);
  } catch (cause) {
    if (cause instanceof UserError && cause.status !== 400) await pace(key, performance.now(), delay);
    throw cause;
  }
}

/** Immediate rejections per address and second; further ones are delayed. */
const IMMEDIATE_PER_SECOND = 20;
const DELAY_MS = 1_000;

/** Exported for its test: clock and delay are arguments. */
export const createErrorPacer = () => {
  let second = -1;
  let counts = new Map<string, number>();
  return async (key: string, nowMs: number, wait: (ms: number) => Promise<unknown>): Promise<void> => {
    const current = Math.floor(nowMs / 1_000);
    if (current !== second) [second, counts] = [current, new Map()];
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > IMMEDIATE_PER_SECOND) await wait(DELAY_MS);
  };
};
const pace = createErrorPacer();
