// Which add-ons an offer has, and how often a line is charged for one. Pure, shared by browser and server.

import type { Locale, Words } from '#lib/locale.ts';
import type { CurrencyCode } from '#lib/money/money.ts';
import type { Turnaround } from '#lib/time/turnaround.ts';
import { localizeText } from '#lib/words/owner-texts.ts';
import type { AddOn, AddOnCharge } from './shapes.ts';

export type AddOnRow = {
  readonly id: string;
  readonly name: Words;
  readonly description: Words | null;
  readonly charged: AddOnCharge;
  readonly maxQuantity: number;
  /** Of a percentage, which has no prices. */
  readonly percent?: number | undefined;
  readonly turnaround?: Turnaround | undefined;
  /** Ids of the service's offers that have it; null: all. */
  readonly offers: readonly string[] | null;
  readonly prices: Readonly<Partial<Record<CurrencyCode, number>>>;
};

/** Of one offer, for one visitor. One without a price in the currency is left out, never free. */
export const viewAddOns = (rows: readonly AddOnRow[], offerId: string, locale: Locale, code: CurrencyCode): AddOn[] =>
  rows.flatMap(({ id, name, description, charged, maxQuantity, percent, turnaround, offers, prices }) => {
    const unitPrice = percent === undefined ? prices[code] : 0;
    if (unitPrice === undefined || (offers && !offers.includes(offerId))) return [];
    const words = { name: localizeText(name, locale), description: description ? localizeText(description, locale) : '' };
    return [
      {
        id,
        ...words,
        unitPrice,
        ...(percent === undefined ? {} : { percent }),
        charged,
        maxQuantity,
        ...(turnaround ? { turnaround } : {}),
      },
    ];
  });

/** `chosen`: the quantity that the customer asks for. */
export const countChargedUnits = ({ charged }: Pick<AddOn, 'charged'>, chosen: number, units: number): number =>
  charged === 'perUnit' ? units : chosen;

/**
 * What it costs each time. `units`: the price of the line without add-ons; half a cent of a percentage is
 * rounded up.
 */
export const addOnPrice = (
  { unitPrice, percent }: { readonly unitPrice: number; readonly percent?: number | undefined },
  units: number,
): number => (percent === undefined ? unitPrice : Math.floor((units * percent + 50) / 100));

/** "3 × Paper copy" */
export const formatNameWithQuantity = ({ name, quantity }: { readonly name: string; readonly quantity: number }): string =>
  quantity > 1 ? `${quantity} × ${name}` : name;
