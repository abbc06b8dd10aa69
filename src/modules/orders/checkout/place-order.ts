// A cart becomes a purchase: checked and priced as a quote is, then kept with all that belongs to it in one statement. It is paid by a link, from the
// balance at once, or by nothing at all where a coupon takes the whole.
import { randomBytes } from 'node:crypto';
import type { AppContext } from '../../../infra/app-context.ts';
import { toDbRow } from '../../../infra/database/to-db-row.ts';
import { type IdempotencyKey, keyReusedError } from '../../../infra/http/idempotency.ts';
import { translate } from '../../../infra/i18n.ts';
import { type HourlyLimit, hourlyLimit, hourlyRefusal } from '../../../infra/limits/hourly-limits.ts';
import { markChanged, ofAccount, ofDesk } from '../../../infra/live/changes.ts';
import type { Locale } from '../../../lib/locale.ts';
import { billingOf } from '../../../lib/money/billing.ts';
import { showMoney } from '../../../lib/money/money.ts';
import type { Pricing } from '../../../lib/money/price.ts';
import type { DateLocale } from '../../../lib/time/date.ts';
import { timeId } from '../../../lib/time/time-id.ts';
import { type Message, UserError } from '../../../lib/user-error.ts';
import { type CouponPreview, type CouponRequester, type CouponsRoom, claimRefusal } from '../../coupons/actions.ts';
import { type NewPayment, type PaymentsRoom, paymentRow } from '../../payments/actions.ts';
import { balanceShort } from '../../wallet/actions.ts';
import { type FilesRoom, missingOf } from '../files/files.ts';
import type { PurchaseDocument } from '../queries.ts';
import { type CheckedLine, filesIn, NUMBER_BYTES, orderNumber, shortened } from '../rules.ts';
import { fileGone, type Place, type PlacedOrder } from '../shapes.ts';
import { type Hold, OrderStatus, type StatusNumber, workDue } from '../statuses.ts';
import { firstMonths } from '../subscriptions/billing-cycle.ts';
import { orderPiece, purchase, shopOrder, subscription } from '../tables.ts';
import type { WithdrawalRight } from '../withdrawals/right.ts';
import { startOf, workStartsAt } from '../withdrawals/rules.ts';
import type { KeepPurchase } from './batch-insert.ts';

const messages = {
  price: /*i18n*/ { id: 'order.price', message: 'The total is {price} now. Please look at your cart once more.' },
  orders: /*i18n*/ { id: 'order.what', message: '{count, plural, one {# order} other {# orders}}' },
} as const satisfies Record<string, Message>;

/** Who buys, as the connection tells it. */
export type Buyer = CouponRequester & { readonly locale: Locale };

/** A cart that can be ordered, and what it costs. */
export type Priced = {
  readonly lines: readonly CheckedLine[];
  readonly reckoned: Pricing;
  readonly coupon: Pick<CouponPreview, 'couponId' | 'isLimited'> | undefined;
  /** By the line: why a coupon takes nothing off it. */
  readonly why: readonly (Message | null)[];
  /** Of one of each offer, in the currency of the purchase. */
  readonly listPrices: ReadonlyMap<string, number>;
  /** By the line: why a person reads its brief before work begins. */
  readonly holds: readonly (Hold | null)[];
};

export type CheckoutDeps = {
  readonly ctx: AppContext;
  readonly coupons: CouponsRoom;
  readonly files: FilesRoom;
  readonly payments: PaymentsRoom;
  /** Of the texts that are agreed to. */
  readonly versions: () => { readonly terms: number; readonly privacy: number };
  /** Who has a right of withdrawal. */
  readonly withdrawal: WithdrawalRight;
  readonly dateLocale: DateLocale;
  /** Where the people of the shop read, and in which language. */
  readonly desk: { readonly email: string; readonly locale: Locale };
};

type Bought = typeof purchase.$inferInsert;
type Ordered = typeof shopOrder.$inferInsert;

/** What the statement refuses, by its error's class. */
const refusals: Readonly<Record<string, () => UserError>> = {
  FF001: keyReusedError,
  FF004: balanceShort,
};

/** On each answer that names one of them. */
export const filesGone = (lines: readonly CheckedLine[], missing: ReadonlySet<string>): UserError =>
  new UserError(
    400,
    Object.fromEntries(
      filesIn(lines)
        .filter(({ id }) => missing.has(id))
        .map(({ field }) => [field, [fileGone]]),
    ),
  );

export async function placeOrder(
  placing: CheckoutDeps & { readonly keep: KeepPurchase },
  buyer: Buyer,
  sent: Place,
  priced: Priced,
  once: IdempotencyKey | undefined,
): Promise<PlacedOrder> {
  const { ctx, payments } = placing;
  const { price, subtotal, discount } = priced.reckoned;
  if (sent.price !== price)
    throw new UserError(400, {
      price: [{ ...messages.price, values: { price: showMoney({ amount: price, currency: sent.currency }, buyer.locale) } }],
    });
  const hasRight = await placing.withdrawal.appliesTo(buyer.accountId, sent.country);
  const now = ctx.clock.now();
  const id = timeId(now, randomBytes(8));
  const paidFrom = isFree({ price }) ? 'nothing' : sent.payFromBalance ? 'balance' : null;
  const bought: Bought = {
    id,
    accountId: buyer.accountId,
    currency: sent.currency,
    subtotal,
    discount,
    price,
    locale: buyer.locale,
    couponId: priced.coupon?.couponId ?? null,
    billing: billingOf(sent),
    consents: { ...consentsOf(placing, buyer, sent, now), hasRight },
    state: paidFrom ? 'paid' : 'open',
    paidFrom,
    promo: 0,
    createdAt: now,
    paidAt: paidFrom && now,
    confirmationSentAt: null,
  };
  const payment = paidFrom ? null : payments.prepare(payableOf(bought, priced.lines.length, priced.coupon?.isLimited));
  const status = paidFrom ? OrderStatus.Paid : payment?.link ? OrderStatus.AwaitingPayment : OrderStatus.New;
  const rows = ordersOf(bought, priced, status);
  const orderIds = rows.orders.map((order) => order.id);
  const answer: PlacedOrder = { paymentLink: paidFrom ? historyOf(ctx) : (payment?.link ?? null), purchaseId: id, orderIds };
  const kept = await placing
    .keep(
      document({
        bought,
        payment,
        rows,
        answer,
        once,
        lines: priced.lines,
        limit: hourlyLimit(ctx.config, 'purchase', buyer.accountId),
      }),
    )
    .catch((cause: { code?: string }) => {
      const missing = missingOf(cause);
      throw missing
        ? filesGone(priced.lines, new Set(missing))
        : (hourlyRefusal(cause) ?? claimRefusal(cause) ?? refusals[cause.code ?? '']?.() ?? cause);
    });
  if (kept) return replayResponse(payments, kept);
  const touch = (name: 'orders' | 'balance' | 'subscriptions') => markChanged(ctx.db.orm, ofAccount(buyer.accountId), name);
  touch('orders');
  if (paidFrom) markChanged(ctx.db.orm, ofDesk, 'queue');
  if (paidFrom === 'balance') touch('balance');
  if (paidFrom && rows.subscriptions.length > 0) touch('subscriptions');
  // The provider is asked now; what it says is kept with the answer.
  return payment && !payment.link ? { ...answer, paymentLink: (await payments.link(payment.id, payment)) ?? null } : answer;
}

/** Nobody can pay nothing: such a purchase is paid as soon as it costs nothing, when it is placed and when lines of it are cancelled. */
export const isFree = ({ price }: { readonly price: number }): boolean => price === 0;

/** The database keeps what an answer says, not the order in which it says it. A link that was not there then may be there now. */
export async function replayResponse(payments: PaymentsRoom, kept: unknown): Promise<PlacedOrder> {
  const { paymentLink, purchaseId, orderIds } = kept as PlacedOrder;
  return { paymentLink: paymentLink ?? (await payments.linkFor(purchaseId)) ?? null, purchaseId, orderIds };
}

const historyOf = ({ config }: AppContext): string => `${config.shopUrl}/cabinet/order-history`;

const consentsOf = ({ versions }: CheckoutDeps, { address }: Buyer, { startNow }: Place, now: Date) => ({
  ...versions(),
  startNow: startNow ?? null,
  at: now.toISOString(),
  address,
});

/** For a purchase with so many orders in it, as it stands. */
export const payableOf = ({ accountId, id, price, currency, locale }: Bought, count: number, shortLink = false) => ({
  accountId,
  purpose: 'purchase' as const,
  subjectId: id,
  amount: price,
  currency,
  locale,
  shortLink,
  what: translate({ ...messages.orders, values: { count } }, locale),
});

function ordersOf(bought: Bought, { lines, reckoned, listPrices, holds }: Priced, status: StatusNumber) {
  const { accountId, currency, createdAt, paidAt } = bought;
  const orders: Ordered[] = [];
  const pieces: (typeof orderPiece.$inferInsert)[] = [];
  const subscriptions: (typeof subscription.$inferInsert)[] = [];
  for (const [index, { offer, quantity, platform, answers }] of lines.entries()) {
    const { total = 0, discount = 0 } = reckoned.lines[index] ?? {};
    // The last line of the cart has the smallest id, so that the newest-first list has them in the cart's order.
    const id = timeId(createdAt, randomBytes(8), lines.length - index);
    const { id: offerId, serviceType } = offer;
    const subscriptionId = offer.interval ? timeId(createdAt, randomBytes(8)) : null;
    orders.push({
      id,
      number: orderNumber(randomBytes(NUMBER_BYTES)),
      purchaseId: bought.id,
      accountId,
      offerId,
      serviceType,
      quantity,
      platform,
      currency,
      total,
      discount,
      price: total - discount,
      answers,
      answersShort: shortened(answers),
      status,
      createdAt,
      paidAt,
      subscriptionId,
      period: subscriptionId ? createdAt : null,
    });
    if (subscriptionId)
      subscriptions.push({
        id: subscriptionId,
        accountId,
        offerId,
        quantity,
        platform,
        currency,
        price: total,
        answers,
        createdAt,
        anchorDay: createdAt.getUTCDate(),
        reminded: false,
        ...(paidAt ? { state: 'active', ...firstMonths(paidAt) } : { state: 'pending', renewsAt: null }),
      });
    // An ordinary order's one piece has the order's own brief; a bundle's are asked for after payment.
    const isOne = offer.pieces.length === 1;
    const heldFor = holds[index] ?? null;
    const language = typeof answers.language === 'string' ? answers.language : null;
    for (const [position, piece] of offer.pieces.entries()) {
      const mayBeginAt = paidAt ? workStartsAt(paidAt, startOf(bought.consents), piece.offerId) : null;
      pieces.push({
        id: timeId(createdAt, randomBytes(8), position),
        orderId: id,
        accountId,
        position,
        offerId: piece.offerId,
        serviceType: piece.serviceType,
        listValue: (listPrices.get(piece.offerId) ?? 0) * piece.quantity * quantity,
        quantity: piece.quantity * quantity,
        brief: null,
        state: isOne ? 'ready' : 'waiting',
        language: isOne ? language : null,
        mayBeginAt,
        dueAt: isOne && mayBeginAt && !heldFor ? workDue(mayBeginAt) : null,
        heldFor,
        heldSince: heldFor && createdAt,
      });
    }
  }
  return { orders, pieces, subscriptions };
}

type Rows = ReturnType<typeof ordersOf>;
type Parts = {
  readonly bought: Bought;
  readonly payment: NewPayment | null;
  readonly rows: Rows;
  readonly answer: PlacedOrder;
  readonly once: IdempotencyKey | undefined;
  readonly lines: readonly CheckedLine[];
  readonly limit: HourlyLimit | null;
};

const document = ({ bought, payment, rows, answer, once, lines, limit }: Parts): PurchaseDocument => ({
  purchase: toDbRow(purchase, bought),
  orders: rows.orders.map((row) => toDbRow(shopOrder, row)),
  pieces: rows.pieces.map((row) => toDbRow(orderPiece, row)),
  subscriptions: rows.subscriptions.map((row) => toDbRow(subscription, row)),
  payment: payment && paymentRow(payment),
  files: [...new Set(filesIn(lines).map(({ id }) => id))],
  key: once?.key ?? null,
  bodyHash: once?.bodyHash.toString('hex') ?? null,
  answer,
  limit,
});
