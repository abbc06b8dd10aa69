// What a paper says of money, and how it is numbered. Pure: the owner's tax rules, who buys and what was paid come in.

import type { Words } from '../../lib/locale.ts';
import type { CurrencyNumber } from '../../lib/money/money.ts';
import { allocate } from '../../lib/money/price.ts';

/** Each kind has a series of numbers of its own, which begins anew with the year. */
export const series = { invoice: 'INV', receipt: 'REC', credit: 'CRN' } as const;
export type PaperKind = keyof typeof series;
export const paperKinds = Object.keys(series) as readonly PaperKind[];

const NUMBER_DIGITS = 6;

/** "INV-2026-000123" */
export const paperNumber = (kind: PaperKind, year: number, serial: number): string =>
  `${series[kind]}-${year}-${String(serial).padStart(NUMBER_DIGITS, '0')}`;

/** As somebody reads it out or types it; undefined where it is none. */
export function readNumber(text: string): { readonly kind: PaperKind; readonly year: number; readonly serial: number } | undefined {
  const [, name, year, serial] = /^([A-Z]{3})-(\d{4})-(\d{1,9})$/.exec(text.trim().toUpperCase()) ?? [];
  const kind = paperKinds.find((each) => series[each] === name);
  return kind && { kind, year: Number(year), serial: Number(serial) };
}

/** By UTC, as everything is kept: the year of the day on which it is issued. */
export const yearOf = (issuedAt: Date): number => issuedAt.getUTCFullYear();

/** In hundredths of a percent, so that it is a whole number: 2500 is 25 %. */
export type Rate = number;

/** What the owner says of VAT in shop/tax.yaml. Prices always contain it. */
export type Tax = {
  readonly vat: 'none' | 'inclusive';
  /** By the buyer's country; in any other there is none. */
  readonly rates: Readonly<Record<string, Rate>>;
  /** A business in another country than the seller's reckons the VAT itself. */
  readonly reverseCharge: boolean;
  /** What stands on a paper that shows no VAT, by the reason. */
  readonly notes: Readonly<Record<NoVat, Words>>;
};

/** Why there is no VAT: the shop charges none, there is none in the buyer's country, or the buyer reckons it. */
export type NoVat = 'none' | 'zero' | 'reverse';
export type Treatment = { readonly rate: Rate; readonly why: NoVat | null };

export type Parties = {
  readonly sellerCountry: string;
  readonly buyerCountry: string;
  /** Of a VAT ID that can be one by its form; undefined without such. */
  readonly vatIdCountry: string | undefined;
};

export function treatmentOf({ vat, rates, reverseCharge }: Tax, { sellerCountry, buyerCountry, vatIdCountry }: Parties): Treatment {
  if (vat === 'none') return { rate: 0, why: 'none' };
  if (reverseCharge && vatIdCountry !== undefined && vatIdCountry !== sellerCountry) return { rate: 0, why: 'reverse' };
  const rate = rates[buyerCountry] ?? 0;
  return { rate, why: rate === 0 ? 'zero' : null };
}

export type Sums = { readonly net: number; readonly vat: number; readonly gross: number };

const WHOLE = 10_000;

/** Of a whole paper, never of its lines: half a unit goes to the net amount, and what is left is the VAT. */
export function sumsOf(gross: number, rate: Rate): Sums {
  const whole = WHOLE + rate;
  const net = Math.floor((2 * gross * WHOLE + whole) / (2 * whole));
  return { net, vat: gross - net, gross };
}

/**
 * What a credit note takes back of an invoice, after others that took back so much: by the difference of two sums, so that all of an invoice's credit notes
 * together never take back a unit more or less of the VAT than it charged.
 */
export function creditOf(before: number, gross: number, rate: Rate): Sums {
  const net = sumsOf(before + gross, rate).net - sumsOf(before, rate).net;
  return { net, vat: gross - net, gross };
}

/** A paper's sums over its lines, in proportion to what each costs, and not a unit is lost. */
export function lineSums(sums: Sums, grosses: readonly number[]): Sums[] {
  const nets = allocate(sums.net, grosses);
  return grosses.map((gross, index) => ({ gross, net: nets[index] ?? 0, vat: gross - (nets[index] ?? 0) }));
}

export type PaymentMeans = 'online' | 'balance' | 'promo';

/** How something was paid, or given back; nothing for what cost nothing. */
export type Part = { readonly by: PaymentMeans; readonly amount: number };

export const partsOf = (amounts: Readonly<Record<PaymentMeans, number>>): Part[] =>
  (Object.keys(amounts) as PaymentMeans[]).flatMap((by) => (amounts[by] > 0 ? [{ by, amount: amounts[by] }] : []));

/** How a purchase was paid. */
export function paidBy({
  price,
  promo,
  paidFrom,
}: {
  price: number;
  promo: number;
  paidFrom: 'link' | 'balance' | 'nothing' | null;
}): Part[] {
  if (paidFrom === 'link') return partsOf({ online: price, balance: 0, promo: 0 });
  return partsOf({ online: 0, balance: price - promo, promo });
}

/** Money that left the sales again: one line of the books. */
export type Refunded = {
  readonly transferId: number;
  readonly kind: string;
  readonly amount: number;
  readonly at: Date;
  readonly currency: CurrencyNumber;
  readonly purchaseId: string;
};

const backBy: Readonly<Record<string, PaymentMeans>> = {
  refund: 'online',
  giveBack: 'balance',
  giveBackPromo: 'promo',
  partBack: 'balance',
  partBackPromo: 'promo',
};

/** What was given back of one purchase in one moment belongs on one credit note, however many ways it went. */
export function refundsTogether(lines: readonly Refunded[]): { readonly lines: readonly Refunded[]; readonly back: readonly Part[] }[] {
  const groups = new Map<string, Refunded[]>();
  for (const line of lines) {
    const key = `${line.purchaseId} ${line.at.getTime()}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].map((group) => {
    const amounts: Record<PaymentMeans, number> = { online: 0, balance: 0, promo: 0 };
    for (const { kind, amount } of group) amounts[backBy[kind] ?? 'balance'] += amount;
    return { lines: group, back: partsOf(amounts) };
  });
}
