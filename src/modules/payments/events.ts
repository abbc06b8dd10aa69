// What the rooms that sell are told of a payment, without being entered from here: src/event-handlers.ts says who answers.

import type { AppContext } from '../../infra/app-context.ts';
import type { DbClient } from '../../infra/database/database.ts';
import type { CurrencyNumber } from '../../lib/money/money.ts';
import type { Purpose } from './rules.ts';

/** Money that came: once for each charge, in the transaction in which it is kept. */
export type Settlement = {
  readonly chargeId: string;
  readonly accountId: string;
  readonly purpose: Purpose;
  readonly subjectId: string;
  readonly amount: number;
  readonly currency: CurrencyNumber;
  readonly at: Date;
};

/** Money on its way back to where it came from. */
export type Refunded = Omit<Settlement, 'chargeId'> & {
  readonly refundId: string;
  /** What it is given back for, as whoever asked for it calls it. */
  readonly causeId: string | null;
};

/** It could not go back to where it came from: it goes to the balance. */
export type FailedRefund = Refunded;

export type PaymentReactions = {
  /** What is paid for is locked before its payment, by whoever needs both: two that lock them the other way round would wait for each other. */
  readonly 'payments.lock': Readonly<Record<Purpose, (tx: DbClient, subjectId: string) => Promise<unknown>>>;
  /** False: there is nothing to be paid for any more. */
  readonly 'payments.settled': Readonly<Record<Purpose, (ctx: AppContext, tx: DbClient, settlement: Settlement) => Promise<boolean>>>;
  /** Money for which there is nothing to be paid: never kept silently. */
  readonly 'payments.stray': readonly ((ctx: AppContext, tx: DbClient, settlement: Settlement) => Promise<void>)[];
  /** The provider has taken it on. */
  readonly 'payments.refunded': readonly ((ctx: AppContext, tx: DbClient, refund: Refunded) => Promise<void>)[];
  readonly 'payments.refundFailed': readonly ((ctx: AppContext, tx: DbClient, refund: FailedRefund) => Promise<void>)[];
  /** Nobody has paid by the link, and nobody can any more. */
  readonly 'payments.expired': Readonly<Record<Purpose, (ctx: AppContext, tx: DbClient, subjectId: string) => Promise<void>>>;
  /** A link is there now, for which the customer had to wait. */
  readonly 'payments.linked': Readonly<Record<Purpose, (ctx: AppContext, tx: DbClient, subjectId: string) => Promise<void>>>;
};
