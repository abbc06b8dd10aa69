// Shapes of one order with its pieces, and of briefs that are submitted after payment.
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { MAX_UNIT_PIECES, serviceShape, turnaroundShape } from '#modules/catalogue/shapes.ts';
import { expectedFields } from '../expected/shapes.ts';
import { answersShape, deliverySummaryShape, limitItems, sentAnswersShape } from '../shapes.ts';
import { OrderStatus, pieceStates, teamActions } from '../statuses.ts';

export const orderRequestShape = z.object({ id: z.uuid() });
export const orderDetailsShape = z.object({
  number: z.string(),
  status: z.literal(Object.values(OrderStatus)),
  offerId: z.string(),
  title: z.optional(z.string()),
  serviceType: serviceShape,
  currency: currencyShape,
  purchaseId: z.string(),
  answers: answersShape,
  ...expectedFields,
  pieces: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      stage: z.nullable(z.string()),
      /** Its part of the order's price, if each unit is a piece. */
      share: z.nullable(z.int()),
      /** Why an operator has changed its date; null: not changed, or not told. */
      dueReason: z.nullable(z.string()),
      offerId: z.string(),
      serviceType: serviceShape,
      quantity: z.int(),
      state: z.enum(pieceStates),
      platform: z.nullable(z.int()),
      brief: z.nullable(answersShape),
      dueAt: z.nullable(z.string()),
      turnaround: turnaroundShape,
      ...expectedFields,
      /** Of its newest version. */
      deliveredAt: z.nullable(z.string()),
      /** When work may start; null before payment. */
      mayBeginAt: z.nullable(z.string()),
      /** The clock is paused for the customer's answer. */
      waits: z.boolean(),
      /** When the newest delivery is accepted automatically. */
      acceptAt: z.nullable(z.string()),
    }),
  ),
  deliveries: z.array(deliverySummaryShape),
  /** The member of a team who ordered it; null: a former colleague. Absent: the owner, or the shop. */
  orderedBy: z.optional(z.nullable(z.string())),
  /** What our team did for the customer. Absent: nothing. */
  teamActions: z.optional(
    z.array(z.object({ id: z.string(), pieceId: z.string(), action: z.enum(teamActions), reason: z.string(), at: z.string() })),
  ),
  /** The names of files in the answers. Absent: none. */
  files: z.optional(z.array(z.object({ id: z.string(), name: z.string() }))),
});
export type WholeOrder = z.output<typeof orderDetailsShape>;
export type OrderPiece = WholeOrder['pieces'][number];

const pieceBriefShape = z.object({ id: z.uuid(), platform: z._default(z.nullable(z.int()), null), answers: sentAnswersShape });

/** Briefs for some or all pieces; each piece starts by itself. */
export const briefRequestShape = z.object({
  orderId: z.uuid(),
  pieces: z.pipe(
    z.transform((pieces) => (Array.isArray(pieces) ? limitItems(pieces, MAX_UNIT_PIECES) : pieces)),
    z.array(pieceBriefShape).check(z.minLength(1), z.maxLength(MAX_UNIT_PIECES)),
  ),
});
export type BriefRequest = z.output<typeof briefRequestShape>;
export type PieceBrief = BriefRequest['pieces'][number];

/** Status names for the API description. */
export const orderStatusNumbers: Readonly<Record<string, number>> = OrderStatus;
