// Shapes of what operators do for customers. The reason is shown to the customer.
import * as z from 'zod/mini';
import { uploadShape } from '#modules/files/shapes.ts';
import { sentAnswersShape } from '#modules/orders/shapes.ts';
import { whyShape } from '#modules/staff/shapes.ts';
import { acceptShape, reviseShape } from '../shapes.ts';

/** Fills the brief of a piece, or corrects it. */
export const briefForShape = z.object({
  pieceId: z.uuid(),
  platform: z._default(z.nullable(z.int()), null),
  answers: sentAnswersShape,
  why: whyShape,
});
export const uploadForShape = z.extend(uploadShape, { pieceId: z.uuid(), why: whyShape });
export const uploadedForShape = z.object({ id: z.string(), name: z.string() });
export const reviseForShape = z.extend(reviseShape, { why: whyShape });
export const acceptForShape = z.extend(acceptShape, { why: whyShape });
