// Runs CPU-heavy work in a child process, started on demand and killed when idle: unlike a worker thread, it
// leaves no memory behind. One task at a time. A task that exceeds its time or memory limit ends the process,
// not the server.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { getCodeEntry } from '../paths.ts';
import { holdServer, isRunning, releaseServer, startNode } from './node-process.ts';
import { ThreadEnded, type ThreadLimits } from './thread.ts';

/** What the process sends back. */
export type ChildAnswer<Answer> = { readonly value: Answer } | { readonly failed: string };

/** `workAt`: a file that exports the function `work`, as those of threads. It has no environment. */
export function openChildProcess<Work, Answer>(workAt: URL, { workMs, idleMs, memoryMb }: ThreadLimits) {
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let before: Promise<unknown> = Promise.resolve();

  const start = (): ChildProcess =>
    startNode([`--max-old-space-size=${memoryMb}`, getCodeEntry('src/platform/threads/child.ts'), workAt.href]);

  function end(): void {
    clearTimeout(idle);
    // SIGKILL, because a blocked process would not handle SIGTERM.
    running?.kill('SIGKILL');
    running = undefined;
  }

  async function answerTo(work: Work): Promise<Answer> {
    clearTimeout(idle);
    if (!running || !isRunning(running)) running = start();
    const child = running;
    holdServer(child);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`it took longer than ${workMs} ms`)), workMs);
    const { signal } = late;
    try {
      const died = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('the process ended')));
      const answered = once(child, 'message', { signal }).then(([answer]) => answer as ChildAnswer<Answer>);
      child.send(work as object, (cause) => cause && late.abort(cause));
      const answer = await Promise.race([answered, died]);
      if ('failed' in answer) throw new Error(answer.failed);
      idle = setTimeout(end, idleMs).unref();
      releaseServer(child);
      return answer.value;
    } catch (cause) {
      if (running === child) end();
      throw new ThreadEnded('the process gave no answer', { cause });
    } finally {
      clearTimeout(timer);
      late.abort();
    }
  }

  return {
    /** Throws `ThreadEnded` if the task fails. */
    run(work: Work): Promise<Answer> {
      const mine = before.then(() => answerTo(work));
      before = mine.catch(() => undefined);
      return mine;
    },

    stop: end,
  };
}
