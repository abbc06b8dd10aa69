// What the open pages of a sale show, and what the client fills in.
import * as z from 'zod/mini';
import { askPrefecture, askState, billingFields } from '#lib/money/billing.ts';
import type { CurrencyNumber } from '#lib/money/money.ts';
import type { Message } from '#lib/user-error.ts';
import { withMessage } from '#lib/zod-message.ts';
import type { PurchaseState } from '#modules/orders/statuses.ts';

const messages = {
  agreed: /*i18n*/ { id: 'billing.agreed', message: 'Agree to the terms and the privacy policy to continue.' },
} as const satisfies Record<string, Message>;

const { country, city, address, state, zipCode } = billingFields;
const consentFields = {
  agree: z.literal('on', withMessage(messages.agreed)),
  startNow: z.optional(z.enum(['now', 'wait', 'on'])),
};

/** Without an address, the invoice would have none. */
const withAddress = z
  .object({ ...consentFields, country, city, address, state: z._default(state, ''), zipCode: z._default(zipCode, '') })
  .check(askState, askPrefecture);
const withoutAddress = z.object(consentFields);

export const getReviewShape = (asksAddress: boolean): typeof withAddress | typeof withoutAddress =>
  asksAddress ? withAddress : withoutAddress;

/** What the page of an invoice shows. Amounts in minor units; days as 2026-11-21. */
export type OpenInvoice = {
  readonly number: string;
  readonly seller: string;
  readonly buyer: string;
  readonly issuedOn: string;
  readonly currency: CurrencyNumber;
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly gross: number }[];
  readonly total: number;
  readonly vat: number;
  /** Null: it was paid when it was ordered. */
  readonly claim: { readonly open: number; readonly dueOn: string; readonly reference: string; readonly iban: string } | null;
  /** For banking apps; null without an account, or in another currency than euro. */
  readonly qr: string | null;
  /** A bank has not decided about a payment yet. */
  readonly isConfirming: boolean;
  /** What is open can be paid by link. */
  readonly isPayable: boolean;
  /** Of the provider, once the visitor wants to pay. */
  readonly paymentLink: string | null;
};

/** A subscription and what it is charged from. Amounts in minor units. */
export type MeansPage = {
  /** Of the bundle, in the reader's language. */
  readonly name: string;
  readonly price: number;
  readonly currency: CurrencyNumber;
  readonly saved: { readonly brand: string; readonly last4: string; readonly expires: string | null } | null;
  /** Why the last charge failed; null if none did. */
  readonly why: string | null;
  /**
   * A higher price that the customer may agree to. `from`: the first renewal that it is for, in ISO format.
   */
  readonly question: {
    readonly id: string;
    readonly before: number;
    readonly after: number;
    readonly from: string;
    /** What happens without the click. */
    readonly without: string;
    readonly isAgreed: boolean;
  } | null;
  /** The month to pay; null if all are paid. `isConfirming`: the bank has not decided yet. */
  readonly unpaid: { readonly isConfirming: boolean; readonly paymentLink: string | null } | null;
};

/** What the payment page shows. `paymentLink`: of the provider, once the order is confirmed. */
export type PayPage = {
  readonly state: PurchaseState;
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly total: number }[];
  readonly discount: number;
  readonly price: number;
  readonly currency: CurrencyNumber;
  readonly note: string;
  /** A consumer decides when work starts. */
  readonly hasRight: boolean;
  readonly asksAddress: boolean;
  /** What is known of the address. */
  readonly known: Readonly<Record<'country' | 'address' | 'zipCode' | 'city' | 'state', string>>;
  readonly isReviewed: boolean;
  /** Its bank has not decided yet. */
  readonly isConfirming: boolean;
  readonly paymentLink: string | null;
  readonly paidAt: string | null;
};
