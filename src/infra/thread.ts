// One thread for work that would keep the event loop: it comes with the first work, and goes when there was nothing to do for a while. One work after the other. What takes too long,
// or too much memory, ends the thread and not the shop.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type ThreadLimits = { readonly workMs: number; readonly idleMs: number; readonly memoryMb: number };

/** It had its time or its memory, or broke: what it worked on is to blame. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/** `threadAt`: a file that answers each work with one message. */
export function openThread<Work, Answer>(threadAt: URL, { workMs, idleMs, memoryMb }: ThreadLimits) {
  let running: { readonly thread: Worker; readonly ended: AbortController } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let waiting = 0;
  let before: Promise<unknown> = Promise.resolve();

  async function leave(): Promise<void> {
    clearTimeout(idle);
    const left = running;
    running = undefined;
    left?.ended.abort(new ThreadEnded('the thread ended'));
    await left?.thread.terminate();
  }

  async function begin() {
    const thread = new Worker(threadAt, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    const begun = { thread, ended: new AbortController() };
    // Whoever waits hears of it; when nobody does, the next one begins another thread.
    thread.on('error', () => void (running === begun && leave()));
    // To start is no part of the work, and takes long on a busy machine.
    await once(thread, 'online');
    return begun;
  }

  async function answerTo(work: Work): Promise<Answer> {
    clearTimeout(idle);
    running ??= await begin();
    const { thread, ended } = running;
    const answered = once(thread, 'message', { signal: AbortSignal.any([ended.signal, AbortSignal.timeout(workMs)]) });
    // At rest it keeps no process.
    thread.ref();
    thread.postMessage(work);
    try {
      const [answer] = (await answered) as [Answer];
      return answer;
    } catch (cause) {
      await leave();
      throw cause instanceof ThreadEnded ? cause : new ThreadEnded('the thread gave no answer', { cause });
    } finally {
      thread.unref();
    }
  }

  return {
    /** Throws `ThreadEnded` for work that comes to no answer. */
    async run(work: Work): Promise<Answer> {
      waiting++;
      const mine = before.catch(() => undefined).then(() => answerTo(work));
      before = mine;
      try {
        return await mine;
      } finally {
        waiting--;
        if (waiting === 0 && running) idle = setTimeout(() => void leave(), idleMs).unref();
      }
    },

    waiting: (): number => waiting,
    stop: leave,
  };
}
