// Explains failed work in plain words for a shop owner. Pure.
import type { JobName } from '../../../jobs.ts';
import type { MismatchKind } from '../../payments/rules.ts';

type FailureText = { readonly title: string; readonly means: string; readonly help: string };

const provider = 'Look at the status page of your payment provider and at its keys; then try again.';
const retryHint = 'Try again. If it comes back, send the line below to whoever looks after the shop’s software.';

/** Jobs not listed here use the general explanation. */
const jobWords: Readonly<Partial<Record<JobName, FailureText>>> = {
  'accounts.sendRecovery': {
    title: 'Letters to reset a password',
    means: 'Somebody has asked for a new password and has not got the link.',
    help: 'Try again; they can ask for another link too.',
  },
  'accounts.export': {
    title: 'Copies of a customer’s data',
    means: 'Somebody has asked for all that the shop knows of them and waits for it; the law gives you a month.',
    help: retryHint,
  },
  'accounts.erase': {
    title: 'Erasing accounts',
    means: 'Accounts whose time is over have not been erased yet; the customers were promised it.',
    help: retryHint,
  },
  'accounts.deleteExpired': {
    title: 'Forgetting what is old',
    means: 'Old sessions and codes lie about longer than they should.',
    help: retryHint,
  },
  'payments.createLink': {
    title: 'Payment links',
    means: 'An order has no link to be paid by: its customer wants to pay and cannot.',
    help: provider,
  },
  'payments.cancelLink': {
    title: 'Ending payment links',
    means: 'An order was cancelled, but its link may still be paid; if it is, the money goes to the customer’s balance.',
    help: provider,
  },
  'payments.refund': {
    title: 'Refunds',
    means: 'Money that a customer was promised back has not left. It is booked as given back already, so nothing is lost.',
    help: provider,
  },
  'payments.sweep': { title: 'Looking for lost refunds', means: 'Refunds that wait for days were not looked for.', help: retryHint },
  'payments.reconcile': {
    title: 'Comparing with the payment provider',
    means: 'The books were not compared with those of the payment provider.',
    help: provider,
  },
  'payments.poll': { title: 'Asking how payments stand', means: 'The payment provider was not asked about open payments.', help: provider },
  'orders.voidUnpaid': {
    title: 'Ending unpaid orders',
    means: 'Orders that nobody paid stay open, and so do their coupons.',
    help: retryHint,
  },
  'subscriptions.renew': {
    title: 'Renewing subscriptions',
    means: 'Monthly bundles were not renewed: customers wait, and so does their money.',
    help: retryHint,
  },
  'orders.sendConfirmations': { title: 'Confirmations of orders', means: 'Customers have paid and were not told.', help: retryHint },
  'files.remove': {
    title: 'Removing files',
    means: 'A file that a customer removed still lies in the store; nobody can fetch it.',
    help: 'Look at whether the store of files can be reached; then try again.',
  },
  'fulfilment.acceptDue': {
    title: 'Accepting deliveries by themselves',
    means: 'Deliveries whose time to be looked at is over, or nearly, were not accepted, or their customers not reminded.',
    help: retryHint,
  },
  'invoicing.issue': { title: 'Invoices', means: 'Paid orders have no invoice yet.', help: retryHint },
  'mail.sweep': { title: 'Looking for lost mails', means: 'Mails that were forgotten by a crash were not looked for.', help: retryHint },
  'desk.aggregateReports': {
    title: 'Days of the reports',
    means: 'Older days of the reports are not reckoned; their figures come later.',
    help: retryHint,
  },
};

export const wordsOfJob = (task: string): FailureText =>
  (jobWords as Readonly<Record<string, FailureText | undefined>>)[task] ?? {
    title: `Background work: ${task}`,
    means: 'Something that the shop does by itself was given up after many tries.',
    help: retryHint,
  };

/** For rows that a job failed on while it processed the others. */
export const wordsOfRows = (task: string): FailureText => ({
  ...wordsOfJob(task),
  means: 'The shop could not do this for the ones below. It went on with all others, and tries these again by itself, ever more rarely.',
});

export const words = {
  mail: {
    title: 'Mails that could not be sent',
    means: 'They wait in the shop, and it goes on trying for about two days. Whoever they are for knows nothing yet.',
    help: 'Look at the mail server (SMTP_URL), or whether the address can be right; then try again.',
  },
  payment: {
    title: 'Payments that wait long',
    means: 'Either there is no link to pay by, or its time is over and the payment provider does not say what became of it.',
    help: provider,
  },
  refund: {
    title: 'Refunds that have not left',
    means: 'A customer was promised money back more than an hour ago, and the payment provider has not taken it on.',
    help: provider,
  },
  mismatch: {
    title: 'Payments that the books do not have as the provider has them',
    means: 'The payment provider was compared with the books. What could be mended was mended; these need a decision.',
    help: 'Look the number up at the payment provider. Money of a customer without an order there: refund it, or ask the customer. Then settle it here.',
  },
  refused: {
    title: 'Refunds that were refused',
    means: 'The payment provider said no, so the money is on the customer’s balance in the shop, and the customer was told.',
    help: 'There is nothing to try again. If the customer wants it elsewhere, pay it by other means and take it from the balance.',
  },
} as const satisfies Readonly<Record<string, FailureText>>;

export const mismatchWords: Readonly<Record<MismatchKind, string>> = {
  unknownPayment: 'paid there, for an order or a deposit that the shop does not have',
  otherAmount: 'another amount than in the books',
  notAtProvider: 'in the books, but not there',
  unknownRefund: 'refunded there in the shop’s name, but not in the books',
  refundAtProvider: 'refunded there by hand, so the books still count it as income',
  refundedTwice: 'refunded there, and also to the customer’s balance',
  unknownDispute: 'disputed there, for a payment that the shop does not have',
  payoutFailed: 'a payout to your bank failed',
};

/** Longer than a payment link usually takes. */
export const LINK_MINUTES = 10;
export const OVER_MINUTES = 60;
export const REFUND_MINUTES = 60;
export const REFUSED_DAYS = 30;
