// Emails about the state of a purchase, and about refunds. Closed accounts get none.

import type { AppContext } from '../../infra/app-context.ts';
import type { DbClient } from '../../infra/database/database.ts';
import { translate } from '../../infra/i18n.ts';
import type { Locale } from '../../lib/locale.ts';
import { type CurrencyNumber, showMoney } from '../../lib/money/money.ts';
import { showZonedMoment } from '../../lib/time/date.ts';
import type { Message } from '../../lib/user-error.ts';
import { findMailRecipient } from '../accounts/actions.ts';
import { nameOfOffer, wordsOfOffers } from '../catalogue/actions.ts';
import { postMail } from '../mail/actions.ts';
import type { MailLine } from '../mail/shapes.ts';
import type { CompletedRefund } from '../payments/actions.ts';
import { expectedLine, type MailReader } from './expected-mails.ts';
import { findOrderById, type Order, type Purchase } from './queries.ts';

const messages = {
  more: /*i18n*/ { id: 'orderMail.more', message: '{name} + {count, number} more' },
  quantity: /*i18n*/ { id: 'orderMail.quantity', message: '{name} × {quantity, number}' },
  discount: /*i18n*/ { id: 'orderMail.discount', message: 'Discount' },
  total: /*i18n*/ { id: 'orderMail.total', message: 'Total' },
  ofBalance: /*i18n*/ { id: 'orderMail.promo', message: 'Of this, promotional credit: {amount}' },
} as const satisfies Record<string, Message>;

const paidBy = {
  link: /*i18n*/ { id: 'orderMail.paidOnline', message: 'Paid online on {date}.' },
  balance: /*i18n*/ { id: 'orderMail.paidFromBalance', message: 'Paid from your balance on {date}.' },
  nothing: /*i18n*/ { id: 'orderMail.nothingToPay', message: 'There was nothing to pay.' },
} as const satisfies Record<NonNullable<Purchase['paidFrom']>, Message>;

type PaidPurchase = Pick<Purchase, 'accountId' | 'currency' | 'price' | 'promo' | 'paidFrom' | 'paidAt'>;
type PaidMailDeps = { readonly ctx: AppContext; readonly timeZone: string };

/** A receipt: what was bought, for how much, how it was paid, and when it is expected. */
export async function mailPurchasePaid(
  { ctx, timeZone }: PaidMailDeps,
  tx: DbClient,
  purchase: PaidPurchase,
  orders: readonly Order[],
  numbers: string,
): Promise<void> {
  const recipient = await findMailRecipient(tx, purchase.accountId);
  if (!recipient) return;
  const { email: to, locale, name } = recipient;
  const reader = { locale, timeZone };
  const now = ctx.clock.now();
  const lines = await linesOf(tx, orders, now, reader);
  const [first] = lines;
  const what = textOf(messages.more, { name: first?.name ?? '', count: lines.length - 1 }, locale);
  const date = showZonedMoment(purchase.paidAt ?? now, timeZone, locale);
  const values = {
    name,
    what: lines.length > 1 ? what : (first?.name ?? ''),
    items: [...lines.map(({ line }) => line), ...sumLines(purchase, orders, locale)],
    paid: textOf(paidBy[purchase.paidFrom ?? 'link'], { date }, locale),
  };
  await postMail(ctx, tx, { to, locale, mail: 'order-paid', values, reference: numbers });
}

const textOf = (message: Message, values: NonNullable<Message['values']>, locale: Locale): string =>
  translate({ ...message, values }, locale);

async function linesOf(tx: DbClient, orders: readonly Order[], now: Date, reader: MailReader) {
  const { locale } = reader;
  const { offers, platforms } = await wordsOfOffers(
    tx,
    orders.map(({ offerId }) => offerId),
  );
  const lines: { readonly name: string; readonly line: MailLine }[] = [];
  for (const order of orders) {
    const { offerId, number, quantity, platform, total, currency } = order;
    const words = offers.get(offerId);
    const name = words?.name[locale] ?? offerId;
    const size = [name, words?.unit[locale], platforms.get(platform)].filter(Boolean).join(', ');
    // Sequential: a transaction has one connection, which runs one query at a time.
    const expected = await expectedLine(tx, order, now, reader);
    const amount = showMoney({ amount: total, currency }, locale);
    const shown = quantity > 1 ? textOf(messages.quantity, { name: size, quantity }, locale) : size;
    lines.push({ name, line: { name: shown, about: [number, expected], amount } });
  }
  return lines;
}

function sumLines({ currency, promo }: PaidPurchase, orders: readonly Order[], locale: Locale): MailLine[] {
  const sum = (key: 'discount' | 'price') => orders.reduce((total, order) => total + order[key], 0);
  const money = (amount: number) => showMoney({ amount, currency }, locale);
  const discount = sum('discount');
  const about = promo > 0 ? [textOf(messages.ofBalance, { amount: money(promo) }, locale)] : [];
  return [
    ...(discount > 0 ? [{ name: textOf(messages.discount, {}, locale), amount: `−${money(discount)}` }] : []),
    { name: textOf(messages.total, {}, locale), about, amount: money(sum('price')), isTotal: true },
  ];
}

/** The recipient and the name of what an order is about. Undefined if the account is closed. */
async function recipientOf(tx: DbClient, accountId: string, offerId: string) {
  const recipient = await findMailRecipient(tx, accountId);
  if (!recipient) return undefined;
  const { email: to, locale, name } = recipient;
  return { to, locale, name, what: (await nameOfOffer(tx, offerId))?.[locale] ?? offerId };
}

type RefundMail = {
  readonly accountId: string;
  readonly currency: CurrencyNumber;
  readonly amount: number;
  readonly number: string;
  readonly offerId: string;
};

/** A partial refund to the balance. For one to the payment method, the email is sent when the provider accepts it. */
export async function mailPartialRefund(ctx: AppContext, tx: DbClient, refund: RefundMail): Promise<void> {
  const recipient = await recipientOf(tx, refund.accountId, refund.offerId);
  if (!recipient) return;
  const { to, locale, name, what } = recipient;
  const { number } = refund;
  const values = { name, what, number, amount: showMoney(refund, locale) };
  await postMail(ctx, tx, { to, locale, mail: 'part-given-back', values, reference: number });
}

export const mailOrderCancelled = cancellationMail('order-cancelled');
/** The brief asks for something that the shop does not sell. */
export const mailBriefRefused = cancellationMail('brief-refused');

function cancellationMail(mail: 'order-cancelled' | 'brief-refused') {
  return async (ctx: AppContext, tx: DbClient, refund: RefundMail): Promise<void> => {
    const recipient = await recipientOf(tx, refund.accountId, refund.offerId);
    if (!recipient) return;
    const { to, locale, name, what } = recipient;
    const values = { name, what, numbers: refund.number, amount: showMoney(refund, locale) };
    await postMail(ctx, tx, { to, locale, mail, values, reference: refund.number });
  };
}

/** Cancelled because it was not paid in time. */
export const mailOrderGivenUp = unpaidMail('order-given-up');
/** Cancelled by an operator. */
export const mailOrderEnded = unpaidMail('order-ended');

function unpaidMail(mail: 'order-given-up' | 'order-ended') {
  return async (ctx: AppContext, tx: DbClient, orders: readonly Pick<Order, 'accountId' | 'offerId'>[], numbers: string): Promise<void> => {
    const [order] = orders;
    const recipient = order && (await recipientOf(tx, order.accountId, order.offerId));
    if (!recipient) return;
    const { to, locale, name, what: first } = recipient;
    const what = orders.length > 1 ? textOf(messages.more, { name: first, count: orders.length - 1 }, locale) : first;
    await postMail(ctx, tx, { to, locale, mail, values: { name, what, numbers }, reference: numbers });
  };
}

/** The provider accepted a refund, of a withdrawal or of anything else. */
export async function mailRefundSent(
  ctx: AppContext,
  tx: DbClient,
  { accountId, causeId, amount, currency }: CompletedRefund,
): Promise<void> {
  const order = causeId === null ? undefined : await findOrderById(tx, causeId);
  const recipient = order && (await recipientOf(tx, accountId, order.offerId));
  if (!recipient) return;
  const { to, locale, name, what } = recipient;
  const { number } = order;
  const values = { name, what, number, amount: showMoney({ amount, currency }, locale) };
  await postMail(ctx, tx, { to, locale, mail: 'refund-sent', values, reference: number });
}
