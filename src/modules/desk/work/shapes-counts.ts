// What waits, as it goes over the wire.
import * as z from 'zod/mini';

/** More are not counted: "99+". */
export const MAX_COUNTED = 100;

const countShape = z.nullable(z.int());
/** Null: nothing of it is for this role. */
export const countsShape = z.object({
  /** Pieces that are late or nearly, and that somebody can work on. */
  queue: countShape,
  /** Tickets that nobody has answered at all. */
  tickets: countShape,
  /** What failed and can be tried again. */
  troubles: countShape,
});
export type Counts = z.output<typeof countsShape>;
