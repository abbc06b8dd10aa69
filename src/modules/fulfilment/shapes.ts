// Request and response shapes of deliveries, revisions and messages.
import * as z from 'zod/mini';
import { toCleanLines } from '#lib/markdown/plain-text.ts';
import { deliveredLinkShape, howMadeShape } from '#modules/orders/shapes.ts';

/** Longer than any piece. */
export const MAX_TEXT_CHARS = 200_000;
const WORDS_CHARS = 4_000;
const MARK_CHARS = 1_000;
const MAX_MARKS = 100;
/** 100 hours. */
const MAX_SECONDS = 360_000;
/** A delivery can be revised for this long; then it is accepted automatically. */
export const ACCEPT_HOURS = 72;

const moment = z.nullable(z.string());
const createTextShape = (chars: number) => z.string().check(z.overwrite(toCleanLines), z.trim(), z.maxLength(chars));
export const wordsShape = createTextShape(WORDS_CHARS).check(z.minLength(1));

/** A report of the checks; its content is opaque here. */
export const storedReportShape = z.record(z.string(), z.unknown());
export type StoredReport = z.output<typeof storedReportShape>;

/** A passage by offset (UTF-16 units) with its quoted text. */
export const markShape = z.object({ from: z.int(), to: z.int(), quote: z.string(), note: z.string() });
export type RevisionMark = z.output<typeof markShape>;

/**
 * A point of a delivered picture, by fractions of its width and height. Pins are numbered in their order,
 * from 1.
 */
const pinShape = z.object({ fileId: z.string(), name: z.string(), x: z.number(), y: z.number(), note: z.string() });
export type RevisionPin = z.output<typeof pinShape>;

/** `at`: in seconds from the beginning of a recording or a film. */
const timeMarkShape = z.object({ fileId: z.string(), name: z.string(), at: z.int(), note: z.string() });
export type TimeMark = z.output<typeof timeMarkShape>;

const archiveEntryShape = z.object({ name: z.string(), bytes: z.number() });
export type ArchivedFile = z.output<typeof archiveEntryShape>;

/** Provenance of a delivery: content hashes, time, maker and tools. */
export const passportShape = z.object({
  order: z.string(),
  piece: z.int(),
  version: z.int(),
  offer: z.string(),
  takenAt: moment,
  deliveredAt: z.string(),
  /** A person's name, or a program. */
  madeBy: z.object({ kind: z.enum(['person', 'program']), name: z.string() }),
  /** Programs and models used, by name and version; may be empty. */
  help: z.array(z.string()),
  /** Results of the shop's checks; null if there were none. */
  checks: z.nullable(storedReportShape),
  text: z.object({ sha256: z.string(), characters: z.int(), words: z.int() }),
  files: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string() })),
  /** Addresses; absent: none. */
  links: z.optional(z.array(z.string())),
});
export type Passport = z.output<typeof passportShape>;

const deliveredFileShape = z.object({
  id: z.string(),
  name: z.string(),
  bytes: z.int(),
  /** What a ZIP contains; absent for other files. */
  entries: z.optional(z.array(archiveEntryShape)),
});

const revisionShape = z.object({
  ...{ askedAt: z.string(), note: z.string() },
  marks: z.array(markShape),
  pins: z.array(pinShape),
  timeMarks: z.array(timeMarkShape),
});

/** `link`: a guest of a shared order. */
export const accepters = ['customer', 'team', 'link', 'time'] as const;

/** A delivery with its text and files. */
export const deliveryShape = z.object({
  id: z.string(),
  pieceId: z.string(),
  orderId: z.string(),
  /** Index of the piece in its order, from 1. */
  piece: z.int(),
  version: z.int(),
  deliveredAt: z.string(),
  text: z.string(),
  report: z.nullable(storedReportShape),
  passport: passportShape,
  /** Null for deliveries before it was recorded. */
  howMade: z.nullable(howMadeShape),
  files: z.array(deliveredFileShape),
  links: z.array(deliveredLinkShape),
  acceptedAt: moment,
  acceptedBy: z.nullable(z.enum(accepters)),
  /** The revision requested by the customer. */
  revision: z.nullable(revisionShape),
});
export type DeliveryView = z.output<typeof deliveryShape>;

/**
 * A customer's own text with its report. Offsets are UTF-16 units of this text; messages are in the reader's
 * language.
 */
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
      findings: z.array(
        z.object({
          ...{ from: z.int(), to: z.int(), quoted: z.string(), what: z.string(), suggestions: z.string() },
          /** The suggestions themselves, best first; '' leaves the passage out. */
          replacements: z.array(z.string()),
        }),
      ),
    }),
  ),
});
export type CheckedText = z.output<typeof checkedTextShape>;

/** The customer's view. `checked`: null unless it is a report on their own text. */
export const readDeliveryShape = z.extend(deliveryShape, {
  checked: z.nullable(checkedTextShape),
  /** How it was made, to publish with it; empty if it was not recorded. */
  labels: z.array(z.object({ locale: z.string(), language: z.string(), text: z.string() })),
  /** Formats of plugins, beside those that every shop has. */
  formats: z.optional(z.array(z.object({ as: z.string(), label: z.string() }))),
});
export type ReadDelivery = z.output<typeof readDeliveryShape>;

/** The customer's view of a piece, without its brief. */
export const pieceWorkShape = z.object({
  pieceId: z.string(),
  state: z.string(),
  deliveries: z.array(z.object({ id: z.string(), version: z.int(), deliveredAt: z.string() })),
  /** When the newest delivery is accepted automatically; null if there is nothing to accept. */
  acceptAt: moment,
  revisions: z.object({ included: z.int(), left: z.int() }),
  /** The clock is paused until the customer answers. */
  waits: z.boolean(),
  /** Null before an editor takes it and after it is delivered. */
  progress: z.nullable(
    z.object({
      /** First name of the editor, if the owner shows it. */
      maker: z.nullable(z.string()),
      takenAt: moment,
      /** Something is written since the brief or the last request. */
      isDrafted: z.boolean(),
    }),
  ),
  messages: z.array(
    z.object({
      id: z.string(),
      mine: z.boolean(),
      name: z.nullable(z.string()),
      text: z.string(),
      at: z.string(),
      waits: z.boolean(),
      /** Another address than the account's that it was mailed from. */
      fromEmail: z.nullable(z.string()),
      files: z.array(z.object({ id: z.string(), name: z.string(), bytes: z.int() })),
    }),
  ),
});
export type PieceWork = z.output<typeof pieceWorkShape>;

export const pieceRequestShape = z.object({ pieceId: z.uuid() });
export const deliveryRequestShape = z.object({ id: z.uuid() });
export const fileLinkShape = z.object({ address: z.string() });
/** `until`: in milliseconds. */
export const linkedFileShape = z.object({
  ...{ id: z.uuid(), session: z.uuid() },
  until: z.coerce.number().check(z.int(), z.gte(0)),
  signature: z.string().check(z.maxLength(100)),
});
export type LinkedFile = z.output<typeof linkedFileShape>;
/**
 * `take`: the suggestions that are taken, each as the place of its finding in the report and its own:
 * "0-0,3-1".
 */
export const correctionsShape = z.object({
  id: z.uuid(),
  take: z.string().check(z.maxLength(6_000), z.regex(/^(\d{1,4}-\d{1,2}(,\d{1,4}-\d{1,2})*)?$/)),
});
export const takeAwayKinds = ['md', 'docx', 'pdf', 'zip'] as const;
export type TakeAwayKind = (typeof takeAwayKinds)[number];
/** `as`: one of `takeAwayKinds`, or a plugin's. */
export const takeAwayRequestShape = z.object({ id: z.uuid(), as: z.string().check(z.maxLength(10)) });

const fraction = z.number().check(z.gte(0), z.lte(1));
export const reviseShape = z.object({
  deliveryId: z.uuid(),
  note: z._default(createTextShape(WORDS_CHARS), ''),
  marks: z._default(
    z
      .array(z.object({ from: z.int().check(z.gte(0)), to: z.int().check(z.gte(1)), note: z._default(createTextShape(MARK_CHARS), '') }))
      .check(z.maxLength(MAX_MARKS)),
    [],
  ),
  pins: z._default(
    z
      .array(z.object({ fileId: z.uuid(), x: fraction, y: fraction, note: createTextShape(MARK_CHARS).check(z.minLength(1)) }))
      .check(z.maxLength(MAX_MARKS)),
    [],
  ),
  timeMarks: z._default(
    z
      .array(
        z.object({
          fileId: z.uuid(),
          at: z.int().check(z.gte(0), z.lte(MAX_SECONDS)),
          note: createTextShape(MARK_CHARS).check(z.minLength(1)),
        }),
      )
      .check(z.maxLength(MAX_MARKS)),
    [],
  ),
});
export type Revise = z.output<typeof reviseShape>;
export const acceptShape = z.object({ deliveryId: z.uuid() });
export const messageReadShape = z.object({ pieceId: z.uuid(), text: wordsShape });
export type CustomerMessage = z.output<typeof messageReadShape>;
