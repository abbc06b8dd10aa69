// Request and response shapes of the queue and of a piece at the desk.
import * as z from 'zod/mini';
import { toOneLine } from '#lib/markdown/plain-text.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import type { Operator } from '#lib/people/operator.ts';
import { isDay } from '#lib/time/days.ts';
import { countedUnits, howMadeKinds, MAX_TOOLS, serviceShape, turnaroundShape } from '#modules/catalogue/shapes.ts';
import { expectedFields } from '#modules/orders/expected/shapes.ts';
import { answersShape } from '#modules/orders/shapes.ts';
import { whyShape } from '#modules/staff/shapes.ts';
import { deliveryShape, MAX_TEXT_CHARS, storedReportShape, wordsShape } from '../shapes.ts';
import { linksShape } from '../shapes-links.ts';
import { waitingShape } from './shapes-approval.ts';
import { clockStates, openClockStates, pieceStateLabels, workStates } from './shapes-states.ts';

const moment = z.nullable(z.string());
const operatorShape = z.object({ id: z.string(), name: z.string() });

/** Language of the text, chosen by the customer. */
const languageShape = z.enum(['en', 'es', 'ja']);

const MAX_QUEUE_ROWS = 200;
const pieceStates = Object.keys(pieceStateLabels) as (keyof typeof pieceStateLabels)[];

/** Query parameters; empty ones do not filter. */
export const queueFilters = {
  service: z.optional(z.pipe(z.coerce.number(), serviceShape)),
  language: z.optional(languageShape),
  /** An operator's id, or nobody. */
  maker: z.optional(z.string().check(z.overwrite(toOneLine), z.maxLength(100))),
  state: z.optional(z.enum(workStates)),
  clock: z.optional(z.enum(openClockStates)),
  /** An order number, or part of the customer's name. */
  search: z.optional(z.string().check(z.overwrite(toOneLine), z.trim(), z.maxLength(100))),
};
export const dayShape = z.string().check(z.refine(isDay));

export const queueRequestShape = z.object({
  ...queueFilters,
  /** Of the service. */
  stage: z.optional(z.string().check(z.overwrite(toOneLine), z.maxLength(100))),
  /** In the zone of the owner's calendar. */
  dueOn: z.optional(dayShape),
  /** Offset of the first row; the queue is paginated. */
  from: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_QUEUE_ROWS)), MAX_QUEUE_ROWS),
});
export type QueueRequest = z.output<typeof queueRequestShape>;

export const queueRowShape = z.object({
  id: z.string(),
  orderId: z.string(),
  /** The order's number. */
  number: z.string(),
  /** Index of the piece in its order, from 1, and their number. */
  piece: z.int(),
  pieces: z.int(),
  serviceType: serviceShape,
  offerId: z.string(),
  title: z.nullable(z.string()),
  quantity: z.int(),
  platform: z.nullable(z.int()),
  language: z.nullable(z.string()),
  state: z.enum(workStates),
  /** Null: its service has no stages. */
  stage: z.nullable(z.string()),
  clock: z.enum(clockStates),
  /** Null while the clock is paused. */
  dueAt: moment,
  leftSeconds: z.nullable(z.int()),
  turnaround: turnaroundShape,
  ...expectedFields,
  mayBeginAt: z.string(),
  maker: z.nullable(operatorShape),
  /** The last day off of a maker who is away today or on the due day. */
  awayUntil: z.nullable(z.string()),
  /** Null if the role sees only its own pieces and this one is not. */
  customer: z.nullable(z.string()),
  /** The order's price; null if the role sees only its own pieces. */
  price: z.nullable(z.int()),
  /** The piece's part of that price. */
  share: z.nullable(z.int()),
  currency: z.nullable(currencyShape),
  isRequest: z.boolean(),
  /** Since when the customer waits for an answer. */
  askedAt: moment,
  /** Why a program could not make it. */
  makerError: z.nullable(z.string()),
  /** Version of the newest delivery. */
  version: z.nullable(z.int()),
});
export type QueueRow = z.output<typeof queueRowShape>;

export const queueShape = z.object({
  rows: z.array(queueRowShape),
  /** Offset of the first row. */
  from: z.int(),
  /** Number of matching pieces. */
  total: z.int(),
  /** Counts of all open pieces, without filters. */
  counts: z.object({ open: z.int(), ready: z.int(), inWork: z.int(), inReview: z.int(), revisionAsked: z.int(), ...countShapes() }),
  forecast: z.object({
    /** Deliveries per hour over the last days. */
    perHour: z.number(),
    days: z.int(),
    /** Pieces that are late, or will be at this pace. */
    late: z.int(),
    /** When all of it will be delivered; null without recent deliveries. */
    doneAt: moment,
  }),
});
export type Queue = z.output<typeof queueShape>;

function countShapes() {
  return { late: z.int(), soon: z.int(), fine: z.int(), waits: z.int(), early: z.int(), review: z.int() };
}

const fileShape = z.object({ id: z.string(), name: z.string(), bytes: z.int() });

export const pieceForWorkShape = z.object({
  ...queueRowShape.shape,
  state: z.enum(pieceStates),
  /** Why the brief is under review: the matched words. */
  held: z.nullable(
    z.object({
      since: z.string(),
      kind: z.string(),
      words: z.string(),
      /** The kind of the service, and what it says; absent: the policy gate. */
      by: z.optional(z.object({ label: z.string(), says: z.string() })),
    }),
  ),
  /** Why it cannot be worked on now; null if it can. */
  stop: z.nullable(z.string()),
  /** Null if the role sees only its own pieces. */
  accountId: z.nullable(z.string()),
  /** The customer's language. */
  locale: z.string(),
  /** Extras of the whole order, without their prices. */
  addOns: z.array(z.object({ id: z.string(), name: z.string(), quantity: z.int() })),
  brief: answersShape,
  briefFiles: z.array(fileShape),
  takenAt: moment,
  acceptAt: moment,
  /** The delivery that waits for approval. */
  submission: z.nullable(waitingShape),
  draft: z.nullable(
    z.object({
      version: z.int(),
      text: z.string(),
      savedAt: z.string(),
      by: operatorShape,
      help: z.array(z.string()),
      /** Report of this version. */
      report: z.nullable(storedReportShape),
    }),
  ),
  /** What was ordered, if it is counted. */
  ordered: z.nullable(z.object({ count: z.int(), of: z.enum(countedUnits) })),
  /** It needs no text. */
  isFilesOnly: z.boolean(),
  /** How names of files may end. */
  fileEndings: z.array(z.string()),
  /** Files of the next delivery. */
  files: z.array(z.object({ ...fileShape.shape, by: operatorShape })),
  deliveries: z.array(z.extend(deliveryShape, { by: operatorShape })),
  revisions: z.object({ included: z.int(), left: z.int() }),
  messages: z.array(
    z.object({
      id: z.string(),
      by: z.nullable(operatorShape),
      text: z.string(),
      at: z.string(),
      waits: z.boolean(),
      /** By another address or a shared link; null for a role that sees its own pieces only. */
      ...{ fromEmail: z.nullable(z.string()), guest: z.nullable(z.string()) },
      files: z.array(fileShape),
    }),
  ),
  notes: z.array(z.object({ id: z.string(), by: operatorShape, text: z.string(), mentions: z.array(operatorShape), at: z.string() })),
});
export type PieceForWork = z.output<typeof pieceForWorkShape>;

export const workPieceShape = z.object({ pieceId: z.uuid() });
const MAX_AT_ONCE = 200;
export const assignShape = z.object({
  pieceIds: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_AT_ONCE)),
  /** Null: returned to the queue. */
  to: z.nullable(operatorShape),
});
export type Assign = z.output<typeof assignShape>;

/** Pieces that an operator assigned. `to`: null returned them to the queue. */
export type AssignedPieces = { readonly pieceIds: readonly string[]; readonly by: string; readonly to: string | null; readonly at: Date };

/** `to`: the operators that a note mentions, without its author. */
export type MentioningNote = { readonly noteId: string; readonly pieceId: string; readonly to: readonly string[]; readonly at: Date };

/** `to`: null returns the pieces to the queue. */
export type HandOver = { readonly from: string; readonly to: Operator | null };

/** What would change, piece by piece; `why`: why it would not. */
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
  /** The version that was edited; 0 if there was no draft. */
  version: z.int().check(z.gte(0)),
  text: z.string().check(z.maxLength(MAX_TEXT_CHARS)),
});
export type SaveDraft = z.output<typeof saveDraftShape>;

/** Saved as `version`; or not, because of a concurrent save, which is returned. */
export const savedDraftShape = z.object({
  saved: z.boolean(),
  version: z.int(),
  text: z.nullable(z.string()),
  savedAt: z.string(),
  by: operatorShape,
});
export type SavedDraft = z.output<typeof savedDraftShape>;

const MAX_TOOL_CHARS = 100;
export const customerMessageShape = z.object({ pieceId: z.uuid(), text: wordsShape, waits: z._default(z.boolean(), false) });
export type Say = z.output<typeof customerMessageShape>;
const MAX_MENTIONS = 20;
export const noteShape = z.object({
  pieceId: z.uuid(),
  text: wordsShape,
  /** Operators to notify. The text has the name of each after an @. */
  mentions: z._default(z.array(z.uuid()).check(z.maxLength(MAX_MENTIONS)), []),
});
export type AddNote = z.output<typeof noteShape>;
export type Note = Omit<AddNote, 'mentions'> & { readonly mentions: readonly Operator[] };
/** `version`: of the draft that the operator has read. */
export const deliverShape = z.object({
  pieceId: z.uuid(),
  version: z.int().check(z.gte(0)),
  /** All that the customer gets: those of the version before are listed again, or dropped. */
  links: z.optional(linksShape),
  /** What was done. Absent: by people, or with the programs that drafted it. */
  howMade: z.optional(
    z.object({
      kind: z.enum(howMadeKinds),
      tools: z
        .array(z.string().check(z.overwrite(toOneLine), z.trim(), z.minLength(1), z.maxLength(MAX_TOOL_CHARS)))
        .check(z.maxLength(MAX_TOOLS)),
    }),
  ),
});
/** `why`: required if there are concerns. */
export type Deliver = z.output<typeof deliverShape> & { readonly why?: string | undefined };

/** What an action changed, for the audit log. */
export type WorkResult = {
  readonly pieceId: string;
  readonly orderId: string;
  readonly number: string;
  readonly accountId: string;
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
};

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
/** Decision on a brief under review; `why` goes to the audit log. */
export const briefDecisionShape = z.object({ pieceId: z.uuid(), why: whyShape });
/** `why`: required if a check raised a concern; goes to the audit log. */
export const deliverRequestShape = z.extend(deliverShape, { why: z.optional(whyShape) });
/** Null: it waits for approval. */
export const deliveredShape = z.object({ deliveryId: z.nullable(z.string()) });
