// The lines of a document, and what they share of its sums.

import type { Locale } from '#lib/locale.ts';
import { allocate, priceOfAddOns } from '#lib/money/price.ts';
import type { Message } from '#lib/user-error.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { getOfferWords } from '#modules/catalogue/queries.ts';
import { addOnName } from '#modules/orders/add-ons/rules.ts';
import type { Order } from '#modules/orders/queries.ts';
import type { DbClient } from '#platform/database/database.ts';
import { translate } from '#platform/i18n.ts';
import type { PaperContent, PaperLine } from './contents.ts';
import { distributeSums, type Sums, type TaxGroup } from './rules.ts';

const messages = {
  addOnTo: /*i18n*/ { id: 'paper.addOnTo', message: 'Add-on: {name}' },
} as const satisfies Record<string, Message>;

export async function listLines(tx: DbClient, orders: readonly Order[], locale: Locale) {
  const offerIds = orders.map(({ offerId }) => offerId);
  const { offers, platforms } = await getOfferWords(tx, offerIds);
  return orders.flatMap((order) => {
    const { offerId, number, platform, period } = order;
    const words = offers.get(offerId);
    const name = order.title ?? (words ? localizeText(words.name, locale) : offerId);
    const about = [words && localizeText(words.unit, locale), platforms.get(platform)].filter((each) => each !== undefined);
    return splitOrder(order).map(({ addOn, ...amounts }) => ({
      ...amounts,
      category: order.taxCategory ?? ('standard' as const),
      name: addOn ? translate({ ...messages.addOnTo, values: { name: addOnName(addOn, locale) } }, locale) : name,
      about: addOn ? [name] : about,
      number,
      period: period?.toISOString() ?? null,
    }));
  });
}

/**
 * An order's units and each of its add-ons are a line of their own, so that each has a unit price. They share
 * the discount.
 */
function splitOrder({ quantity, total, discount, addOns }: Pick<Order, 'quantity' | 'total' | 'discount' | 'addOns'>) {
  const totals = [total - priceOfAddOns(addOns), ...addOns.map((each) => priceOfAddOns([each]))];
  const discounts = allocate(discount, totals);
  return totals.map((part, index) => {
    const addOn = addOns[index - 1];
    return { addOn, quantity: addOn?.quantity ?? quantity, total: part, discount: discounts[index] ?? 0 };
  });
}

type TaxedLine = Omit<PaperLine, keyof Sums | 'rate'> & Pick<TaxGroup, 'category' | 'rate'>;

/** The net and the VAT of each group, divided among its lines. */
export function shareSums(
  lines: readonly TaxedLine[],
  groups: readonly (Sums & Pick<TaxGroup, 'category'>)[],
  isStandard: boolean,
): PaperLine[] {
  const shares = new Map(
    groups.flatMap((group) => {
      const own = lines.filter(({ category }) => category === group.category);
      const sums = distributeSums(
        group,
        own.map(({ total, discount }) => total - discount),
      );
      return own.map((line, index) => [line, sums[index] ?? noSums] as const);
    }),
  );
  return lines.map((line) => {
    const { name, about, number, quantity, total, discount, period, rate, category } = line;
    const tax = isStandard ? {} : { rate, category };
    return { name, about, number, quantity, total, discount, period, ...tax, ...(shares.get(line) ?? noSums) };
  });
}

const noSums: Sums = { net: 0, vat: 0, gross: 0 };

/** What the lines of these orders cost, by category. */
export const sumGrossByCategory = ({ lines }: PaperContent, numbers: readonly string[]): ReadonlyMap<TaxGroup['category'], number> =>
  lines.reduce(
    (sums, { number, category = 'standard', gross }) =>
      numbers.includes(number) ? sums.set(category, (sums.get(category) ?? 0) + gross) : sums,
    new Map<TaxGroup['category'], number>(),
  );
