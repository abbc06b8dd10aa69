import { makeCounter } from '#platform/logging/counters.ts';

export const countPayment = makeCounter(
  'fanfare_payments_total',
  'Results of payments: booked for what they pay, credited to the balance, or without money',
  { outcome: ['booked', 'credited', 'declined', 'abandoned', 'expired', 'disputed'] },
);

export const countWebhook = makeCounter('fanfare_webhooks_total', 'Webhooks of payment providers', {
  outcome: ['accepted', 'ignored', 'rejected', 'unknown', 'failed'],
});
