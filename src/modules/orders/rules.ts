// Validates and prices the lines of a cart, in the browser and on the server. Pure: the catalogue is an
// argument. Errors are listed by field.
import * as z from 'zod/mini';
import { crockford, encodeCrockford } from '#lib/base32.ts';
import { countStartedThousands, WORDS_OF_A_UNIT } from '#lib/markdown/word-count.ts';
import { getCurrencyCode } from '#lib/money/money.ts';
import { computeLineTotal, type PricedLine } from '#lib/money/price.ts';
import { formatFieldName, type Message, UserError } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import type { BriefQuestion, KindBrief } from '#modules/catalogue/kinds/shapes.ts';
import { isBriefedLater } from '#modules/catalogue/questions/rules.ts';
import type { CatalogueField, Offer, Prices } from '#modules/catalogue/shapes.ts';
import { fileGone } from '#modules/files/rules.ts';
import { type CheckedAddOn, checkAddOns } from './add-ons/rules.ts';
import { createBriefShape } from './brief/shapes.ts';
import type { Answers, Line } from './shapes.ts';
import type { TaxCategory } from './statuses.ts';

const messages = {
  offer: /*i18n*/ { id: 'line.offer', message: 'This isn’t sold in {currency} right now. Remove it, or choose another.' },
  currency: /*i18n*/ {
    id: 'line.currency',
    message: 'This was added in another currency. Remove it and add it again.',
  },
  platform: /*i18n*/ { id: 'line.platform', message: 'Choose one of the platforms of this service.' },
  noPlatform: /*i18n*/ { id: 'line.noPlatform', message: 'This service isn’t for one platform. Leave the platform out.' },
  measured: /*i18n*/ {
    id: 'line.measured',
    message: 'The price depends on the length of the text, per {words, number} words or part of them: the quantity must be {quantity}.',
  },
} as const satisfies Record<string, Message>;

/** A valid line with its answers as they are stored. */
export type CheckedLine = PricedLine & {
  readonly offer: Offer;
  readonly platform: number | null;
  readonly answers: Answers;
  readonly addOns: readonly CheckedAddOn[];
  /** What an operator wrote, in the place of the offer's name. */
  readonly title?: string;
  readonly taxCategory?: TaxCategory;
  /** It was ordered without its whole brief: the customer is asked afterwards. */
  readonly isBriefedLater?: boolean;
};

export type LineError = z.core.$ZodIssue;
export type Checked = { readonly line: CheckedLine } | { readonly errors: readonly LineError[] };

/**
 * What of the brief may be left to the customer, who is asked after the payment: all of it, if an operator
 * orders; or what a program does not know.
 */
export type BriefLater = 'all' | 'any';

export function checkLine(prices: Prices, sent: Line, later?: BriefLater): Checked {
  const offer = prices.offers.find(({ id }) => id === sent.offerId);
  const isForeign = typeof sent.currency === 'number' && sent.currency !== prices.currency;
  const foreign = isForeign ? [createLineError('currency', messages.currency)] : [];
  if (!offer)
    return {
      errors: [...foreign, createLineError('offerId', { ...messages.offer, values: { currency: getCurrencyCode(prices.currency) } })],
    };
  const isLater = later === 'any' || isBriefedLater({ offer, answers: sent.answers }, later === 'all');
  const parsed = orderLineShape(prices, offer, sent.platform, isLater ? (later ?? 'all') : undefined).safeParse(sent);
  const surchargePercent = prices.platformTypes.find((each) => each.platform === sent.platform)?.surchargePercent ?? 0;
  const { unitPrice, tiers } = offer;
  const price = computeLineTotal({ unitPrice, tiers, quantity: sent.quantity, surchargePercent });
  const { addOns, errors: addOnErrors } = checkAddOns(offer, sent.addOns ?? [], { units: sent.quantity, price });
  const unfit = [...foreign, ...addOnErrors.map(({ path, message }) => createErrorAt(path, message))];
  if (!parsed.success) return { errors: [...unfit, ...parsed.error.issues] };
  const { quantity, platform, answers } = parsed.data;
  const due = computeQuantity(offer, answers);
  const quantityErrors = due && due.quantity !== quantity ? [createLineError('quantity', { ...messages.measured, values: due })] : [];
  if (unfit.length > 0 || quantityErrors.length > 0) return { errors: [...unfit, ...quantityErrors] };
  const line = { offer, quantity, platform, answers, unitPrice, tiers, surchargePercent, addOns };
  return { line: later && isLater ? { ...line, isBriefedLater: true } : line };
}

export const createLineError = (field: string, message: Message): LineError => createErrorAt(field.split('.'), message);

const createErrorAt = (path: readonly PropertyKey[], message: Message): LineError => ({
  code: 'custom',
  path: [...path],
  message: withMessage(message),
  input: undefined,
});

/** Undefined if the customer chooses the quantity. */
export function computeQuantity(
  { quantityFrom }: Pick<Offer, 'quantityFrom'>,
  answers: Answers,
): { quantity: number; words: number } | undefined {
  const text = quantityFrom && answers[quantityFrom];
  return typeof text === 'string' ? { quantity: countStartedThousands(text), words: WORDS_OF_A_UNIT } : undefined;
}

/** A brief as the kind of its service gets it. */
export const toKindBrief = (
  {
    offer,
    quantity,
    answers,
  }: Pick<CheckedLine, 'quantity' | 'answers'> & { readonly offer: { readonly id: string; readonly fields: readonly BriefQuestion[] } },
  platform: string | null,
): KindBrief => ({
  offerId: offer.id,
  quantity,
  platform,
  questions: offer.fields.map(({ name, kind, isReference }) => ({ name, kind, ...(isReference ? { isReference } : {}) })),
  answers,
});

/** The files of several briefs, each with the field that names it. */
export function listBriefFiles(
  lines: readonly Pick<CheckedLine, 'offer' | 'answers'>[],
  list = 'orderFormData',
): { readonly field: string; readonly id: string }[] {
  return lines.flatMap(({ offer, answers }, index) =>
    offer.fields.flatMap(({ name, kind }) => {
      const ids = kind === 'file' ? answers[name] : undefined;
      return Array.isArray(ids)
        ? ids.map((id, at) => ({ field: formatFieldName([list, index, 'answers', name, at]), id: String(id) }))
        : [];
    }),
  );
}

/** One error on each answer that refers to a missing file. */
export const createMissingFilesError = (lines: readonly CheckedLine[], missing: ReadonlySet<string>): UserError =>
  new UserError(
    400,
    Object.fromEntries(
      listBriefFiles(lines)
        .filter(({ id }) => missing.has(id))
        .map(({ field }) => [field, [fileGone]]),
    ),
  );

type OfferShape = z.ZodMiniType<{ readonly quantity: number; readonly platform: number | null; readonly answers: Answers }>;
/** Cached per offer and platform: a cart has up to fifty lines and is priced on every change. */
const shapesByOffer = new WeakMap<Offer, Map<string, OfferShape>>();

export function orderLineShape(
  { platformTypes, offers }: Prices,
  offer: Offer,
  platformNumber: number | null,
  later?: BriefLater,
): OfferShape {
  const platform = platformTypes.find((each) => each.platform === platformNumber && offer.platforms.includes(each.platform));
  const ofOffer = shapesByOffer.get(offer) ?? new Map<string, OfferShape>();
  shapesByOffer.set(offer, ofOffer);
  // Unknown platforms share one shape, so that requests cannot fill the cache.
  const key = `${platform?.platform} ${later}`;
  const shape: OfferShape =
    ofOffer.get(key) ??
    z.object({
      // A measured quantity is computed from the text, so no limits apply.
      quantity: offer.quantityFrom ? z.int() : z.int().check(z.gte(offer.minQuantity), z.lte(offer.maxQuantity)),
      platform: platform
        ? z.literal(platform.platform)
        : z
            .nullable(z.int())
            .check(z.refine((each) => offer.platforms.length === 0 && each === null, withMessage(getPlatformMessage(offer)))),
      answers: createBriefShape(listAskedFields(offer, later), platform, listQuestionsOfOtherOffers(offers, offer)),
    });
  ofOffer.set(key, shape);
  return shape;
}

function listAskedFields({ fields }: Offer, later: BriefLater | undefined): readonly CatalogueField[] {
  if (later === 'all') return [];
  return later === 'any' ? fields.map((field) => ({ ...field, required: false })) : fields;
}

/** Questions that only other offers of the service ask. Their answers are ignored without an error. */
const listQuestionsOfOtherOffers = (offers: readonly Offer[], { serviceType, fields }: Offer): readonly string[] => {
  const own = new Set(fields.map(({ name }) => name));
  const all = offers.flatMap((each) => (each.serviceType === serviceType ? each.fields.map(({ name }) => name) : []));
  return [...new Set(all)].filter((name) => !own.has(name));
};

const getPlatformMessage = ({ platforms }: Offer): Message => (platforms.length === 0 ? messages.noPlatform : messages.platform);

export const ORDER_NUMBER_BYTES = 8;
/** "F-7K2Q9M4D": random, so that it does not reveal the number of orders. */
export const orderNumber = (random: Uint8Array): string => `F-${encodeCrockford(random)}`;

export const isOrderNumber = (text: string): boolean => new RegExp(`^F-[${crockford}]{${ORDER_NUMBER_BYTES}}$`).test(text);

/** An order number in any letter case. */
export function findOrderNumber({ number = '' }: Readonly<Record<string, string>>): { number: string } | undefined {
  const spelled = number.toUpperCase();
  return isOrderNumber(spelled) ? { number: spelled } : undefined;
}

/** The length at which lists of orders cut long answers. */
const SHOWN_CHARS = 200;
const cut = (text: string): string => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS).trimEnd().toWellFormed()}…` : text);

export const shortenAnswers = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      typeof answer === 'string' ? cut(answer) : Array.isArray(answer) ? answer.map(cut) : answer,
    ]),
  );
