// Emails about money that was added to a customer's balance.

import { type Money, showMoney } from '#lib/money/money.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { Deposit } from './queries.ts';

export async function mailDepositPaid(ctx: AppContext, tx: DbClient, { accountId, currency, amount, price }: Deposit): Promise<void> {
  const recipient = await findMailRecipient(tx, accountId);
  if (!recipient) return;
  const { email: to, locale, name } = recipient;
  const format = (minor: number) => showMoney({ amount: minor, currency }, locale);
  const values = { name, amount: format(amount), price: format(price), at: ctx.clock.now().toISOString() };
  await postMail(ctx, tx, { to, locale, mail: 'deposit-paid', values });
}

/** A charge for which nothing was left to pay. */
export const mailStrayPayment = createCreditedMail('money-kept');
/** A refund that the payment method did not accept. */
export const mailFailedRefund = createCreditedMail('refund-kept');

/** Credit that an operator granted. */
export const mailCreditGranted = createCreditedMail('gift-given');

/** A deposit that an operator refunds, with the coupon credit that is withdrawn. */
export async function mailDepositRefund(
  ctx: AppContext,
  tx: DbClient,
  { accountId, currency, amount, credit }: Money & { readonly accountId: string; readonly credit: number },
): Promise<void> {
  const recipient = await findMailRecipient(tx, accountId);
  if (!recipient) return;
  const { email: to, locale, name } = recipient;
  const format = (minor: number) => showMoney({ amount: minor, currency }, locale);
  await postMail(ctx, tx, { to, locale, mail: 'deposit-back', values: { name, amount: format(amount), credit: format(credit) } });
}

function createCreditedMail(mail: 'money-kept' | 'refund-kept' | 'gift-given') {
  return async (ctx: AppContext, tx: DbClient, { accountId, ...money }: Money & { readonly accountId: string }): Promise<void> => {
    const recipient = await findMailRecipient(tx, accountId);
    if (!recipient) return;
    const { email: to, locale, name } = recipient;
    await postMail(ctx, tx, { to, locale, mail, values: { name, amount: showMoney(money, locale) } });
  };
}
