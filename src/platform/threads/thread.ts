// Runs CPU-heavy work in one worker thread, started by Piscina on demand and stopped when idle. One task at a
// time. A task that exceeds its time or memory limit ends the thread, not the server.
import type { Piscina } from 'piscina';
import { fallbackLocale, getLanguage, localeNames } from '#lib/locale.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { ThreadData } from './thread-languages.ts';

export type ThreadLimits = {
  /** Includes the start of the thread. */
  readonly workMs: number;
  readonly idleMs: number;
  readonly memoryMb: number;
};

type Queue = {
  readonly maxWaiting: number;
  /** The error message for a full queue. */
  readonly busy: Message;
};

/** `broken`: aborted when a thread has died without a task. */
type Pool = { readonly threads: Piscina; readonly broken: AbortSignal };

const RETRY_AFTER_SECONDS = 5;

/** The task timed out, exceeded its memory or threw. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/** `threadAt`: a file that exports the function `work`. */
export function openThread<Work, Answer>(threadAt: URL, { workMs, idleMs, memoryMb }: ThreadLimits, queue?: Queue) {
  let pool: Promise<Pool> | undefined;
  let waiting = 0;
  let before: Promise<unknown> = Promise.resolve();

  /** Loaded at the first use. */
  async function openPool(): Promise<Pool> {
    const { Piscina } = await import('piscina');
    const threads = new Piscina({
      filename: threadAt.href,
      name: 'work',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
      workerData: {
        languages: [Object.fromEntries(localeNames.map((name) => [name, getLanguage(name)])), fallbackLocale],
      } satisfies ThreadData,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // An idle thread that waits with Atomics would block its own timers and streams.
      atomics: 'disabled',
    });
    // A thread that dies before it takes its task must fail that task: the pool would not start another
    // thread for it.
    const broken = new AbortController();
    threads.on('error', (cause) => broken.abort(cause));
    return { threads, broken: broken.signal };
  }

  /** A new pool if a thread died while it was idle. */
  async function usablePool(): Promise<Pool> {
    if ((await pool)?.broken.aborted) await closePool();
    pool ??= openPool();
    return pool;
  }

  /**
   * Each thread that is ended has a pool of its own: it may report its failure later, which must not end the
   * next task.
   */
  async function closePool(): Promise<void> {
    const closing = pool;
    pool = undefined;
    await (await closing)?.threads.destroy();
  }

  async function answerTo(work: Work): Promise<Answer> {
    const { threads, broken } = await usablePool();
    const signal = AbortSignal.any([broken, AbortSignal.timeout(workMs)]);
    try {
      return await threads.run(work, { signal });
    } catch (cause) {
      if (signal.aborted) await closePool();
      throw new ThreadEnded('the thread gave no answer', { cause });
    }
  }

  return {
    /** Throws `ThreadEnded` if the task fails, and 503 if the queue is full. */
    async run(work: Work): Promise<Answer> {
      if (queue && waiting >= queue.maxWaiting) throw new UserError(503, { '': [queue.busy] }, RETRY_AFTER_SECONDS);
      waiting++;
      // The pool's own queue would count waiting time towards the timeout.
      const mine = before.then(() => answerTo(work));
      before = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        waiting--;
      }
    },

    stop: closePool,
  };
}
