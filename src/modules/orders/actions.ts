// The API of the orders module for other modules. Carts are priced from the in-memory catalogue; placing an
// order is one database round trip.
import { setImmediate } from 'node:timers/promises';
import type { Locale } from '#lib/locale.ts';
import { computeLineTotal, priceForClient } from '#lib/money/price.ts';
import { formatFieldName, type Message, UserError } from '#lib/user-error.ts';
import { createTermsReader, expectNotBlocked } from '#modules/accounts/terms.ts';
import { type CatalogueModule, expectCurrency } from '#modules/catalogue/actions.ts';
import { getServiceName } from '#modules/catalogue/rules.ts';
import { MAX_PURCHASE_PIECES } from '#modules/catalogue/shapes.ts';
import type { CouponPreview, CouponRequester } from '#modules/coupons/actions.ts';
import { getTransferDetails } from '#modules/wallet/actions.ts';
import type { Movement } from '#modules/wallet/shapes.ts';
import type { IdempotencyKey } from '#platform/http/idempotency.ts';
import { createValidationError } from '#platform/http/validation-errors.ts';
import { translate } from '#platform/i18n.ts';
import { makeCounter } from '#platform/logging/counters.ts';
import { briefPieces, judgeAnswers, prepareBriefs } from './brief-pieces.ts';
import { createBatchedInsert, getHolder } from './checkout/batch-insert.ts';
import { cancelOrder } from './checkout/cancel.ts';
import { cancelUnit } from './checkout/cancel-unit.ts';
import { retryPayment } from './checkout/pay-order.ts';
import { type Buyer, type CheckoutDeps, type Priced, placeOrder, replayResponse } from './checkout/place-order.ts';
import { type Correction, prepareCorrection } from './correct-brief.ts';
import { createOrderLists, type ListDeliveries, readDetails } from './history/list.ts';
import type { BriefRequest } from './pieces/shapes.ts';
import * as queries from './queries.ts';
import { findPart } from './refunds/queries.ts';
import { type CheckedLine, checkLine, createLineError, createMissingFilesError, listBriefFiles } from './rules.ts';
import type { Cancel, CancelUnit, LastAddress, Pay, PlacedOrder, PlaceRequest, Quote, QuoteRequest } from './shapes.ts';
import type { Hold } from './statuses.ts';

const messages = {
  smaller: /*i18n*/ { id: 'coupon.smaller', message: 'Your own discount takes off more than this code, and only one of them counts.' },
  noLongerSold: /*i18n*/ { id: 'line.noLongerSold', message: 'We no longer sell this. Remove it, or choose another service.' },
  manyPieces: /*i18n*/ {
    id: 'line.manyPieces',
    message: 'One purchase can have at most {maximum, number} pieces. Order the rest separately.',
  },
} as const satisfies Record<string, Message>;

const countPurchase = makeCounter('fanfare_purchases_total', 'Attempts to place a purchase', {
  outcome: ['placed', 'refused', 'failed'],
});

export type OrdersModule = ReturnType<typeof createOrders>;

type OrdersDeps = { readonly catalogue: CatalogueModule; readonly listDeliveries: ListDeliveries } & CheckoutDeps;

export function createOrders(deps: OrdersDeps) {
  const { ctx, payments } = deps;
  const { db } = ctx;

  const insert = createBatchedInsert(db.pool);
  const checkoutDeps = {
    ...deps,
    keep: (document: queries.PurchaseDocument) => payments.placeEndingHolds(getHolder(document), () => insert(document)),
  };

  const readTerms = createTermsReader(db.orm);
  const price = (buyer: Buyer, request: QuoteRequest) => priceCart(deps, readTerms, buyer, request);

  return {
    async quote(buyer: Buyer, request: QuoteRequest): Promise<Quote> {
      const { pricing, why, holds } = await price(buyer, request);
      const { subtotal, discount } = pricing;
      const lines = pricing.lines.map((line, index) => ({
        ...line,
        why: readText(why[index], buyer.locale),
        review: Boolean(holds[index]),
      }));
      return { lines, subtotal, discount, price: pricing.price };
    },

    async place(buyer: Buyer, request: PlaceRequest, once: IdempotencyKey | undefined): Promise<PlacedOrder> {
      try {
        const placed = await placeOrder(checkoutDeps, buyer, request, await price(buyer, request), once);
        countPurchase({ outcome: 'placed' });
        return placed;
      } catch (cause) {
        // A repeated request may fail although the first one succeeded, for instance because it used up the
        // coupon.
        const stored = cause instanceof UserError ? await payments.storedAnswer(buyer.accountId, once) : undefined;
        if (stored) return replayResponse(payments, stored);
        countPurchase({ outcome: cause instanceof UserError && cause.status < 500 ? 'refused' : 'failed' });
        throw cause;
      }
    },

    ...createOrderLists(deps),

    async whole(accountId: string, orderId: string, locale: Locale) {
      const order = await queries.findOrder(db.orm, accountId, orderId);
      if (!order) throw new UserError(404);
      return readDetails(deps, order, locale);
    },

    brief: (buyer: Buyer, request: BriefRequest) => briefPieces(deps, buyer, request),
    prepareBriefs: (buyer: Buyer, request: BriefRequest) => prepareBriefs(deps, buyer, request),
    prepareCorrection: (buyer: Buyer, request: Correction) => prepareCorrection(deps, buyer, request),
    movement: (accountId: string, id: number) => explainMovement(deps, accountId, id),
    lastAddress: (accountId: string) => findLastAddress(deps, accountId),
    names: (accountId: string, ids: readonly string[], locale: Locale) => nameOrders(deps, accountId, ids, locale),
    cancel: (accountId: string, request: Cancel) => cancelOrder(deps, accountId, request),
    cancelUnit: (accountId: string, request: CancelUnit) => cancelUnit(deps, accountId, request),
    pay: (buyer: CouponRequester, request: Pay) => retryPayment(deps, buyer, request),
  };
}

type ReadTerms = ReturnType<typeof createTermsReader>;

async function priceCart(deps: OrdersDeps, readTerms: ReadTerms, buyer: Buyer, request: QuoteRequest): Promise<Priced> {
  const { catalogue } = deps;
  expectCurrency(catalogue.currencies().sold, request.currency);
  // Read once: a discount that is changed meanwhile is that of the next request.
  const terms = buyer.terms ?? (await readTerms(buyer.accountId));
  expectNotBlocked(terms);
  const { lines, holds } = await checkCart(catalogue, buyer, request);
  await checkFiles(deps, buyer, lines);
  const couponPreview = request.couponCode ? await tryCoupon(deps, buyer, request.couponCode, request, lines) : undefined;
  const pricing = priceForClient(
    lines.map((line, index) => ({ ...line, takes: couponPreview?.lines[index]?.takes ?? false })),
    terms.discountPercent,
    couponPreview?.reduction,
  );
  if (couponPreview && !pricing.isReduced) throw new UserError(400, { couponCode: [messages.smaller] });
  const { offers } = catalogue.storefront(buyer.locale, request.currency).prices;
  return {
    lines,
    pricing,
    coupon: couponPreview,
    why: lines.map((_, index) => couponPreview?.lines[index]?.why ?? null),
    holds,
    listPrices: new Map(offers.map(({ id, unitPrice }) => [id, unitPrice])),
  };
}

async function findLastAddress({ ctx }: OrdersDeps, accountId: string): Promise<LastAddress> {
  const found = await queries.findLastBilling(ctx.db.orm, accountId);
  if (!found?.country) return null;
  const { firstName, lastName, country, state, city, address, zipCode } = found;
  return { firstName, lastName, country, state, city, address, zipCode };
}

const readText = (message: Message | null | undefined, locale: Locale): string | null => (message ? translate(message, locale) : null);

/** Returns all lines ready to order, or all errors. */
const isNoLongerSold = (catalogue: CatalogueModule, offerId: string): boolean =>
  catalogue.current().offers.some(({ id, isSold }) => id === offerId && !isSold);

async function checkCart(
  catalogue: CatalogueModule,
  buyer: Buyer,
  { currency, orderFormData }: Pick<QuoteRequest, 'currency' | 'orderFormData'>,
): Promise<{ lines: CheckedLine[]; holds: (Hold | null)[] }> {
  const { prices } = catalogue.storefront(buyer.locale, currency);
  const lines: CheckedLine[] = [];
  const holds: (Hold | null)[] = [];
  const errors: Record<string, readonly Message[]> = {};
  for (const [index, sent] of orderFormData.entries()) {
    // Reading a long text takes time: yield to other requests between lines.
    if (index > 0) await setImmediate();
    const fitting = checkLine(prices, sent, buyer.briefLater);
    // Prices have what is sold, so only a refused line can be of an archived offer.
    const checked =
      'line' in fitting || !isNoLongerSold(catalogue, sent.offerId)
        ? fitting
        : { errors: [createLineError('offerId', messages.noLongerSold)] };
    const judged = 'line' in checked ? await judgeAnswers(catalogue, buyer, checked.line) : undefined;
    const lineErrors = 'line' in checked ? (judged?.stops ?? {}) : createValidationError(checked.errors, sent).errors;
    for (const [field, said] of Object.entries(lineErrors)) errors[`${formatFieldName(['orderFormData', index])}.${field}`] = said;
    if ('line' in checked) lines.push(checked.line);
    holds.push(judged?.hold ?? null);
  }
  const most = lines.findIndex((_, index) => countPieces(lines.slice(0, index + 1)) > MAX_PURCHASE_PIECES);
  if (most >= 0)
    errors[`${formatFieldName(['orderFormData', most])}.quantity`] = [{ ...messages.manyPieces, values: { maximum: MAX_PURCHASE_PIECES } }];
  if (Object.keys(errors).length > 0) throw new UserError(400, errors);
  return { lines, holds };
}

const countPieces = (lines: readonly CheckedLine[]): number =>
  lines.reduce((sum, { offer, quantity }) => sum + (offer.eachUnitIsPiece ? quantity : offer.pieces.length), 0);

/** Another account's file is reported as missing. */
async function checkFiles({ files }: OrdersDeps, { accountId }: Buyer, lines: readonly CheckedLine[]): Promise<void> {
  const fileIds = listBriefFiles(lines);
  const missing = await files.missing(
    accountId,
    fileIds.map(({ id }) => id),
  );
  if (missing.size > 0) throw createMissingFilesError(lines, missing);
}

const tryCoupon = (
  { ctx, coupons }: OrdersDeps,
  buyer: Buyer,
  code: string,
  { currency }: Pick<QuoteRequest, 'currency'>,
  lines: readonly CheckedLine[],
): Promise<CouponPreview> =>
  coupons.guessOn(
    { ...buyer, code },
    {
      what: 'orders',
      currency,
      isFirstPurchase: async () => !(await queries.hasPaid(ctx.db.orm, buyer.accountId)),
      lines: lines.map((line) => ({ serviceType: line.offer.serviceType, total: computeLineTotal(line) })),
    },
  );

/** What was bought, by the id of the purchase and of the order. */
async function nameOrders(
  { ctx, catalogue }: Pick<OrdersDeps, 'ctx' | 'catalogue'>,
  accountId: string,
  ids: readonly string[],
  locale: Locale,
) {
  const orders = ids.length === 0 ? [] : await queries.listOrdersByIdOrPurchase(ctx.db.orm, accountId, ids);
  const named = orders.map(({ id, purchaseId, number, serviceType, title }) => ({
    of: [id, purchaseId],
    line: { number, name: title ?? getServiceName(catalogue.current(), serviceType, locale) },
  }));
  return new Map(ids.map((id) => [id, named.filter(({ of }) => of.includes(id)).map(({ line }) => line)]));
}

/** Explains a wallet transfer to its customer: the orders that it paid or refunded, or its deposit. */
async function explainMovement(deps: Pick<OrdersDeps, 'ctx' | 'payments'>, accountId: string, id: number): Promise<Movement> {
  const { orm } = deps.ctx.db;
  const found = await getTransferDetails(deps, orm, accountId, id);
  if (!found) throw new UserError(404);
  const { kind, deposit, purchaseId, partId } = found;
  const orderId = partId === undefined ? found.orderId : (await findPart(orm, partId))?.orderId;
  const order = orderId === undefined ? undefined : await queries.findOrder(orm, accountId, orderId);
  const orders = purchaseId === undefined ? (order ? [order] : []) : await queries.listOrders(orm, purchaseId);
  return { kind, deposit, orders: orders.map(({ number, serviceType, price }) => ({ number, serviceType, price })) };
}
