// Emails about the state of a purchase, and about refunds. Closed accounts get none.

import type { AppContext } from '../../infra/app-context.ts';
import type { DbClient } from '../../infra/database/database.ts';
import { type CurrencyNumber, showMoney } from '../../lib/money/money.ts';
import type { DateLocale } from '../../lib/time/date.ts';
import { findMailRecipient } from '../accounts/actions.ts';
import { postMail } from '../mail/actions.ts';
import type { CompletedRefund } from '../payments/actions.ts';
import { sayExpected } from './expected-mails.ts';
import { findOrderNumber, type Order, type Purchase } from './queries.ts';

type PaidPurchase = Pick<Purchase, 'accountId' | 'currency' | 'price'>;
type PaidMailDeps = { readonly ctx: AppContext; readonly dateLocale: DateLocale };

export async function mailPurchasePaid(
  { ctx, dateLocale }: PaidMailDeps,
  tx: DbClient,
  { accountId, currency, price }: PaidPurchase,
  orders: readonly Order[],
  numbers: string,
): Promise<void> {
  const recipient = await findMailRecipient(tx, accountId);
  if (!recipient) return;
  const { email: to, locale, firstName: name } = recipient;
  const until = await sayExpected(tx, orders, ctx.clock.now(), { locale, dateLocale });
  const values = { name, numbers, total: showMoney({ amount: price, currency }, locale), until };
  await postMail(ctx, tx, { to, locale, mail: 'order-paid', values, reference: numbers });
}

type RefundMail = { readonly accountId: string; readonly currency: CurrencyNumber; readonly amount: number };

/** A partial refund to the balance. For one to the payment method, the email is sent when the provider accepts it. */
export async function mailPartialRefund(
  ctx: AppContext,
  tx: DbClient,
  { accountId, currency, amount }: RefundMail,
  number: string,
): Promise<void> {
  const recipient = await findMailRecipient(tx, accountId);
  if (!recipient) return;
  const { email: to, locale, firstName: name } = recipient;
  const values = { name, number, amount: showMoney({ amount, currency }, locale) };
  await postMail(ctx, tx, { to, locale, mail: 'part-given-back', values, reference: number });
}

export const mailOrderCancelled = cancellationMail('order-cancelled');
/** The brief asks for something that the shop does not sell. */
export const mailBriefRefused = cancellationMail('brief-refused');

function cancellationMail(mail: 'order-cancelled' | 'brief-refused') {
  return async (ctx: AppContext, tx: DbClient, { accountId, currency, amount }: RefundMail, numbers: string): Promise<void> => {
    const recipient = await findMailRecipient(tx, accountId);
    if (!recipient) return;
    const { email: to, locale, firstName: name } = recipient;
    const values = { name, numbers, amount: showMoney({ amount, currency }, locale) };
    await postMail(ctx, tx, { to, locale, mail, values, reference: numbers });
  };
}

/** Cancelled because it was not paid in time. */
export const mailOrderGivenUp = unpaidMail('order-given-up');
/** Cancelled by an operator. */
export const mailOrderEnded = unpaidMail('order-ended');

function unpaidMail(mail: 'order-given-up' | 'order-ended') {
  return async (ctx: AppContext, tx: DbClient, accountId: string, numbers: string): Promise<void> => {
    const recipient = await findMailRecipient(tx, accountId);
    if (!recipient) return;
    const { email: to, locale, firstName: name } = recipient;
    await postMail(ctx, tx, { to, locale, mail, values: { name, numbers }, reference: numbers });
  };
}

/** The provider accepted a refund, of a withdrawal or of anything else. */
export async function mailRefundSent(
  ctx: AppContext,
  tx: DbClient,
  { accountId, causeId, amount, currency }: CompletedRefund,
): Promise<void> {
  const number = causeId === null ? undefined : await findOrderNumber(tx, causeId);
  const recipient = await findMailRecipient(tx, accountId);
  if (!recipient || number === undefined) return;
  const { email: to, locale, firstName: name } = recipient;
  const values = { name, number, amount: showMoney({ amount, currency }, locale) };
  await postMail(ctx, tx, { to, locale, mail: 'refund-sent', values, reference: number });
}
