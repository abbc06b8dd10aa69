// What the shop needs of whoever takes the money. Each provider is one file that keeps to this; nothing else in the house knows which one it is.
import type { IncomingHttpHeaders } from 'node:http';
import type { Locale } from '../../lib/locale.ts';
import type { Money } from '../../lib/money/money.ts';
import { UserError } from '../../lib/user-error.ts';

/** For what a link is made. */
export type Payable = Money & {
  /** Ours; asking for a link twice with the same one gives the same link. */
  readonly paymentId: string;
  readonly locale: Locale;
  /** Of who pays. */
  readonly email: string;
  /** What the payment page calls it, such as "3 orders". */
  readonly what: string;
  readonly expiresAt: Date;
  /** Where the payment page sends the customer afterwards, whatever came of it. */
  readonly returnUrl: string;
  /** What 3-D Secure asks of the customer's browser, where it is known. Never logged. */
  readonly browser?: Browser;
};

export type Browser = {
  readonly javascriptEnabled: boolean;
  readonly acceptLanguage: string;
  readonly screenWidth: number;
  readonly screenHeight: number;
  /** Minutes behind UTC, as browsers say it. */
  readonly timeZone: number;
  readonly userAgent: string;
};

/** What became of a payment, as its provider says. */
export type Charge = Money & {
  readonly paymentId: string;
  /** The provider's own name for this movement of money, or for a dispute about it: one that comes again is the same. */
  readonly reference: string;
};

/** A payment, and how its provider calls it: the reference that came with the link, where the provider has one. */
export type Asked = { readonly paymentId: string; readonly reference?: string | null };

/** Something that a provider tells of by itself; each is told at least once, in any order. `declined` and `abandoned` are one try: the same link may be paid afterwards. */
export type ProviderEvent = { readonly eventId: string; readonly at: Date } & (
  | ({ readonly kind: 'paid' | 'refunded' | 'disputed' } & Charge)
  | { readonly kind: 'declined' | 'abandoned' | 'expired'; readonly paymentId: string }
  /** It seemed to be given back, and was not: the money is the shop's again. */
  | { readonly kind: 'refundFailed'; readonly paymentId: string; readonly refundId: string }
);

/** `unknown`: the provider has never heard of the payment, so nobody can have paid it yet; `open`: somebody still can, or has and it takes its time. */
export type PaymentState =
  | { readonly state: 'unknown' | 'open' | 'declined' | 'expired' | 'cancelled' }
  | { readonly state: 'paid'; readonly charge: Charge; readonly at: Date };

/** Why something is not taken for the provider's word. */
export type WebhookFault = 'signature' | 'old' | 'unreadable';

/** Not from the provider, or too old, or nothing that anybody can read. */
export class BadWebhook extends UserError {
  readonly why: WebhookFault;

  constructor(why: WebhookFault) {
    super(400);
    this.why = why;
  }
}

export type Provider = {
  readonly name: 'sandbox' | 'stripe';
  /** The hosts that its links lead to; a link to any other is not given out. */
  readonly hosts: readonly string[];
  /** A link that needs no call: made inside the purchase's own statement. */
  readonly linkAtOnce?: (payable: Omit<Payable, 'email'>) => string;
  /** One that does; asked after the commit. Throws GiveUp where asking again cannot help. */
  readonly makeLink?: (payable: Payable, signal: AbortSignal) => Promise<{ readonly link: string; readonly reference: string }>;
  /** Nobody can pay by it afterwards. Resolves with what the payment is then: it may have been paid in this very moment. */
  readonly cancelLink: (payment: Asked, signal: AbortSignal) => Promise<PaymentState>;
  /** Undefined for what is real and of no interest; throws BadWebhook for what is not from the provider, or too old. */
  readonly readWebhook: (raw: Buffer, headers: IncomingHttpHeaders) => Promise<ProviderEvent | undefined>;
  readonly askState: (payment: Asked, signal: AbortSignal) => Promise<PaymentState>;
  /** What it says of the shop's account, in sentences; throws where it does not know the key. */
  readonly look?: (signal: AbortSignal) => Promise<readonly string[]>;
  /** Back to where it came from; `refundId` is ours, and asking twice with the same one gives back once. Throws GiveUp where asking again cannot help. */
  readonly refund: (
    ask: Money & { readonly paymentId: string; readonly reference: string; readonly refundId: string },
    signal: AbortSignal,
  ) => Promise<{ readonly reference: string }>;
};
