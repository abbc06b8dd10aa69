// The payment events that other modules handle. The handlers are listed in src/event-handlers.ts.

import type { CurrencyNumber } from '#lib/money/money.ts';
import type { AppContext } from '#platform/app-context.ts';
import type { DbClient } from '#platform/database/database.ts';
import type { MeansError, Purpose } from './rules.ts';

/** A recorded charge. Announced once per charge, in the transaction that records it. */
export type Settlement = {
  readonly chargeId: string;
  readonly accountId: string;
  readonly purpose: Purpose;
  readonly subjectId: string;
  readonly amount: number;
  readonly currency: CurrencyNumber;
  readonly at: Date;
};

/** A refund to the payment method. */
export type CompletedRefund = Omit<Settlement, 'chargeId'> & {
  readonly refundId: string;
  /** The id of what is refunded, chosen by the caller. */
  readonly causeId: string | null;
};

/** The payment method did not accept the refund, so the money goes to the balance. */
export type FailedRefund = CompletedRefund;

/**
 * What the payer's bank has taken back; a negative amount is back, because the bank has reversed its
 * decision.
 */
export type Returned = Omit<Settlement, 'chargeId'> & {
  /** The dispute, late charge or failed refund for which that is due now. */
  readonly causeId: string;
  /** What paid for it; undefined if its money went to the balance instead. */
  readonly chargeId: string | undefined;
};

/** A saved means of payment that its bank did not let us charge. */
export type FailedMeans = { readonly subjectId: string; readonly why: MeansError };

export type PaymentReactions = {
  /**
   * Locks the purchase or deposit. Always lock it before its payment, otherwise transactions can deadlock.
   */
  readonly 'payments.lock': Readonly<Record<Purpose, (tx: DbClient, subjectId: string) => Promise<unknown>>>;
  /** Returns false if there is nothing left to pay. */
  readonly 'payments.settled': Readonly<Record<Purpose, (ctx: AppContext, tx: DbClient, settlement: Settlement) => Promise<boolean>>>;
  /** A charge with nothing left to pay, which must be credited to the customer. */
  readonly 'payments.stray': readonly ((ctx: AppContext, tx: DbClient, settlement: Settlement) => Promise<void>)[];
  /** The provider accepted the refund. */
  readonly 'payments.refunded': readonly ((ctx: AppContext, tx: DbClient, refund: CompletedRefund) => Promise<void>)[];
  readonly 'payments.refundFailed': readonly ((ctx: AppContext, tx: DbClient, refund: FailedRefund) => Promise<void>)[];
  /** A lost dispute took money back. It reduces no sale. */
  readonly 'payments.returned': readonly ((tx: DbClient, returned: Returned) => Promise<void>)[];
  /** A dispute was opened or decided, so work stops or goes on. */
  readonly 'payments.disputed': Readonly<Record<Purpose, (tx: DbClient, subjectId: string) => Promise<unknown>>>;
  /** Of a payment that is booked. */
  readonly 'payments.meansSaved': readonly ((tx: DbClient, saved: { meansId: string; subjectId: string }) => Promise<void>)[];
  /** The purchase or deposit has a link instead. */
  readonly 'payments.meansFailed': readonly ((ctx: AppContext, tx: DbClient, failed: FailedMeans) => Promise<void>)[];
  /** The link has expired unpaid. */
  readonly 'payments.expired': Readonly<Record<Purpose, (ctx: AppContext, tx: DbClient, subjectId: string) => Promise<void>>>;
  /** A link that was created after the response. */
  readonly 'payments.linked': Readonly<Record<Purpose, (ctx: AppContext, tx: DbClient, subjectId: string) => Promise<void>>>;
};
