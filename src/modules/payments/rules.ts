// What a payment is for, its states, and when it is polled. Pure.
export type Purpose = 'purchase' | 'deposit';

/** `expired` and `cancelled`: it can no longer be paid. A late charge is credited to the balance. */
export type PaymentState = 'open' | 'paid' | 'expired' | 'cancelled';

/** Outcomes of an attempt that brought no money. The same link can still be paid. */
export const paymentOutcomes = ['declined', 'abandoned'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** Result of a webhook: recorded, a duplicate, without money, or rejected (forged, old, unreadable, unknown payment). */
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

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
export const linkExpiry = (now: Date, isShort: boolean): Date =>
  new Date(now.getTime() + (isShort ? SHORT_LINK_MINUTES * MINUTE_MS : LINK_HOURS * HOUR_MS));

/** Poll times by the payment's age, less and less often. */
const ASKED_AFTER_MINUTES = [5, 12, 30, 60, 180, 360, 720];

/** The next poll by the payment's age, then just after the link has expired, then every hour until there is a result. */
export function nextPoll(createdAt: Date, linkExpiresAt: Date, now: Date): Date {
  const age = now.getTime() - createdAt.getTime();
  const minutes = ASKED_AFTER_MINUTES.find((each) => each * MINUTE_MS > age);
  const last = linkExpiresAt.getTime() + MINUTE_MS;
  return new Date(
    minutes === undefined || last <= now.getTime()
      ? Math.max(last, now.getTime() + HOUR_MS)
      : Math.min(createdAt.getTime() + minutes * MINUTE_MS, last),
  );
}

const YOUNG_MINUTES = 60;
/** The next poll after a failed one. A young payment is retried within a minute because its customer may be waiting. */
export const nextRetry = (createdAt: Date, now: Date): Date | undefined =>
  now.getTime() - createdAt.getTime() < YOUNG_MINUTES * MINUTE_MS ? new Date(now.getTime() + MINUTE_MS) : undefined;
