// Runs makers in one child process, started on demand, reused, and stopped when idle. Works run one at a
// time, round-robin by account; a full queue returns `busy`. Exceeding time or memory kills the process, and
// each end yields a result.
import type { ChildProcess } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { UserError } from '#lib/user-error.ts';
import type { AppContext } from '#platform/app-context.ts';
import { createFairQueue } from '#platform/limits/fair-queue.ts';
import { getCodeEntry, readable } from '#platform/paths.ts';
import { holdServer, isRunning, releaseServer, startNode } from '#platform/threads/node-process.ts';
import type { FailureCode, RunFailure } from './maker.ts';
import type { MakerLimits } from './table.ts';
import type { FromChild, MakerResult, RunnerTask, ToChild } from './work.ts';

export type RunnerLimits = {
  readonly mostWaiting: number;
  /** The process is stopped after so much idle time. */
  readonly idleMs: number;
  /** An idle process above this size is stopped. */
  readonly warmMebibytes: number;
  readonly heapMebibytes: number;
  /** The worker's file; tests use misbehaving ones. */
  readonly threadFile: string;
  /** Of plugins, which the process may read too. */
  readonly folders: readonly string[];
};

const usual: RunnerLimits = {
  mostWaiting: 40,
  idleMs: 60_000,
  warmMebibytes: 700,
  heapMebibytes: 512,
  threadFile: getCodeEntry('src/modules/fulfilment/makers/thread.ts'),
  folders: [],
};
const REASON_CHARS = 300;
/** Minimum memory of a work in addition to the process's own. */
const ROOM_MEBIBYTES = 250;

/** `accountId`: the customer. */
export type RunRequest = {
  readonly accountId: string;
  readonly limits: MakerLimits;
  readonly asksOut?: boolean;
  readonly signal?: AbortSignal | undefined;
};
/** After these failures the process state is unknown, so the next work gets a new process. */
const ends: ReadonlySet<FailureCode> = new Set(['late', 'memory', 'died', 'broken', 'stopped']);
const endsAllAttempts = ({ outcome }: MakerResult): boolean => 'failed' in outcome && ends.has(outcome.failed);

type Running = { readonly child: ChildProcess; readonly asksOut: boolean; heldMebibytes: number };

const fail = (failed: FailureCode, why: string): MakerResult & { readonly outcome: RunFailure } => ({ outcome: { failed, why } });

const stoppedResult = fail('stopped', 'Nobody waits for it any more.');

export type Runner = ReturnType<typeof openRunner>;

export function openRunner({ log }: Pick<AppContext, 'log'>, more: Partial<RunnerLimits> = {}) {
  const own: RunnerLimits = { ...usual, ...more };
  let running: Running | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isStopped = false;
  const maxAhead = own.mostWaiting - 1;
  const turns = createFairQueue({ atOnce: 1, waiting: maxAhead, waitingPerKey: maxAhead, retryAfterSeconds: 0 });

  function end(): void {
    clearTimeout(idle);
    // SIGKILL, because a blocked process would not handle SIGTERM.
    running?.child.kill('SIGKILL');
    running = undefined;
  }

  /** Reuses the process if it has the permissions and the memory, otherwise starts one. */
  function begin({ limits, asksOut = false }: RunRequest): Running {
    clearTimeout(idle);
    if (running && (running.asksOut !== asksOut || running.heldMebibytes + ROOM_MEBIBYTES > limits.mebibytes)) end();
    running ??= { child: startProcess(own, asksOut), asksOut, heldMebibytes: 0 };
    return running;
  }

  async function perform(work: RunnerTask, request: RunRequest): Promise<MakerResult> {
    if (isStopped || request.signal?.aborted) return stoppedResult;
    const mine = begin(request);
    const done = await awaitAnswer(mine.child, { work, mebibytes: request.limits.mebibytes }, request);
    mine.heldMebibytes = 'heldMebibytes' in done ? done.heldMebibytes : Number.POSITIVE_INFINITY;
    // A shutdown is not the maker's failure: the caller tries again later.
    if (isStopped && 'failed' in done.outcome) return stoppedResult;
    if (endsAllAttempts(done) || mine.heldMebibytes > own.warmMebibytes) end();
    else rest(mine.child);
    return done;
  }

  function rest(child: ChildProcess): void {
    idle = setTimeout(end, own.idleMs).unref();
    releaseServer(child);
  }

  return {
    async run(work: RunnerTask, request: RunRequest): Promise<MakerResult['outcome']> {
      const { outcome: answer, frames } = await turns
        .run(request.accountId, () => perform(work, request))
        .catch((cause: unknown): MakerResult => {
          if (!(cause instanceof UserError)) throw cause;
          return fail('busy', `More than ${own.mostWaiting} works wait already.`);
        });
      // A plugin may give a reason of any length.
      const outcome = 'failed' in answer ? { ...answer, why: answer.why.slice(0, REASON_CHARS).toWellFormed() } : answer;
      const what = describeTask(work);
      if ('failed' in outcome) log.warn({ ...what, failed: outcome.failed, why: outcome.why, frames }, 'fulfilment.maker.failed');
      return outcome;
    },

    /** Kills the running work; waiting callers get `stopped`. */
    stop(): void {
      isStopped = true;
      end();
    },

    /** Of the process, busy or idle; undefined if none runs. */
    processId: (): number | undefined => running?.child.pid,
  };
}

const describeTask = (work: RunnerTask) =>
  work.does === 'make'
    ? { maker: work.maker, piece: work.brief.pieceId }
    : { maker: work.does === 'check' ? 'check' : `${work.kind}, ${work.reads}` };

/**
 * Starts the process without environment, with file access to the code only, without child processes, and
 * without network unless needed.
 */
function startProcess({ threadFile, heapMebibytes, folders }: RunnerLimits, asksOut: boolean): ChildProcess {
  const may = [...readable, ...folders, threadFile].map((path) => `--allow-fs-read=${path}`);
  return startNode([
    ...['--permission', '--allow-worker', ...may, ...(asksOut ? ['--allow-net'] : []), `--max-old-space-size=${heapMebibytes}`],
    ...[getCodeEntry('src/modules/fulfilment/makers/process.ts'), pathToFileURL(threadFile).href, String(heapMebibytes)],
  ]);
}

/** The result, or the reason why there is none. */
function awaitAnswer(child: ChildProcess, job: ToChild, { limits, signal }: RunRequest): Promise<MakerResult | FromChild> {
  const { promise, resolve } = Promise.withResolvers<MakerResult | FromChild>();
  const late = setTimeout(() => resolve(fail('late', `It took longer than ${limits.seconds} seconds.`)), limits.seconds * 1_000);
  const resolveStopped = () => resolve(stoppedResult);
  const resolveDied = () => resolve(fail('died', 'Its process ended.'));
  child.on('message', resolve).on('exit', resolveDied).on('error', resolveDied);
  signal?.addEventListener('abort', resolveStopped);
  holdServer(child);
  if (isRunning(child)) child.send(job, (cause) => cause && resolveDied());
  else resolveDied();
  return promise.finally(() => {
    clearTimeout(late);
    signal?.removeEventListener('abort', resolveStopped);
    child.off('message', resolve).off('exit', resolveDied).off('error', resolveDied);
  });
}
