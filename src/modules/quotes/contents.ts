// What a version of a quote says, as it was sent.
import type { Locale } from '#lib/locale.ts';
import type { Billing } from '#lib/money/billing.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { InvoiceDetails, Seller } from '#modules/invoicing/contents.ts';
import type { CheckedLine } from '#modules/orders/rules.ts';

/** `checked`: as it was priced, so that a later catalogue changes nothing. */
export type QuotedLine = { readonly name: string; readonly quantity: number; readonly total: number; readonly checked: CheckedLine };

export type QuoteContent = {
  readonly locale: Locale;
  readonly currency: CurrencyNumber;
  readonly seller: Seller;
  readonly buyer: Billing & InvoiceDetails;
  readonly message: string;
  readonly lines: readonly QuotedLine[];
  /** Lines that the client may add. */
  readonly options: readonly QuotedLine[];
  readonly discountPercent: number;
  /** Of the price, to be paid at once. */
  readonly advancePercent: number;
  readonly pay: 'link' | 'invoice';
  readonly termsDays: number;
  /** Of the offers in it, for the shares of a bundle's pieces. */
  readonly listPrices: readonly (readonly [offerId: string, unitPrice: number])[];
};
