// Checks the add-ons of a line, and what an order stores and shows of them. Pure.

import { fallbackLocale, isBuiltIn, type Locale } from '#lib/locale.ts';
import type { Message } from '#lib/user-error.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import { addOnPrice, countChargedUnits } from '#modules/catalogue/add-ons/rules.ts';
import type { AddOn } from '#modules/catalogue/add-ons/shapes.ts';
import type { Catalogue } from '#modules/catalogue/rules.ts';
import type { Offer } from '#modules/catalogue/shapes.ts';
import type { ChosenAddOn, OrderedAddOn, OrderedAddOnView } from './shapes.ts';

const messages = {
  unknown: /*i18n*/ { id: 'line.addOn', message: 'We don’t offer this add-on here. Remove it.' },
  twice: /*i18n*/ { id: 'line.addOnTwice', message: 'This add-on is listed twice. Remove one.' },
  quantity: /*i18n*/ {
    id: 'line.addOnQuantity',
    message: '{maximum, plural, one {This add-on can be added once.} other {You can add this from 1 to # times.}}',
  },
} as const satisfies Record<string, Message>;

/** `quantity`: how often the line is charged for it. */
export type CheckedAddOn = Pick<AddOn, 'id' | 'name' | 'unitPrice'> & { readonly quantity: number };
export type AddOnError = { readonly path: readonly PropertyKey[]; readonly message: Message };

/**
 * `units`: the quantity of the line; `price`: of these units. The price of an add-on is the shop's: none is
 * sent.
 */
export function checkAddOns(
  { addOns: offered = [] }: Pick<Offer, 'addOns'>,
  chosen: readonly ChosenAddOn[],
  { units, price }: { readonly units: number; readonly price: number },
): { readonly addOns: readonly CheckedAddOn[]; readonly errors: readonly AddOnError[] } {
  const addOns: CheckedAddOn[] = [];
  const errors: AddOnError[] = [];
  for (const [index, { id, quantity }] of chosen.entries()) {
    const found = offered.find((each) => each.id === id);
    const report = (part: 'id' | 'quantity', message: Message) => errors.push({ path: ['addOns', index, part], message });
    if (!found) report('id', messages.unknown);
    else if (chosen.findIndex((each) => each.id === id) < index) report('id', messages.twice);
    else if (quantity < 1 || quantity > found.maxQuantity)
      report('quantity', { ...messages.quantity, values: { maximum: found.maxQuantity } });
    else addOns.push({ id, name: found.name, unitPrice: addOnPrice(found, price), quantity: countChargedUnits(found, quantity, units) });
  }
  return { addOns, errors };
}

/** With the names in every language, because an owner may remove or rename an add-on later. */
export function addOnsToStore(
  { services }: Pick<Catalogue, 'services'>,
  { offer: { serviceType }, addOns }: { readonly offer: Pick<Offer, 'serviceType'>; readonly addOns: readonly CheckedAddOn[] },
  locale: Locale,
): OrderedAddOn[] {
  const rows = services.find(({ type }) => type === serviceType)?.addOns ?? [];
  return addOns.map(({ id, name, quantity, unitPrice }) => ({
    id,
    name: rows.find((each) => each.id === id)?.name ?? { [locale]: name },
    quantity,
    unitPrice,
  }));
}

export function addOnName({ id, name }: OrderedAddOn, locale: Locale): string {
  const text = name[isBuiltIn(locale) ? locale : fallbackLocale] ?? Object.values(name)[0] ?? id;
  return localizeText({ en: text, es: text, jp: text }, locale);
}

/** Absent if there are none, so that such orders look as they did before there were add-ons. */
export const viewOrderedAddOns = (addOns: readonly OrderedAddOn[] | null, locale: Locale): { readonly addOns?: OrderedAddOnView[] } =>
  addOns && addOns.length > 0 ? { addOns: addOns.map((each) => ({ ...each, name: addOnName(each, locale) })) } : {};
