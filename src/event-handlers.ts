// TABLE 3: event handlers. A module announces an event; modules after it handle it here, inside the same
// transaction. Events without a handler are not listed.
import type { AccountEvents } from '#modules/accounts/events.ts';
import { eraseTerms, exportTerms } from '#modules/accounts/terms.ts';
import { eraseNotesAndTags, exportCustomerNotes, exportCustomerTags } from '#modules/clients/privacy.ts';
import { eraseFiles, exportFiles } from '#modules/files/privacy.ts';
import type { FulfilmentEvents } from '#modules/fulfilment/events.ts';
import {
  anonymiseDeliveries,
  exportDeliveries,
  exportDeliveryFiles,
  exportPieceMessages,
  exportRevisions,
} from '#modules/fulfilment/privacy.ts';
import { dropCustomerDetails, exportBillingDetails, exportInvoices } from '#modules/invoicing/privacy.ts';
import { eraseKeys, exportKeys } from '#modules/keys/privacy.ts';
import { revokeApprovals } from '#modules/links/queries.ts';
import { eraseMoved, exportBroughtBalances, exportMovedClient, exportPastInvoices, exportPastOrders } from '#modules/moving/privacy.ts';
import { insertPieceNotices, insertTicketNotices } from '#modules/notices/queries-assignments.ts';
import { insertMentionNotices } from '#modules/notices/queries-mentions.ts';
import { linkCreated, publishDispute, releaseCoupon, settlePurchase } from '#modules/orders/checkout/mark-paid.ts';
import type { OrderEvents } from '#modules/orders/events.ts';
import { mailRefundSent } from '#modules/orders/mails.ts';
import {
  anonymiseOrders,
  exportOrders,
  exportPieces,
  exportPurchases,
  exportRefunds,
  exportTeamActions,
  findOrderClosingBlock,
} from '#modules/orders/privacy.ts';
import { lockPurchase } from '#modules/orders/queries.ts';
import type { PaymentReactions } from '#modules/payments/events.ts';
import { exportMeans, forgetPayments } from '#modules/payments/privacy.ts';
import { returnCredits } from '#modules/plans/actions.ts';
import { exportRequests } from '#modules/plans/privacy.ts';
import { eraseQuotes, exportQuotes } from '#modules/quotes/privacy.ts';
import { eraseSales, exportAgreements, exportReminders } from '#modules/sales/privacy.ts';
import { closeWithOrders, startSubscriptions, useSavedMeans } from '#modules/subscriptions/actions.ts';
import { anonymiseSubscriptions, endSubscriptions, exportSubscriptions } from '#modules/subscriptions/privacy.ts';
import { recordFailure } from '#modules/subscriptions/renewals.ts';
import { attachGuestTickets, eraseTickets, exportTickets } from '#modules/support/actions.ts';
import type { SupportEvents } from '#modules/support/events.ts';
import { creditUnappliedPayment, expireDeposit, returnRefund, settleDeposit } from '#modules/wallet/actions.ts';
import { bookReturn } from '#modules/wallet/book-return.ts';
import { settleByLink } from '#modules/wallet/claims.ts';
import {
  exportClaims,
  exportDepositRefunds,
  exportDeposits,
  exportPayouts,
  exportWallets,
  findBalanceClosingBlock,
  findClaimClosingBlock,
} from '#modules/wallet/privacy.ts';
import { lockDeposit } from '#modules/wallet/queries.ts';
import { eraseWebhooks, exportWebhooks } from '#modules/webhooks/privacy.ts';
import { anonymiseWithdrawals, exportWithdrawals } from '#modules/withdrawals/privacy.ts';

const orderEvents = {
  'orders.paid': [startSubscriptions],
  'orders.cancelled': [closeWithOrders, returnCredits],
} as const satisfies OrderEvents;

export const eventHandlers = {
  'accounts.addressConfirmed': [attachGuestTickets],
  'accounts.passwordChanged': [revokeApprovals],
  'accounts.teamChanged': [revokeApprovals],
  'accounts.taken': {
    files: exportFiles,
    tickets: exportTickets,
    purchases: exportPurchases,
    orders: exportOrders,
    pieces: exportPieces,
    subscriptions: exportSubscriptions,
    requests: exportRequests,
    withdrawals: exportWithdrawals,
    deliveries: exportDeliveries,
    deliveryFiles: exportDeliveryFiles,
    revisions: exportRevisions,
    pieceMessages: exportPieceMessages,
    refunds: exportRefunds,
    teamActions: exportTeamActions,
    balances: exportWallets,
    deposits: exportDeposits,
    depositRefunds: exportDepositRefunds,
    paymentMeans: exportMeans,
    claims: exportClaims,
    reminders: exportReminders,
    payouts: exportPayouts,
    agreements: exportAgreements,
    quotes: exportQuotes,
    papers: exportInvoices,
    invoiceDetails: exportBillingDetails,
    terms: exportTerms,
    notesOfStaff: exportCustomerNotes,
    tagsOfStaff: exportCustomerTags,
    pastOrders: exportPastOrders,
    pastInvoices: exportPastInvoices,
    broughtBalances: exportBroughtBalances,
    movedFrom: exportMovedClient,
    apiKeys: exportKeys,
    webhooks: exportWebhooks,
  },
  'accounts.closing': [findOrderClosingBlock, findClaimClosingBlock, findBalanceClosingBlock],
  'accounts.leaving': [endSubscriptions],
  'accounts.erased': [
    eraseTickets,
    anonymiseDeliveries,
    anonymiseOrders,
    anonymiseSubscriptions,
    anonymiseWithdrawals,
    eraseFiles,
    forgetPayments,
    dropCustomerDetails,
    eraseTerms,
    eraseSales,
    eraseQuotes,
    eraseNotesAndTags,
    eraseMoved,
    eraseKeys,
    eraseWebhooks,
  ],
  ...orderEvents,
  'payments.lock': { purchase: lockPurchase, deposit: lockDeposit, claim: lockPurchase },
  'payments.settled': { purchase: settlePurchase(orderEvents), deposit: settleDeposit, claim: settleByLink },
  'payments.stray': [creditUnappliedPayment],
  'payments.refunded': [mailRefundSent],
  'payments.refundFailed': [returnRefund],
  'payments.returned': [bookReturn],
  'payments.disputed': { purchase: publishDispute, deposit: async () => undefined, claim: publishDispute },
  'payments.meansSaved': [useSavedMeans],
  'payments.meansFailed': [recordFailure],
  'payments.expired': { purchase: releaseCoupon, deposit: expireDeposit, claim: async () => undefined },
  'payments.linked': { purchase: linkCreated, deposit: async () => undefined, claim: async () => undefined },
  'fulfilment.assigned': [insertPieceNotices],
  'fulfilment.mentioned': [insertMentionNotices],
  'support.assigned': [insertTicketNotices],
} as const satisfies AccountEvents & OrderEvents & PaymentReactions & FulfilmentEvents & SupportEvents;
