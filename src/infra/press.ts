// Where things are drawn: one thread, which comes with the first and goes when there was nothing to do for a while. One after the other; who comes when the
// queue is full is asked to come again. What takes too long, or too much memory, ends the thread and not the shop.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { type Message, Refusal } from '../lib/refusal.ts';
import type { Ground } from './ground.ts';
import { causeLine } from './jobs/log.ts';

const messages = {
  busy: /*i18n*/ { id: 'paper.busy', message: 'Many papers are being made at the moment. Please try again in a few seconds.' },
} as const satisfies Record<string, Message>;

const MOST_WAITING = 30;
const AGAIN_SECONDS = 5;

export type PressLimits = { readonly drawMs: number; readonly idleMs: number; readonly memoryMb: number };
const usual: PressLimits = { drawMs: 10_000, idleMs: 60_000, memoryMb: 256 };

/** `threadAt`: a file that answers each sheet with its bytes. */
export function openPressAt<Sheet>(threadAt: URL, { log }: Pick<Ground, 'log'>, { drawMs, idleMs, memoryMb }: PressLimits = usual) {
  let running: { readonly thread: Worker; readonly ended: AbortController } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let waiting = 0;
  let before: Promise<unknown> = Promise.resolve();

  async function leave(): Promise<void> {
    clearTimeout(idle);
    const left = running;
    running = undefined;
    left?.ended.abort(new Error('the thread that draws papers ended'));
    await left?.thread.terminate();
  }

  function begin() {
    const thread = new Worker(threadAt, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
    // Whoever waits hears of it; when nobody does, the next one begins another thread.
    thread.on('error', () => void leave());
    return { thread, ended: new AbortController() };
  }

  async function draw(sheet: Sheet): Promise<Buffer> {
    clearTimeout(idle);
    running ??= begin();
    const { thread, ended } = running;
    const drawn = once(thread, 'message', { signal: AbortSignal.any([ended.signal, AbortSignal.timeout(drawMs)]) });
    thread.postMessage(sheet);
    const [bytes] = (await drawn) as [Uint8Array];
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  return {
    /** `name`: for the log. */
    async print(sheet: Sheet, name: string): Promise<Buffer> {
      if (waiting >= MOST_WAITING) throw new Refusal(503, { '': [messages.busy] }, AGAIN_SECONDS);
      waiting++;
      const mine = before.catch(() => undefined).then(() => draw(sheet));
      before = mine;
      try {
        return await mine;
      } catch (cause) {
        log.error({ paper: name, cause: causeLine(cause) }, 'a paper could not be drawn');
        await leave();
        throw cause;
      } finally {
        waiting--;
        if (waiting === 0 && running) idle = setTimeout(() => void leave(), idleMs).unref();
      }
    },

    stop: leave,
  };
}
