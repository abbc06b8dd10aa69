// Emails about the state of a subscription. Closed accounts get none.

import { showMoney } from '#lib/money/money.ts';
import { showZonedDay } from '#lib/time/date.ts';
import type { Message } from '#lib/user-error.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { nameOfOffer } from '#modules/catalogue/queries.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { PlacedMonth } from '#modules/orders/months/place-month.ts';
import { payUntil } from '#modules/orders/statuses.ts';
import { type MeansError, meansErrorTexts } from '#modules/payments/rules.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import type { Subscription } from './queries.ts';
import type { PriceQuestion } from './queries-prices.ts';

const reasons = {
  asked: /*i18n*/ { id: 'subscription.endedAsked', message: 'It was cancelled, and the paid period is over.' },
  endedByShop: /*i18n*/ { id: 'subscription.endedByShop', message: 'We ended it. Nothing more will be charged.' },
  unpaid: /*i18n*/ { id: 'subscription.endedUnpaid', message: 'Its last month wasn’t paid within seven days. You owe nothing for it.' },
  cancelled: /*i18n*/ { id: 'subscription.endedCancelled', message: 'You cancelled the order for its last month.' },
  withdrawn: /*i18n*/ { id: 'subscription.endedWithdrawn', message: 'You withdrew from the contract for its last month.' },
} as const satisfies Record<string, Message>;
export type WhyEnded = keyof typeof reasons;

const messages = {
  next: /*i18n*/ { id: 'subscription.triesAgain', message: 'We’ll try again on {day}.' },
  last: /*i18n*/ {
    id: 'subscription.lastTry',
    message: 'That was our last try. If it stays unpaid, the bundle ends, and you owe nothing for this month.',
  },
} as const satisfies Record<string, Message>;

/** What happens without the click. */
export const unansweredMessages = {
  goesOn: /*i18n*/ { id: 'subscription.priceGoesOn', message: 'If you don’t, it goes on at the price of today.' },
  ends: /*i18n*/ { id: 'subscription.priceEnds', message: 'If you don’t, it ends with the period you’ve paid for.' },
} as const satisfies Record<string, Message>;

type About = Pick<Subscription, 'accountId' | 'offerId' | 'currency' | 'price'>;

/** The recipient, and the values that all these emails contain. */
async function getRecipientAndValues(tx: DbClient, { accountId, offerId, currency, price }: About) {
  const recipient = await findMailRecipient(tx, accountId);
  if (!recipient) return undefined;
  const { email: to, locale, name } = recipient;
  const offerName = await nameOfOffer(tx, offerId);
  const bundle = offerName ? localizeText(offerName, locale) : offerId;
  return { to, locale, name, bundle, price: showMoney({ amount: price, currency }, locale) };
}

export async function mailRenewalReminder(ctx: AppContext, tx: DbClient, due: About & { readonly renewsAt: Date }): Promise<void> {
  const mail = await getRecipientAndValues(tx, due);
  if (!mail) return;
  const { to, locale, ...values } = mail;
  await postMail(ctx, tx, { to, locale, mail: 'renewal-reminder', values: { ...values, on: due.renewsAt.toISOString() } });
}

type Due = About & Omit<PlacedMonth, 'isPaid'>;

/** The order history has a link too, even if this one has expired. */
export async function mailRenewalDue(ctx: AppContext, tx: DbClient, due: Due): Promise<void> {
  const mail = await getRecipientAndValues(tx, due);
  if (!mail) return;
  const { to, locale, ...values } = mail;
  const link = due.link ?? `${ctx.config.shopUrl}/cabinet/order-history?purchase=${due.purchaseId}`;
  const { number } = due;
  const more = { number, link, until: payUntil(due.createdAt).toISOString() };
  await postMail(ctx, tx, { to, locale, mail: 'renewal-due', values: { ...values, ...more }, reference: number });
}

type Asked = About & Pick<PriceQuestion, 'before' | 'after' | 'startsAt' | 'endsUnanswered'> & { readonly link: string };

/** `link`: opens without a log-in. */
export async function mailPriceChange(ctx: AppContext, tx: DbClient, asked: Asked): Promise<void> {
  const mail = await getRecipientAndValues(tx, asked);
  if (!mail) return;
  const { to, locale, name, bundle } = mail;
  const { currency, link } = asked;
  const [before, after] = [asked.before, asked.after].map((amount) => showMoney({ amount, currency }, locale));
  const without = translate(unansweredMessages[asked.endsUnanswered ? 'ends' : 'goesOn'], locale);
  const values = { name, bundle, before: before ?? '', after: after ?? '', on: asked.startsAt.toISOString(), without, link };
  await postMail(ctx, tx, { to, locale, mail: 'price-change', values });
}

type Failed = About & Pick<Subscription, 'retryAt'> & { readonly why: MeansError; readonly number: string; readonly link: string };

/** `link`: opens without a log-in, to pay now or from another means. */
export async function mailRenewalFailed(ctx: AppContext, tx: DbClient, failed: Failed): Promise<void> {
  const mail = await getRecipientAndValues(tx, failed);
  if (!mail) return;
  const { to, locale, ...values } = mail;
  const { number, link, retryAt } = failed;
  const day = retryAt && showZonedDay(retryAt, { locale, dateLocale: 'page', timeZone: 'UTC' });
  const next = translate(day ? { ...messages.next, values: { day } } : messages.last, locale);
  const more = { number, link, next, why: translate(meansErrorTexts[failed.why], locale) };
  await postMail(ctx, tx, { to, locale, mail: 'renewal-failed', values: { ...values, ...more }, reference: number });
}

export async function mailSubscriptionEnded(ctx: AppContext, tx: DbClient, ended: About, reason: WhyEnded): Promise<void> {
  const mail = await getRecipientAndValues(tx, ended);
  if (!mail) return;
  const { to, locale, name, bundle } = mail;
  await postMail(ctx, tx, { to, locale, mail: 'subscription-ended', values: { name, bundle, why: translate(reasons[reason], locale) } });
}
