// Mails about quotes: with the link, before it expires, and once it is accepted, with terms and withdrawal.

import { htmlToText } from '#lib/markdown/html-text.ts';
import { showMoney } from '#lib/money/money.ts';
import type { Message } from '#lib/user-error.ts';
import { localizeFile } from '#lib/words/owner-texts.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { postMail } from '#modules/mail/actions.ts';
import { nameAndMore } from '#modules/orders/mails.ts';
import type { SalesDeps } from '#modules/sales/create-order.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import type { QuoteContent } from './contents.ts';
import { computeQuoteTotal } from './rules.ts';

const messages = {
  discount: /*i18n*/ { id: 'orderMail.discount', message: 'Discount' },
  total: /*i18n*/ { id: 'orderMail.total', message: 'Total' },
  withdraw: /*i18n*/ {
    id: 'quote.withdraw',
    message:
      'You can withdraw from this contract within 14 days without giving a reason; they begin on the day after your acceptance, or after your payment if that is later. Tell us on {page}, or write to {email}. We then pay back what you’ve paid within 14 days, by the means you paid with.',
  },
  startNow: /*i18n*/ {
    id: 'quote.startNow',
    message:
      'You asked us to begin before those days are over: if you withdraw, you pay for what’s delivered by then, and once everything is delivered you can no longer withdraw.',
  },
  noRight: /*i18n*/ {
    id: 'quote.noRight',
    message: 'As a business, or outside the countries where it applies, there is no right of withdrawal.',
  },
} as const satisfies Record<string, Message>;

type Sent = {
  readonly number: string;
  readonly accountId: string;
  readonly content: QuoteContent;
  readonly link: string;
};

export async function mailQuote(
  { ctx }: Pick<SalesDeps, 'ctx'>,
  tx: DbClient,
  mail: 'quote' | 'quote-reminder',
  { validUntil, ...sent }: Sent & { readonly validUntil: Date },
): Promise<void> {
  const found = await getMailValues(tx, sent, []);
  if (!found) return;
  const { to, locale, values } = found;
  const { message } = sent.content;
  const note = mail === 'quote' && message ? { note: message } : {};
  await postMail(ctx, tx, { to, locale, mail, values: { ...values, until: validUntil.toISOString(), ...note }, reference: sent.number });
}

type Accepted = Sent & { readonly options: readonly number[]; readonly hasRight: boolean; readonly startNow: boolean; readonly at: Date };

/** The contract on a durable medium: what was agreed, the terms, and how to withdraw. */
export async function mailAccepted(
  { ctx, shop }: Pick<SalesDeps, 'ctx' | 'shop'>,
  tx: DbClient,
  { options, hasRight, startNow, at, ...sent }: Accepted,
): Promise<void> {
  const found = await getMailValues(tx, sent, options);
  if (!found) return;
  const { to, locale, values } = found;
  const text = (message: Message) =>
    translate({ ...message, values: { page: `${ctx.config.shopUrl}/withdrawal`, email: shop.brand.supportEmail } }, locale);
  const withdrawal = hasRight ? [messages.withdraw, ...(startNow ? [messages.startNow] : [])] : [messages.noRight];
  const terms = localizeFile(shop.policies.terms, locale);
  await postMail(ctx, tx, {
    ...{ to, locale, mail: 'quote-accepted', reference: sent.number },
    values: {
      ...values,
      at: at.toISOString(),
      withdrawal: withdrawal.map(text).join(' '),
      terms: htmlToText(terms.html).trim(),
      version: String(terms.version),
    },
  });
}

async function getMailValues(tx: DbClient, { number, accountId, content, link }: Sent, options: readonly number[]) {
  const recipient = await findMailRecipient(tx, accountId);
  if (!recipient) return undefined;
  const { email: to, locale, name } = recipient;
  const { lines, discount, price } = computeQuoteTotal(content, options);
  const money = (amount: number) => showMoney({ amount, currency: content.currency }, locale);
  const values = {
    ...{ name, number, link, amount: money(price) },
    what: nameAndMore(lines[0]?.name ?? '', lines.length - 1, locale),
    items: [
      ...lines.map((line) => ({ name: line.quantity > 1 ? `${line.quantity} × ${line.name}` : line.name, amount: money(line.total) })),
      ...(discount > 0 ? [{ name: translate(messages.discount, locale), amount: `−${money(discount)}` }] : []),
      { name: translate(messages.total, locale), amount: money(price), isTotal: true },
    ],
  };
  return { to, locale, values };
}
