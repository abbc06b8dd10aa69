// API schemas of the catalogue: offers, prices, brief fields, platforms.
import * as z from 'zod/mini';
import { currencyShape } from '#lib/money/currency-shape.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { MAX_TURNAROUND, turnaroundUnits } from '#lib/time/turnaround.ts';
import { addOnShape } from './add-ons/shapes.ts';

/**
 * On the wire. The owner's files give the numbers below 100; a key without one gets the next from 100: see
 * keys.ts.
 */
export type ServiceNumber = number;
export type PlatformNumber = number;

/** Hidden: ordered by its link, but not listed. Archived: not sold; its orders live on. */
export const serviceStates = ['sold', 'hidden', 'archived'] as const;
export type ServiceState = (typeof serviceStates)[number];

/**
 * What is delivered, which decides how it is shown: a text as an article, as posts with their calendar, as a
 * board of phrases or as sets to copy; or files without a text.
 */
export const deliverables = ['article', 'posts', 'phrases', 'hashtags', 'files'] as const;
export type Deliverable = (typeof deliverables)[number];

/**
 * Makers that files name without their plugin: they come with the product. People make what has none. Only
 * the first may deliver without a person.
 */
export const makerNames = ['text-checker', 'hashtags', 'post-kits', 'language-model'] as const;
export type MakerName = (typeof makerNames)[number];
/** In the place of a maker: no program, although the kind of the service has one. */
export const PEOPLE = 'people';
/** "glossary-tools:glossary": a part of a plugin, such as a maker or a kind of service. */
export const isPluginPart = (name: string): boolean => /^[a-z][a-z0-9-]*:[a-z][a-z0-9-]*$/.test(name);

/** What a delivery is counted in, to check that it has all that was ordered. */
export const countedUnits = ['words', 'phrases', 'sets', 'kits'] as const;
export type Ordered = { readonly count: number; readonly of: (typeof countedUnits)[number] };

/** How a platform arranges a post: text first, picture first, or as a message. */
export const postLayouts = ['text', 'picture', 'chat'] as const;
export type PostLayout = (typeof postLayouts)[number];

export const fieldKinds = ['text', 'longText', 'url', 'texts', 'urls', 'file', 'choice', 'choices', 'number', 'yesNo'] as const;

/** The first number that is given to a key without one. */
export const FIRST_OWN_NUMBER = 100;
/** As many as a column holds. */
export const MAX_NUMBER = 32_767;
export const serviceShape = z.int().check(z.gte(0), z.lte(MAX_NUMBER));
const platformShape = z.int().check(z.gte(0), z.lte(MAX_NUMBER));

const optionShape = z.object({ value: z.string(), label: z.string() });

/**
 * A question is asked only if another question of the brief has such an answer. It has one of the three
 * conditions.
 */
const askedIfShape = z.object({
  question: z.string(),
  /** Of a choice, or one of several choices. */
  isOneOf: z.optional(z.array(z.string())),
  isAnswered: z.optional(z.boolean()),
  isAtLeast: z.optional(z.int()),
});

export const fieldShape = z.object({
  name: z.string(),
  kind: z.enum(fieldKinds),
  required: z.boolean(),
  max: z.optional(z.number()),
  min: z.optional(z.number()),
  /** Maximum length of a list item. */
  itemMax: z.optional(z.number()),
  options: z.optional(z.array(optionShape)),
  label: z.string(),
  help: z.string(),
  /** A text that is not a request, such as one to check or to avoid: the policy gate does not read it. */
  isReference: z.optional(z.boolean()),
  /** Absent: always asked. */
  askedIf: z.optional(askedIfShape),
});

/** How long a piece takes, by the working clock. */
export const turnaroundShape = z.object({ amount: z.int().check(z.gte(1), z.lte(MAX_TURNAROUND)), unit: z.enum(turnaroundUnits) });

/** Of one order, if each unit is a piece; and of all orders of a purchase. */
export const MAX_UNIT_PIECES = 100;
export const MAX_PURCHASE_PIECES = 500;

const priceTierShape = z.object({ from: z.int(), unitPrice: z.int() });

/** A piece of work: an ordinary offer is one piece; a bundle lists its offers. */
export const pieceShape = z.object({ offerId: z.string(), serviceType: serviceShape, quantity: z.int(), unit: z.string() });

export const MAX_TOOLS = 10;
/** By people; by people with programs or models; or by programs or models. */
export const howMadeKinds = ['person', 'assisted', 'generated'] as const;
/** What the owner promises about how an offer is made. */
export const promiseShape = z.object({ kind: z.enum(howMadeKinds), tools: z.array(z.string()) });
export type MadePromise = z.output<typeof promiseShape>;

/** Of a plan: requests in a period, and at once. */
export const MAX_REQUESTS = 1_000;
export const MAX_ACTIVE = 100;
export const MAX_ROLLOVER_PERIODS = 12;

/**
 * What a plan gives in each period. `requests`: credits; null is unlimited. `services`: what one unit of an
 * offer of each costs in credits. `rollover`: for how many periods unused credits stay, and how many at most.
 */
export const planShape = z.object({
  requests: z.nullable(z.int()),
  active: z.int(),
  services: z.record(z.string(), z.int()),
  rollover: z.nullable(z.object({ periods: z.int(), max: z.int() })),
});
export type Plan = z.output<typeof planShape>;

export const offerShape = z.object({
  id: z.string(),
  serviceType: serviceShape,
  /** Unit in the reader's language: "600 words". */
  unit: z.string(),
  note: z.string(),
  unitPrice: z.int(),
  /** Volume prices: from this unit on, each one costs this. Absent: all units cost the same. */
  tiers: z.optional(z.array(priceTierShape)),
  /** Extras that a line may have. Of a monthly offer, each is charged every month. Absent: none. */
  addOns: z.optional(z.array(addOnShape)),
  minQuantity: z.int(),
  maxQuantity: z.int(),
  interval: z.nullable(z.literal('month')),
  /** Absent: no plan. A plan has neither pieces nor questions: its requests do. */
  plan: z.optional(planShape),
  platforms: z.array(platformShape),
  fields: z.array(fieldShape),
  revisions: z.int(),
  turnaround: turnaroundShape,
  /** Each unit is a piece with its own brief, date and delivery. */
  eachUnitIsPiece: z.boolean(),
  howMade: promiseShape,
  pieces: z.array(pieceShape),
  /** The question whose text determines the quantity: one per started 1,000 words. */
  quantityFrom: z.optional(z.string()),
  /** A program delivers it within a minute. */
  isInstant: z.optional(z.boolean()),
});

export const platformTypeShape = z.object({
  platform: platformShape,
  name: z.string(),
  surchargePercent: z.int(),
  /** Hosts of its profile URLs. */
  hosts: z.readonly(z.array(z.string())),
  /** Absent: text first. */
  layout: z.optional(z.enum(postLayouts)),
});

/** `withArchived`: adds the offers that are no longer sold, for the orders that were placed with them. */
export const pricesRequestShape = z.object({ currency: currencyShape, withArchived: z.optional(z.boolean()) });
export const pricesShape = z.object({
  currency: currencyShape,
  offers: z.array(offerShape),
  platformTypes: z.array(platformTypeShape),
  /** Of the client who asks, off the subtotal of an order. Absent: none. */
  discountPercent: z.optional(z.number()),
});

export type CatalogueField = z.infer<typeof fieldShape>;
export type OfferPiece = z.infer<typeof pieceShape>;
export type Offer = z.infer<typeof offerShape>;
export type PlatformType = z.infer<typeof platformTypeShape>;
export type Prices = z.infer<typeof pricesShape>;

/** Page texts of a service in one language. Not in the API; used by rendering. */
export type ServiceText = {
  readonly serviceType: ServiceNumber;
  readonly slug: string;
  readonly state: ServiceState;
  readonly kind: 'service' | 'bundle';
  readonly madeBy: 'person' | 'automatic' | 'mixed';
  readonly turnaround: '48h' | 'minute';
  readonly delivers: Deliverable;
  readonly icon: string | null;
  readonly interval: 'month' | null;
  readonly platforms: readonly PlatformNumber[];
  readonly revisions: number;
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly contains: readonly string[];
  readonly excludes: readonly string[];
  readonly sample: { readonly caption: string; readonly text: string };
};

/** A time rounded up, so that "within" is true: to minutes below an hour, to hours from there on. */
export type DeliverySpan = { readonly amount: number; readonly unit: 'minutes' | 'hours' };
/** Within which times a service delivered half and nine of ten of its last deliveries. */
export type DeliveryTimes = { readonly count: number; readonly half: DeliverySpan; readonly most: DeliverySpan };

/** The catalogue in one language and currency. */
export type Storefront = {
  readonly version: string;
  /** What the shop sells in, the default first. */
  readonly currencies: readonly CurrencyNumber[];
  /** All services, also those that are not listed or no longer sold: orders refer to them. */
  readonly services: readonly ServiceText[];
  /** What is sold. */
  readonly prices: Prices;
  /** What is sold or ever was, also without a price in the currency (0): orders refer to it. */
  readonly allPrices: Prices;
  /** Of the services that delivered often enough of late; the fulfilment module knows them. */
  readonly deliveryTimes?: Readonly<Record<ServiceNumber, DeliveryTimes>>;
};
