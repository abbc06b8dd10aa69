// One order whole, piece by piece, and the briefs that its pieces are given after payment.
import * as z from 'zod/mini';
import { MAX_LINES } from '../../../lib/money/price.ts';
import { currencyShape, serviceShape } from '../../catalogue/shapes.ts';
import { expectedFields } from '../expected/shapes.ts';
import { answersShape, deliverySummaryShape, firstOf, sentAnswersShape } from '../shapes.ts';
import { OrderStatus, pieceStates } from '../statuses.ts';

export const orderAskShape = z.object({ id: z.uuid() });
export const wholeOrderShape = z.object({
  number: z.string(),
  status: z.literal(Object.values(OrderStatus)),
  offerId: z.string(),
  serviceType: serviceShape,
  currency: currencyShape,
  purchaseId: z.string(),
  answers: answersShape,
  ...expectedFields,
  pieces: z.array(
    z.object({
      id: z.string(),
      offerId: z.string(),
      serviceType: serviceShape,
      quantity: z.int(),
      state: z.enum(pieceStates),
      platform: z.nullable(z.int()),
      brief: z.nullable(answersShape),
      dueAt: z.nullable(z.string()),
      ...expectedFields,
      /** From when it may be worked on; null until it is paid. */
      mayBeginAt: z.nullable(z.string()),
      /** Its clock waits for an answer of the customer's. */
      waits: z.boolean(),
      /** When its newest delivery is accepted by itself. */
      acceptAt: z.nullable(z.string()),
    }),
  ),
  deliveries: z.array(deliverySummaryShape),
});
export type WholeOrder = z.output<typeof wholeOrderShape>;
export type OrderPiece = WholeOrder['pieces'][number];

const pieceBriefShape = z.object({ id: z.uuid(), platform: z._default(z.nullable(z.int()), null), answers: sentAnswersShape });

/** Some of its pieces, or all: each is begun by itself. */
export const briefAskShape = z.object({
  orderId: z.uuid(),
  pieces: z.pipe(
    z.transform((pieces) => (Array.isArray(pieces) ? firstOf(pieces, MAX_LINES) : pieces)),
    z.array(pieceBriefShape).check(z.minLength(1), z.maxLength(MAX_LINES)),
  ),
});
export type BriefAsk = z.output<typeof briefAskShape>;
export type PieceBrief = BriefAsk['pieces'][number];

/** By their names, for the description of the API. */
export const orderStatusNumbers: Readonly<Record<string, number>> = OrderStatus;
