// The promise of an answer over the wire, in the language of the request.
import * as z from 'zod/mini';

export const answerPromiseShape = z.object({
  /** To who writes now. */
  answerBy: z.string(),
  /** The same in the shop's time zone. */
  shown: z.string(),
  /** The hours, from Monday on, and the holidays of the next two weeks. None: at all hours. */
  lines: z.array(z.string()),
});
export type AnswerPromise = z.output<typeof answerPromiseShape>;

/** Null: the shop promises no time. */
export const answerTimeShape = z.object({ promise: z.nullable(answerPromiseShape) });
