// The mail with the link to the payment page of an order by hand.

import { showMoney } from '#lib/money/money.ts';
import type { Message } from '#lib/user-error.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { postMail } from '#modules/mail/actions.ts';
import { nameAndMore } from '#modules/orders/mails.ts';
import { findPurchase } from '#modules/orders/queries.ts';
import { joinNumbers } from '#modules/orders/receipt-mail.ts';
import { payUntil } from '#modules/orders/statuses.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import type { SalesDeps } from './create-order.ts';
import { nameLines } from './name-lines.ts';

const messages = {
  discount: /*i18n*/ { id: 'orderMail.discount', message: 'Discount' },
  total: /*i18n*/ { id: 'orderMail.total', message: 'Total' },
} as const satisfies Record<string, Message>;

export async function mailOrderToPay(
  { ctx }: Pick<SalesDeps, 'ctx'>,
  tx: DbClient,
  { purchaseId, link }: { readonly purchaseId: string; readonly link: string },
): Promise<void> {
  const purchase = await findPurchase(tx, purchaseId);
  const recipient = purchase && (await findMailRecipient(tx, purchase.accountId));
  if (!recipient) return;
  const { email: to, locale, name } = recipient;
  const { currency, price, discount, byHand, createdAt } = purchase;
  const money = (amount: number) => showMoney({ amount, currency }, locale);
  const lines = await nameLines(tx, purchaseId, locale);
  const values = {
    name,
    what: nameAndMore(lines[0]?.name ?? '', lines.length - 1, locale),
    amount: money(price),
    items: [
      ...lines.map((line) => ({ name: line.quantity > 1 ? `${line.quantity} × ${line.name}` : line.name, amount: money(line.total) })),
      ...(discount > 0 ? [{ name: translate(messages.discount, locale), amount: `−${money(discount)}` }] : []),
      { name: translate(messages.total, locale), amount: money(price), isTotal: true },
    ],
    link,
    until: payUntil(createdAt).toISOString(),
    ...(byHand?.note ? { note: byHand.note } : {}),
  };
  await postMail(ctx, tx, { to, locale, mail: 'order-to-pay', values, reference: joinNumbers(lines) });
}
