// What goes over the wire to the desk about the work: the queue in small rows, a piece with all that is needed to work on it, and what may be asked for.
import * as z from 'zod/mini';
import { oneLine } from '../../../lib/markdown/plain-text.ts';
import type { Operator } from '../../../lib/people/operator.ts';
import { currencyShape, serviceShape } from '../../catalogue/shapes.ts';
import { expectedFields } from '../../orders/expected/shapes.ts';
import { answersShape } from '../../orders/shapes.ts';
import { deliveryShape, MAX_TEXT_CHARS, reportShape, wordsShape } from '../shapes.ts';
import { clockStates, workStates } from './shapes-states.ts';

const moment = z.nullable(z.string());
const operatorShape = z.object({ id: z.string(), name: z.string() });

/** Of a text, as its customer chose it. */
export const languageShape = z.enum(['en', 'es', 'ja']);

const MAX_QUEUE_ROWS = 200;

/** From a query: what is left empty is not asked for. */
export const queueAskShape = z.object({
  service: z.optional(z.pipe(z.coerce.number(), serviceShape)),
  language: z.optional(languageShape),
  /** An operator's id, or nobody. */
  maker: z.optional(z.string().check(z.overwrite(oneLine), z.maxLength(100))),
  state: z.optional(z.enum(workStates)),
  clock: z.optional(z.enum(clockStates)),
  /** The number of an order, or a part of its customer's name. */
  search: z.optional(z.string().check(z.overwrite(oneLine), z.trim(), z.maxLength(100))),
  /** The place of the first row, of all that fit: nobody sees thousands at once. */
  from: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_QUEUE_ROWS)), MAX_QUEUE_ROWS),
});
export type QueueAsk = z.output<typeof queueAskShape>;

export const queueRowShape = z.object({
  id: z.string(),
  orderId: z.string(),
  /** Of its order. */
  number: z.string(),
  /** Which of its pieces, from 1, and of how many. */
  piece: z.int(),
  pieces: z.int(),
  serviceType: serviceShape,
  offerId: z.string(),
  quantity: z.int(),
  platform: z.nullable(z.int()),
  language: z.nullable(z.string()),
  state: z.enum(workStates),
  clock: z.enum(clockStates),
  /** Null while its clock waits. */
  dueAt: moment,
  leftSeconds: z.nullable(z.int()),
  ...expectedFields,
  mayBeginAt: z.string(),
  maker: z.nullable(operatorShape),
  /** Null for who sees only their own pieces and does not have this one. */
  customer: z.nullable(z.string()),
  /** Of its order; null for who sees only their own pieces. */
  price: z.nullable(z.int()),
  currency: z.nullable(currencyShape),
  /** Since when the customer waits for an answer. */
  askedAt: moment,
  /** Why it was not made by itself. */
  trouble: z.nullable(z.string()),
  /** Of its newest delivery. */
  version: z.nullable(z.int()),
});
export type QueueRow = z.output<typeof queueRowShape>;

export const queueShape = z.object({
  rows: z.array(queueRowShape),
  /** Of the first of them. */
  from: z.int(),
  /** That fit what was asked for. */
  total: z.int(),
  /** Of all that is open, whatever was asked for. */
  counts: z.object({ open: z.int(), ready: z.int(), inWork: z.int(), revisionAsked: z.int(), ...countsOf() }),
  forecast: z.object({
    /** Delivered in an hour, as it was over the last days. */
    perHour: z.number(),
    days: z.int(),
    /** Of what may be begun: so many are late, or will be at this pace. */
    late: z.int(),
    /** When all of it is delivered; null where nothing was delivered lately. */
    doneAt: moment,
  }),
});
export type Queue = z.output<typeof queueShape>;

function countsOf() {
  return { late: z.int(), soon: z.int(), fine: z.int(), waits: z.int(), early: z.int(), review: z.int() };
}

const fileShape = z.object({ id: z.string(), name: z.string(), bytes: z.int() });

export const pieceForWorkShape = z.object({
  ...queueRowShape.shape,
  state: z.string(),
  /** Why a person has to read the brief before work begins: what the gate read in it. */
  held: z.nullable(z.object({ since: z.string(), kind: z.string(), words: z.string() })),
  /** Whether anybody may work on it now, and why not. */
  stop: z.nullable(z.string()),
  /** Null for who sees only their own pieces. */
  accountId: z.nullable(z.string()),
  /** In which the customer reads. */
  locale: z.string(),
  brief: answersShape,
  briefFiles: z.array(fileShape),
  takenAt: moment,
  acceptAt: moment,
  draft: z.nullable(
    z.object({
      version: z.int(),
      text: z.string(),
      savedAt: z.string(),
      by: operatorShape,
      help: z.array(z.string()),
      /** Of this very version. */
      report: z.nullable(reportShape),
    }),
  ),
  /** That go along with the next delivery. */
  files: z.array(z.object({ ...fileShape.shape, by: operatorShape })),
  deliveries: z.array(z.extend(deliveryShape, { by: operatorShape })),
  revisions: z.object({ included: z.int(), left: z.int() }),
  messages: z.array(z.object({ id: z.string(), by: z.nullable(operatorShape), text: z.string(), at: z.string(), waits: z.boolean() })),
  notes: z.array(z.object({ id: z.string(), by: operatorShape, text: z.string(), at: z.string() })),
});
export type PieceForWork = z.output<typeof pieceForWorkShape>;

export const workPieceShape = z.object({ pieceId: z.uuid() });
const MAX_AT_ONCE = 200;
export const assignShape = z.object({
  pieceIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_AT_ONCE)),
  /** Null: given back to the queue. */
  to: z.nullable(operatorShape),
});
export type Assign = z.output<typeof assignShape>;

/** `to`: null gives them back to the queue. */
export type HandOver = { readonly from: string; readonly to: Operator | null };

/** What would change, piece by piece; `why`: it would not. */
export const assignPreviewShape = z.array(
  z.object({
    pieceId: z.string(),
    number: z.string(),
    piece: z.int(),
    from: z.nullable(operatorShape),
    to: z.nullable(operatorShape),
    changes: z.boolean(),
    why: z.nullable(z.string()),
  }),
);
export type AssignPreview = z.output<typeof assignPreviewShape>;

export const saveDraftShape = z.object({
  pieceId: z.uuid(),
  /** On which it was written: 0 where there was none. */
  version: z.int().check(z.gte(0)),
  text: z.string().check(z.maxLength(MAX_TEXT_CHARS)),
});
export type SaveDraft = z.output<typeof saveDraftShape>;

/** Saved as `version`; or not, because somebody else was faster: then theirs is here. */
export const savedDraftShape = z.object({
  saved: z.boolean(),
  version: z.int(),
  text: z.nullable(z.string()),
  savedAt: z.string(),
  by: operatorShape,
});
export type SavedDraft = z.output<typeof savedDraftShape>;

export const sayShape = z.object({ pieceId: z.uuid(), text: wordsShape, waits: z._default(z.boolean(), false) });
export type Say = z.output<typeof sayShape>;
export const noteShape = z.object({ pieceId: z.uuid(), text: wordsShape });
export type Note = z.output<typeof noteShape>;
/** `version`: of the draft that is delivered, as whoever delivers has read it. */
export const deliverShape = z.object({ pieceId: z.uuid(), version: z.int().check(z.gte(0)) });
/** `why`: needed where something speaks against it. */
export type Deliver = z.output<typeof deliverShape> & { readonly why?: string | undefined };
/** Of a customer's brief, or of the work on it. */
export const workFileShape = z.object({ pieceId: z.uuid(), fileId: z.uuid() });

/** What an act changed, for whoever keeps the record of the desk. */
export type WorkResult = {
  readonly pieceId: string;
  readonly orderId: string;
  readonly number: string;
  readonly accountId: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
};
