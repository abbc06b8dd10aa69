// Renders PDF documents in a worker thread. One that fails, as on a busy machine, can be asked for again.
import { type Message, UserError } from '#lib/user-error.ts';
import type { AppContext } from '../app-context.ts';
import { formatCause } from '../logging/log.ts';
import { openThread, type ThreadLimits } from './thread.ts';

const messages = {
  later: /*i18n*/ { id: 'paper.later', message: 'The PDF isn’t ready yet. Try again in a few seconds.' },
  busy: /*i18n*/ { id: 'paper.busy', message: 'We’re creating many documents right now. Try again in a few seconds.' },
} as const satisfies Record<string, Message>;

const MAX_WAITING = 30;
const RETRY_AFTER_SECONDS = 5;

const usual: ThreadLimits = { workMs: 10_000, idleMs: 60_000, memoryMb: 256 };

/** `threadAt`: a file that exports the function `work`, which turns a sheet into PDF bytes. */
export function createRenderWorker<Sheet>(threadAt: URL, { log }: Pick<AppContext, 'log'>, limits: ThreadLimits = usual) {
  const thread = openThread<Sheet, Uint8Array>(threadAt, limits, { maxWaiting: MAX_WAITING, busy: messages.busy });
  return {
    /** `name`: for the log. */
    async print(sheet: Sheet, name: string): Promise<Buffer> {
      try {
        const bytes = await thread.run(sheet);
        return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      } catch (cause) {
        if (cause instanceof UserError) throw cause;
        log.error({ paper: name, cause: formatCause(cause) }, 'pdf.render.failed');
        throw new UserError(503, { '': [messages.later] }, RETRY_AFTER_SECONDS);
      }
    },

    stop: thread.stop,
  };
}
