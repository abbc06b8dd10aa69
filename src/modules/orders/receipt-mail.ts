// The receipt of a paid purchase: what was bought, for how much, how it was paid, when it is expected, and
// what to do next.

import type { Locale } from '#lib/locale.ts';
import { showMoney } from '#lib/money/money.ts';
import { priceOfAddOns } from '#lib/money/price.ts';
import { showRate } from '#lib/money/rate.ts';
import { formatOfferTitle } from '#lib/offer-title.ts';
import type { ShopTexts } from '#lib/rendering.ts';
import { type DateReader, showDay, showZonedMoment } from '#lib/time/date.ts';
import type { Message } from '#lib/user-error.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { getOfferWords } from '#modules/catalogue/queries.ts';
import { listCodes } from '#modules/coupons/queries.ts';
import { addReply, postMail } from '#modules/mail/actions.ts';
import type { MailLine } from '#modules/mail/shapes.ts';
import { findClaim } from '#modules/wallet/queries-claims.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import { addOnName } from './add-ons/rules.ts';
import { composeExpectedLines, type ListTitles } from './expected-mails.ts';
import { nameAndMore } from './mails.ts';
import { listPieces } from './pieces/queries.ts';
import { listOrders, lockUnconfirmed, type Order, type Purchase, setPurchase } from './queries.ts';
import { OrderStatus } from './statuses.ts';

const messages = {
  quantity: /*i18n*/ { id: 'orderMail.quantity', message: '{name} × {quantity, number}' },
  addOn: /*i18n*/ { id: 'orderMail.addOn', message: 'Includes {name}: {amount}' },
  discount: /*i18n*/ { id: 'orderMail.discount', message: 'Discount' },
  coupon: /*i18n*/ { id: 'orderMail.coupon', message: 'Coupon {code}' },
  total: /*i18n*/ { id: 'orderMail.total', message: 'Total' },
  ofBalance: /*i18n*/ { id: 'orderMail.promo', message: 'Of this, promotional credit: {amount}' },
  vat: /*i18n*/ { id: 'orderMail.vat', message: 'Includes {amount} VAT ({rate})' },
  seeOrder: /*i18n*/ { id: 'orderMail.seeOrder', message: 'See your order' },
  seeOrders: /*i18n*/ { id: 'orderMail.seeOrders', message: 'See your orders' },
  writeBrief: /*i18n*/ { id: 'orderMail.writeBrief', message: '{count, plural, one {Write your brief} other {Write your briefs}}' },
} as const satisfies Record<string, Message>;

const paidBy = {
  link: /*i18n*/ { id: 'orderMail.paidOnline', message: 'Paid online on {date}.' },
  balance: /*i18n*/ { id: 'orderMail.paidFromBalance', message: 'Paid from your balance on {date}.' },
  nothing: /*i18n*/ { id: 'orderMail.nothingToPay', message: 'There was nothing to pay.' },
  invoice: /*i18n*/ { id: 'orderMail.payInvoice', message: 'Please pay the invoice by {due}. Payment reference: {reference}' },
} as const satisfies Record<NonNullable<Purchase['paidFrom']>, Message>;

/** The VAT in the price of a purchase, in hundredths of a percent. */
export type FindVat = (tx: DbClient, purchase: Purchase) => Promise<{ readonly vat: number; readonly rate: number }>;

type ReceiptDeps = {
  readonly ctx: AppContext;
  readonly shop: ShopTexts;
  readonly findVat: FindVat;
  readonly replyAddress: (tx: DbClient, pieceId: string) => Promise<string | undefined>;
};
type ReceiptLine = { readonly name: string; readonly line: MailLine; readonly briefs: number };

/** Does nothing if the confirmation was sent, or if another process is sending it. */
export async function confirmPurchase(deps: ReceiptDeps, tx: DbClient, id: string): Promise<void> {
  const purchase = await lockUnconfirmed(tx, id);
  if (!purchase) return;
  const orders = (await listOrders(tx, id)).filter(({ paidAt }) => paidAt !== null);
  // Nothing to confirm if all orders were cancelled: the customer got an email about that.
  const isOpen = orders.some(({ status }) => status !== OrderStatus.Cancelled);
  if (isOpen) await mailPurchasePaid(deps, tx, purchase, orders, joinNumbers(orders));
  await setPurchase(tx, id, { confirmationSentAt: deps.ctx.clock.now() });
}

/** The most order numbers that fit in a subject. */
const MAX_NAMED_ORDERS = 3;
export const joinNumbers = (orders: readonly { readonly number: string }[]): string =>
  orders.length > MAX_NAMED_ORDERS
    ? `${orders
        .slice(0, MAX_NAMED_ORDERS)
        .map(({ number }) => number)
        .join(', ')} +${orders.length - MAX_NAMED_ORDERS}`
    : orders.map(({ number }) => number).join(', ');

async function mailPurchasePaid(
  { ctx, shop, findVat, replyAddress }: ReceiptDeps,
  tx: DbClient,
  purchase: Purchase,
  orders: readonly Order[],
  numbers: string,
): Promise<void> {
  const recipient = await findMailRecipient(tx, purchase.accountId);
  if (!recipient) return;
  const { email: to, locale, name } = recipient;
  const { dateLocale, timeZone } = shop.brand;
  const reader = { locale, dateLocale, timeZone: recipient.timeZone ?? timeZone };
  const now = ctx.clock.now();
  const lines = await listLines(ctx, tx, orders, reader);
  const date = showZonedMoment(purchase.paidAt ?? now, reader);
  const [first] = lines;
  const [number = ''] = orders.map((order) => order.number);
  // The order history has the invoice of several orders at each of them.
  const page = `/cabinet/order-history${orders.length === 1 ? `/${number}` : ''}`;
  const values = {
    name,
    what: nameAndMore(first?.name ?? '', lines.length - 1, locale),
    items: [...lines.map(({ line }) => line), ...(await sumLines(tx, { purchase, orders, findVat }, locale))],
    paid: readText(paidBy[purchase.paidFrom ?? 'link'], { date, ...(await getInvoiceTerms(tx, purchase, reader)) }, locale),
    todo: formatTodo(lines, locale),
    page,
    invoice: `/cabinet/order-history/${number}?part=invoice`,
  };
  const post = { to, locale, mail: 'order-paid', reference: numbers } as const;
  const pieceId = await findAnswerable(tx, orders);
  await postMail(ctx, tx, addReply(post, values, pieceId && (await replyAddress(tx, pieceId))));
}

/**
 * The piece to which a reply is written: the only one that is not cancelled, because nothing says which of
 * several the customer means. Replies to others become tickets.
 */
async function findAnswerable(tx: DbClient, orders: readonly Order[]): Promise<string | undefined> {
  const [order, ...others] = orders.filter(({ status }) => status !== OrderStatus.Cancelled);
  if (!order || others.length > 0) return undefined;
  const [piece, ...more] = (await listPieces(tx, order.id)).filter(({ state }) => state !== 'cancelled');
  return more.length > 0 ? undefined : piece?.id;
}

const readText = (message: Message, values: NonNullable<Message['values']>, locale: Locale): string =>
  translate({ ...message, values }, locale);

/** Until when an invoice is to be paid, and with which reference. */
async function getInvoiceTerms(tx: DbClient, { id, paidFrom }: Purchase, { locale, dateLocale }: DateReader) {
  const claim = paidFrom === 'invoice' ? await findClaim(tx, id) : undefined;
  return claim ? { due: showDay(claim.dueOn, dateLocale, locale).shown, reference: claim.reference } : {};
}

/** The label of the button. */
function formatTodo(lines: readonly ReceiptLine[], locale: Locale): string {
  const count = lines.reduce((sum, { briefs }) => sum + briefs, 0);
  if (count > 0) return readText(messages.writeBrief, { count }, locale);
  return readText(lines.length > 1 ? messages.seeOrders : messages.seeOrder, {}, locale);
}

async function listLines(ctx: AppContext, tx: DbClient, orders: readonly Order[], reader: DateReader): Promise<ReceiptLine[]> {
  const { locale } = reader;
  const { offers, platforms } = await getOfferWords(
    tx,
    orders.map(({ offerId }) => offerId),
  );
  const listTitles: ListTitles = async (offerIds) => {
    const { offers: pieces } = await getOfferWords(tx, offerIds);
    return new Map(
      [...pieces].map(([id, { name, unit }]) => [id, formatOfferTitle(localizeText(name, locale), [localizeText(unit, locale)], locale)]),
    );
  };
  const lines: ReceiptLine[] = [];
  for (const order of orders) {
    const { offerId, number, quantity, platform, total, currency } = order;
    const words = offers.get(offerId);
    const name = order.title ?? (words ? localizeText(words.name, locale) : offerId);
    const size = formatOfferTitle(name, [words && localizeText(words.unit, locale), platforms.get(platform)], locale);
    // Sequential: a transaction has one connection, which runs one query at a time.
    const { texts, briefs } = await composeExpectedLines(ctx, tx, order, { reader, listTitles });
    const amount = showMoney({ amount: total, currency }, locale);
    const extras = order.addOns.map((addOn) => {
      const name = addOnName(addOn, locale);
      const named = addOn.quantity > 1 ? readText(messages.quantity, { name, quantity: addOn.quantity }, locale) : name;
      return readText(messages.addOn, { name: named, amount: showMoney({ amount: priceOfAddOns([addOn]), currency }, locale) }, locale);
    });
    const shown = quantity > 1 ? readText(messages.quantity, { name: size, quantity }, locale) : size;
    lines.push({ name, briefs, line: { name: shown, about: [...extras, number, ...texts], amount } });
  }
  return lines;
}

type Summed = { readonly purchase: Purchase; readonly orders: readonly Order[]; readonly findVat: FindVat };

async function sumLines(tx: DbClient, { purchase, orders, findVat }: Summed, locale: Locale): Promise<MailLine[]> {
  const { currency, promo, couponId } = purchase;
  const sum = (key: 'discount' | 'price') => orders.reduce((total, order) => total + order[key], 0);
  const money = (amount: number) => showMoney({ amount, currency }, locale);
  const [discount, price] = [sum('discount'), sum('price')];
  const [coupon] = couponId === null || discount === 0 ? [] : await listCodes(tx, [couponId]);
  const { vat, rate } = price === purchase.price ? await findVat(tx, purchase) : { vat: 0, rate: 0 };
  const percent = showRate(rate, locale);
  const about = [
    ...(vat > 0 ? [readText(messages.vat, { amount: money(vat), rate: percent }, locale)] : []),
    ...(promo > 0 ? [readText(messages.ofBalance, { amount: money(promo) }, locale)] : []),
  ];
  const saving = coupon ? readText(messages.coupon, { code: coupon.code }, locale) : readText(messages.discount, {}, locale);
  return [
    ...(discount > 0 ? [{ name: saving, amount: `−${money(discount)}` }] : []),
    { name: readText(messages.total, {}, locale), about, amount: money(price), isTotal: true },
  ];
}
