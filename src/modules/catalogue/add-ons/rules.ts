// Which add-ons an offer has, and how often a line is charged for one. Pure, shared by browser and server.
import type { Locale, Words } from '../../../lib/locale.ts';
import type { CurrencyCode } from '../../../lib/money/money.ts';
import type { AddOn, AddOnCharge } from './shapes.ts';

export type AddOnRow = {
  readonly id: string;
  readonly name: Words;
  readonly description: Words | null;
  readonly charged: AddOnCharge;
  readonly maxQuantity: number;
  /** Ids of the service's offers that have it; null: all. */
  readonly offers: readonly string[] | null;
  readonly prices: Readonly<Partial<Record<CurrencyCode, number>>>;
};

/** Of one offer, for one visitor. One without a price in the currency is left out, never free. */
export const viewAddOns = (rows: readonly AddOnRow[], offerId: string, locale: Locale, code: CurrencyCode): AddOn[] =>
  rows.flatMap(({ id, name, description, charged, maxQuantity, offers, prices }) => {
    const unitPrice = prices[code];
    if (unitPrice === undefined || (offers && !offers.includes(offerId))) return [];
    return [{ id, name: name[locale], description: description?.[locale] ?? '', unitPrice, charged, maxQuantity }];
  });

/** `chosen`: the quantity that the customer asks for. */
export const timesCharged = ({ charged }: Pick<AddOn, 'charged'>, chosen: number, units: number): number =>
  charged === 'perUnit' ? units : chosen;

/** "3 × Paper copy" */
export const countedName = ({ name, quantity }: { readonly name: string; readonly quantity: number }): string =>
  quantity > 1 ? `${quantity} × ${name}` : name;
