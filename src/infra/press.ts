// Where things are drawn: a thread of its own. Who comes when the queue is full is asked to come again.
import { type Message, Refusal } from '../lib/refusal.ts';
import type { Ground } from './ground.ts';
import { causeLine } from './jobs/log.ts';
import { openThread, type ThreadLimits } from './thread.ts';

const messages = {
  busy: /*i18n*/ { id: 'paper.busy', message: 'Many papers are being made at the moment. Please try again in a few seconds.' },
} as const satisfies Record<string, Message>;

const MOST_WAITING = 30;
const AGAIN_SECONDS = 5;

const usual: ThreadLimits = { workMs: 10_000, idleMs: 60_000, memoryMb: 256 };

/** `threadAt`: a file that answers each sheet with its bytes. */
export function openPressAt<Sheet>(threadAt: URL, { log }: Pick<Ground, 'log'>, limits: ThreadLimits = usual) {
  const thread = openThread<Sheet, Uint8Array>(threadAt, limits);
  return {
    /** `name`: for the log. */
    async print(sheet: Sheet, name: string): Promise<Buffer> {
      if (thread.waiting() >= MOST_WAITING) throw new Refusal(503, { '': [messages.busy] }, AGAIN_SECONDS);
      try {
        const bytes = await thread.run(sheet);
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      } catch (cause) {
        log.error({ paper: name, cause: causeLine(cause) }, 'a paper could not be drawn');
        throw cause;
      }
    },

    stop: thread.stop,
  };
}
