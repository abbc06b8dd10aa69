// TABLE 3: what follows a fact. A room announces a fact; the rooms above it in the list of rooms are not entered by it, they react here,
// inside the same transaction. A fact that nothing follows is not listed.
import type { AccountReactions } from './rooms/accounts/actions.ts';
import { deliveriesTaken, deliveryFilesTaken, eraseWorkOf, pieceMessagesTaken, revisionsTaken } from './rooms/fulfilment/leaving.ts';
import { filesOf, removeFilesOf } from './rooms/orders/files.ts';
import {
  blankOrdersOf,
  endSubscriptionsOf,
  openOrdersHold,
  ordersTaken,
  piecesTaken,
  purchasesTaken,
  refundsTaken,
  subscriptionsTaken,
  withdrawalsTaken,
} from './rooms/orders/leaving.ts';
import { tellRefunded } from './rooms/orders/notices-withdrawal.ts';
import { lockPurchase, offerLink, releaseCoupon, settlePurchase } from './rooms/orders/settle.ts';
import { detailsTaken, dropDetailsOf, papersTaken } from './rooms/papers/leaving.ts';
import { forgetPayments } from './rooms/payments/leaving.ts';
import type { PaymentReactions } from './rooms/payments/news.ts';
import { blankTicketsOf, joinTickets, ticketsOf } from './rooms/support/actions.ts';
import { expireDeposit, keepStray, lockDeposit, returnRefund, settleDeposit } from './rooms/wallet/actions.ts';
import { balanceHolds, depositRefundsTaken, depositsTaken, walletsTaken } from './rooms/wallet/leaving.ts';

export const reactions = {
  'accounts.addressConfirmed': [joinTickets],
  'accounts.taken': {
    files: filesOf,
    tickets: ticketsOf,
    purchases: purchasesTaken,
    orders: ordersTaken,
    pieces: piecesTaken,
    subscriptions: subscriptionsTaken,
    withdrawals: withdrawalsTaken,
    deliveries: deliveriesTaken,
    deliveryFiles: deliveryFilesTaken,
    revisions: revisionsTaken,
    pieceMessages: pieceMessagesTaken,
    refunds: refundsTaken,
    balances: walletsTaken,
    deposits: depositsTaken,
    depositRefunds: depositRefundsTaken,
    papers: papersTaken,
    invoiceDetails: detailsTaken,
  },
  'accounts.closing': [openOrdersHold, balanceHolds],
  'accounts.leaving': [endSubscriptionsOf],
  'accounts.erased': [blankTicketsOf, eraseWorkOf, blankOrdersOf, removeFilesOf, forgetPayments, dropDetailsOf],
  'payments.lock': { purchase: lockPurchase, deposit: lockDeposit },
  'payments.settled': { purchase: settlePurchase, deposit: settleDeposit },
  'payments.stray': [keepStray],
  'payments.refunded': [tellRefunded],
  'payments.refundFailed': [returnRefund],
  'payments.expired': { purchase: releaseCoupon, deposit: expireDeposit },
  'payments.linked': { purchase: offerLink, deposit: async () => undefined },
} as const satisfies AccountReactions & PaymentReactions;
