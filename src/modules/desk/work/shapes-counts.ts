// Response shapes of the counters.
import * as z from 'zod/mini';

/** Counting stops here: "99+". */
export const MAX_COUNTED = 100;

const countShape = z.nullable(z.int());
/** Null: the role may not see it. */
export const countsShape = z.object({
  /** Pieces that are late or nearly late and can be worked on. */
  queue: countShape,
  /** Tickets that wait for an answer. */
  tickets: countShape,
  /** Failed work that can be retried. */
  troubles: countShape,
});
export type Counts = z.output<typeof countsShape>;
