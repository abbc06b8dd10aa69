// Request and response shapes of work that fulfilment does not define: open pieces by operator, and texts of
// the catalogue.
import * as z from 'zod/mini';
import { deliverables, fieldShape, serviceShape } from '#modules/catalogue/shapes.ts';
import { deliverShape, languageShape, pieceForWorkShape, queueShape } from '#modules/fulfilment/desk/shapes.ts';
import { whyShape } from '#modules/staff/shapes.ts';

const MAX_AT_ONCE = 200;

/** Operators with a piece open now. */
const hereShape = z.array(z.object({ pieceId: z.string(), id: z.string(), name: z.string() }));
export type Here = z.output<typeof hereShape>;

export const deskQueueShape = z.extend(queueShape, { here: hereShape });
export type DeskQueue = z.output<typeof deskQueueShape>;
export const deskPieceShape = z.extend(pieceForWorkShape, { here: hereShape });
export type DeskPiece = z.output<typeof deskPieceShape>;

export const tookShape = z.object({ pieceId: z.string() });
export const takeNextShape = z.object({ service: z.optional(serviceShape), language: z.optional(languageShape) });

/** `to`: the new assignee; null returns the pieces to the queue. */
export const giveShape = z.object({
  pieceIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_AT_ONCE)),
  to: z.nullable(z.uuid()),
});
export type AssignPieces = z.output<typeof giveShape>;
export const assignedShape = z.object({ pieceIds: z.array(z.string()) });

export const hereRequestShape = z.object({ pieceId: z.nullable(z.uuid()) });
export const addFileShape = z.object({ pieceId: z.uuid(), name: z.string().check(z.maxLength(300)) });
export const addedFileShape = z.object({ id: z.string() });
/** Decision on a brief under review; `why` goes to the audit log. */
export const briefDecisionShape = z.object({ pieceId: z.uuid(), why: whyShape });
/** `why`: required if a check raised a concern; goes to the audit log. */
export const deliverRequestShape = z.extend(deliverShape, { why: z.optional(whyShape) });
export const deliveredShape = z.object({ deliveryId: z.string() });
/** Findings in a draft, as text. */
export const checkedShape = z.object({
  numbers: z.array(z.object({ name: z.string(), text: z.string() })),
  checks: z.array(
    z.object({
      name: z.string(),
      state: z.enum(['fine', 'look', 'wrong', 'skipped']),
      title: z.string(),
      stateText: z.string(),
      sentence: z.string(),
      findings: z.array(z.object({ quoted: z.string(), what: z.string(), suggestions: z.string() })),
      /** How many findings the list leaves out; may be empty. */
      more: z.string(),
    }),
  ),
  notes: z.array(z.string()),
});
export type CheckedDraft = z.output<typeof checkedShape>;

export const offerWordsShape = z.object({
  services: z.array(z.object({ serviceType: serviceShape, kind: z.enum(['service', 'bundle']), name: z.string(), madeBy: z.string() })),
  offers: z.array(z.object({ id: z.string(), serviceType: serviceShape, unit: z.string(), fields: z.array(fieldShape) })),
  platforms: z.array(z.object({ platform: z.int(), key: z.string(), name: z.string(), retired: z.boolean() })),
  /** Programs of plugins that can make pieces, whether or not a service uses them. */
  pluginMakers: z.array(z.object({ name: z.string(), label: z.string() })),
  /** Kinds of plugins that a service can have. `maker`, `delivers`: of a service that names none. */
  pluginKinds: z.array(
    z.object({ name: z.string(), label: z.string(), maker: z.nullable(z.string()), delivers: z.array(z.enum(deliverables)) }),
  ),
});
export type OfferWords = z.output<typeof offerWordsShape>;
