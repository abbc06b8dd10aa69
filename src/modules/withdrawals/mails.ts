// Emails about withdrawals: confirmation to the customer, and notice to the desk. Closed accounts get none.

import { getLanguage, type Locale, toKnownLocale } from '#lib/locale.ts';
import { type CurrencyNumber, showMoney } from '#lib/money/money.ts';
import type { Message } from '#lib/user-error.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { findMailRecipient } from '#modules/accounts/actions.ts';
import { nameOfOffer } from '#modules/catalogue/queries.ts';
import { postMail } from '#modules/mail/actions.ts';
import type { CheckoutDeps } from '#modules/orders/checkout/place-order.ts';
import type { Order } from '#modules/orders/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import type { Withdrawal } from './queries.ts';

const refundWays = {
  toSource: /*i18n*/ { id: 'withdrawal.toSource', message: '{amount} to the original payment method, which can take a few days' },
  toCash: /*i18n*/ { id: 'withdrawal.toCash', message: '{amount} to your balance, already there' },
  toPromo: /*i18n*/ { id: 'withdrawal.toPromo', message: '{amount} to your balance as promotional credit' },
  toClaim: /*i18n*/ { id: 'withdrawal.toClaim', message: '{amount} off your open invoice' },
} as const satisfies Record<string, Message>;

const sentences = {
  nothing: /*i18n*/ { id: 'withdrawal.nothingDelivered', message: 'nothing was delivered by then' },
  free: /*i18n*/ {
    id: 'withdrawal.deliveredFree',
    message: 'what was delivered isn’t charged, because you didn’t ask us to start before the 14 days were over',
  },
  charged: /*i18n*/ {
    id: 'withdrawal.deliveredCharged',
    message: '{delivered, number} of {pieces, number} pieces were delivered by then, because you asked us to start right away',
  },
  none: /*i18n*/ { id: 'withdrawal.nothingBack', message: 'no refund, because nothing was paid' },
  silent: /*i18n*/ { id: 'withdrawal.noReason', message: 'None given; none is needed.' },
} as const satisfies Record<string, Message>;

type Reader = { readonly locale: Locale; readonly currency: CurrencyNumber };

function refundLines(done: Withdrawal, { locale, currency }: Reader): string {
  const parts = (Object.keys(refundWays) as (keyof typeof refundWays)[]).filter((way) => done[way] > 0);
  if (parts.length === 0) return translate(sentences.none, locale);
  const refundParts = parts.map((way) =>
    translate({ ...refundWays[way], values: { amount: showMoney({ amount: done[way], currency }, locale) } }, locale),
  );
  return new Intl.ListFormat(getLanguage(locale).html).format(refundParts);
}

function chargeLine({ startNow, delivered, pieces }: Withdrawal, { locale }: Reader): string {
  if (delivered === 0) return translate(sentences.nothing, locale);
  return startNow ? translate({ ...sentences.charged, values: { delivered, pieces } }, locale) : translate(sentences.free, locale);
}

/** Enqueues both emails in the withdrawal's transaction. */
export async function mailWithdrawal(
  { ctx, shop }: CheckoutDeps,
  tx: DbClient,
  done: Withdrawal,
  { number, currency, offerId, title }: Order,
): Promise<void> {
  const recipient = await findMailRecipient(tx, done.accountId);
  if (!recipient) return;
  const { email, name, locale } = recipient;
  const desk = { email: shop.brand.supportEmail, locale: toKnownLocale(shop.brand.defaultLocale) };
  const offerName = await nameOfOffer(tx, offerId);
  const valuesIn = (reader: Reader) => {
    const format = (amount: number) => showMoney({ amount, currency }, reader.locale);
    return {
      what: title ?? (offerName ? localizeText(offerName, reader.locale) : offerId),
      number,
      name,
      at: done.at.toISOString(),
      charged: format(done.charged),
      how: chargeLine(done, reader),
      back: format(done.toSource + done.toCash + done.toPromo + done.toClaim),
      ways: refundLines(done, reader),
    };
  };
  await postMail(ctx, tx, {
    to: email,
    replyTo: desk.email,
    locale,
    mail: 'withdrawal',
    values: valuesIn({ locale, currency }),
    reference: number,
  });
  const reason = done.reason ?? translate(sentences.silent, desk.locale);
  await postMail(ctx, tx, {
    to: desk.email,
    replyTo: email,
    locale: desk.locale,
    mail: 'withdrawal-desk',
    reference: number,
    values: { ...valuesIn({ locale: desk.locale, currency }), email, reason },
  });
}
