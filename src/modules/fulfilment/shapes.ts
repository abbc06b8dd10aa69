// What goes over the wire between a customer and those who work on a piece: deliveries, what is wanted otherwise, and what is said.
import * as z from 'zod/mini';
import { manyLines } from '../../lib/markdown/plain-text.ts';

/** More than any piece is long. */
export const MAX_TEXT_CHARS = 200_000;
const WORDS_CHARS = 4_000;
const MARK_CHARS = 1_000;
const MAX_MARKS = 100;
/** Within how many hours of a delivery it can be revised; then it is accepted by itself. */
export const ACCEPT_HOURS = 72;

const moment = z.nullable(z.string());
const typed = (chars: number) => z.string().check(z.overwrite(manyLines), z.trim(), z.maxLength(chars));
export const wordsShape = typed(WORDS_CHARS).check(z.minLength(1));

/** What was found in a text. Who looks over texts decides what stands in it; whoever shows it takes what they know. */
export const reportShape = z.record(z.string(), z.unknown());
export type Report = z.output<typeof reportShape>;

/** A passage by its place in the text, in UTF-16 units as browsers count, and its words as they stood there. */
export const markShape = z.object({ from: z.int(), to: z.int(), quote: z.string(), note: z.string() });
export type Mark = z.output<typeof markShape>;

/** What can be checked of a delivery by whoever has it: what it is made of, when, by whom and with which help. */
export const passportShape = z.object({
  order: z.string(),
  piece: z.int(),
  version: z.int(),
  offer: z.string(),
  takenAt: moment,
  deliveredAt: z.string(),
  /** A person by name, or a program. */
  madeBy: z.object({ kind: z.enum(['person', 'program']), name: z.string() }),
  /** Programs and models that helped, each by name and version; empty: none. */
  help: z.array(z.string()),
  /** Whether it was looked over by the shop's checks, and what they counted. */
  checks: z.nullable(reportShape),
  text: z.object({ sha256: z.string(), characters: z.int(), words: z.int() }),
  files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
});
export type Passport = z.output<typeof passportShape>;

const deliveredFileShape = z.object({ id: z.string(), name: z.string(), bytes: z.int() });

const revisionShape = z.object({ askedAt: z.string(), note: z.string(), marks: z.array(markShape) });

/** One delivery whole. */
export const deliveryShape = z.object({
  id: z.string(),
  pieceId: z.string(),
  orderId: z.string(),
  /** As the pieces of an order are counted, from 1. */
  piece: z.int(),
  version: z.int(),
  deliveredAt: z.string(),
  text: z.string(),
  report: z.nullable(reportShape),
  passport: passportShape,
  files: z.array(deliveredFileShape),
  acceptedAt: moment,
  acceptedBy: z.nullable(z.enum(['customer', 'time'])),
  /** What its customer wanted otherwise. */
  revision: z.nullable(revisionShape),
});
export type DeliveryView = z.output<typeof deliveryShape>;

/** A customer's own text as a program checked it; places count UTF-16 units in this text. Its words are in the reader's language. */
export const checkedTextShape = z.object({
  text: z.string(),
  language: z.enum(['en', 'es', 'ja']),
  numbers: z.array(z.object({ name: z.string(), text: z.string() })),
  notes: z.array(z.string()),
  checks: z.array(
    z.object({
      name: z.string(),
      state: z.string(),
      title: z.string(),
      stateText: z.string(),
      sentence: z.string(),
      more: z.string(),
      findings: z.array(z.object({ from: z.int(), to: z.int(), quoted: z.string(), what: z.string(), suggestions: z.string() })),
    }),
  ),
});
export type CheckedText = z.output<typeof checkedTextShape>;

/** As its customer reads it. `checked`: null where it is not a report on their own text. */
export const readDeliveryShape = z.extend(deliveryShape, { checked: z.nullable(checkedTextShape) });
export type ReadDelivery = z.output<typeof readDeliveryShape>;

/** What a customer sees of a piece beside its brief. */
export const pieceWorkShape = z.object({
  pieceId: z.string(),
  state: z.string(),
  deliveries: z.array(z.object({ id: z.string(), version: z.int(), deliveredAt: z.string() })),
  /** When the newest is accepted by itself; null where there is nothing to accept. */
  acceptAt: moment,
  revisions: z.object({ included: z.int(), left: z.int() }),
  /** The clock waits for an answer of the customer's. */
  waits: z.boolean(),
  messages: z.array(
    z.object({ id: z.string(), mine: z.boolean(), name: z.nullable(z.string()), text: z.string(), at: z.string(), waits: z.boolean() }),
  ),
});
export type PieceWork = z.output<typeof pieceWorkShape>;

export const pieceAskShape = z.object({ pieceId: z.uuid() });
export const deliveryAskShape = z.object({ id: z.uuid() });
export const takeAwayKinds = ['md', 'docx', 'pdf', 'zip'] as const;
export type TakeAwayKind = (typeof takeAwayKinds)[number];
export const takeAwayAskShape = z.object({ id: z.uuid(), as: z.enum(takeAwayKinds) });

export const reviseShape = z.object({
  deliveryId: z.uuid(),
  note: z._default(typed(WORDS_CHARS), ''),
  marks: z._default(
    z
      .array(z.object({ from: z.int().check(z.gte(0)), to: z.int().check(z.gte(1)), note: z._default(typed(MARK_CHARS), '') }))
      .check(z.maxLength(MAX_MARKS)),
    [],
  ),
});
export type Revise = z.output<typeof reviseShape>;
export const acceptShape = z.object({ deliveryId: z.uuid() });
export const saidShape = z.object({ pieceId: z.uuid(), text: wordsShape });
export type Said = z.output<typeof saidShape>;
