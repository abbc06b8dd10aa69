// Request and response shapes of the search.
import * as z from 'zod/mini';
import { toOneLine } from '#lib/markdown/plain-text.ts';

const MAX_QUERY_CHARS = 100;
/** Minimum length of a name or address: shorter ones match too much. */
export const MIN_CHARS = 2;

export const findRequestShape = z.object({ q: z.string().check(z.overwrite(toOneLine), z.trim(), z.maxLength(MAX_QUERY_CHARS)) });

const foundKinds = ['order', 'piece', 'customer', 'payment', 'coupon', 'paper', 'ticket'] as const;
export const foundShape = z.array(
  z.object({
    kind: z.enum(foundKinds),
    /** Path of the page at the desk. */
    path: z.string(),
    title: z.string(),
    about: z.string(),
  }),
);
export type SearchResults = z.output<typeof foundShape>;

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
  failures: countShape,
});
export type Counts = z.output<typeof countsShape>;
