// Places a purchase: checks and prices the cart, then inserts everything in one statement. Paid by link, from
// the balance, or free by coupon.

import type { Locale } from '#lib/locale.ts';
import { toBilling } from '#lib/money/billing.ts';
import { showMoney } from '#lib/money/money.ts';
import type { Pricing } from '#lib/money/price.ts';
import { formatOfferTitle } from '#lib/offer-title.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import { type Message, UserError } from '#lib/user-error.ts';
import type { Terms } from '#modules/accounts/queries-terms.ts';
import type { CatalogueModule } from '#modules/catalogue/actions.ts';
import type { Storefront } from '#modules/catalogue/shapes.ts';
import {
  type CouponPreview,
  type CouponRequester,
  type CouponsModule,
  findClaimError,
  hashHolderAddress,
} from '#modules/coupons/actions.ts';
import type { FilesModule } from '#modules/files/actions.ts';
import { findMissing } from '#modules/files/rules.ts';
import type { PaymentsModule } from '#modules/payments/actions.ts';
import { createShortBalanceError } from '#modules/wallet/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { DbRow } from '#platform/database/to-db-row.ts';
import { createKeyReusedError, type IdempotencyKey } from '#platform/http/idempotency.ts';
import { findHourlyLimitError, getHourlyLimit } from '#platform/limits/limits.ts';
import { markChanged, ofAccount, ofDesk } from '#platform/live/changes.ts';
import { newId, takeUnusedBytes } from '#platform/new-id.ts';
import { addOnsToStore } from '../add-ons/rules.ts';
import type { OrderEvents } from '../events.ts';
import { nameAndMore } from '../mails.ts';
import type { Order } from '../queries.ts';
import type { FindVat } from '../receipt-mail.ts';
import { type BriefLater, type CheckedLine, createMissingFilesError, ORDER_NUMBER_BYTES, orderNumber, shortenAnswers } from '../rules.ts';
import type { PlacedOrder, PlaceRequest } from '../shapes.ts';
import { type BuysAs, type Hold, OrderStatus, type StatusNumber } from '../statuses.ts';
import type { orderPiece, purchase, shopOrder } from '../tables.ts';
import type { InsertPurchase } from './batch-insert.ts';
import { createPieceRows, estimateDelivery } from './piece-rows.ts';
import { toPurchaseDocument } from './purchase-document.ts';

const messages = {
  price: /*i18n*/ { id: 'order.price', message: 'The total is now {price}. Review your cart.' },
} as const satisfies Record<string, Message>;

/** The buyer, from the connection and session. */
export type Buyer = CouponRequester & {
  readonly locale: Locale;
  readonly briefLater?: BriefLater | undefined;
  /** Absent: they are read. */
  readonly terms?: Pick<Terms, 'discountPercent' | 'blockedAt'> | undefined;
};

/** A valid cart with its prices. */
export type Priced = {
  readonly lines: readonly CheckedLine[];
  readonly pricing: Pricing;
  readonly coupon: Pick<CouponPreview, 'couponId' | 'isLimited'> | undefined;
  /** Per line: why the coupon does not apply. */
  readonly why: readonly (Message | null)[];
  /** Unit list prices by offer, in the currency of the purchase. */
  readonly listPrices: ReadonlyMap<string, number>;
  /** Per line: why its brief needs a review before work begins. */
  readonly holds: readonly (Hold | null)[];
};

export type CheckoutDeps = {
  readonly ctx: AppContext;
  readonly catalogue: CatalogueModule;
  readonly coupons: CouponsModule;
  readonly files: FilesModule;
  readonly payments: PaymentsModule;
  /** Read at each use, because the owner may publish other texts at any time. */
  readonly shop: ShopTexts;
  readonly taxVersion: () => number;
  /** Whether a buyer has a right of withdrawal; provided by the withdrawals module. */
  readonly hasWithdrawalRight: (accountId: string, country: string, tx?: DbClient, buysAs?: BuysAs) => Promise<boolean>;
  /** Stores the buyer's first answer; provided by the invoicing module. */
  readonly saveBuysAs: (accountId: string, buysAs: BuysAs) => Promise<void>;
  /** The row of a subscription that starts with an order; provided by the subscriptions module. */
  readonly subscriptionRow: (subscription: NewSubscription) => DbRow;
  readonly reactions: OrderEvents;
  /** Provided by the invoicing module. */
  readonly findVat: FindVat;
  /** Where the customer reviews an order by hand, if anywhere. Provided by the links module. */
  readonly findPayPage: (from: DbClient, purchaseId: string) => Promise<string | null>;
  /** Undefined without inbound mail. Provided by the support module. */
  readonly replyAddress: (tx: DbClient, pieceId: string) => Promise<string | undefined>;
};

export type Bought = typeof purchase.$inferInsert;
type Ordered = typeof shopOrder.$inferInsert;

/** A subscription at the moment when its first order is placed. `price` is per month. */
export type NewSubscription = Pick<
  Order,
  'id' | 'accountId' | 'offerId' | 'quantity' | 'platform' | 'currency' | 'price' | 'answers' | 'addOns' | 'createdAt'
> & {
  /** Null if the first month is paid later. */
  readonly paidAt: Date | null;
};

/** User errors for the error codes of the SQL functions. */
const errorsByCode: Readonly<Record<string, () => UserError>> = {
  FF001: createKeyReusedError,
  FF004: createShortBalanceError,
};

export async function placeOrder(
  deps: CheckoutDeps & { readonly keep: InsertPurchase },
  buyer: Buyer,
  request: PlaceRequest,
  priced: Priced,
  once: IdempotencyKey | undefined,
): Promise<PlacedOrder> {
  const { ctx, payments } = deps;
  const { price, subtotal, discount } = priced.pricing;
  if (request.price !== price)
    throw new UserError(400, {
      price: [{ ...messages.price, values: { price: showMoney({ amount: price, currency: request.currency }, buyer.locale) } }],
    });
  const buysAs = request.buysAs ?? undefined;
  const hasRight = await deps.hasWithdrawalRight(buyer.accountId, request.country, undefined, buysAs);
  const now = ctx.clock.now();
  const id = newId(now);
  const paidFrom = isFree({ price }) ? 'nothing' : request.payFromBalance ? 'balance' : null;
  const purchase: Bought = {
    id,
    accountId: buyer.accountId,
    currency: request.currency,
    subtotal,
    discount,
    price,
    locale: buyer.locale,
    couponId: priced.coupon?.couponId ?? null,
    billing: toBilling(request),
    consents: { ...toConsents(deps, buyer, request, now), hasRight, ...(buysAs ? { buysAs } : {}) },
    state: paidFrom ? 'paid' : 'open',
    paidFrom,
    ...{ promo: 0, createdAt: now, paidAt: paidFrom && now, confirmationSentAt: null },
  };
  const offerIds = priced.lines.map(({ offer }) => offer.id);
  const payment = paidFrom ? null : payments.prepare(toPayable(deps, purchase, offerIds, priced.coupon?.isLimited));
  const status = paidFrom ? OrderStatus.Paid : payment?.link ? OrderStatus.AwaitingPayment : OrderStatus.New;
  const rows = buildOrders(deps, purchase, priced, status);
  const orderIds = rows.orders.map((order) => order.id);
  const answer: PlacedOrder = {
    paymentLink: paidFrom ? `${ctx.config.shopUrl}/cabinet/order-history` : (payment?.link ?? null),
    purchaseId: id,
    orderIds,
  };
  const stored = await deps
    .keep(
      toPurchaseDocument({
        purchase,
        payment,
        rows,
        answer,
        once,
        lines: priced.lines,
        heldFrom: payment && priced.coupon?.isLimited ? hashHolderAddress(ctx.config, buyer.address) : null,
        limit: getHourlyLimit(ctx.config, 'purchase', ctx.config.perHour.purchases, buyer.accountId),
      }),
    )
    .catch((cause: { code?: string }) => {
      const missing = findMissing(cause);
      throw missing
        ? createMissingFilesError(priced.lines, new Set(missing))
        : (findHourlyLimitError(cause) ?? findClaimError(cause) ?? errorsByCode[cause.code ?? '']?.() ?? cause);
    });
  if (stored) return replayResponse(payments, stored);
  if (buysAs) await deps.saveBuysAs(buyer.accountId, buysAs);
  const touch = (name: 'orders' | 'balance' | 'subscriptions') => markChanged(ctx.db.orm, ofAccount(buyer.accountId), name);
  touch('orders');
  if (paidFrom) markChanged(ctx.db.orm, ofDesk, 'queue');
  if (paidFrom === 'balance') touch('balance');
  if (paidFrom && rows.subscriptions.length > 0) touch('subscriptions');
  // The provider is called after the commit; the link is added to the stored response.
  return payment && !payment.link ? { ...answer, paymentLink: (await payments.link(payment.id, payment)) ?? null } : answer;
}

/**
 * Providers cannot charge zero, so a free purchase is paid at once: when it is placed, and when its other
 * orders are cancelled.
 */
export const isFree = ({ price }: { readonly price: number }): boolean => price === 0;

/**
 * Rebuilds the stored response, because jsonb does not preserve key order, and adds a link that was created
 * later.
 */
export async function replayResponse(payments: PaymentsModule, stored: unknown): Promise<PlacedOrder> {
  const { paymentLink, purchaseId, orderIds } = stored as PlacedOrder;
  return { paymentLink: paymentLink ?? (await payments.linkFor(purchaseId)) ?? null, purchaseId, orderIds };
}

const toConsents = ({ shop, taxVersion }: CheckoutDeps, { address }: Buyer, { startNow, saveMeans }: PlaceRequest, now: Date) => ({
  ...{ terms: shop.policies.terms.en.version, privacy: shop.policies.privacy.en.version, taxVersion: taxVersion() },
  startNow: startNow ?? null,
  ...(saveMeans === true && { saveMeans }),
  ...{ at: now.toISOString(), address },
});

/** The payment for a purchase of these offers. */
export const toPayable = (
  { catalogue }: Pick<CheckoutDeps, 'catalogue'>,
  { accountId, id, price, currency, locale, consents }: Bought,
  offerIds: readonly string[],
  shortLink = false,
) => ({
  accountId,
  purpose: 'purchase' as const,
  subjectId: id,
  amount: price,
  currency,
  locale,
  shortLink,
  saveMeans: consents.saveMeans === true,
  what: describeOffers(catalogue.storefront(locale, currency), offerIds, locale),
});

/** "Logo design, 3 drafts and 2 more": the payment page shows it. */
function describeOffers({ services, allPrices }: Storefront, [first = '', ...others]: readonly string[], locale: Locale): string {
  const offer = allPrices.offers.find(({ id }) => id === first);
  const service = services.find(({ serviceType }) => serviceType === offer?.serviceType);
  const title = offer && service && formatOfferTitle(service.name, service.kind === 'bundle' ? [] : [offer.unit], locale);
  return nameAndMore(title ?? first, others.length, locale);
}

export type PricedLines = Pick<Priced, 'lines' | 'pricing' | 'listPrices' | 'holds'>;

export function buildOrders(deps: CheckoutDeps, purchase: Bought, priced: PricedLines, status: StatusNumber) {
  const { lines, pricing, listPrices, holds } = priced;
  const { accountId, currency, createdAt, paidAt, locale } = purchase;
  const orders: Ordered[] = [];
  const pieces: (typeof orderPiece.$inferInsert)[] = [];
  const subscriptions: DbRow[] = [];
  for (const [index, line] of lines.entries()) {
    const { offer, quantity, platform, answers } = line;
    const { total = 0, discount = 0 } = pricing.lines[index] ?? {};
    // The last line gets the smallest id, so that newest-first lists show the cart's order.
    const id = newId(createdAt, lines.length - index);
    const addOns = addOnsToStore(deps.catalogue.current(), line, locale);
    const subscriptionId = offer.interval ? newId(createdAt) : null;
    const price = total - discount;
    const ofOrder = createPieceRows(deps, purchase, { ...line, orderId: id, price, listPrices, heldFor: holds[index] ?? null });
    orders.push({
      id,
      number: orderNumber(takeUnusedBytes(ORDER_NUMBER_BYTES)),
      purchaseId: purchase.id,
      accountId,
      offerId: offer.id,
      title: line.title ?? null,
      taxCategory: line.taxCategory ?? null,
      serviceType: offer.serviceType,
      quantity,
      platform,
      currency,
      total,
      discount,
      price,
      answers,
      answersShort: shortenAnswers(answers),
      addOns,
      status,
      createdAt,
      estimatedAt: estimateDelivery(ofOrder, createdAt, deps.ctx.calendar()),
      paidAt,
      subscriptionId,
      ...{ period: subscriptionId ? createdAt : null, plan: offer.plan ?? null },
    });
    if (subscriptionId)
      subscriptions.push(
        deps.subscriptionRow({
          ...{ id: subscriptionId, accountId, offerId: offer.id, quantity, platform, currency },
          price: total - (pricing.ownShares?.[index] ?? 0),
          ...{ answers, addOns, createdAt, paidAt: paidAt ?? null },
        }),
      );
    pieces.push(...ofOrder);
  }
  return { orders, pieces, subscriptions };
}
