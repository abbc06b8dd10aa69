// Shapes of a delivery that waits for approval.
import * as z from 'zod/mini';
import { howMadeShape } from '#modules/orders/shapes.ts';
import { whyShape } from '#modules/staff/shapes.ts';
import { wordsShape } from '../shapes.ts';

export const waitingShape = z.object({
  by: z.object({ id: z.string(), name: z.string() }),
  at: z.string(),
  links: z.array(z.string()),
  howMade: howMadeShape,
  /** In spite of the concerns. */
  why: z.nullable(z.string()),
});

/** `version`: of the draft that was read. `why`: for concerns that the maker gave no reason for. */
export const approveShape = z.object({ pieceId: z.uuid(), version: z.int().check(z.gte(0)), why: z.optional(whyShape) });
export type Approve = z.output<typeof approveShape>;

/** The note is internal, and its maker is notified of it. */
export const returnShape = z.object({ pieceId: z.uuid(), note: wordsShape });
export type ReturnDelivery = z.output<typeof returnShape>;
