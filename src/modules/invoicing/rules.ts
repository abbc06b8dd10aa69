// Numbers, VAT and payment parts of documents. Pure: tax rules, buyer and payments are arguments.

import type { Words } from '#lib/locale.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import { allocate } from '#lib/money/price.ts';
import type { PaidFrom, TaxCategory } from '#modules/orders/statuses.ts';

/** Each kind has its own number series, which restarts every year. */
export const series = { invoice: 'INV', receipt: 'REC', credit: 'CRN' } as const;
export type PaperKind = keyof typeof series;
/** On the pages of the desk and in its exports. */
export const paperKindLabels: Readonly<Record<PaperKind, string>> = { invoice: 'Invoice', receipt: 'Receipt', credit: 'Credit note' };
export const paperKinds = Object.keys(series) as readonly PaperKind[];

/** How long a client may correct an invoice. */
export const CORRECTION_DAYS = 90;

const NUMBER_DIGITS = 6;

/** "INV-2026-000123" */
export const formatDocumentNumber = (kind: PaperKind, year: number, serial: number): string =>
  `${series[kind]}-${year}-${String(serial).padStart(NUMBER_DIGITS, '0')}`;

/** Parses a number that was typed or read out; undefined if it is none. */
export function readNumber(text: string): { readonly kind: PaperKind; readonly year: number; readonly serial: number } | undefined {
  const [, name, year, serial] = /^([A-Z]{3})-(\d{4})-(\d{1,9})$/.exec(text.trim().toUpperCase()) ?? [];
  const kind = paperKinds.find((each) => series[each] === name);
  return kind && { kind, year: Number(year), serial: Number(serial) };
}

/**
 * An amount of a document as lists show it: that of a credit note is negative, so that the amounts of a list
 * sum up.
 */
export const toSignedAmount = (kind: PaperKind, amount: number): number => (kind === 'credit' ? -amount : amount);

/** The UTC year of the day of issue. */
export const getYear = (issuedAt: Date): number => issuedAt.getUTCFullYear();

/** In hundredths of a percent, as an integer: 2500 is 25 %. */
export type Rate = number;

/** The shop's VAT rules from shop/tax.yaml. Prices include VAT. */
export type Tax = {
  readonly vat: 'none' | 'inclusive';
  /** By the buyer's country; other countries have no VAT. */
  readonly rates: Readonly<Record<string, Rate>>;
  /** Of what an operator sells as reduced, by the buyer's country; other countries have the usual rate. */
  readonly reducedRates?: Readonly<Record<string, Rate>> | undefined;
  /** A business in another country accounts for the VAT itself. */
  readonly reverseCharge: boolean;
  /** The sentence on a document without VAT, by reason. */
  readonly notes: Readonly<Record<NoVat, Words>>;
  /** Of a plugin; `usual` is what the rules above say. */
  readonly rule?: ((request: TreatmentRequest, usual: Treatment) => Treatment) | undefined;
};

/** The shop charges no VAT, the buyer's country has none, or reverse charge applies. */
export type NoVat = 'none' | 'zero' | 'reverse';
export type Treatment = { readonly rate: Rate; readonly why: NoVat | null };

/** What an operator sells without VAT to any buyer. */
export type UntaxedCategory = Exclude<TaxCategory, 'standard' | 'reduced'>;
export type LineTreatment = { readonly rate: Rate; readonly why: NoVat | UntaxedCategory | null };

/** The treatment of one line, by that of the purchase: a shop without VAT has none in any category. */
export function getLineTreatment(
  tax: Pick<Tax, 'reducedRates'>,
  usual: Treatment,
  category: TaxCategory,
  buyerCountry: string,
): LineTreatment {
  if (category === 'standard' || usual.why === 'none') return usual;
  if (category === 'reduced') return usual.rate === 0 ? usual : { rate: tax.reducedRates?.[buyerCountry] ?? usual.rate, why: null };
  return usual.why === 'reverse' && category === 'zero' ? usual : { rate: 0, why: category };
}

export type TreatmentRequest = {
  readonly sellerCountry: string;
  readonly buyerCountry: string;
  /** The country of a VAT ID with a valid format; otherwise undefined. */
  readonly vatIdCountry: string | undefined;
};

export function chooseTreatment(tax: Tax, request: TreatmentRequest): Treatment {
  const usual = getUsualTreatment(tax, request);
  if (!tax.rule) return usual;
  const { rate, why } = tax.rule(request, usual);
  if (!Number.isInteger(rate) || rate < 0 || rate > ONE_HUNDRED_PERCENT) throw new RangeError(`the tax rule gives a rate of ${rate}`);
  if ((rate === 0) !== (why !== null)) throw new RangeError('the tax rule gives no reason for no VAT, or one for VAT');
  return { rate, why };
}

function getUsualTreatment({ vat, rates, reverseCharge }: Tax, { sellerCountry, buyerCountry, vatIdCountry }: TreatmentRequest): Treatment {
  if (vat === 'none') return { rate: 0, why: 'none' };
  if (reverseCharge && vatIdCountry !== undefined && vatIdCountry !== sellerCountry) return { rate: 0, why: 'reverse' };
  const rate = rates[buyerCountry] ?? 0;
  return { rate, why: rate === 0 ? 'zero' : null };
}

/** The lines of a document with one rate and one reason. `category`: of its lines. */
export type TaxGroup = Sums & LineTreatment & { readonly category: TaxCategory };

export type Sums = { readonly net: number; readonly vat: number; readonly gross: number };

const ONE_HUNDRED_PERCENT = 10_000;

/**
 * Computed for the whole document, not per line. Half a unit is rounded up in the net amount; the VAT is the
 * rest.
 */
export function computeSums(gross: number, rate: Rate): Sums {
  const grossRate = ONE_HUNDRED_PERCENT + rate;
  const net = Math.floor((2 * gross * ONE_HUNDRED_PERCENT + grossRate) / (2 * grossRate));
  return { net, vat: gross - net, gross };
}

type TreatedLine = LineTreatment & { readonly category: TaxCategory; readonly gross: number };

/** Sums by category, each rounded by itself. */
export const groupTaxes = (lines: readonly TreatedLine[]): TaxGroup[] =>
  [...Map.groupBy(lines, ({ category }) => category).values()].flatMap((group) =>
    group.slice(0, 1).map(({ category, rate, why }) => ({ category, rate, why, ...computeSums(sumKey(group, 'gross'), rate) })),
  );

export const sumTaxes = (groups: readonly Sums[]): Sums => ({
  net: sumKey(groups, 'net'),
  vat: sumKey(groups, 'vat'),
  gross: sumKey(groups, 'gross'),
});

const sumKey = <Key extends keyof Sums>(all: readonly Readonly<Record<Key, number>>[], key: Key): number =>
  all.reduce((sum, each) => sum + each[key], 0);

/**
 * A refund of an invoice with several rates takes from each what it refunds of its lines, or by proportion
 * from what is not credited yet. `meant`: what is refunded by category, if that is known.
 */
export function creditTaxes(
  { taxes, before }: { readonly taxes: readonly TaxGroup[]; readonly before: readonly TaxGroup[] },
  gross: number,
  meant: ReadonlyMap<TaxCategory, number>,
): TaxGroup[] {
  const sumCredited = ({ category }: TaxGroup) =>
    sumKey(
      before.filter((each) => each.category === category),
      'gross',
    );
  const left = taxes.map((group) => group.gross - sumCredited(group));
  const named = allocate(
    gross,
    taxes.map(({ category }) => meant.get(category) ?? 0),
  );
  const isPossible =
    sumKey(
      named.map((each) => ({ gross: each })),
      'gross',
    ) === gross && named.every((share, index) => share <= (left[index] ?? 0));
  const shares = isPossible ? named : allocate(gross, left);
  return taxes
    .map((group, index) => ({ ...group, ...computeCredit(sumCredited(group), shares[index] ?? 0, group.rate) }))
    .filter((group) => group.gross > 0);
}

/**
 * The VAT of a credit note, as the difference of two cumulative sums: all credit notes of an invoice together
 * credit exactly the VAT that it charged.
 */
export function computeCredit(before: number, gross: number, rate: Rate): Sums {
  const net = computeSums(before + gross, rate).net - computeSums(before, rate).net;
  return { net, vat: gross - net, gross };
}

/** Distributes the sums over the lines in proportion to their prices, without a remainder. */
export function distributeSums(sums: Sums, grosses: readonly number[]): Sums[] {
  const nets = allocate(sums.net, grosses);
  return grosses.map((gross, index) => ({ gross, net: nets[index] ?? 0, vat: gross - (nets[index] ?? 0) }));
}

/** `invoice`: paid later. `replaced`: nothing was refunded, another invoice follows. */
export type PaymentMeans = 'online' | 'balance' | 'promo' | 'invoice' | 'replaced';

/** A means of payment or refund with its amount. Amounts of zero are left out. */
export type PaymentPart = { readonly by: PaymentMeans; readonly amount: number };

export const toParts = (amounts: Readonly<Partial<Record<PaymentMeans, number>>>): PaymentPart[] =>
  (Object.keys(amounts) as PaymentMeans[]).flatMap((by) => ((amounts[by] ?? 0) > 0 ? [{ by, amount: amounts[by] ?? 0 }] : []));

export function listPaymentParts({ price, promo, paidFrom }: { price: number; promo: number; paidFrom: PaidFrom | null }): PaymentPart[] {
  if (paidFrom === 'link') return toParts({ online: price });
  if (paidFrom === 'invoice') return toParts({ invoice: price });
  return toParts({ balance: price - promo, promo });
}

/** A ledger transfer out of `sales`. */
export type RefundTransfer = {
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
  claimLowered: 'invoice',
  claimLoweredInPart: 'invoice',
};

/** Groups the refunds of one purchase and transaction for one credit note. */
export function groupRefundTransfers(
  lines: readonly RefundTransfer[],
): { readonly lines: readonly RefundTransfer[]; readonly back: readonly PaymentPart[] }[] {
  const groups = new Map<string, RefundTransfer[]>();
  for (const line of lines) {
    const key = `${line.purchaseId} ${line.at.getTime()}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()].map((group) => {
    const amounts: Record<PaymentMeans, number> = { online: 0, balance: 0, promo: 0, invoice: 0, replaced: 0 };
    for (const { kind, amount } of group) amounts[backBy[kind] ?? 'balance'] += amount;
    return { lines: group, back: toParts(amounts) };
  });
}

/** Sellers there ask for an advance without an invoice: its VAT is stated on the invoice of all. */
const noAdvanceInvoices: readonly string[] = ['NO'];

type Advancing = { readonly country: string; readonly advanceInvoices?: '' | 'yes' | 'no' | undefined };
/** By the owner's setting, or else by the rule of the seller's country. */
export const mustRequestAdvance = ({ country, advanceInvoices }: Advancing): boolean =>
  advanceInvoices ? advanceInvoices === 'no' : noAdvanceInvoices.includes(country);
