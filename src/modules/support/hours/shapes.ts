// The promise of an answer over the wire, in the language of the request.
import * as z from 'zod/mini';

export const answerPromiseShape = z.object({
  /** To who writes now. */
  answerBy: z.string(),
  /** The same in the shop's time zone. */
  shown: z.string(),
  /** The name of that zone. */
  zone: z.string(),
  /** From Monday on. None: at all hours. Empty `times`: the whole day. */
  hours: z.array(z.object({ days: z.string(), times: z.string() })),
  /** Holidays of the next two weeks. */
  closed: z.array(z.object({ days: z.string(), name: z.string() })),
});
export type AnswerPromise = z.output<typeof answerPromiseShape>;

/** Null: the shop promises no time. */
export const answerTimeShape = z.object({ promise: z.nullable(answerPromiseShape) });
