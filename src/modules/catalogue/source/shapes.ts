// The format of the owner's catalogue files: one common file, and one per service.
import * as z from 'zod/mini';
import { fileGroups } from '#lib/file-kind.ts';
import { isCurrencyCode } from '#lib/money/currencies.ts';
import { glyphNames } from '#lib/service-glyphs.ts';
import { MAX_TURNAROUND, turnaroundUnits } from '#lib/time/turnaround.ts';
import { optionalWordsShape, ownerWordsShape } from '#lib/words/owner-words-shape.ts';
import { addOnCharges, MAX_ADD_ONS } from '../add-ons/shapes.ts';
import {
  countedUnits,
  deliverables,
  FIRST_OWN_NUMBER,
  fieldKinds,
  isPluginPart,
  MAX_ACTIVE,
  MAX_NUMBER,
  MAX_REQUESTS,
  MAX_ROLLOVER_PERIODS,
  MAX_TOOLS,
  makerNames,
  PEOPLE,
  postLayouts,
  serviceStates,
} from '../shapes.ts';
import { MAX_STAGES, stageKeys } from '../stages/shapes.ts';

/** What orders refer to. */
const hyphenatedShape = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens'));

const filledShape = z.string().check(z.trim(), z.minLength(1, 'must not be empty'));
const nonNegativeInteger = z.int().check(z.gte(0));
const NAME_CHARS = 80;
const INSTRUCTION_CHARS = 2_000;
const key = z
  .string()
  .check(z.regex(/^[a-z][A-Za-z0-9]*$/, 'must be letters and digits, beginning with a small letter'), z.maxLength(NAME_CHARS));

const field = z.strictObject({
  name: z.string().check(z.regex(/^[a-z][A-Za-z0-9]*$/, 'must be letters and digits, beginning with a small letter')),
  kind: z.enum(fieldKinds),
  required: z.boolean(),
  min: z.optional(z.int()),
  max: z.optional(z.int()),
  itemMax: z.optional(nonNegativeInteger),
  options: z.optional(z.array(z.strictObject({ value: filledShape, label: ownerWordsShape })).check(z.minLength(1))),
  label: ownerWordsShape,
  help: optionalWordsShape,
  /** A text that is not a request, such as one to check or to avoid: the policy gate does not read it. */
  isReference: z.optional(z.boolean()),
  /**
   * The question is asked only if another one of the brief is answered so; it has one of the three
   * conditions.
   */
  askedIf: z.optional(
    z.strictObject({
      question: z.string(),
      isOneOf: z.optional(z.array(z.string())),
      isAnswered: z.optional(z.boolean()),
      isAtLeast: z.optional(z.int()),
    }),
  ),
});

/** More than any unit costs, also in a currency with small units. */
const MAX_UNIT_PRICE = 100_000_000;
/** By currency. Prices in currencies that the shop doesn't sell in may stay in the file. */
const prices = z.record(
  z.string().check(z.refine(isCurrencyCode, 'is not the ISO 4217 code of a currency')),
  z.int().check(z.gte(1), z.lte(MAX_UNIT_PRICE)),
);

const turnaround = z.strictObject({ amount: z.int().check(z.gte(1), z.lte(MAX_TURNAROUND)), unit: z.enum(turnaroundUnits) });

/** Requests of other services, within the price of the period. */
const plan = z.strictObject({
  /** Null: unlimited. */
  requests: z.nullable(z.int().check(z.gte(1), z.lte(MAX_REQUESTS))),
  /** In work at once; the others wait. */
  active: z.int().check(z.gte(1), z.lte(MAX_ACTIVE)),
  /** What one unit of each service costs, by key. */
  services: z.record(z.string(), z.int().check(z.gte(1), z.lte(MAX_REQUESTS))),
  /** Absent or null: unused requests lapse with their period. */
  rollover: z.optional(
    z.nullable(
      z.strictObject({
        periods: z.int().check(z.gte(1), z.lte(MAX_ROLLOVER_PERIODS)),
        max: z.int().check(z.gte(1), z.lte(MAX_REQUESTS)),
      }),
    ),
  ),
});

const offer = z.strictObject({
  id: hyphenatedShape,
  unit: ownerWordsShape,
  note: ownerWordsShape,
  minQuantity: z.int().check(z.gte(1)),
  maxQuantity: z.int().check(z.gte(1), z.lte(1000)),
  prices,
  /** Volume prices: from this unit on, each one costs this. */
  tiers: z.optional(z.array(z.strictObject({ from: z.int().check(z.gte(2), z.lte(1000)), prices })).check(z.minLength(1))),
  pieces: z.array(z.strictObject({ offer: filledShape, quantity: z.int().check(z.gte(1)) })),
  /** If different from the service's. */
  revisions: z.optional(nonNegativeInteger),
  /** The common questions it asks; default: all. */
  asks: z.optional(z.array(filledShape)),
  /** How much one has of what `countedIn` of the service names. */
  count: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
  /** The service's maker delivers it within a minute, without a person. */
  isInstant: z.optional(z.boolean()),
  /** Absent: 48 hours. A bundle has none: its pieces do. */
  turnaround: z.optional(turnaround),
  /** Each unit is a piece with its own brief, date and delivery. */
  eachUnitIsPiece: z.optional(z.boolean()),
  /** Of a monthly service alone. */
  plan: z.optional(plan),
});

/** An extra that the customer may order with an offer. */
const addOn = z.strictObject({
  id: hyphenatedShape.check(z.maxLength(NAME_CHARS)),
  name: ownerWordsShape,
  description: z.optional(ownerWordsShape),
  charged: z.enum(addOnCharges),
  /** Of a counted one. */
  maxQuantity: z.optional(z.int().check(z.gte(1), z.lte(1000))),
  /** Of a percentage, which has no prices. */
  percent: z.optional(z.int().check(z.gte(1), z.lte(1000))),
  prices: z.optional(prices),
  /** It replaces the offer's: a rush. */
  turnaround: z.optional(turnaround),
  /** The offers that have it; absent: all. */
  offers: z.optional(z.array(filledShape)),
});

/** What its pieces go through between payment and delivery. */
const stage = z.strictObject({ id: hyphenatedShape.check(z.maxLength(NAME_CHARS)), name: ownerWordsShape, ...stageKeys });

const hour = z.int().check(z.gte(0), z.lte(23));
const platform = z.strictObject({
  key,
  /** On the wire; never changed, and never used again for another. The owner's own begin at 100. */
  number: z.int().check(z.gte(0), z.lte(MAX_NUMBER)),
  name: filledShape,
  surchargePercent: z.int().check(z.gte(0), z.lte(100)),
  hosts: z.array(z.string().check(z.regex(/^[a-z0-9.-]+\.[a-z]+$/, 'must be a host name, such as x.com'))).check(z.minLength(1)),
  layout: z.optional(z.enum(postLayouts)),
  posts: z.optional(
    z.strictObject({
      hashtags: z.optional(z.int().check(z.gte(0), z.lte(30))),
      hashtagNote: z.optional(ownerWordsShape),
      hours: z.optional(z.array(hour).check(z.minLength(1))),
    }),
  ),
});

export const commonShape = z.strictObject({
  /** As in money.yaml, which names them now. */
  currencies: z.optional(z.array(z.string())),
  /** Of services by key. A key without one gets the next number from 100. */
  numbers: z.optional(z.record(z.string(), z.int().check(z.gte(0), z.lt(FIRST_OWN_NUMBER)))),
  platforms: z.array(platform),
  fields: z.array(field),
});

export const serviceFileShape = z.strictObject({
  key,
  /** A number in its place would be taken for the number of a service. */
  slug: z
    .string()
    .check(
      z.regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'must be small letters, digits and hyphens, beginning with a letter'),
      z.maxLength(NAME_CHARS),
    ),
  /** A service of content, a bundle, or a service of a plugin's kind. */
  kind: z
    .string()
    .check(
      z.refine(
        (kind) => kind === 'service' || kind === 'bundle' || isPluginPart(kind),
        'must be service or bundle, or a kind of a plugin, such as plugin:kind',
      ),
    ),
  /** Absent: sold. */
  state: z.optional(z.enum(serviceStates)),
  position: z.int().check(z.gte(0), z.lte(MAX_NUMBER)),
  madeBy: z.enum(['person', 'automatic', 'mixed']),
  /** Programs and models that it is made with, as customers read them. */
  tools: z.optional(z.array(filledShape.check(z.maxLength(NAME_CHARS))).check(z.maxLength(MAX_TOOLS))),
  platforms: z.array(filledShape),
  revisions: nonNegativeInteger,
  interval: z.nullable(z.literal('month')),
  turnaround: z.enum(['48h', 'minute']),
  /** Absent: an article. */
  delivers: z.optional(z.enum(deliverables)),
  /** The kinds of files that a delivery may have. Absent: all. */
  deliveredFiles: z.optional(z.array(z.enum(fileGroups)).check(z.minLength(1))),
  /** Absent: the general one. */
  icon: z.optional(z.enum(glyphNames)),
  /** The program that makes or drafts it. Absent: that of its kind, or people. */
  maker: z.optional(
    z
      .string()
      .check(
        z.refine(
          (name) => name === PEOPLE || (makerNames as readonly string[]).includes(name) || isPluginPart(name),
          `must be one of ${[...makerNames, PEOPLE].join(', ')}, or a plugin's maker, such as plugin:maker`,
        ),
      ),
  ),
  instructions: z.optional(filledShape.check(z.maxLength(INSTRUCTION_CHARS))),
  countedIn: z.optional(z.enum(countedUnits)),
  quantityFrom: z.optional(filledShape),
  name: ownerWordsShape,
  summary: ownerWordsShape,
  description: ownerWordsShape,
  contains: z.array(ownerWordsShape).check(z.minLength(1)),
  excludes: z.array(ownerWordsShape),
  sample: z.prefault(z.strictObject({ caption: optionalWordsShape, text: optionalWordsShape }), {}),
  fields: z.array(field),
  offers: z.array(offer).check(z.minLength(1)),
  addOns: z.optional(z.array(addOn).check(z.minLength(1), z.maxLength(MAX_ADD_ONS))),
  /** A second person approves each delivery. Absent: nobody. A bundle has that of its pieces. */
  approval: z.optional(z.boolean()),
  /** Absent: none. A bundle has those of its pieces. */
  stages: z.optional(z.array(stage).check(z.minLength(1), z.maxLength(MAX_STAGES))),
});

/** The common file; every other file is one service. */
export const COMMON_FILE = 'common.yaml';

export type SourceService = z.output<typeof serviceFileShape>;
export type SourcePlan = z.output<typeof plan>;
export type SourceCommon = z.output<typeof commonShape>;
export type CatalogueSource = { readonly common: SourceCommon; readonly services: readonly SourceService[] };
