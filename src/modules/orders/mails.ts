// Emails about cancelled orders and refunds. Closed accounts get none.

import type { Locale } from '#lib/locale.ts';
import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import type { Message } from '#lib/user-error.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { nameOfOffer } from '#modules/catalogue/queries.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { CompletedRefund } from '#modules/payments/events.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import { findOrderById, type Order } from './queries.ts';

const messages = {
  more: /*i18n*/ { id: 'orderMail.more', message: '{name} + {count, number} more' },
} as const satisfies Record<string, Message>;

/** "Logo design + 2 more" */
export const nameAndMore = (name: string, others: number, locale: Locale): string =>
  others > 0 ? translate({ ...messages.more, values: { name, count: others } }, locale) : name;

/** The recipient and the name of what an order is about. Undefined if the account is closed. */
async function findRecipient(tx: DbClient, accountId: string, { offerId, title }: Named) {
  const recipient = await findMailRecipient(tx, accountId);
  if (!recipient) return undefined;
  const { email: to, locale, name } = recipient;
  const offerName = await nameOfOffer(tx, offerId);
  return { to, locale, name, what: title ?? (offerName ? localizeText(offerName, locale) : offerId) };
}

type RefundMail = {
  readonly accountId: string;
  readonly currency: CurrencyNumber;
  readonly amount: number;
  readonly number: string;
} & Named;

/** `title`: what an operator wrote, in the place of the offer's name. */
type Named = Pick<Order, 'offerId' | 'title'>;

/**
 * A partial refund to the balance. For one to the payment method, the email is sent when the provider accepts
 * it.
 */
export async function mailPartialRefund(ctx: AppContext, tx: DbClient, refund: RefundMail): Promise<void> {
  const recipient = await findRecipient(tx, refund.accountId, refund);
  if (!recipient) return;
  const { to, locale, name, what } = recipient;
  const { number } = refund;
  const values = { name, what, number, amount: showMoney(refund, locale) };
  await postMail(ctx, tx, { to, locale, mail: 'part-given-back', values, reference: number });
}

export const mailOrderCancelled = createCancellationMail('order-cancelled');
/** The brief asks for something that the shop does not sell. */
export const mailBriefRefused = createCancellationMail('brief-refused');

function createCancellationMail(mail: 'order-cancelled' | 'brief-refused') {
  return async (ctx: AppContext, tx: DbClient, refund: RefundMail): Promise<void> => {
    const recipient = await findRecipient(tx, refund.accountId, refund);
    if (!recipient) return;
    const { to, locale, name, what } = recipient;
    const values = { name, what, numbers: refund.number, amount: showMoney(refund, locale) };
    await postMail(ctx, tx, { to, locale, mail, values, reference: refund.number });
  };
}

/** Cancelled because it was not paid in time. */
export const mailOrderGivenUp = createUnpaidMail('order-given-up');
/** Cancelled by an operator. */
export const mailOrderEnded = createUnpaidMail('order-ended');

function createUnpaidMail(mail: 'order-given-up' | 'order-ended') {
  return async (ctx: AppContext, tx: DbClient, orders: readonly (Pick<Order, 'accountId'> & Named)[], numbers: string): Promise<void> => {
    const [order] = orders;
    const recipient = order && (await findRecipient(tx, order.accountId, order));
    if (!recipient) return;
    const { to, locale, name, what: first } = recipient;
    const what = nameAndMore(first, orders.length - 1, locale);
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
  const recipient = order && (await findRecipient(tx, accountId, order));
  if (!recipient) return;
  const { to, locale, name, what } = recipient;
  const { number } = order;
  const values = { name, what, number, amount: showMoney({ amount, currency }, locale) };
  await postMail(ctx, tx, { to, locale, mail: 'refund-sent', values, reference: number });
}
