// Everything that a paper says, kept with it when it is issued: nothing of it is asked for again, so that it says the same for ever.

import type { Locale } from '../../lib/locale.ts';
import type { Billing } from '../../lib/money/billing.ts';
import type { CurrencyNumber } from '../../lib/money/money.ts';
import type { PaperKind, Part, Rate, Sums } from './rules.ts';

export type Seller = Readonly<
  Record<'legalName' | 'registrationNumber' | 'vatId' | 'street' | 'city' | 'postalCode' | 'country' | 'email' | 'phone', string>
>;

/** `vatId` stands as its owner has written it. */
export type InvoiceDetails = { readonly company: string; readonly vatId: string };

export type PaperLine = Sums & {
  readonly name: string;
  /** What one of it is, and for which platform. */
  readonly about: readonly string[];
  /** Of the order; empty where the line is no order. */
  readonly number: string;
  readonly quantity: number;
  /** Before the discount. */
  readonly total: number;
  readonly discount: number;
  /** From when the month runs that it is for; null for what comes once. */
  readonly period: string | null;
};

export type PaperContent = Sums & {
  /** Of the drawing that shows it. A later one leaves this one's papers as they are. */
  readonly layout: 1;
  readonly kind: PaperKind;
  readonly number: string;
  readonly locale: Locale;
  readonly currency: CurrencyNumber;
  readonly issuedAt: string;
  /** When it was paid, or given back. */
  readonly settledAt: string;
  readonly seller: Seller;
  readonly buyer: Billing & InvoiceDetails;
  /** Of a credit note: the invoice that it corrects. */
  readonly corrects: { readonly number: string; readonly issuedAt: string } | null;
  readonly lines: readonly PaperLine[];
  readonly discount: number;
  readonly rate: Rate;
  /** Whole sentences, such as why there is no VAT. */
  readonly notes: readonly string[];
  readonly parts: readonly Part[];
  /** Of a deposit: what the balance got, of which so much is promotional credit. */
  readonly credited: { readonly amount: number; readonly promo: number } | null;
};
