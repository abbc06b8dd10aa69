// The content of a document, stored when it is issued so that it never changes.

import type { Locale } from '#lib/locale.ts';
import type { Billing } from '#lib/money/billing.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { DateLocale } from '#lib/time/date.ts';
import type { TaxCategory } from '#modules/orders/statuses.ts';
import type { NoVat, PaperKind, PaymentPart, Rate, Sums, TaxGroup } from './rules.ts';

export type Seller = Readonly<
  Record<'legalName' | 'registrationNumber' | 'vatId' | 'street' | 'city' | 'postalCode' | 'country' | 'email' | 'phone', string>
>;

/** `vatId` as the customer typed it. `reference`: of the buyer, for their own books. */
export type InvoiceDetails = { readonly company: string; readonly vatId: string; readonly reference?: string };

export type InvoiceAddress = Pick<Billing, 'country' | 'city' | 'address' | 'state' | 'zipCode'>;

export type PaperLine = Sums & {
  readonly name: string;
  /** Details of one unit, and its platform. */
  readonly about: readonly string[];
  /** The order number; empty if the line is not an order. */
  readonly number: string;
  readonly quantity: number;
  /** Before the discount. */
  readonly total: number;
  readonly discount: number;
  /** The start of the month that the line is for; null if it is not monthly. */
  readonly period: string | null;
  /** Absent: those of the document. */
  readonly rate?: Rate;
  readonly category?: TaxCategory;
};

/** `dueOn`: the last day to pay. Without an account, the seller names it elsewhere. */
export type PaymentTerms = { readonly dueOn: string; readonly reference: string; readonly iban?: string; readonly bic?: string };

/** The picture is stored once for all documents that show it. */
export type StoredLogo = { readonly id: string; readonly includesName: boolean };

export type PaperContent = Sums & {
  /** The version of the PDF layout. A later layout does not change older documents. */
  readonly layout: 1 | 2;
  /** The shop's name beside its logo. Documents of layout 1 have neither. */
  readonly brand?: string;
  /** Of the title and the lines; absent: the colour of the tokens. */
  readonly accent?: string;
  /** Without the default logo beside the name. */
  readonly plain?: boolean;
  /** The owner's logo beside the name, or in its place. */
  readonly logo?: StoredLogo;
  readonly kind: PaperKind;
  readonly number: string;
  readonly locale: Locale;
  /** How dates are written; absent: as in the language and the buyer's country. */
  readonly dateLocale?: DateLocale;
  readonly currency: CurrencyNumber;
  readonly issuedAt: string;
  /** When it was paid or refunded. */
  readonly settledAt: string;
  readonly seller: Seller;
  readonly buyer: Billing & InvoiceDetails;
  /** Credit note: the invoice that it corrects. */
  readonly corrects: { readonly number: string; readonly issuedAt: string } | null;
  readonly lines: readonly PaperLine[];
  readonly discount: number;
  /** If it has several, the highest. */
  readonly rate: Rate;
  /** Why there is no VAT on any line. Absent on older documents, and on those with `taxes`. */
  readonly why?: NoVat;
  /** By rate and reason. Absent: all lines are in the standard category. */
  readonly taxes?: readonly TaxGroup[];
  /** Of the rest after an advance: the taxes of both. */
  readonly whole?: readonly TaxGroup[];
  /** What is paid later: until when, and with which reference. */
  readonly terms?: PaymentTerms;
  /** Whole sentences, such as the reason for no VAT. */
  readonly notes: readonly string[];
  readonly parts: readonly PaymentPart[];
  /** Deposit: the amount added to the balance, and how much of it is promotional credit. */
  readonly credited: { readonly amount: number; readonly promo: number } | null;
};
