// Request and response shapes of failed work.
import * as z from 'zod/mini';
import { toOneLine } from '#lib/markdown/plain-text.ts';

const kinds = ['job', 'row', 'mail', 'payment', 'renewal', 'refund', 'mismatch', 'refused'] as const;
/** Kinds that can be retried; a mismatch is settled. */
export const retryKinds = ['job', 'row', 'mail', 'payment', 'renewal', 'refund', 'mismatch'] as const;

export const failuresShape = z.array(
  z.object({
    kind: z.enum(kinds),
    /** The job's name, for jobs and their rows. */
    task: z.nullable(z.string()),
    title: z.string(),
    means: z.string(),
    help: z.string(),
    /** True if the list was truncated. */
    isCut: z.boolean(),
    items: z.array(
      z.object({
        id: z.string(),
        what: z.string(),
        /** The page of the order or payment. */
        link: z.nullable(z.object({ kind: z.enum(['order', 'payment']), id: z.string() })),
        error: z.nullable(z.string()),
        /** The provider's reference. */
        details: z.nullable(z.string()),
        tries: z.nullable(z.int()),
        at: z.string(),
      }),
    ),
  }),
);
export type Failures = z.output<typeof failuresShape>;
export type FailureKind = (typeof kinds)[number];

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** One item by its id, or all of a kind; for jobs and rows, all of a task. */
export const retryFailureShape = z
  .object({
    kind: z.enum(retryKinds),
    id: z.optional(z.string().check(z.overwrite(toOneLine), z.maxLength(40))),
    task: z.optional(z.string().check(z.overwrite(toOneLine), z.maxLength(60))),
  })
  .check(
    z.refine(
      ({ kind, id, task }) => {
        if (kind === 'job') return /^\d{1,18}$/.test(id ?? '') || task !== undefined;
        return id === undefined ? kind !== 'row' || task !== undefined : uuid.test(id);
      },
      {
        path: ['id'],
      },
    ),
  );
export type RetryFailure = z.output<typeof retryFailureShape>;
export const retriedShape = z.object({ count: z.int() });
