// Calls for orders, customers, payments, coupons and what the shop sells.

import { readDeliveryShape } from '#modules/fulfilment/shapes.ts';
import { backRequestShape, backShape, deskOrdersRequestShape, orderIdShape, ordersFileShape } from '#modules/orders/desk/shapes.ts';
import type { DeskCallTable } from '#modules/staff/shapes-calls.ts';
import {
  creditShape,
  customerDeliveryRequestShape,
  customerRequestShape,
  customerShape,
  customerStatementRequestShape,
  customerStatementShape,
  customerTicketsRequestShape,
  customerTicketsShape,
  depositBackRequestShape,
  depositBackShape,
  depositStandingShape,
  lookRequestShape,
  lookShape,
  paymentRequestShape,
  paymentShape,
  paymentsFileShape,
  paymentsRequestShape,
  paymentsShape,
  webhooksRequestShape,
  webhooksShape,
} from './shapes-customers.ts';
import {
  cancelOrderShape,
  freshLinkAnswerShape,
  freshLinkShape,
  mailAgainShape,
  orderListShape,
  orderWholeShape,
  paperRequestShape,
  refundOrderShape,
} from './shapes-orders.ts';
import { couponsShape, deskCatalogueShape, endCouponShape, makeCouponShape, policiesShape } from './shapes-shop.ts';

export const deskOrderCalls = {
  'GET /api/orders': { may: 'orders.see', about: 'Lists orders, newest first.', input: deskOrdersRequestShape, output: orderListShape },
  'GET /api/orders/table': { may: 'orders.see', about: 'Returns the matching orders as CSV.', input: ordersFileShape, answer: 'bytes' },
  'GET /api/order': {
    may: 'orders.see',
    about: 'Returns an order with its pieces, payments, refunds, invoices, emails and log.',
    input: orderIdShape,
    output: orderWholeShape,
  },
  'GET /api/order/back': {
    may: 'orders.see',
    about: 'Previews a refund or a cancellation.',
    input: backRequestShape,
    output: backShape,
  },
  'GET /api/paper': {
    may: 'money.see',
    about: 'Downloads an invoice, a receipt or a credit note.',
    input: paperRequestShape,
    answer: 'bytes',
  },
  'POST /api/order/cancel': {
    stepUp: true,
    may: 'orders.cancel',
    about: 'Cancels an order and refunds what is not delivered.',
    input: cancelOrderShape,
  },
  'POST /api/order/refund': {
    stepUp: true,
    may: 'money.move',
    about: 'Refunds a part of an order. The order continues.',
    input: refundOrderShape,
  },
  'POST /api/order/link': {
    may: 'orders.see',
    about: 'Returns the payment link of an order, or creates a new one.',
    input: freshLinkShape,
    output: freshLinkAnswerShape,
  },
  'POST /api/order/mail-again': { may: 'mail.resend', about: 'Resends an email about an order.', input: mailAgainShape },
} as const satisfies DeskCallTable;

export const customerCalls = {
  'GET /api/customer': { may: 'customers.see', about: 'Returns a customer.', input: customerRequestShape, output: customerShape },
  'GET /api/customer/statement': {
    may: 'money.see',
    about: 'Returns the transactions of a balance.',
    input: customerStatementRequestShape,
    output: customerStatementShape,
  },
  'GET /api/customer/tickets': {
    may: 'tickets.see',
    about: 'Lists a customer’s tickets, newest first.',
    input: customerTicketsRequestShape,
    output: customerTicketsShape,
  },
  'POST /api/customer/credit': { stepUp: true, may: 'money.move', about: 'Gives a customer promotional credit.', input: creditShape },
  'POST /api/customer/look': {
    may: 'customers.see',
    about: 'Returns what the customer sees, and records it in the audit log.',
    input: lookRequestShape,
    output: lookShape,
  },
  'POST /api/customer/end-sessions': { may: 'customers.logOut', about: 'Ends all sessions of a customer.', input: lookRequestShape },
  'GET /api/customer/delivery': {
    may: 'customers.see',
    about: 'Returns a delivery as the customer sees it.',
    input: customerDeliveryRequestShape,
    output: readDeliveryShape,
  },
} as const satisfies DeskCallTable;

export const paymentCalls = {
  'GET /api/payments': { may: 'money.see', about: 'Lists payments, newest first.', input: paymentsRequestShape, output: paymentsShape },
  'GET /api/payments/table': {
    may: 'money.see',
    about: 'Returns the matching payments as CSV.',
    input: paymentsFileShape,
    answer: 'bytes',
  },
  'GET /api/payment': {
    may: 'money.see',
    about: 'Returns a payment with its charges, refunds and disputes.',
    input: paymentRequestShape,
    output: paymentShape,
  },
  'POST /api/payment/ask': { may: 'money.see', about: 'Polls the provider for the state of a payment.', input: paymentRequestShape },
  'GET /api/payment/webhooks': {
    may: 'money.see',
    about: 'Lists webhooks of a payment, or all rejected webhooks, with the responses.',
    input: webhooksRequestShape,
    output: webhooksShape,
  },
  'GET /api/payment/deposit-back': {
    may: 'money.see',
    about: 'Previews the refund of a deposit.',
    input: depositBackRequestShape,
    output: depositStandingShape,
  },
  'POST /api/payment/deposit-back': {
    stepUp: true,
    may: 'money.move',
    about: 'Refunds a deposit, in full or in part, to its payment method.',
    input: depositBackShape,
  },
} as const satisfies DeskCallTable;

export const shopCalls = {
  'GET /api/coupons': { may: 'coupons.see', about: 'Lists coupons with their use.', output: couponsShape },
  'POST /api/coupon/make': { stepUp: true, may: 'coupons.edit', about: 'Creates a coupon.', input: makeCouponShape },
  'POST /api/coupon/end': { stepUp: true, may: 'coupons.edit', about: 'Ends a coupon.', input: endCouponShape },
  'GET /api/catalogue': {
    may: 'catalogue.see',
    about: 'Lists services with their offers, prices and brief fields.',
    output: deskCatalogueShape,
  },
  'GET /api/policies': { may: 'catalogue.see', about: 'Lists policies with their versions.', output: policiesShape },
} as const satisfies DeskCallTable;
