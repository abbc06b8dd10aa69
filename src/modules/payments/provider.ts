// The interface of a payment provider. Each provider is implemented in one file.
import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '#lib/locale.ts';
import type { CurrencyNumber, Money } from '#lib/money/money.ts';
import { UserError } from '#lib/user-error.ts';
import type { DisputeDecision, MeansError, SavedMeans } from './rules.ts';

/** The input for a payment link. */
export type LinkRequest = Money & {
  /** Our id. The provider returns the same link for the same id. */
  readonly paymentId: string;
  readonly locale: Locale;
  /** The payer's address. */
  readonly email: string;
  /** The description on the payment page, such as "Logo design, 3 drafts and 2 more". */
  readonly what: string;
  readonly expiresAt: Date;
  /** The page to which the customer returns, whatever the outcome. */
  readonly returnUrl: string;
  /** Browser data for 3-D Secure, if known. Never logged. */
  readonly browser?: Browser;
  /** The payer has agreed that the shop saves the means and charges it later. */
  readonly save?: boolean;
};

/** A charge of a saved means while the payer is away. */
export type MeansRequest = Money & {
  /** Our id. The provider charges once for the same id, however often it is asked. */
  readonly paymentId: string;
  readonly what: string;
  readonly means: Pick<SavedMeans, 'customer' | 'reference' | 'kind'>;
};

export type Browser = {
  readonly javascriptEnabled: boolean;
  readonly acceptLanguage: string;
  readonly screenWidth: number;
  readonly screenHeight: number;
  /** Minutes behind UTC, as in `Date.getTimezoneOffset`. */
  readonly timeZone: number;
  readonly userAgent: string;
};

/** Money that was charged or disputed, as reported by the provider. */
export type Charge = Money & {
  readonly paymentId: string;
  /** The provider's id for this charge or dispute, used to detect duplicates. */
  readonly reference: string;
  /** Saved with it, if the payer has agreed. */
  readonly means?: SavedMeans | undefined;
};

/** Our payment id and the provider's reference, if the provider assigned one. */
export type ProviderPayment = { readonly paymentId: string; readonly reference?: string | null };

/**
 * A webhook event. Delivered at least once, in any order. `begun`, `declined` and `abandoned` concern one
 * attempt: the same link can still be paid.
 * `disputeLost`: the payer has the money back.
 */
export type ProviderEvent = { readonly eventId: string; readonly at: Date } & (
  | ({ readonly kind: 'paid' | 'refunded' | 'disputed' | 'disputeLost' | 'disputeWon' } & Charge)
  /** `takesDays`: a debit, whose end its bank knows days later. */
  | { readonly kind: 'begun'; readonly paymentId: string; readonly takesDays?: boolean | undefined }
  | { readonly kind: 'declined' | 'abandoned' | 'expired'; readonly paymentId: string; readonly why?: MeansError | undefined }
  /** A saved card has another number or another date now. */
  | ({ readonly kind: 'meansUpdated' } & Pick<SavedMeans, 'reference' | 'last4' | 'expires'>)
  /** Its payer, or the bank, has ended it. */
  | { readonly kind: 'meansEnded'; readonly reference: string }
  /** A refund that was reported as done has failed: the shop has the money again. */
  | { readonly kind: 'refundFailed'; readonly paymentId: string; readonly refundId: string }
);

/**
 * `unknown`: the provider does not know the payment, so it is unpaid. `open`: nothing was taken, and it can
 * be paid. `processing`: money may be taken.
 */
export type ProviderPaymentState =
  | { readonly state: 'unknown' | 'open' | 'processing' | 'expired' | 'cancelled' }
  | { readonly state: 'declined'; readonly why?: MeansError | undefined }
  | { readonly state: 'paid'; readonly charge: Charge; readonly at: Date };

/** Why a webhook is rejected. */
export type WebhookErrorKind = 'signature' | 'old' | 'unreadable';

/** A webhook with a wrong signature, an old timestamp or an unreadable body. */
export class BadWebhook extends UserError {
  readonly why: WebhookErrorKind;

  constructor(why: WebhookErrorKind) {
    super(400);
    this.why = why;
  }
}

export const recordKinds = ['charge', 'refund', 'dispute', 'payout'] as const;
export type RecordKind = (typeof recordKinds)[number];

/**
 * What the provider's own books say; compared with ours. Objects without our ids belong to another system and
 * are left out, except refunds and payouts.
 */
export type ProviderRecord = {
  readonly at: Date;
  readonly reference: string;
  readonly amount: number;
  readonly currency: CurrencyNumber;
} & (
  | { readonly kind: 'charge'; readonly paymentId: string; readonly isRefunded: boolean }
  | { readonly kind: 'dispute'; readonly paymentId: string; readonly decision?: DisputeDecision | null | undefined }
  /**
   * `refundId`: ours, unless the refund was made at the provider. `charge`: the reference of what was
   * refunded.
   */
  | { readonly kind: 'refund'; readonly refundId: string | undefined; readonly charge: string; readonly isFailed: boolean }
  | { readonly kind: 'payout'; readonly isFailed: boolean }
);

/** `after`: the cursor of the page before. */
export type RecordsRequest = { readonly kind: RecordKind; readonly since: Date; readonly after: string | undefined };
export type RecordsPage = { readonly records: readonly ProviderRecord[]; readonly next: string | undefined };

export type Provider = {
  /** sandbox, stripe, or a plugin's. */
  readonly name: string;
  /** The hosts of its payment pages. Links to other hosts are rejected. */
  readonly hosts: readonly string[];
  /** Creates a link without a network call, inside the statement that inserts the purchase. */
  readonly linkAtOnce?: (payable: Omit<LinkRequest, 'email'>) => string;
  /**
   * Creates a link with a network call, after the commit. Throws PermanentJobError if a retry cannot help.
   */
  readonly makeLink?: (payable: LinkRequest, signal: AbortSignal) => Promise<{ readonly link: string; readonly reference: string }>;
  /** Closes the link. Resolves with the state afterwards: the payment may have been paid just now. */
  readonly cancelLink: (payment: ProviderPayment, signal: AbortSignal) => Promise<ProviderPaymentState>;
  /** Undefined for events of no interest. Throws BadWebhook for forged, old or unreadable ones. */
  readonly readWebhook: (raw: Buffer, headers: IncomingHttpHeaders) => Promise<ProviderEvent | undefined>;
  readonly askState: (payment: ProviderPayment, signal: AbortSignal) => Promise<ProviderPaymentState>;
  /**
   * Charges a saved means. `reference`: the provider's id of the attempt, if it assigned one. Absent: nothing
   * is saved.
   */
  readonly chargeMeans?: (
    request: MeansRequest,
    signal: AbortSignal,
  ) => Promise<{ readonly answer: ProviderPaymentState; readonly reference?: string }>;
  readonly removeMeans?: (means: Pick<SavedMeans, 'customer' | 'reference'>, signal: AbortSignal) => Promise<void>;
  /** One page of its books, of what was created since a moment. */
  readonly listRecords: (request: RecordsRequest, signal: AbortSignal) => Promise<RecordsPage>;
  /** Describes the account at the provider. Throws if the credentials are wrong. */
  readonly look?: (signal: AbortSignal) => Promise<readonly string[]>;
  /**
   * Refunds to the payment method. `refundId` is our idempotency key. Throws PermanentJobError if a retry
   * cannot help.
   */
  readonly refund: (
    request: Money & { readonly paymentId: string; readonly reference: string; readonly refundId: string },
    signal: AbortSignal,
  ) => Promise<{ readonly reference: string }>;
};
