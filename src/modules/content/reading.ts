// Parses operator input in a worker thread, with a time limit, so that a slow text blocks no other request.

import { type FieldMessages, type Message, UserError } from '#lib/user-error.ts';
import { openThread, ThreadEnded, type ThreadLimits } from '#platform/threads/thread.ts';

const messages = {
  tooHeavy: /*i18n*/ { id: 'texts.tooHeavy', message: 'This text takes too long to check. Shorten or simplify it.' },
  busy: /*i18n*/ { id: 'texts.busy', message: 'Many texts are being checked right now. Try again in a few seconds.' },
} as const satisfies Record<string, Message>;

const limits: ThreadLimits = { workMs: 10_000, idleMs: 60_000, memoryMb: 256 };
const MAX_WAITING = 10;

/** `threadAt`: see `openThread`. `field`: the field that gets the error, besides the whole form. */
export function createReader<Work, Answer>(threadAt: URL): (work: Work, field: string | undefined) => Promise<Answer> {
  const thread = openThread<Work, Answer>(threadAt, limits, { maxWaiting: MAX_WAITING, busy: messages.busy });
  return async (work, field) => {
    try {
      return await thread.run(work);
    } catch (cause) {
      if (!(cause instanceof ThreadEnded)) throw cause;
      const errors: FieldMessages = { '': [messages.tooHeavy], ...(field ? { [field]: [messages.tooHeavy] } : {}) };
      throw new UserError(400, errors);
    }
  };
}
