// The orders of a purchase as its client reads them.
import type { Locale } from '#lib/locale.ts';
import { offerTitle } from '#lib/offer-title.ts';
import { textIn } from '#lib/words/owner-texts.ts';
import { wordsOfOffers } from '#modules/catalogue/queries.ts';
import { listOrders } from '#modules/orders/queries.ts';
import type { DbClient } from '#platform/database/database.ts';

export async function nameLines(from: DbClient, purchaseId: string, locale: Locale) {
  const orders = await listOrders(from, purchaseId);
  const { offers, platforms } = await wordsOfOffers(
    from,
    orders.map(({ offerId }) => offerId),
  );
  return orders.map(({ number, offerId, title, platform, quantity, total }) => {
    const words = offers.get(offerId);
    const name = words && offerTitle(textIn(words.name, locale), [textIn(words.unit, locale), platforms.get(platform)], locale);
    return { number, name: title ?? name ?? offerId, quantity, total };
  });
}
