// What somebody types at the desk is read in a thread of its own: a text that takes long to read is refused, and nobody else waits for it.
import { openThread, ThreadEnded, type ThreadLimits } from '../../infra/thread.ts';
import { type FieldMessages, type Message, Refusal } from '../../lib/refusal.ts';

const messages = {
  tooHeavy: /*i18n*/ { id: 'texts.tooHeavy', message: 'This text takes too long to read. Please make it shorter or simpler.' },
  busy: /*i18n*/ { id: 'texts.busy', message: 'Many texts are being read at the moment. Please try again in a few seconds.' },
} as const satisfies Record<string, Message>;

/** With the start of the thread. */
const limits: ThreadLimits = { workMs: 10_000, idleMs: 60_000, memoryMb: 256 };
const MOST_WAITING = 10;
const AGAIN_SECONDS = 5;

/** `threadAt`: see `openThread`. `field`: under whose name a text is refused, besides the whole. */
export function openReader<Work, Answer>(threadAt: URL): (work: Work, field: string | undefined) => Promise<Answer> {
  const thread = openThread<Work, Answer>(threadAt, limits);
  return async (work, field) => {
    if (thread.waiting() >= MOST_WAITING) throw new Refusal(503, { '': [messages.busy] }, AGAIN_SECONDS);
    try {
      return await thread.run(work);
    } catch (cause) {
      if (!(cause instanceof ThreadEnded)) throw cause;
      const errors: FieldMessages = { '': [messages.tooHeavy], ...(field ? { [field]: [messages.tooHeavy] } : {}) };
      throw new Refusal(400, errors);
    }
  };
}
