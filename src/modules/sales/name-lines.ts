// The orders of a purchase as its client reads them.
import type { Locale } from '#lib/locale.ts';
import { formatOfferTitle } from '#lib/offer-title.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { getOfferWords } from '#modules/catalogue/queries.ts';
import { listOrders, type Order } from '#modules/orders/queries.ts';
import type { DbClient } from '#platform/database/database.ts';

export async function nameLines(from: DbClient, purchaseId: string, locale: Locale) {
  const orders = await listOrders(from, purchaseId);
  const names = await nameOffers(from, orders, locale);
  return orders.map(({ number, quantity, total }, index) => ({ number, name: names[index] ?? '', quantity, total }));
}

/** With unit and platform. What an operator wrote is the name. */
export async function nameOffers(
  from: DbClient,
  lines: readonly Pick<Order, 'offerId' | 'title' | 'platform'>[],
  locale: Locale,
): Promise<string[]> {
  const { offers, platforms } = await getOfferWords(
    from,
    lines.map(({ offerId }) => offerId),
  );
  return lines.map(({ offerId, title, platform }) => {
    const words = offers.get(offerId);
    const name =
      words && formatOfferTitle(localizeText(words.name, locale), [localizeText(words.unit, locale), platforms.get(platform)], locale);
    return title ?? name ?? offerId;
  });
}
