// Compares cart lines with today's prices: unchanged, repaired with a notice, or in need of a decision. No
// line is dropped.
// Also calculates the total in the browser; the server quote is authoritative. Pure.
import { type CurrencyNumber, getCurrencyCode, type Money } from '#lib/money/money.ts';
import { computeLineTotal, type PricedLine, type Pricing, priceForClient, priceOfUnits } from '#lib/money/price.ts';
import { addOnPrice, countChargedUnits } from '#modules/catalogue/add-ons/rules.ts';
import { isBriefedLater, selectAskedAnswers, selectAskedFields } from '#modules/catalogue/questions/rules.ts';
import type { Offer, Prices } from '#modules/catalogue/shapes.ts';
import type { Coupon } from '#modules/coupons/shapes.ts';
import type { CartAddOn, CartLine } from '#ui/browser/cart-store.ts';
import type { SentQuote } from '../use-quote.ts';

/** Changes shown to the customer; OK accepts the line as it is now. */
export type LineNotice =
  | { readonly what: 'price'; readonly was: Money; readonly now: Money }
  /** `was` is absent if unknown. */
  | { readonly what: 'currency'; readonly was: Money | undefined; readonly now: Money }
  | { readonly what: 'quantity'; readonly was: number; readonly now: number }
  /** `now`: 0 if it is no longer offered. */
  | { readonly what: 'addOn'; readonly name: string; readonly now: number }
  | { readonly what: 'noPlatform' };

/** Problems that only the customer can solve. */
export type LineProblem =
  | { readonly what: 'gone' }
  | { readonly what: 'platform' }
  | { readonly what: 'brief'; readonly missing: readonly string[] };

export type CartLineCheck = {
  readonly stored: CartLine;
  /** Absent if it is no longer offered. */
  readonly offer: Offer | undefined;
  /** As it would be ordered. */
  readonly line: CartLine;
  readonly surchargePercent: number;
  readonly addOns: readonly PricedCartAddOn[];
  readonly words: readonly LineNotice[];
  readonly open: LineProblem | undefined;
};

/** `quantity`: how often the line is charged for it. */
type PricedCartAddOn = { readonly id: string; readonly name: string; readonly unitPrice: number; readonly quantity: number };

export const checkLines = (lines: readonly CartLine[], prices: Prices): readonly CartLineCheck[] =>
  lines.map((stored) => checkLine(stored, prices));

function checkLine(stored: CartLine, { currency, offers, platformTypes }: Prices): CartLineCheck {
  const offer = offers.find(({ id }) => id === stored.offerId);
  if (!offer) return { stored, offer, line: stored, surchargePercent: 0, addOns: [], words: [], open: { what: 'gone' } };
  const hasPlatforms = offer.platforms.length > 0;
  const fits = offer.platforms.some((platform) => platform === stored.platform);
  const quantity = Math.min(Math.max(stored.quantity, offer.minQuantity), offer.maxQuantity);
  const answers = selectAskedAnswers(offer.fields, stored.answers);
  const { tiersSeen: _, addOns: __, ...rest } = stored;
  const surchargePercent = fits ? (platformTypes.find(({ platform }) => platform === stored.platform)?.surchargePercent ?? 0) : 0;
  const extras = checkAddOns(stored, offer, { units: quantity, surchargePercent });
  const seen = { unitPriceSeen: offer.unitPrice, ...(offer.tiers ? { tiersSeen: offer.tiers } : {}), ...extras.line };
  const line = { ...rest, answers, quantity, platform: hasPlatforms ? stored.platform : null, currency, ...seen };
  const missing = (isBriefedLater({ offer, answers: stored.answers }) ? [] : selectAskedFields(offer.fields, answers))
    .filter(({ name, required }) => required && isNothing(answers[name]))
    .map(({ label }) => label);
  return {
    stored,
    offer,
    line,
    surchargePercent,
    addOns: extras.priced,
    words: [
      ...listPriceNotices(stored, offer, { quantity, currency, extras }),
      ...(quantity === stored.quantity ? [] : [{ what: 'quantity', was: stored.quantity, now: quantity } as const]),
      ...(hasPlatforms || stored.platform === null ? [] : [{ what: 'noPlatform' } as const]),
      ...extras.words,
    ],
    open: hasPlatforms && !fits ? { what: 'platform' } : missing.length > 0 ? { what: 'brief', missing } : undefined,
  };
}

type CheckedAddOns = {
  readonly line: Pick<CartLine, 'addOns'>;
  readonly priced: readonly PricedCartAddOn[];
  /** What they cost, without the surcharge of a platform, and what they did when they were chosen. */
  readonly now: number;
  readonly seen: number;
  readonly words: readonly LineNotice[];
};

/** One that is no longer offered is left out, and a larger number than today's maximum is lowered to it. */
function checkAddOns(
  { addOns: stored = [], ...line }: CartLine,
  { addOns: offered = [], ...offer }: Offer,
  { units, surchargePercent }: { readonly units: number; readonly surchargePercent: number },
): CheckedAddOns {
  const { unitPrice: price, tiers } = offer;
  const bought = { unitPrice: price, tiers, quantity: units };
  const before = line.unitPriceSeen === undefined ? bought : { unitPrice: line.unitPriceSeen, tiers: line.tiersSeen, quantity: units };
  const words: LineNotice[] = [];
  const filterPriced: PricedCartAddOn[] = [];
  const addOns: CartAddOn[] = [];
  let [now, seen] = [0, 0];
  for (const { id, quantity: wanted, name: nameSeen = id, unitPriceSeen, percentSeen } of stored) {
    const found = offered.find((each) => each.id === id);
    const count = Math.min(wanted, found?.maxQuantity ?? 0);
    // The number of a ticked one follows from the line.
    if (!found || (found.charged === 'counted' && count < wanted)) words.push({ what: 'addOn', name: found?.name ?? nameSeen, now: count });
    if (!found) continue;
    const { name, unitPrice, percent } = found;
    const quantity = countChargedUnits(found, count, units);
    filterPriced.push({ id, name, unitPrice: addOnPrice(found, computeLineTotal({ ...bought, surchargePercent })), quantity });
    addOns.push({ id, quantity: count, name, unitPriceSeen: unitPrice, percentSeen: percent });
    now += addOnPrice(found, priceOfUnits(bought)) * quantity;
    const wasOffered = unitPriceSeen === undefined ? found : { unitPrice: unitPriceSeen, percent: percentSeen };
    seen += addOnPrice(wasOffered, priceOfUnits(before)) * quantity;
  }
  return { line: addOns.length > 0 ? { addOns } : {}, priced: filterPriced, now, seen, words };
}

const isNothing = (answer: unknown): boolean =>
  answer === undefined || answer === '' || answer === false || (Array.isArray(answer) && answer.length === 0);

/** Unit prices; of a line with volume prices or add-ons, what it costs. */
function listPriceNotices(
  stored: CartLine,
  offer: Offer,
  { quantity, currency, extras }: Pick<Prices, 'currency'> & Pick<CartLine, 'quantity'> & { readonly extras: CheckedAddOns },
): LineNotice[] {
  const { unitPriceSeen, tiersSeen } = stored;
  const units = offer.tiers || tiersSeen || extras.priced.length > 0 ? quantity : 1;
  const now = { amount: priceOfUnits({ ...offer, quantity: units }) + extras.now, currency };
  const seen =
    unitPriceSeen === undefined ? undefined : priceOfUnits({ unitPrice: unitPriceSeen, tiers: tiersSeen, quantity: units }) + extras.seen;
  if (stored.currency !== undefined && stored.currency !== currency) {
    const was =
      /^[A-Z]{3}$/.test(getCurrencyCode(stored.currency)) && seen !== undefined ? { amount: seen, currency: stored.currency } : undefined;
    return [{ what: 'currency', was, now }];
  }
  if (seen === undefined || seen === now.amount) return [];
  return [{ what: 'price', was: { ...now, amount: seen }, now }];
}

/** Lines that have a price. */
export const filterPriced = (lines: readonly CartLineCheck[]): readonly (CartLineCheck & { readonly offer: Offer })[] =>
  lines.filter((each): each is CartLineCheck & { readonly offer: Offer } => each.offer !== undefined);

export const computeTotal = (each: CartLineCheck): number =>
  each.offer ? computeLineTotal(toPricedLine({ ...each, offer: each.offer })) : 0;

const toPricedLine = ({ offer, line, surchargePercent, addOns }: CartLineCheck & { readonly offer: Offer }): PricedLine => ({
  unitPrice: offer.unitPrice,
  tiers: offer.tiers,
  quantity: line.quantity,
  surchargePercent,
  addOns,
});

/** Lines that can be ordered. */
const canOrderLines = (lines: readonly CartLineCheck[]): boolean =>
  lines.length > 0 && lines.every(({ words, open }) => words.length === 0 && open === undefined);

/**
 * Why a coupon takes nothing off, as far as the browser can tell: only the server knows the services it is
 * for.
 */
export type CouponProblem =
  | { readonly what: 'depositsOnly' }
  | { readonly what: 'minimum'; readonly minimum: Money }
  /** The client's own discount takes off more. */
  | { readonly what: 'smaller' };

function findProblem({ appliesTo, minimum }: Coupon, cart: Money): CouponProblem | undefined {
  if (appliesTo === 'deposits') return { what: 'depositsOnly' };
  return cart.amount < minimum ? { what: 'minimum', minimum: { ...cart, amount: minimum } } : undefined;
}

export type LocalQuote = Pricing & { readonly unfit: CouponProblem | undefined };

/** Calculated from the lines that have a price. */
export function quoteLocally(
  lines: readonly CartLineCheck[],
  coupon: Coupon | undefined,
  { currency, discountPercent = 0 }: Pick<Prices, 'currency' | 'discountPercent'>,
): LocalQuote {
  const parts = filterPriced(lines).map((each) => ({ ...toPricedLine(each), takes: true }));
  const plain = priceForClient(parts, discountPercent);
  // A coupon of another currency does not apply: it is requested again.
  const counted = coupon?.currency === currency ? coupon : undefined;
  const unfit = counted && findProblem(counted, { amount: plain.subtotal, currency });
  const reduction = counted && getCouponReduction(counted);
  if (!reduction || unfit) return { ...plain, unfit };
  const priced = priceForClient(parts, discountPercent, reduction);
  return { ...priced, unfit: priced.isReduced ? undefined : { what: 'smaller' } };
}

const getCouponReduction = ({ percent, amount }: Coupon) => (percent !== null ? { percent } : amount !== null ? { amount } : undefined);

/** The quote request; undefined while the cart has unresolved lines. */
export function toQuoteRequest(
  lines: readonly CartLineCheck[],
  couponCode: string | null,
  currency: CurrencyNumber,
): SentQuote | undefined {
  if (!canOrderLines(lines)) return undefined;
  const orderFormData = lines.map(({ line: { offerId, quantity, platform, answers, addOns } }) => ({
    offerId,
    quantity,
    platform,
    answers,
    ...(addOns ? { addOns: addOns.map(({ id, quantity }) => ({ id, quantity })) } : {}),
  }));
  return { currency, orderFormData, couponCode };
}
