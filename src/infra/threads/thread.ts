// One worker thread for work that would block the event loop. Piscina starts it with the first work and stops it once it is idle. Work runs one at a
// time. Work that takes too long or too much memory ends the thread, not the server.
import type { Piscina } from 'piscina';
import { type Message, UserError } from '../../lib/user-error.ts';

export type ThreadLimits = {
  /** Includes the start of the thread. */
  readonly workMs: number;
  readonly idleMs: number;
  readonly memoryMb: number;
};

type Queue = {
  readonly maxWaiting: number;
  /** What a caller reads when the queue is full. */
  readonly busy: Message;
};

const RETRY_AFTER_SECONDS = 5;

/** The work took too long or too much memory, or it threw. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/** `threadAt`: a file that exports the function `work`. */
export function openThread<Work, Answer>(threadAt: URL, { workMs, idleMs, memoryMb }: ThreadLimits, queue?: Queue) {
  let pool: Promise<Piscina> | undefined;
  let broken = new AbortController();
  let waiting = 0;
  let before: Promise<unknown> = Promise.resolve();

  /** Loaded with the first work, as the thread is. */
  async function openPool(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    const opened = new Piscina({
      filename: threadAt.href,
      name: 'work',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
      // The thread would sleep in a way that stops its own timers and streams.
      atomics: 'disabled',
    });
    // A thread that breaks before it has taken its work fails it too: the pool would start no other thread for it.
    return opened.on('error', (cause) => broken.abort(cause));
  }

  async function answerTo(work: Work): Promise<Answer> {
    pool ??= openPool();
    const opened = await pool;
    broken = new AbortController();
    try {
      return await opened.run(work, { signal: AbortSignal.any([broken.signal, AbortSignal.timeout(workMs)]) });
    } catch (cause) {
      throw new ThreadEnded('the thread gave no answer', { cause });
    }
  }

  return {
    /** Throws `ThreadEnded` for work without an answer, and 503 if too much is waiting. */
    async run(work: Work): Promise<Answer> {
      if (queue && waiting >= queue.maxWaiting) throw new UserError(503, { '': [queue.busy] }, RETRY_AFTER_SECONDS);
      waiting++;
      // The pool's own queue would count the time that a work waits as its own.
      const mine = before.then(() => answerTo(work));
      before = mine.catch(() => undefined);
      try {
        return await mine;
      } finally {
        waiting--;
      }
    },

    stop: async (): Promise<void> => (await pool)?.destroy(),
  };
}
