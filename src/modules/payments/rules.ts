// What a payment can be for, and how it stands. Pure.
export type Purpose = 'purchase' | 'deposit';

/** `expired` and `cancelled`: it cannot be paid any more, and what comes all the same goes to the balance. */
export type PaymentState = 'open' | 'paid' | 'expired' | 'cancelled';

/** How the last try to pay by an open link ended without money. The same link can still be paid. */
export const paymentOutcomes = ['declined', 'abandoned'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];

/** What a provider told was kept, was known already, or moves no money; or it was refused: not theirs, too old, not readable, or about nothing of ours. */
export const webhookAnswers = ['booked', 'known', 'noted', 'signature', 'old', 'unreadable', 'unknown'] as const;
export type WebhookAnswer = (typeof webhookAnswers)[number];

const LINK_HOURS = 24;
/** Where the link holds something that others wait for, such as a use of a limited coupon. */
const SHORT_LINK_MINUTES = 30;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
export const linkExpiry = (now: Date, isShort: boolean): Date =>
  new Date(now.getTime() + (isShort ? SHORT_LINK_MINUTES * MINUTE_MS : LINK_HOURS * HOUR_MS));

/** When the provider is asked what became of a payment, by its age: soon, and then ever more rarely. */
const ASKED_AFTER_MINUTES = [5, 12, 30, 60, 180, 360, 720];

/** A last time when the link is over for certain. */
export function nextAsk(createdAt: Date, linkExpiresAt: Date, now: Date): Date {
  const age = now.getTime() - createdAt.getTime();
  const minutes = ASKED_AFTER_MINUTES.find((each) => each * MINUTE_MS > age);
  const last = linkExpiresAt.getTime() + MINUTE_MS;
  return new Date(
    minutes === undefined ? Math.max(last, now.getTime() + HOUR_MS) : Math.min(createdAt.getTime() + minutes * MINUTE_MS, last),
  );
}

const YOUNG_MINUTES = 60;
/** Where the answer did not come: somebody may be waiting for this one. An older one waits for its turn. */
export const askSoon = (createdAt: Date, now: Date): Date | undefined =>
  now.getTime() - createdAt.getTime() < YOUNG_MINUTES * MINUTE_MS ? new Date(now.getTime() + MINUTE_MS) : undefined;
