// What a payment is for, its states, and when it is polled. Pure.
import type { Message } from '#lib/user-error.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** `claim`: what is owed for a purchase by invoice, whose id its payments have. */
export type Purpose = 'purchase' | 'deposit' | 'claim';

/** `expired` and `cancelled`: it can no longer be paid. A late charge is credited to the balance. */
export type PaymentState = 'open' | 'paid' | 'expired' | 'cancelled';

/** On the pages of the desk and in its exports. */
export const paymentStateLabels: Readonly<Record<PaymentState, string>> = {
  open: 'Open',
  paid: 'Paid',
  expired: 'Expired',
  cancelled: 'Cancelled',
};

/** Outcomes of an attempt that brought no money. The same link can still be paid. */
export const paymentOutcomes = ['declined', 'abandoned'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

export const meansKinds = ['card', 'debit'] as const;
export type MeansKind = (typeof meansKinds)[number];

/** A means of payment that the provider keeps for the shop. Its number never reaches us. */
export type SavedMeans = {
  /** The provider's ids of the payer and of the means. */
  readonly customer: string;
  readonly reference: string;
  readonly kind: MeansKind;
  /** Of the card, or the scheme of the debit. */
  readonly brand: string;
  readonly last4: string;
  /** 2029-08; null if it does not expire. */
  readonly expires: string | null;
};

/**
 * Why a saved means of payment was not charged. `authenticate`: its bank wants the customer to confirm the
 * payment.
 */
export const meansErrors = ['authenticate', 'expired', 'insufficient', 'declined'] as const;
export type MeansError = (typeof meansErrors)[number];

/** In emails and on the page that they lead to. */
export const meansErrorTexts = {
  authenticate: /*i18n*/ { id: 'means.authenticate', message: 'Your bank wants you to confirm this payment.' },
  expired: /*i18n*/ { id: 'means.expired', message: 'Your card has expired.' },
  insufficient: /*i18n*/ { id: 'means.insufficient', message: 'There wasn’t enough money on the card or account.' },
  declined: /*i18n*/ { id: 'means.declined', message: 'Your bank declined the payment.' },
} as const satisfies Readonly<Record<MeansError, Message>>;

/**
 * How the last attempt stands. `confirming`: it has begun, and its end is unknown, so nothing may be said
 * about the money and nothing may be paid again.
 * `unreachable`: the same, and the provider has not answered for a while.
 */
export const attemptStates = [...paymentOutcomes, 'confirming', 'unreachable'] as const;
export type AttemptState = (typeof attemptStates)[number];

const SILENT_MINUTES = 15;
/** When a provider that has been silent since then counts as unreachable. */
const getUnreachableTime = (silentSince: Date): Date => new Date(silentSince.getTime() + SILENT_MINUTES * MINUTE_MS);

export type PaymentAttempt = {
  readonly outcome: PaymentOutcome | null;
  readonly outcomeAt: Date | null;
  readonly silentSince: Date | null;
};

/**
 * Pages, mails, the desk and the API all use this function. Null: there was no attempt, or it ended with
 * nothing taken.
 */
export function getAttemptState({ outcome, outcomeAt, silentSince }: PaymentAttempt, now: Date): AttemptState | null {
  if (outcomeAt === null) return null;
  return outcome ?? (silentSince && getUnreachableTime(silentSince) <= now ? 'unreachable' : 'confirming');
}

/** The end of the last attempt is unknown, so the purchase or deposit has no payment link. */
export const isBeingConfirmed = ({ outcome, outcomeAt }: Pick<PaymentAttempt, 'outcome' | 'outcomeAt'>): boolean =>
  outcome === null && outcomeAt !== null;

/** What the bank has decided: for the payer, who has the money back, or for the shop. */
export const disputeDecisions = ['lost', 'won'] as const;
export type DisputeDecision = (typeof disputeDecisions)[number];

/**
 * A lost decision may still be reversed; a won one is final. So any order of the reports ends in the same
 * state.
 */
export const isDecisionNew = (known: DisputeDecision | null, decision: DisputeDecision): boolean =>
  known === null || (known === 'lost' && decision === 'won');

type Disputed = { readonly charged: number; readonly refunded: number; readonly lost: number };

/**
 * What is booked as taken back: never more than was charged and not refunded, because a refund has given that
 * back already.
 */
export const returnTarget = ({ charged, refunded, lost }: Disputed): number => Math.max(0, Math.min(lost, charged - refunded));

/**
 * Result of a webhook: recorded, a duplicate, without money, or rejected (forged, old, unreadable, unknown
 * payment).
 */
export const webhookAnswers = ['booked', 'known', 'noted', 'signature', 'old', 'unreadable', 'unknown'] as const;
export type WebhookAnswer = (typeof webhookAnswers)[number];

/** What the comparison with a provider's books may find and cannot mend. */
export type MismatchKind =
  | 'unknownPayment'
  | 'otherAmount'
  | 'notAtProvider'
  | 'unknownRefund'
  | 'refundAtProvider'
  | 'refundedTwice'
  | 'unknownDispute'
  | 'payoutFailed';

const LINK_HOURS = 24;
/** For a link that reserves something scarce, such as a use of a limited coupon. */
const SHORT_LINK_MINUTES = 30;

export const linkExpiry = (now: Date, isShort: boolean): Date =>
  new Date(now.getTime() + (isShort ? SHORT_LINK_MINUTES * MINUTE_MS : LINK_HOURS * HOUR_MS));

/** Poll times by the payment's age, less and less often. */
const POLL_AFTER_MINUTES = [5, 12, 30, 60, 180, 360, 720];

/**
 * The next poll by the payment's age, then just after the link has expired, then every hour until there is a
 * result.
 */
export function getNextPoll(createdAt: Date, linkExpiresAt: Date, now: Date): Date {
  const age = now.getTime() - createdAt.getTime();
  const minutes = POLL_AFTER_MINUTES.find((each) => each * MINUTE_MS > age);
  const last = linkExpiresAt.getTime() + MINUTE_MS;
  return new Date(
    minutes === undefined || last <= now.getTime()
      ? Math.max(last, now.getTime() + HOUR_MS)
      : Math.min(createdAt.getTime() + minutes * MINUTE_MS, last),
  );
}

const YOUNG_MINUTES = 60;
/**
 * The next poll after a failed one. A young payment or attempt is polled again within a minute because its
 * customer may be waiting.
 */
export const findNextRetry = (begunAt: Date, now: Date): Date | undefined =>
  now.getTime() - begunAt.getTime() < YOUNG_MINUTES * MINUTE_MS ? getSoonPoll(now) : undefined;

/** The poll of an attempt that has just begun. */
export const getSoonPoll = (now: Date): Date => new Date(now.getTime() + MINUTE_MS);
