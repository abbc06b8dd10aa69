// What goes over the wire about an order. The shape of a brief is made from the fields of an offer, for the browser that asks and for the server that
// takes; what is left empty is not there.
import * as z from 'zod/mini';
import { isHttpsAddress } from '../../lib/https-address.ts';
import { manyLines, oneLine } from '../../lib/markdown/plain-text.ts';
import { billingFields, priceShape } from '../../lib/money/billing.ts';
import { MAX_LINES } from '../../lib/money/price.ts';
import type { Message } from '../../lib/user-error.ts';
import { own } from '../../lib/zod-message.ts';
import { currencyShape, type Field, type PlatformType, serviceShape } from '../catalogue/shapes.ts';
import { codeShape } from '../coupons/shapes.ts';
import { paymentOutcomeShape } from '../payments/shapes.ts';
import { expectedFields } from './expected/shapes.ts';
import { OrderStatus, subscriptionActs, subscriptionStates } from './statuses.ts';
import { withdrawalFields } from './withdrawals/shapes.ts';

const URL_MAX_CHARS = 2_048;
/** Of a list whose field says nothing of it. */
const ITEMS_MAX = 100;
/** Whose address has to be on the platform that the line is for. */
const PROFILE = 'profileUrl';

const messages = {
  required: /*i18n*/ { id: 'field.required', message: 'This is required.' },
  unknown: /*i18n*/ { id: 'brief.unknown', message: 'This question is not asked any more. Please leave it out.' },
  yes: /*i18n*/ { id: 'brief.yes', message: 'We can only begin when you have confirmed this.' },
  url: /*i18n*/ { id: 'brief.url', message: 'Enter a whole address that begins with https://.' },
  host: /*i18n*/ { id: 'brief.host', message: 'This is not an address on {platform}.' },
  twice: /*i18n*/ { id: 'brief.twice', message: 'Each only once, please.' },
  empty: /*i18n*/ { id: 'cart.empty', message: 'There is nothing in the cart.' },
} as const satisfies Record<string, Message>;

/** It is still on its way, was removed after its day, or is not this account's. */
export const fileGone: Message = /*i18n*/ {
  id: 'brief.fileGone',
  message: 'This file is not with us. Wait until it has arrived, or add it again.',
};

export type Answer = string | number | boolean | readonly string[];
export type Answers = Readonly<Record<string, Answer>>;

type Hosts = Pick<PlatformType, 'name' | 'hosts'>;
type BriefField = Pick<Field, 'name' | 'kind' | 'required' | 'min' | 'max' | 'itemMax' | 'options'>;

const nobodyAsked = z.unknown().check(z.refine(() => false, own(messages.unknown)));

/** `platform`: the line's, where the service asks for one. `ignored`: names of answers that are left out. */
export function briefShape(fields: readonly BriefField[], platform?: Hosts, ignored: readonly string[] = []): z.ZodMiniType<Answers> {
  const asked = Object.fromEntries(
    fields.map((field) => [field.name, field.required ? valueShape(field, platform) : z.optional(valueShape(field, platform))]),
  );
  const tidied = z.transform((answers) => tidy(answers, fields, ignored));
  return z.pipe(tidied, z.catchall(z.object(asked), nobodyAsked)) as unknown as z.ZodMiniType<Answers>;
}

/** Of answers that nobody asked for so many are refused by name, and of a list that is too long one too many: a million would be a million refusals. */
const UNKNOWN_MAX = 10;
export const firstOf = (list: readonly unknown[], most: number): readonly unknown[] =>
  list.length > most ? list.slice(0, most + 1) : list;

/** Nothing, blanks and lists of nothing are no answer. What is no object at all stays for the shape to refuse. */
function tidy(answers: unknown, fields: readonly BriefField[], ignored: readonly string[]): unknown {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) return answers;
  const mostOf = new Map(fields.map(({ name, max = ITEMS_MAX }) => [name, max]));
  const [asked, others] = [true, false].map((isAsked) => Object.entries(answers).filter(([name]) => mostOf.has(name) === isAsked));
  const tidied = [...(asked ?? []), ...(others ?? []).filter(([name]) => !ignored.includes(name)).slice(0, UNKNOWN_MAX)].map(
    ([name, value]): [string, unknown] => [name, Array.isArray(value) ? withoutBlanks(value, mostOf.get(name) ?? 0) : value],
  );
  return Object.fromEntries(tidied.filter(([, value]) => !isBlank(value) && !(Array.isArray(value) && value.length === 0)));
}

const withoutBlanks = (list: readonly unknown[], most: number): readonly unknown[] =>
  firstOf(
    list.filter((item) => !isBlank(item)),
    most,
  );

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && oneLine(value).trim() === '');

/** What is missing says so; what is of another kind gets the general words for that. */
const missing = { error: (issue: { input?: unknown }) => (issue.input === undefined ? own(messages.required) : undefined) };

function valueShape(field: BriefField, platform: Hosts | undefined): z.ZodMiniType {
  const { kind, min = 0, max = Number.MAX_SAFE_INTEGER, itemMax = URL_MAX_CHARS } = field;
  const options = (field.options ?? []).map(({ value }) => value);
  const list = (item: z.ZodMiniType<string, string>) =>
    z.array(item, missing).check(
      z.minLength(min),
      z.maxLength(field.max ?? ITEMS_MAX),
      z.refine((items) => new Set(items).size === items.length, own(messages.twice)),
    );
  switch (kind) {
    case 'text':
      return z.string(missing).check(z.overwrite(oneLine), z.trim(), z.minLength(min), z.maxLength(max));
    case 'longText':
      return z.string(missing).check(z.overwrite(manyLines), z.trim(), z.minLength(min), z.maxLength(max));
    case 'url':
      return field.name === PROFILE && platform ? onPlatform(address(max), platform) : address(max);
    case 'texts':
      return list(z.string().check(z.overwrite(oneLine), z.trim(), z.maxLength(itemMax)));
    case 'urls':
      return list(address(itemMax));
    case 'choice':
      return z.enum(options, missing);
    case 'choices':
      return list(z.enum(options));
    case 'number':
      return z.int(missing).check(z.gte(field.min ?? 0), z.lte(max));
    case 'yesNo':
      return field.required ? z.literal(true, own(messages.yes)) : z.boolean();
    case 'file':
      return list(z.uuid(own(fileGone)));
  }
}

const address = (max: number) =>
  z
    .string(missing)
    .check(z.overwrite(oneLine), z.trim(), z.maxLength(Math.min(max, URL_MAX_CHARS)), z.refine(isHttpsAddress, own(messages.url)));

function onPlatform(shape: z.ZodMiniType<string, string>, { name, hosts }: Hosts) {
  const isThere = (text: string) => {
    if (!isHttpsAddress(text)) return true;
    const { hostname } = new URL(text);
    return hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
  };
  return shape.check(z.refine(isThere, ownOn(name)));
}

/** A sentence for each platform: a shape's own sentences go by their id. */
const ownOn = (name: string): string => own({ ...messages.host, values: { platform: name } });

/** As they come, before anybody knows what was asked. */
export const sentAnswersShape = z.pipe(z.transform(fewAnswers), z.record(z.string(), z.unknown()));

/** As it comes, before its offer is known; what more the browser keeps of a line is left out. */
export const lineShape = z.object({
  offerId: z.string(),
  quantity: z.int(),
  platform: z.nullable(z.int()),
  answers: sentAnswersShape,
  /** In which it was put into the cart. */
  currency: z.nullish(z.number()),
});

/** No brief asks so much. More is cut before anybody looks at it: what is left is refused all the same. */
const ANSWERS_MAX = 100;

function fewAnswers(answers: unknown): unknown {
  if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) return answers;
  const few: [string, unknown][] = [];
  for (const name in answers) {
    if (few.length === ANSWERS_MAX) break;
    few.push([name, (answers as Record<string, unknown>)[name]]);
  }
  return Object.fromEntries(few);
}

export const quoteAskShape = z.object({
  currency: currencyShape,
  orderFormData: z.pipe(
    z.transform((lines) => (Array.isArray(lines) ? firstOf(lines, MAX_LINES) : lines)),
    z.array(lineShape).check(z.minLength(1, own(messages.empty)), z.maxLength(MAX_LINES)),
  ),
  couponCode: z.nullish(codeShape),
});

export const quoteShape = z.object({
  /** By the line: what it costs, its part of the discount, why it has none although there is a code, and whether a person reads its brief first. */
  lines: z.array(z.object({ total: z.int(), discount: z.int(), why: z.nullable(z.string()), review: z.boolean() })),
  subtotal: z.int(),
  discount: z.int(),
  price: z.int(),
});

export type Line = z.output<typeof lineShape>;
export type QuoteAsk = z.output<typeof quoteAskShape>;
export type Quote = z.output<typeof quoteShape>;

/** `price`: what the customer was shown; another one is refused. */
export const placeShape = z.object({
  ...quoteAskShape.shape,
  ...billingFields,
  price: priceShape,
  payFromBalance: z.nullish(z.boolean()),
  startNow: z.nullish(z.boolean()),
});
export type Place = z.output<typeof placeShape>;

export const placedShape = z.object({ paymentLink: z.nullable(z.string()), purchaseId: z.string(), orderIds: z.array(z.string()) });
export type PlacedOrder = z.output<typeof placedShape>;

export const answersShape = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.readonly(z.array(z.string()))]));
const moment = z.nullable(z.string());

/** A delivery without what it says. */
export const deliverySummaryShape = z.object({
  id: z.string(),
  pieceId: z.string(),
  /** As the pieces of an order are counted, from 1. */
  piece: z.int(),
  version: z.int(),
  deliveredAt: z.string(),
  report: z.unknown(),
  files: z.array(z.object({ id: z.string(), name: z.string(), bytes: z.int() })),
});
export type DeliverySummary = z.output<typeof deliverySummaryShape>;

export const orderShape = z.object({
  id: z.string(),
  number: z.string(),
  createdAt: z.string(),
  estimatedDeliveryAt: z.string(),
  /** By the working clock: null until it is paid, and while it waits for a brief. */
  dueAt: moment,
  ...expectedFields,
  /** While the buyer's days to withdraw last and nobody asked us to begin before: when they are over. */
  mayBeginAt: moment,
  /** Of a bundle that is paid: how many of its pieces have no brief yet. */
  piecesWaiting: z.int(),
  /** A delivered order whose customer has asked for a revision that is not delivered yet; its status stays. */
  inRevision: z.boolean(),
  status: z.literal(Object.values(OrderStatus)),
  serviceType: serviceShape,
  offerId: z.string(),
  quantity: z.int(),
  platform: z.nullable(z.int()),
  price: z.int(),
  currency: currencyShape,
  /** Long ones are cut. */
  answers: answersShape,
  purchaseId: z.string(),
  purchasePrice: z.int(),
  /** Null until it is paid; money that came by a link can go back there. */
  paidFrom: z.nullable(z.enum(['link', 'balance', 'nothing'])),
  subscriptionId: z.nullable(z.string()),
  paymentLink: z.nullable(z.string()),
  paymentOutcome: paymentOutcomeShape,
  linkExpiresAt: moment,
  couponReleased: z.boolean(),
  renewsAt: moment,
  paidAt: moment,
  startedAt: moment,
  deliveredAt: moment,
  cancelledAt: moment,
  ...withdrawalFields,
  deliveries: z.array(deliverySummaryShape),
});
export type OrderView = z.output<typeof orderShape>;

const LISTED = { usual: 100, most: 200 } as const;

/** From a query: numbers come as text. */
export const ordersAskShape = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(LISTED.most)), LISTED.usual),
  before: z.optional(z.uuid()),
  /** Only what was bought together. */
  purchase: z.optional(z.uuid()),
});
export type OrdersAsk = z.output<typeof ordersAskShape>;
export const ordersShape = z.array(orderShape);

export const cancelShape = z.object({
  orderId: z.uuid(),
  /** Of what was paid by link. */
  refundTo: z.nullish(z.enum(['source', 'balance'])),
});
export type Cancel = z.output<typeof cancelShape>;

export const payShape = z.object({ purchaseId: z.uuid(), payFromBalance: z.nullish(z.boolean()), withoutCoupon: z.nullish(z.boolean()) });
export type Pay = z.output<typeof payShape>;
/** Null: paid, or the link is still to come. */
export const payLinkShape = z.object({ paymentLink: z.nullable(z.string()) });

export const subscriptionShape = z.object({
  id: z.string(),
  state: z.enum(subscriptionStates),
  offerId: z.string(),
  serviceType: serviceShape,
  /** In the reader's language. */
  name: z.string(),
  quantity: z.int(),
  platform: z.nullable(z.int()),
  /** Of each month. */
  price: z.int(),
  currency: currencyShape,
  createdAt: z.string(),
  /** Null while it is paused or ending. */
  renewsAt: moment,
  /** Null while a month waits for its payment. */
  paidUntil: moment,
  unpaid: z.nullable(z.object({ orderId: z.string(), purchaseId: z.string() })),
});
export type SubscriptionView = z.output<typeof subscriptionShape>;
export const subscriptionsShape = z.array(subscriptionShape);

export const subscriptionAskShape = z.object({ subscriptionId: z.uuid(), do: z.enum(subscriptionActs) });
export type SubscriptionAsk = z.output<typeof subscriptionAskShape>;
