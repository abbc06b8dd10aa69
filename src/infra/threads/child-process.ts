// Runs CPU-heavy work in a child process, started on demand and killed when idle: unlike a worker thread, it leaves no memory behind. One task at a time. A task
// that exceeds its time or memory limit ends the process, not the server.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { codeEntry, root } from '../paths.ts';
import { ThreadEnded, type ThreadLimits } from './thread.ts';

/** What the process sends back. */
export type ChildAnswer<Answer> = { readonly value: Answer } | { readonly failed: string };

/** `workAt`: a file that exports the function `work`, as those of threads. It has no environment. */
export function openChildProcess<Work, Answer>(workAt: URL, { workMs, idleMs, memoryMb }: ThreadLimits) {
  let running: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let before: Promise<unknown> = Promise.resolve();

  function start(): ChildProcess {
    const { SystemRoot } = process.env;
    const child = spawn(process.execPath, [`--max-old-space-size=${memoryMb}`, codeEntry('src/infra/threads/child.ts'), workAt.href], {
      cwd: root,
      env: { TZ: 'UTC', ...(SystemRoot ? { SystemRoot } : {}) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
    });
    // Without a listener, a process that cannot start between two tasks would end the server.
    return child.on('error', () => undefined);
  }

  function end(): void {
    clearTimeout(idle);
    // SIGKILL, because a blocked process would not handle SIGTERM.
    running?.kill('SIGKILL');
    running = undefined;
  }

  /** An idle process does not keep the server from ending. */
  function rest(child: ChildProcess): void {
    idle = setTimeout(end, idleMs).unref();
    child.unref();
    child.channel?.unref();
  }

  function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
    return exitCode === null && signalCode === null;
  }

  async function answerTo(work: Work): Promise<Answer> {
    clearTimeout(idle);
    if (!running || !isAlive(running)) running = start();
    const child = running;
    child.ref();
    child.channel?.ref();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`it took longer than ${workMs} ms`)), workMs);
    const { signal } = late;
    try {
      const died = once(child, 'exit', { signal }).then(() => Promise.reject(new Error('the process ended')));
      const answered = once(child, 'message', { signal }).then(([answer]) => answer as ChildAnswer<Answer>);
      child.send(work as object, (cause) => cause && late.abort(cause));
      const answer = await Promise.race([answered, died]);
      if ('failed' in answer) throw new Error(answer.failed);
      rest(child);
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
