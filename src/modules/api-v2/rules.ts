// API v2 as resellers' programs know it: which offers it sells, and orders in its words. Pure.
import { type CurrencyNumber, formatDecimal } from '#lib/money/money.ts';
import type { CatalogueField, Offer, PlatformType } from '#modules/catalogue/shapes.ts';
import { OrderStatus, type StatusNumber } from '#modules/orders/statuses.ts';

/** Those that such programs compare or translate. */
export const errors = {
  key: 'Invalid API key',
  action: 'Incorrect request',
  get: 'Send a POST request: the key of a GET request would stand in logs',
  order: 'Incorrect order ID',
  refill: 'Refills are not available',
  dripFeed: 'Drip-feed is not available',
  currency: 'Incorrect currency',
  quantity: 'Incorrect quantity',
  most: 'At most 100 orders',
  billing: 'Add a billing address to your account first',
  cancel: 'The order can no longer be canceled',
  service: 'error.incorrect_service_id',
  link: 'neworder.error.link',
  duplicate: 'neworder.error.link_duplicate',
  min: 'neworder.error.min_quantity',
  max: 'neworder.error.max_quantity',
  funds: 'neworder.error.not_enough_funds',
} as const;

/** The question that the link of an order answers; undefined if such programs cannot order the offer. */
export function findLinkQuestion({ interval, plan, quantityFrom, fields }: Offer): CatalogueField | undefined {
  if (interval !== null || plan || quantityFrom !== undefined) return undefined;
  const links = fields.filter(({ kind, askedIf }) => (kind === 'url' || kind === 'urls') && !askedIf);
  return links.find(({ required }) => required) ?? links[0];
}

/** Whether the work can begin with the link alone. Otherwise the rest of the brief is asked afterwards. */
export const isBriefedByLink = ({ pieces, eachUnitIsPiece, fields }: Offer, question: CatalogueField): boolean =>
  pieces.length === 1 && !eachUnitIsPiece && fields.every((field) => !field.required || field === question);

/** The platform of the link's host, of those that the offer has. Null if it has none. */
export function findPlatform({ platforms }: Offer, types: readonly PlatformType[], link: string): number | null | undefined {
  if (platforms.length === 0) return null;
  const host = URL.parse(link)?.hostname ?? '';
  const isWithin = (name: string) => host === name || host.endsWith(`.${name}`);
  return types.find(({ platform, hosts }) => platforms.includes(platform) && hosts.some(isWithin))?.platform;
}

type Quantities = Pick<Offer, 'minQuantity' | 'maxQuantity'>;
/** A package is ordered by its link alone. */
export const isPackage = ({ minQuantity, maxQuantity }: Quantities): boolean => minQuantity === maxQuantity;

const RATE_UNITS = 1_000;

/** The price of a thousand, or of the package. */
export const formatRate = (offer: Quantities & Pick<Offer, 'unitPrice'>, currency: CurrencyNumber): string =>
  formatDecimal({ amount: offer.unitPrice * (isPackage(offer) ? offer.minQuantity : RATE_UNITS), currency });

const words: Readonly<Record<StatusNumber, string>> = {
  [OrderStatus.New]: 'Pending',
  [OrderStatus.AwaitingPayment]: 'Pending',
  [OrderStatus.AwaitingRecurringPayment]: 'Pending',
  [OrderStatus.Paid]: 'Pending',
  [OrderStatus.InProgress]: 'In progress',
  [OrderStatus.Delivered]: 'Completed',
  [OrderStatus.Cancelled]: 'Canceled',
};

export type PlacedOrder = {
  readonly status: StatusNumber;
  readonly currency: CurrencyNumber;
  readonly price: number;
  /** What of the price the shop keeps. */
  readonly charged: number;
  readonly quantity: number;
};

export function viewOrder({ status, currency, price, charged, quantity }: PlacedOrder) {
  const isPartial = status === OrderStatus.Cancelled && charged > 0;
  const done = status === OrderStatus.Delivered ? quantity : isPartial ? Math.round((quantity * charged) / price) : 0;
  return {
    charge: formatDecimal({ amount: charged, currency }),
    start_count: '0',
    status: isPartial ? 'Partial' : words[status],
    remains: String(quantity - done),
  };
}

export type Parameters = Readonly<Record<string, unknown>>;

/** Programs send what they do not know as these words. */
const EMPTY_WORDS = new Set(['', 'undefined', 'null', 'none']);

/** Undefined if it is absent. */
export function readText(parameters: Parameters, name: string): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  const text = (
    Array.isArray(value) ? value.join(',') : typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  ).trim();
  return EMPTY_WORDS.has(text.toLowerCase()) ? undefined : text;
}

/** Undefined if it is no whole number that a column holds. */
export const readNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/**
 * Whether parts of the order are to be delivered one after another; one program misspells the second word.
 */
export const isDripFeedAsked = (parameters: Parameters): boolean =>
  ['runs', 'interval', 'intevals'].some((name) => (readText(parameters, name) ?? '0') !== '0');

/** An old program sends none with refills. */
export const readAction = (parameters: Parameters): string =>
  readText(parameters, 'action')?.toLowerCase() ??
  (readText(parameters, 'refill') || readText(parameters, 'refills') ? 'refill_status' : '');
