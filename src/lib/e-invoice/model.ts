// The semantic model of EN 16931 behind every e-invoice, as far as this shop's documents need it. BT- and
// BG-numbers are those of the standard. Amounts are in minor units. Pure.

/**
 * UNCL 5305: standard or reduced rate, zero rate, exempt, reverse charge, supply within the EU, export, not
 * subject to VAT.
 */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type TaxCategory = (typeof taxCategories)[number];

/** BG-23. `rate` in hundredths of a percent; `reason`: why there is no VAT, otherwise empty. */
export type TaxLine = {
  readonly category: TaxCategory;
  readonly rate: number;
  readonly net: number;
  readonly vat: number;
  readonly reason: string;
};

/** An electronic address: BT-34, BT-49. `scheme` is of the list EAS; EM is an email address. */
export type Endpoint = { readonly scheme: string; readonly id: string };

export type Party = {
  readonly name: string;
  /** BT-30, BT-47 */
  readonly registrationId: string;
  /** BT-31, BT-48: begins with the letters of its country. */
  readonly vatId: string;
  /** BT-32: the seller's number with its tax office, if it is no VAT ID. */
  readonly taxId: string;
  readonly endpoint: Endpoint | null;
  readonly street: string;
  readonly city: string;
  readonly postalCode: string;
  readonly region: string;
  readonly country: string;
  readonly contact: { readonly name: string; readonly phone: string; readonly email: string };
};

/** BG-14, BG-26: both days inclusive. */
export type Period = { readonly from: string; readonly until: string };

/** BG-25. The price is of `priceQuantity` units, so that it needs no rounding. */
export type InvoiceLine = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly quantity: number;
  readonly net: number;
  readonly price: number;
  readonly priceQuantity: number;
  readonly category: TaxCategory;
  readonly rate: number;
  readonly period: Period | null;
};

export type EInvoice = {
  readonly kind: 'invoice' | 'credit';
  readonly number: string;
  readonly issuedOn: string;
  /** BT-9 */
  readonly dueOn: string;
  /** BT-20 */
  readonly terms: string;
  readonly currency: string;
  readonly decimals: number;
  /** BT-10: what the buyer wants to find on it. */
  readonly buyerReference: string;
  readonly note: string;
  /** BG-3: the invoice that a credit note corrects. */
  readonly corrects: { readonly number: string; readonly issuedOn: string } | null;
  readonly seller: Party;
  readonly buyer: Party;
  /** BT-72, BG-15 */
  readonly deliveredOn: string;
  readonly deliveredTo: Pick<Party, 'city' | 'postalCode' | 'country'> | null;
  /** BG-16: code of UNCL 4461, account and reference of a transfer. */
  readonly payment: { readonly code: string; readonly iban: string; readonly reference: string };
  readonly lines: readonly InvoiceLine[];
  readonly taxes: readonly TaxLine[];
  readonly totals: {
    /** BT-106, BT-109, BT-110, BT-112, BT-113, BT-115 */
    readonly lines: number;
    readonly net: number;
    readonly vat: number;
    readonly gross: number;
    readonly paid: number;
    readonly due: number;
  };
};

export const eInvoiceFormats = ['ubl', 'cii', 'xrechnung'] as const;
export type EInvoiceFormat = (typeof eInvoiceFormats)[number];

/** BT-121, of the list VATEX; exempt sales have many reasons, so theirs is only in words. */
export const reasonCodes: Readonly<Partial<Record<TaxCategory, string>>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};

/**
 * BT-24 and BT-23. A document names Peppol only if it has what Peppol asks for beyond the standard: a
 * reference of the buyer, and addresses within its network, so no email.
 */
const specifications = {
  core: 'urn:cen.eu:en16931:2017',
  peppol: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
} as const;
const PEPPOL_PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

export function chooseSpecification({ buyerReference, seller, buyer }: EInvoice, format: EInvoiceFormat) {
  if (format === 'xrechnung') return { id: specifications.xrechnung, process: PEPPOL_PROCESS };
  const isReachable = [seller, buyer].every(({ endpoint }) => endpoint !== null && endpoint.scheme !== 'EM');
  const isPeppol = format === 'ubl' && buyerReference !== '' && isReachable;
  return isPeppol ? { id: specifications.peppol, process: PEPPOL_PROCESS } : { id: specifications.core, process: '' };
}

/** UNCL 1001 */
export const typeCodes = { invoice: '380', credit: '381' } as const;
/** UN/ECE Recommendation 20: one. */
export const UNIT = 'C62';

/** 12345 → "123.45" */
export function formatDecimal(units: number, decimals: number): string {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0');
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${units < 0 ? '-' : ''}${digits.slice(0, digits.length - decimals)}${fraction}`;
}

/** 2500 → "25", 550 → "5.5" */
export const formatRate = (rate: number): string => String(rate / 100);
