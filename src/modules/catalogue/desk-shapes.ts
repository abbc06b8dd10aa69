// API schemas of the desk's catalogue editor.
import * as z from 'zod/mini';
import { fileGroups } from '#lib/file-kind.ts';
import { manyLines, oneLine } from '#lib/markdown/plain-text.ts';
import { currencyShape } from '#lib/money/currency-shape.ts';
import { glyphNames } from '#lib/service-glyphs.ts';
import { turnaroundUnits } from '#lib/time/turnaround.ts';
import { versionShape } from '#modules/content/shapes.ts';
import { addOnCharges } from './add-ons/shapes.ts';
import { countedUnits, deliverables, fieldKinds, serviceStates } from './shapes.ts';
import { moverRoles, stageKeys } from './stages/shapes.ts';

const FILE_CHARS = 100;
const WORDS_CHARS = 5_000;
const TEXT_CHARS = 200_000;
const MAX_ITEMS = 200;

const name = z.string().check(z.overwrite(oneLine), z.trim(), z.maxLength(FILE_CHARS));
const typed = z.string().check(z.overwrite(manyLines), z.trim(), z.maxLength(WORDS_CHARS));
const words = z.object({ en: typed, es: typed, jp: typed });
const items = <S extends z.ZodMiniType>(of: S) => z.array(of).check(z.maxLength(MAX_ITEMS));

const questionShape = z.object({
  name,
  kind: z.enum(fieldKinds),
  required: z.boolean(),
  label: words,
  help: words,
  min: z.optional(z.int()),
  max: z.optional(z.int()),
  itemMax: z.optional(z.int()),
  options: z.optional(items(z.object({ value: name, label: words }))),
  isReference: z.optional(z.boolean()),
  askedIf: z.optional(
    z.object({
      question: name,
      isOneOf: z.optional(items(name)),
      isAnswered: z.optional(z.boolean()),
      isAtLeast: z.optional(z.int()),
    }),
  ),
});

/** By the code of the currency. */
const prices = z.record(z.string().check(z.regex(/^[A-Z]{3}$/)), z.optional(z.int()));

const turnaroundDraftShape = z.object({ amount: z.int(), unit: z.enum(turnaroundUnits) });

const offerDraftShape = z.object({
  id: name,
  unit: words,
  note: words,
  minQuantity: z.int(),
  maxQuantity: z.int(),
  prices,
  tiers: z.optional(items(z.object({ from: z.int(), prices }))),
  pieces: items(z.object({ offer: name, quantity: z.int() })),
  count: z.optional(z.int()),
  isInstant: z.optional(z.boolean()),
  turnaround: z.optional(turnaroundDraftShape),
  eachUnitIsPiece: z.optional(z.boolean()),
  plan: z.optional(
    z.object({
      /** Absent: unlimited. */
      requests: z.nullish(z.int()),
      active: z.int(),
      services: z.record(name, z.optional(z.int())),
      rollover: z.nullish(z.object({ periods: z.nullish(z.int()), max: z.nullish(z.int()) })),
    }),
  ),
  /** Not in the form; the file's value is unchanged. */
  revisions: z.optional(z.int()),
  /** Common questions. Absent: all. */
  asks: z.optional(items(name)),
});

const addOnDraftShape = z.object({
  id: name,
  name: words,
  /** Empty in all languages: none. */
  description: z.optional(words),
  charged: z.enum(addOnCharges),
  maxQuantity: z.optional(z.int()),
  percent: z.optional(z.int()),
  prices: z.optional(prices),
  turnaround: z.optional(turnaroundDraftShape),
  offers: z.optional(items(name)),
});

/** The form's part of a service file; the rest is unchanged. */
export const serviceDraftShape = z.object({
  /** `service`, or a plugin's; a bundle stays one. */
  kind: z.optional(name),
  state: z.optional(z.enum(serviceStates)),
  /** Place in the lists; services of one position are in the order of their names. */
  position: z.optional(z.int()),
  delivers: z.optional(z.enum(deliverables)),
  /** Null removes the value from the file: all kinds. */
  deliveredFiles: z.optional(z.nullable(z.array(z.enum(fileGroups)))),
  platforms: z.optional(items(name)),
  madeBy: z.optional(z.enum(['person', 'automatic', 'mixed'])),
  tools: z.optional(
    z.pipe(
      items(name),
      z.transform((tools) => tools.map((tool) => tool.trim()).filter(Boolean)),
    ),
  ),
  turnaround: z.optional(z.enum(['48h', 'minute'])),
  /** Null removes the value from the file. */
  icon: z.optional(z.nullable(z.enum(glyphNames))),
  /** One of `makerNames`, or a plugin's. */
  maker: z.optional(z.nullable(name)),
  instructions: z.optional(z.nullable(typed)),
  countedIn: z.optional(z.nullable(z.enum(countedUnits))),
  quantityFrom: z.optional(z.nullable(name)),
  name: words,
  summary: words,
  description: words,
  revisions: z.int(),
  contains: items(words),
  excludes: items(words),
  sample: z.object({ caption: words, text: words }),
  fields: items(questionShape),
  offers: items(offerDraftShape),
  /** Absent: unchanged. */
  addOns: z.optional(items(addOnDraftShape)),
  approval: z.optional(z.boolean()),
  /** Absent: unchanged. */
  stages: z.optional(items(z.object({ id: name, name: words, ...stageKeys, movedBy: z.optional(items(z.enum(moverRoles))) }))),
});
export type ServiceDraft = z.output<typeof serviceDraftShape>;

export const catalogueFileRequestShape = z.object({ file: name });
export const catalogueVersionRequestShape = z.object({ file: name, number: z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)) });

/** Either the file's whole text or the form's fields. */
export const catalogueDraftShape = z.object({
  file: name,
  /** A new service, whose address is the file's name. `like`: the file that it is a copy of. */
  isNew: z.optional(z.object({ like: z.optional(name) })),
  text: z.optional(z.string().check(z.overwrite(manyLines), z.maxLength(TEXT_CHARS))),
  service: z.optional(serviceDraftShape),
});
export type CatalogueDraft = z.output<typeof catalogueDraftShape>;

export const textChangeShape = z.object({ what: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) });
export type TextChange = z.output<typeof textChangeShape>;

export const catalogueFileShape = z.object({
  file: z.string(),
  number: z.int(),
  text: z.string(),
  versions: z.array(versionShape),
  /** Absent for the common file. */
  service: z.optional(z.object({ ...serviceDraftShape.shape, slug: z.string(), kind: z.string() })),
  /** The questions of the common file, which an offer can leave out. */
  common: z.array(z.object({ value: z.string(), label: z.string() })),
  /** By key: what is ordered once, so that a plan may have it. */
  plannable: z.array(z.object({ value: z.string(), label: z.string() })),
});
export type CatalogueFile = z.output<typeof catalogueFileShape>;

export const deskCatalogueShape = z.object({
  version: z.string(),
  services: z.array(
    z.object({
      type: z.int(),
      slug: z.string(),
      name: z.string(),
      kind: z.enum(['service', 'bundle']),
      state: z.enum(serviceStates),
      madeBy: z.enum(['person', 'automatic', 'mixed']),
      /** Empty if its file was removed. */
      file: z.string(),
      offers: z.array(
        z.object({
          id: z.string(),
          unit: z.string(),
          note: z.string(),
          minQuantity: z.int(),
          maxQuantity: z.int(),
          prices: z.array(z.object({ currency: currencyShape, amount: z.int() })),
          pieces: z.array(z.string()),
        }),
      ),
      fields: z.array(z.object({ name: z.string(), kind: z.string(), required: z.boolean(), label: z.string() })),
    }),
  ),
});
export type DeskCatalogue = z.output<typeof deskCatalogueShape>;
