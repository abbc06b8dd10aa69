// Explains failed work in plain words for a shop owner. Pure.

import type { MismatchKind } from '#modules/payments/rules.ts';
import type { JobName } from '../../jobs.ts';

type FailureText = { readonly title: string; readonly means: string; readonly help: string };

const provider = 'Check your payment provider’s status page and its keys, then retry.';
const retryHint = 'Retry. If it fails again, send the error below to the person who maintains the software.';

const cleanUp = { title: 'Clean-up of old data', means: 'Data is kept longer than necessary.', help: retryHint } as const;
const audit = { title: 'Check of the books', means: 'The books weren’t checked on time.', help: retryHint } as const;
const production = {
  title: 'Automatic production',
  means: 'Pieces that the shop makes automatically weren’t made.',
  help: retryHint,
} as const;

const pluginNotice: FailureText = {
  title: 'Notices to plugins',
  means:
    'A plugin failed or gave no answer to a notice about an order, a delivery or a ticket. The notice itself was sent by email as usual.',
  help: 'Read the reason in the log, repair or update the plugin, restart the shop, then retry.',
};

const jobWords: Readonly<Record<JobName, FailureText>> = {
  'desk.moveIn': {
    title: 'Moving in',
    means: 'A move from another system did not end. Nothing of it was brought.',
    help: 'Start it again at Moving in.',
  },
  'automations.run': {
    title: 'Automations',
    means: 'Automations don’t run, or an event of theirs couldn’t be handled. It is tried again, for a day.',
    help: retryHint,
  },
  'accounts.sendRecovery': {
    title: 'Password reset emails',
    means: 'A customer asked for a new password but hasn’t received the link.',
    help: 'Retry. The customer can also ask for a new link.',
  },
  'accounts.export': {
    title: 'Data exports',
    means: 'A customer is waiting for a copy of their data. The law allows one month.',
    help: retryHint,
  },
  'accounts.erase': {
    title: 'Account deletion',
    means: 'Accounts that should be deleted by now still exist.',
    help: retryHint,
  },
  'accounts.deleteExpired': {
    title: 'Clean-up of old data',
    means: 'Old sessions and codes are kept longer than necessary.',
    help: retryHint,
  },
  'payments.createLink': {
    title: 'Payment links',
    means: 'An order has no payment link, so its customer can’t pay.',
    help: provider,
  },
  'payments.cancelLink': {
    title: 'Closing payment links',
    means: 'An order was cancelled, but its payment link may still work. If it’s paid, the money goes to the customer’s balance.',
    help: provider,
  },
  'payments.charge': {
    title: 'Charges of saved payment methods',
    means: 'The provider doesn’t say whether a renewal was charged. The shop keeps asking; nothing is charged twice.',
    help: provider,
  },
  'payments.forgetMeans': {
    title: 'Removal of payment methods',
    means: 'A customer removed a payment method. The shop doesn’t charge it, but the provider still has it.',
    help: provider,
  },
  'payments.refund': {
    title: 'Refunds',
    means: 'A refund hasn’t been sent yet. It’s booked already, so no money is lost.',
    help: provider,
  },
  'payments.sweep': {
    title: 'Search for stuck refunds',
    means: 'The shop couldn’t look for refunds that have waited for days.',
    help: retryHint,
  },
  'payments.reconcile': {
    title: 'Reconciliation with the payment provider',
    means: 'The books weren’t compared with the payment provider’s.',
    help: provider,
  },
  'payments.poll': {
    title: 'Payment status checks',
    means: 'The shop couldn’t ask the payment provider about open payments.',
    help: provider,
  },
  'orders.voidUnpaid': {
    title: 'Closing unpaid orders',
    means: 'Unpaid orders stay open and keep their coupons reserved.',
    help: retryHint,
  },
  'subscriptions.renew': {
    title: 'Subscription renewals',
    means: 'Monthly bundles weren’t renewed.',
    help: retryHint,
  },
  'plans.advance': {
    title: 'Requests of plans',
    means: 'The next request of a plan didn’t begin, or one that came to nothing wasn’t cancelled.',
    help: retryHint,
  },
  'invoicing.checkVatId': {
    title: 'Checks of VAT IDs',
    means: 'The answer of the authority wasn’t stored.',
    help: retryHint,
  },
  'sales.sendReminders': {
    title: 'Reminders of invoices',
    means: 'Customers weren’t reminded of invoices that are overdue.',
    help: retryHint,
  },
  'orders.sendConfirmations': {
    title: 'Order confirmations',
    means: 'Customers paid but didn’t get a confirmation email.',
    help: retryHint,
  },
  'files.remove': {
    title: 'File removal',
    means: 'A file that a customer removed is still in storage. Nobody can open it.',
    help: 'Check whether the file storage can be reached, then retry.',
  },
  'fulfilment.acceptDue': {
    title: 'Automatic acceptance',
    means: 'Deliveries weren’t accepted on time, or customers weren’t reminded.',
    help: retryHint,
  },
  'quotes.remind': {
    title: 'Quote reminders',
    means: 'A customer wasn’t reminded of a quote that expires soon.',
    help: retryHint,
  },
  'invoicing.issue': { title: 'Invoices', means: 'Paid orders have no invoice yet.', help: retryHint },
  'mail.sweep': {
    title: 'Search for unsent emails',
    means: 'The shop couldn’t look for emails that a crash left unsent.',
    help: retryHint,
  },
  'mail.send': { title: 'Emails', means: 'An email couldn’t be sent.', help: retryHint },
  'mail.notifyPlugin': pluginNotice,
  'mail.deleteExpired': cleanUp,
  'payments.deleteExpired': cleanUp,
  'files.deleteExpired': cleanUp,
  'fulfilment.deleteExpired': cleanUp,
  'support.deleteExpired': cleanUp,
  'support.carryOutDeclaration': {
    title: 'Withdrawals and cancellations without log-in',
    means: 'A customer withdrew or cancelled on the open page and has a receipt, but nothing has happened yet. The law sets deadlines.',
    help: retryHint,
  },
  'fulfilment.makePieces': production,
  'fulfilment.makePiecesSoon': production,
  'fulfilment.assignPieces': { title: 'Assignment', means: 'New pieces weren’t assigned to anyone.', help: retryHint },
  'fulfilment.removeFile': { title: 'File removal', means: 'A removed file of a piece is still in storage.', help: retryHint },
  'audit.checkChanges': audit,
  'audit.checkWhole': audit,
  'desk.sendNotices': {
    title: 'Staff notices',
    means: 'The team wasn’t told about new orders, tickets or late work.',
    help: retryHint,
  },
  'webhooks.send': {
    title: 'Webhooks',
    means: 'Webhooks aren’t sent. Those that are due wait, and are sent when it works again.',
    help: retryHint,
  },
  'desk.sendChat': {
    title: 'Chat notices',
    means: 'A chat webhook didn’t accept a message. Its later notices wait until this one is sent.',
    help: 'Open Chat webhooks, send a test, and enter a new address if it fails. The message is then sent again.',
  },
  'desk.notifyPlugin': pluginNotice,
  'desk.sendRecovery': {
    title: 'Password reset emails for the desk',
    means: 'An operator asked for a new password but hasn’t received the link.',
    help: 'Retry. The operator can also ask for a new link.',
  },
  'desk.deleteExpired': cleanUp,
  'desk.aggregateReports': {
    title: 'Report figures',
    means: 'Figures of some days are missing from the reports.',
    help: retryHint,
  },
};

/** A job of an older release may have no explanation. */
export const describeJob = (task: string): FailureText =>
  (jobWords as Readonly<Record<string, FailureText | undefined>>)[task] ?? {
    title: 'Background job',
    means: 'A background job failed.',
    help: retryHint,
  };

/** For rows that a job failed on while it processed the others. */
export const describeRows = (task: string): FailureText => ({
  ...describeJob(task),
  means: 'This failed for the items below; all others are done. The shop keeps retrying them, less and less often.',
});

export const words = {
  mail: {
    title: 'Unsent emails',
    means: 'The shop keeps trying for about two days. The recipients don’t have these emails yet.',
    help: 'Check the mail server (SMTP_URL) and the address, then retry.',
  },
  payment: {
    title: 'Stuck payments',
    means: 'There is no payment link, or it has expired and the provider hasn’t confirmed the result.',
    help: provider,
  },
  renewal: {
    title: 'Failed renewals',
    means: 'A saved payment method wasn’t charged. The customer has a link to pay, and the shop tries again on days 1, 3, 5 and 7.',
    help: 'Retry charges the saved method now. If it keeps failing, write to the customer.',
  },
  refund: {
    title: 'Stuck refunds',
    means: 'The payment provider hasn’t accepted these refunds for more than an hour.',
    help: provider,
  },
  mismatch: {
    title: 'Differences from the payment provider',
    means: 'Your books differ from the payment provider’s. These differences need a decision.',
    help: 'Look the reference under Details up at the payment provider. If a customer paid without an order, refund it or ask them. Then settle it here.',
  },
  refused: {
    title: 'Failed refunds',
    means: 'The payment provider refused these refunds. The money is on the customer’s balance, and the customer was told.',
    help: 'Nothing to retry. If the customer wants the money elsewhere, pay it another way.',
  },
} as const satisfies Readonly<Record<string, FailureText>>;

export const mismatchText: Readonly<Record<MismatchKind, (provider: string) => string>> = {
  unknownPayment: (provider) => `Paid at ${provider}, without an order or deposit here`,
  otherAmount: (provider) => `${provider} has a different amount`,
  notAtProvider: (provider) => `Not found at ${provider}`,
  unknownRefund: (provider) => `Refunded at ${provider}, not in the books`,
  refundAtProvider: (provider) => `Refunded by hand at ${provider}, still booked as income`,
  refundedTwice: (provider) => `Refunded twice: at ${provider} and to the balance`,
  unknownDispute: (provider) => `Disputed at ${provider}, without a payment here`,
  payoutFailed: (provider) => `The payout from ${provider} to your bank failed`,
};

/** Longer than a payment link usually takes. */
export const LINK_MINUTES = 10;
export const EXPIRED_LINK_MINUTES = 60;
export const REFUND_MINUTES = 60;
export const REFUSED_DAYS = 30;

const providers: Readonly<Record<string, string>> = { stripe: 'Stripe', sandbox: 'Test bank', none: 'no provider' };
/** The name of a payment provider for operators. */
export const formatProvider = (provider: string): string => providers[provider] ?? provider;

/** An error without its class and its SQL: "Failed query: …" says nothing to an operator. */
export function formatError(error: string | null): string | null {
  if (error === null) return null;
  if (error.includes('Failed query')) return 'Database error';
  return error.replace(/^(?:[A-Z]\w*)?Error: /, '');
}
